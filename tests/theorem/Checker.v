(** A checker of solution files, which need not be trusted: what it computes. [Sound] proves that it is right.

    Beside the file it needs a few numbers for each position, written by [tourne-solve export --to rocq], which need
    not be trusted either. *)

From Coq Require Import List Arith ZArith QArith Bool FMapPositive.
From Coq.Strings Require Import Byte.
From Tourne Require Import Game Rules File.
Import ListNotations.
Open Scope Z_scope.

(** A hint is added to the file: how far, in ticks, the true value may lie below and above that of the file; a bound on
    the number of throws to come; the least number of throws after which the position arises from the start, 0 if it
    does not; the moves, a bit for each die and man, that show of others that they arise; and a class, 0 or a number
    that positions share if they are worth exactly the same. *)
Record hint := Hint { below : Z; above : Z; throws_to_come : Z; depth : Z; class : Z; shows : Z }.

(** ** Reading the file *)

(** Ticks in the unit of values: 2^60 in a point, 2^61 in a probability of 1. *)
Definition tick_bits (r : rules) : Z := if double_win r then 60 else 61.
Definition ticks (r : rules) : positive := if double_win r then 1152921504606846976 else 2305843009213693952.
Definition one (r : rules) : Z := Zpos (ticks r).

(** A double as a whole number of ticks, 2^-[bits] each; nothing if it is none. *)
Definition size_in_ticks (bits fraction exponent : Z) : option Z :=
  if exponent =? 0 then if fraction =? 0 then Some 0 else None
  else
    let number := 4503599627370496 + fraction in
    let shift := exponent - 1075 + bits in
    let size := Z.shiftl number shift in
    if Z.shiftl size (- shift) =? number then Some size else None.
Definition in_ticks (bits double : Z) : option Z :=
  let size := size_in_ticks bits (Z.land double 4503599627370495) (Z.land (Z.shiftr double 52) 2047) in
  if Z.testbit double 63 then option_map Z.opp size else size.

(** Numbers of some bytes each, one after the other. *)
Fixpoint numbers (size count : nat) (bytes : list byte) : list Z :=
  match count with
  | O => []
  | S rest => unsigned (firstn size bytes) :: numbers size rest (skipn size bytes)
  end.

(** What is known of a position: the double that is its value, the bits of its best moves, and the hint. *)
Definition given := (Z * Z * hint)%type.
Definition givens (r : rules) (f : file) (hints : list hint) : list (position * given) :=
  let all := canonical r in
  let count := length all in
  combine all (combine (combine (numbers 8 count (skipn 112 f)) (numbers 4 count (skipn (120 + 8 * count) f))) hints).

(** Bounds on the value, in ticks, and the rest. *)
Record row := Row { lower : Z; upper : Z; to_come : Z; arises_after : Z; shared_class : Z; shows_of : Z; bits : Z }.

(** The row of a position, if the bounds lie within [bound] of the value of the file. *)
Definition row_of (scale bound : Z) (x : given) : option row :=
  let '(double, best, hint) := x in
  match in_ticks scale double with
  | Some value =>
      if (below hint <=? bound) && (above hint <=? bound)
      then Some (Row (value - below hint) (value + above hint) (throws_to_come hint) (depth hint) (class hint)
        (shows hint) best)
      else None
  | None => None
  end.
Fixpoint rows_of (scale bound : Z) (l : list (position * given)) : option (list (position * row)) :=
  match l with
  | [] => Some []
  | (p, x) :: rest =>
      match row_of scale bound x with
      | Some y => match rows_of scale bound rest with Some ys => Some ((p, y) :: ys) | None => None end
      | None => None
      end
  end.

(** ** A table of rows by position *)

Definition table := PositiveMap.t (position * row).
(** A key of 24 bits, four for each man. Keys need not differ, but they do. *)
Definition four_bits (n : nat) (rest : positive) : positive :=
  match n with
  | 0 => rest~0~0~0~0 | 1 => rest~0~0~0~1 | 2 => rest~0~0~1~0 | 3 => rest~0~0~1~1
  | 4 => rest~0~1~0~0 | 5 => rest~0~1~0~1 | 6 => rest~0~1~1~0 | 7 => rest~0~1~1~1
  | 8 => rest~1~0~0~0 | 9 => rest~1~0~0~1 | 10 => rest~1~0~1~0 | 11 => rest~1~0~1~1
  | 12 => rest~1~1~0~0 | 13 => rest~1~1~0~1 | 14 => rest~1~1~1~0 | _ => rest~1~1~1~1
  end%nat%positive.
Definition key (p : position) : positive :=
  fold_right (fun m => four_bits (place m)) (fold_right (fun m => four_bits (place m)) xH (opponent p)) (own p).
Definition table_of (entries : list (position * row)) : table :=
  fold_right (fun entry rest => PositiveMap.add (key (fst entry)) entry rest) (PositiveMap.empty _) entries.

Fixpoint same_men (s s' : side) : bool :=
  match s, s' with
  | [], [] => true
  | m :: rest, m' :: rest' => if is m m' then same_men rest rest' else false
  | _, _ => false
  end.
Definition same_position (p q : position) : bool :=
  if same_men (own p) (own q) then same_men (opponent p) (opponent q) else false.
Definition look_up (known : table) (p : position) : option row :=
  match PositiveMap.find (key p) known with
  | Some (q, found) => if same_position p q then Some found else None
  | None => None
  end.

Definition no_row : row := Row 0 0 0 0 0 0 0.
Definition row_at (known : table) (p : position) : row :=
  match look_up known p with Some found => found | None => no_row end.

(** ** One position *)

(** In how many throws each die is played, and how many throws there are. *)
Definition weight (r : rules) (die : nat) : Z :=
  Z.of_nat (length (filter (fun t => Nat.eqb (die_played t) die) (all_throws r))).
Definition total (r : rules) : Z := Z.of_nat (length (all_throws r)).

(** The sum that the players share, and the score of a win, in ticks. *)
Definition share_in_ticks (r : rules) : Z := if double_win r then 0 else one r.
Definition win_in_ticks (r : rules) (points : Z) : Z := if double_win r then points * one r else one r.

(** What a move is worth to its player by the table: at least, at most; how many throws follow; the class of the
    position that it leads to; and whether the table has that position, with its flag set if this is asked for. *)
Record worth := Worth { at_least : Z; at_most : Z; to_follow : Z; kind : Z; is_known : bool }.
Definition is_flagged (x : row) : bool := Z.testbit (bits x) flag.
Definition worth_of (r : rules) (known : table) (flagged : bool) (o : outcome position) : worth :=
  match o with
  | Wins points => let win := win_in_ticks r points in Worth win win 0 0 true
  | Goes_on next =>
      let share := share_in_ticks r in
      match look_up known next with
      | Some x =>
          Worth (share - upper x) (share - lower x) (to_come x) (shared_class x)
            (if flagged then is_flagged x else true)
      | None => Worth share share 0 0 false
      end
  end.

Definition is_move (m m' : move) : bool :=
  match m, m' with Pass, Pass => true | Moves a, Moves b => is a b | _, _ => false end.

(** Whether the file calls a move best: a pass is, and so is a man whose bit is set. *)
Fixpoint place_of (s : side) (m : man) : nat :=
  match s with [] => O | first :: rest => if is m first then O else S (place_of rest m) end.
Definition is_called_best (s : side) (die : nat) (word : Z) (m : move) : bool :=
  match m with Pass => true | Moves man => Z.testbit word (bit_of die (place_of s man)) end.

(** Bits that may be set: those of legal moves, and the flag. *)
Definition bits_of (s : side) (die : nat) (legal : list move) : Z :=
  fold_right (fun m rest =>
    match m with Pass => rest | Moves man => Z.lor (2 ^ bit_of die (place_of s man)) rest end) 0 legal.

(** Two moves are worth the same: they lead to one class, or there is no room for two numbers. *)
Definition are_tied (w w' : worth) : bool :=
  if 0 <? kind w then if kind w =? kind w' then true else (at_most w <=? at_least w') && (at_most w' <=? at_least w)
  else (at_most w <=? at_least w') && (at_most w' <=? at_least w).

(** What a best move leads to: something worth exactly a number, or a class. *)
Definition mark_of (w : worth) : Z * Z := if at_least w =? at_most w then (0, at_least w) else (1, kind w).

(** Of a die: the bounds of the first move that is called best, the longest play, and the mark; nothing if those that
    are called best are not shown to be the best moves. *)
Definition check_die (r : rules) (known : table) (p : position) (x : row) (die : nat) (legal : list move)
    : option (worth * Z) :=
  let options := map (fun m => (m, worth_of r known (is_flagged x) (play_move r p die m))) legal in
  match find (fun option => is_called_best (own p) die (bits x) (fst option)) options with
  | None => None
  | Some (best, w) =>
      if forallb (fun option =>
           if is_known (snd option)
           then if is_called_best (own p) die (bits x) (fst option)
             then if is_move (fst option) best then true else are_tied (snd option) w
             else at_most (snd option) <? at_least w
           else false) options
      then Some (w, fold_right (fun option => Z.max (to_follow (snd option))) 0 options)
      else None
  end.

(** Of all dice from a list, with their weights. *)
Fixpoint check_dice (r : rules) (known : table) (p : position) (x : row) (dice : list (nat * Z * list move))
    : option (list (Z * (worth * Z))) :=
  match dice with
  | [] => Some []
  | (die, chances, legal) :: rest =>
      match check_die r known p x die legal with
      | None => None
      | Some seen =>
          match check_dice r known p x rest with Some found => Some ((chances, seen) :: found) | None => None end
      end
  end.

Definition weigh (number : worth * Z -> Z) (found : list (Z * (worth * Z))) : Z :=
  fold_right (fun die rest => fst die * number (snd die) + rest) 0 found.

(** The signature of a position: for each mark, in how many throws the best moves lead there. *)
Definition signature := list (Z * Z * Z).
Fixpoint count_mark (m : Z * Z) (chances : Z) (s : signature) : signature :=
  match s with
  | [] => [(m, chances)]
  | (m', chances') :: rest =>
      match (fst m ?= fst m'), (snd m ?= snd m') with
      | Eq, Eq => (m', chances + chances') :: rest
      | Lt, _ | Eq, Lt => (m, chances) :: s
      | _, _ => (m', chances') :: count_mark m chances rest
      end
  end.
Definition signature_of (found : list (Z * (worth * Z))) : signature :=
  fold_right (fun die => count_mark (mark_of (fst (snd die))) (fst die)) [] found.
Definition has_marks (found : list (Z * (worth * Z))) : bool :=
  forallb (fun die => let w := fst (snd die) in if at_least w =? at_most w then true else 0 <? kind w) found.

Fixpoint same_signature (s s' : signature) : bool :=
  match s, s' with
  | [], [] => true
  | (a, b, n) :: rest, (a', b', n') :: rest' =>
      if (a =? a') && (b =? b') && (n =? n') then same_signature rest rest' else false
  | _, _ => false
  end.

(** The classes, each with that which all its positions have in common. *)
Definition classes := PositiveMap.t (Z * Z * signature).
Definition has_class (known : classes) (x : row) (found : list (Z * (worth * Z))) : bool :=
  if 0 <? shared_class x then
    match PositiveMap.find (Z.to_pos (shared_class x)) known with
    | Some (low, high, s) =>
        (low =? lower x) && (high =? upper x) && has_marks found && same_signature s (signature_of found)
    | None => false
    end
  else true.

(** No bound is further from 0 than this. *)
Definition limit (r : rules) : Z := 8 * one r.

(** Marks of the positions that come after a flagged one, one throw later. *)
Definition arrivals := PositiveMap.t position.
Definition has_arrived (arrived : arrivals) (p : position) : bool :=
  match PositiveMap.find (key p) arrived with Some q => same_position p q | None => false end.

Definition is_start (p : position) : bool := same_position p start.

Definition check_position (r : rules) (known : table) (in_classes : classes) (arrived : arrivals) (all : Z)
    (dice : list (nat * Z * list move)) (allowed : Z) (p : position) : bool :=
  match look_up known p with
  | None => false
  | Some x =>
      let share := share_in_ticks r in
      if (lower x <=? upper x) && (0 <=? to_come x) && (0 <=? arises_after x)
         && (- limit r <=? lower x) && (upper x <=? limit r)
         && (- limit r <=? share - upper x) && (share - lower x <=? limit r)
         && (Z.ldiff (bits x) allowed =? 0)
         && (if is_start p then is_flagged x else if is_flagged x then has_arrived arrived p else true)
      then match check_dice r known p x dice with
           | None => false
           | Some found =>
               (all * lower x <=? weigh (fun seen => at_least (fst seen)) found)
               && (weigh (fun seen => at_most (fst seen)) found <=? all * upper x)
               && (all + weigh snd found <=? all * to_come x) && has_class in_classes x found
           end
      else false
  end.

(** ** All positions *)

(** The moves of a side are the same against every opponent, so they are listed once. *)
Definition dice_of (r : rules) (s : side) : list (nat * Z * list move) :=
  map (fun die => (die, weight r die, legal_moves r s die)) faces.
Definition allowed_bits (s : side) (dice : list (nat * Z * list move)) : Z :=
  fold_right (fun d rest => let '(die, _, legal) := d in Z.lor (bits_of s die legal) rest) (2 ^ flag) dice.

(** The classes, as their members have them; the checker makes sure that these agree. *)
Definition classes_of (r : rules) (known : table) : classes :=
  let sides := all_sides r in
  fold_left (fun made s =>
    fold_left (fun made p =>
      match look_up known p with
      | Some x =>
          if 0 <? shared_class x then
            match check_dice r known p x (dice_of r s) with
            | Some found => PositiveMap.add (Z.to_pos (shared_class x)) (lower x, upper x, signature_of found) made
            | None => made
            end
          else made
      | None => made
      end) (facing sides s) made) sides (PositiveMap.empty _).

(** Positions that are shown to arise, one throw later than one that arises. *)
Definition shown_by (s : side) (die : nat) (m : move) : Z :=
  Z.of_nat (3 * die - 3 + match m with Pass => 0 | Moves man => place_of s man end).
Definition add_arrivals (r : rules) (known : table) (dice : list (nat * Z * list move)) (made : arrivals) (p : position)
    : arrivals :=
  match look_up known p with
  | Some x =>
      if is_flagged x && (0 <? shows_of x) then
        fold_left (fun made d => let '(die, _, legal) := d in
          fold_left (fun made m =>
            if negb (Z.testbit (shows_of x) (shown_by (own p) die m)) then made else
            match play_move r p die m with
            | Wins _ => made
            | Goes_on next =>
                match look_up known next with
                | Some y => if arises_after y =? arises_after x + 1 then PositiveMap.add (key next) next made else made
                | None => made
                end
            end) legal made) dice made
      else made
  | None => made
  end.
Definition arrivals_of (r : rules) (known : table) : arrivals :=
  let sides := all_sides r in
  fold_left (fun made s => let dice := dice_of r s in fold_left (add_arrivals r known dice) (facing sides s) made)
    sides (PositiveMap.empty _).

Definition check_table (r : rules) (known : table) : bool :=
  let sides := all_sides r in
  let all := total r in
  let in_classes := classes_of r known in
  let arrived := arrivals_of r known in
  forallb (fun s =>
    let dice := dice_of r s in
    let allowed := allowed_bits s dice in
    forallb (check_position r known in_classes arrived all dice allowed) (facing sides s)) sides.

(** ** The whole file *)

Definition header_holds (r : rules) (f : file) (all : list position) : bool :=
  (if list_eq_dec byte_eq_dec (firstn 8 f) magic then true else false)
  && (field f 8 4 =? 1)
  && (field f 12 8 =? Z.of_nat (length f))
  && (Z.of_nat (length f) =? 124 + 12 * Z.of_nat (length all))
  && (if list_eq_dec Z.eq_dec (map (fun at_byte => field f at_byte 1) [20; 21; 22; 23; 24]%nat) (switches r)
      then true else false)
  && (field f 32 8 =? Z.of_nat (length all)).

Definition spare_bits_hold (known : table) (all : list position) : bool :=
  forallb (fun p => forallb (fun bit => negb (Z.testbit (bits (row_at known p)) bit)) spare_bits) all.
Definition flagged_of (known : table) (all : list position) : list position :=
  filter (fun p => is_flagged (row_at known p)) all.

(** The last four numbers are those of [Claims.solved]. *)
Definition check (r : rules) (f : file) (hints : list hint) (low high error : Q) (longest : Z) : bool :=
  let all := canonical r in
  match in_ticks (tick_bits r) (field f 96 8) with
  | None => false
  | Some bound =>
      match rows_of (tick_bits r) bound (givens r f hints) with
      | None => false
      | Some entries =>
          let known := table_of entries in
          let first := row_at known start in
          header_holds r f all && (field f 40 8 =? Z.of_nat (length (flagged_of known all)))
          && spare_bits_hold known all
          && Qle_bool (inject_Z bound * (1 # ticks r)) error
          && Qle_bool low (inject_Z (lower first) * (1 # ticks r))
          && Qle_bool (inject_Z (upper first) * (1 # ticks r)) high
          && (to_come first <=? longest)
          && check_table r known
      end
  end.

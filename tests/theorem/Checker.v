(** A checker of data, which need not be trusted, for the premises of [Method]: what it computes. [Sound] proves it right. *)

From Coq Require Import List Arith ZArith Bool FMapPositive.
From Tourne Require Import Game Rules.
Import ListNotations.
Open Scope Z_scope.

(** The data of a position: its value and the slack of the value, in ticks; a bound on the number of throws to come; and
    the man that moves best for each die, a decimal digit each: 0 for a pass, otherwise the place of the man among its own. *)
Record row := Row { value : Z; slack : Z; throws_to_come : Z; best_men : Z }.
Record data := Data { ticks : positive; rows : list row }.

(** Every legal side and every legal position, from the rules alone. The data are in this order. *)
Definition all_sides (r : rules) : list side :=
  filter (legal_side r)
    (flat_map (fun a => flat_map (fun b => map (fun c => [a; b; c]) all_men) all_men) all_men).
Definition facing (r : rules) (s : side) : list position :=
  if finished s then []
  else filter (fun p => negb (finished (opponent p)) && apart p) (map (Position s) (all_sides r)).
Definition all_positions (r : rules) : list position := flat_map (facing r) (all_sides r).

(** In how many throws each die is played, and how many throws there are. *)
Definition weight (r : rules) (die : nat) : Z :=
  Z.of_nat (length (filter (fun t => Nat.eqb (die_played t) die) (all_throws r))).
Definition total (r : rules) : Z := Z.of_nat (length (all_throws r)).

(** A table of rows by position. *)
Definition table := PositiveMap.t (position * row).
Fixpoint mark (n : nat) (key : positive) : positive :=
  match n with O => xI key | S less => xO (mark less key) end.
Definition key (p : position) : positive :=
  fold_right (fun m => mark (place m)) (fold_right (fun m => mark (place m)) xH (opponent p)) (own p).
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

Definition no_row : row := Row 0 0 0 0.
Definition row_at (known : table) (p : position) : row :=
  match look_up known p with Some found => found | None => no_row end.
Definition lower_of (x : row) : Z := value x - slack x.
Definition upper_of (x : row) : Z := value x + slack x.

(** What is shared by the players, and what a win counts, in ticks. *)
Definition share_in_ticks (r : rules) (one : positive) : Z := if double_win r then 0 else Zpos one.
Definition win_in_ticks (r : rules) (one : positive) (points : Z) : Z :=
  if double_win r then points * Zpos one else Zpos one.

(** What a move is worth to its player by the table: at least, at most, how many throws follow; and whether the table has
    the position that it leads to. *)
Record worth := Worth { at_least : Z; at_most : Z; to_follow : Z; is_known : bool }.
Definition worth_of (r : rules) (one : positive) (known : table) (o : outcome position) : worth :=
  match o with
  | Wins points => let win := win_in_ticks r one points in Worth win win 0 true
  | Goes_on next =>
      let share := share_in_ticks r one in
      match look_up known next with
      | Some x => Worth (share - upper_of x) (share - lower_of x) (throws_to_come x) true
      | None => Worth share share 0 false
      end
  end.

Definition is_move (m m' : move) : bool :=
  match m, m' with Pass, Pass => true | Moves a, Moves b => is a b | _, _ => false end.

(** The move that the data call best. *)
Definition listed (s : side) (die : nat) (x : row) : move :=
  let digit := Z.to_nat (best_men x / 10 ^ Z.of_nat (6 - die) mod 10) in
  match digit with
  | O => Pass
  | S before => match nth_error s before with Some m => Moves m | None => Pass end
  end.

(** Of a die: the worth of the listed move, and the longest play; nothing if that is not shown to be the only best move. *)
Definition check_die (r : rules) (one : positive) (known : table) (p : position) (x : row) (die : nat)
    (legal : list move) : option (Z * Z * Z) :=
  let best := listed (own p) die x in
  let options := map (fun m => (m, worth_of r one known (play_move r p die m))) legal in
  match find (fun option => is_move (fst option) best) options with
  | None => None
  | Some (_, w) =>
      if forallb (fun option =>
           if is_known (snd option)
           then if at_most (snd option) <? at_least w then true else is_move (fst option) best
           else false) options
      then Some (at_least w, at_most w, fold_right (fun option => Z.max (to_follow (snd option))) 0 options)
      else None
  end.

(** Of all dice from a list: the weighted sums of these. *)
Fixpoint check_dice (r : rules) (one : positive) (known : table) (p : position) (x : row)
    (dice : list (nat * Z * list move)) : option (Z * Z * Z) :=
  match dice with
  | [] => Some (0, 0, 0)
  | (die, chances, legal) :: rest =>
      match check_die r one known p x die legal with
      | None => None
      | Some (low, high, long) =>
          match check_dice r one known p x rest with
          | None => None
          | Some (lows, highs, longs) => Some (chances * low + lows, chances * high + highs, chances * long + longs)
          end
      end
  end.

(** No bound is further from 0 than this. *)
Definition limit (one : positive) : Z := 8 * Zpos one.

Definition check_position (r : rules) (one : positive) (all : Z) (known : table) (dice : list (nat * Z * list move))
    (p : position) : bool :=
  match look_up known p with
  | None => false
  | Some x =>
      let share := share_in_ticks r one in
      if (0 <=? slack x) && (0 <=? throws_to_come x)
         && (- limit one <=? lower_of x) && (upper_of x <=? limit one)
         && (- limit one <=? share - upper_of x) && (share - lower_of x <=? limit one)
      then match check_dice r one known p x dice with
           | None => false
           | Some (lows, highs, longs) =>
               (all * lower_of x <=? lows) && (highs <=? all * upper_of x) && (all + longs <=? all * throws_to_come x)
           end
      else false
  end.

(** The moves of a side are the same against every opponent, so they are listed once. *)
Definition dice_of (r : rules) (s : side) : list (nat * Z * list move) :=
  map (fun die => (die, weight r die, legal_moves r s die)) faces.

Fixpoint all_hold {A : Type} (holds : A -> bool) (l : list A) : bool :=
  match l with [] => true | a :: rest => if holds a then all_hold holds rest else false end.

Definition check_table (r : rules) (one : positive) (known : table) : bool :=
  let all := total r in
  all_hold (fun s =>
    let dice := dice_of r s in
    all_hold (check_position r one all known dice) (facing r s)) (all_sides r).

Definition table_of_data (r : rules) (d : data) : table := table_of (combine (all_positions r) (rows d)).
Definition check (r : rules) (d : data) : bool := check_table r (ticks d) (table_of_data r d).

(** The rules of Tourne-case, sentence by sentence. The sentences in quotation marks state the rules; [standard]
    and the other rule sets are at the end. *)

From Coq Require Import List Arith ZArith Bool.
From Tourne Require Import Game.
Import ListNotations.

(** ** The switches in which rule sets differ *)

Inductive reentry := Free | Forced | First_of_all.
Record rules := Rules {
  one_die : bool;     (* one die each, not the lower of two *)
  crowding : bool;    (* no limit on passing own men, and on men on a point *)
  overshoot : bool;   (* a man that goes beyond the home point goes off, instead of having no move *)
  duty : reentry;     (* whether a man that was hit must re-enter *)
  double_win : bool   (* a win counts two points if the loser has no man home *)
}.

(** ** Men and sides *)

(** "Each player has three men and a lane of twelve points": a man is off the board (told apart if it was hit and owes
    its entry), on a point from 1 to 11, or home, on point 12. *)
Inductive man := Off | Hit | On (point : nat) | Home.

Definition is (a b : man) : bool :=
  match a, b with
  | Off, Off | Hit, Hit | Home, Home => true
  | On point, On point' => point =? point'
  | _, _ => false
  end.

(** How far a man has come. *)
Definition progress (m : man) : nat :=
  match m with Off | Hit => 0 | On point => point | Home => 12 end.

(** Men of a side are alike, so a side is the list of its men in the order of [all_men]. *)
Definition all_men : list man := [Off; Hit] ++ map On (seq 1 11) ++ [Home].
Definition place (m : man) : nat :=
  match m with Off => 0 | Hit => 1 | On point => S point | Home => 13 end.
Definition side := list man.

Fixpoint insert (m : man) (s : side) : side :=
  match s with
  | [] => [m]
  | first :: rest => if place m <=? place first then m :: s else first :: insert m rest
  end.
Fixpoint remove_one (m : man) (s : side) : side :=
  match s with
  | [] => []
  | first :: rest => if is m first then rest else first :: remove_one m rest
  end.
Definition has (s : side) (m : man) : bool := existsb (is m) s.
Fixpoint in_order (s : side) : bool :=
  match s with
  | a :: (b :: _) as rest => (place a <=? place b) && in_order rest
  | _ => true
  end.

Definition on_board (m : man) : bool := match m with On _ => true | _ => false end.

(** "Points 1 to 11 hold at most one man of a side." *)
Fixpoint one_man_a_point (s : side) : bool :=
  match s with
  | [] => true
  | m :: rest => negb (on_board m && has rest m) && one_man_a_point rest
  end.

Definition legal_side (r : rules) (s : side) : bool :=
  (length s =? 3) && forallb (fun m => existsb (is m) all_men) s && in_order s
  && (crowding r || one_man_a_point s)
  && match duty r with Free => negb (has s Hit) | _ => true end.

(** ** Positions *)

(** A position is seen by the player on roll: own men, then those of the opponent. "Point n of one lane lies directly
    opposite point n of the other." *)
Record position := Position { own : side; opponent : side }.

Definition finished (s : side) : bool := forallb (is Home) s.

(** Men do not face each other, for whoever came last has hit the other; and nobody has won yet. *)
Definition apart (p : position) : bool := negb (existsb (fun m => on_board m && has (opponent p) m) (own p)).
Definition legal_position (r : rules) (p : position) : bool :=
  legal_side r (own p) && legal_side r (opponent p)
  && negb (finished (own p)) && negb (finished (opponent p)) && apart p.

Definition start : position := Position [Off; Off; Off] [Off; Off; Off].

(** ** Dice *)

(** A throw is the list of the dice thrown, "two dice"; every throw is as likely as any other. *)
Definition throw := list nat.
Definition faces : list nat := [1; 2; 3; 4; 5; 6].
Definition all_throws (r : rules) : list throw :=
  if one_die r then map (fun a => [a]) faces
  else flat_map (fun a => map (fun b => [a; b]) faces) faces.

(** The player "plays the lower one; of a doublet, one die, once". *)
Definition die_played (t : throw) : nat := fold_right Nat.min 6 t.

(** ** Moves *)

(** "A move takes one man forward": a move is the man that moves. Men in the same place are alike. *)
Inductive move := Pass | Moves (m : man).

(** "A man may not pass over a man of its own side (on points 1 to 11). Entering on point d passes over points 1 to
    d-1." *)
Definition passes_over (s : side) (from to : nat) : bool :=
  existsb (fun m => on_board m && (from <? progress m) && (progress m <? to)) s.
(** The man arrives on a point from 1 to 11 with a man of its own side. *)
Definition point_is_taken (s : side) (to : nat) : bool :=
  existsb (fun m => on_board m && (progress m =? to)) s.

(** Whether a man of the side can move "exactly that many points". "A man that is home never moves again." "The home
    point is reached by exact count only." "A man that enters while a hit man waits is the hit man." *)
Definition can_move (r : rules) (s : side) (die : nat) (m : man) : bool :=
  let from := progress m in
  let to := from + die in
  has s m && negb (is m Home)
  && (overshoot r || (to <=? 12))
  && (crowding r || negb (passes_over s from to) && negb (point_is_taken s to))
  && negb (is m Off && has s Hit).

(** The duty of a man that was hit: it "must be used to enter it" if it can; or the player may play "nothing but an
    entry". *)
Definition fulfils_duty (r : rules) (s : side) (die : nat) (m : man) : bool :=
  match duty r with
  | Free => true
  | Forced => negb (can_move r s die Hit) || is m Hit
  | First_of_all => negb (has s Hit) || is m Hit
  end.

(** "Playing is compulsory if any legal move exists; otherwise the turn passes." *)
Definition legal_moves (r : rules) (s : side) (die : nat) : list move :=
  match filter (fun m => can_move r s die m && fulfils_duty r s die m) all_men with
  | [] => [Pass]
  | men => map Moves men
  end.

(** Where a man stands after a move. With [overshoot], a man that would go beyond the home point goes off the board. *)
Definition arrives (m : man) (die : nat) : man :=
  let to := progress m + die in
  if to <? 12 then On to else if to =? 12 then Home else Off.

(** "A man that arrives on a point 1 to 11 directly opposite an enemy man hits it: that man goes off the board." *)
Definition hit_by (r : rules) (arrived : man) (s : side) : side :=
  let hit := match duty r with Free => Off | _ => Hit end in
  if on_board arrived
  then fold_right (fun m rest => insert (if is m arrived then hit else m) rest) [] s
  else s.

(** "First to bring all three men home wins one point", or two. *)
Definition points_won (r : rules) (loser : side) : Z :=
  if double_win r && negb (has loser Home) then 2%Z else 1%Z.

Definition play_move (r : rules) (p : position) (die : nat) (m : move) : outcome position :=
  match m with
  | Pass => Goes_on (Position (opponent p) (own p))
  | Moves man =>
      let arrived := arrives man die in
      let mine := insert arrived (remove_one man (own p)) in
      let theirs := hit_by r arrived (opponent p) in
      if finished mine then Wins (points_won r theirs) else Goes_on (Position theirs mine)
  end.

(** ** The game *)

Definition tourne_case (r : rules) : game := {|
  position_of := position;
  throw_of := throw;
  move_of := move;
  throws := all_throws r;
  moves := fun p t => legal_moves r (own p) (die_played t);
  play := fun p t m => play_move r p (die_played t) m
|}.

(** What a game counts: the chance of winning, or points if a win can count two. *)
Definition counting (r : rules) : scoring := if double_win r then expected_points else chance_of_winning.

Definition standard : rules := Rules false false false Free false.
Definition forced_entry : rules := Rules false false false Forced false.
Definition entry_first : rules := Rules false false false First_of_all false.
Definition course : rules := Rules true true true Free false.
(** Other rules joined with [double-win], as in forced-entry+double-win. *)
Definition with_double_win (r : rules) : rules := Rules (one_die r) (crowding r) (overshoot r) (duty r) true.

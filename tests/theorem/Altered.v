(** Data and rules that are altered are refused: a test of the checker. *)

From Coq Require Import List ZArith FMapPositive.
From Tourne Require Import Game Rules Checker.
From Tourne Require Data_standard.
Import ListNotations.
Open Scope Z_scope.

(** The table with the row of one position altered. *)
Definition alter (p : position) (change : row -> row) (known : table) : table :=
  match look_up known p with
  | Some x => PositiveMap.add (key p) (p, change x) known
  | None => PositiveMap.empty _
  end.

Definition add_to_value (ticks : Z) (x : row) : row := Row (value x + ticks) (slack x) (throws_to_come x) (best_men x).
Definition add_to_slack (ticks : Z) (x : row) : row := Row (value x) (slack x + ticks) (throws_to_come x) (best_men x).
Definition add_to_throws (throws : Z) (x : row) : row := Row (value x) (slack x) (throws_to_come x + throws) (best_men x).
Definition put_best (men : Z) (x : row) : row := Row (value x) (slack x) (throws_to_come x) men.

(** The first man on point 3, the others off: a 1 can enter or be played from the 3. *)
Definition with_a_choice : position := Position [Off; Off; On 3] [Off; Off; Off].
Definition other_man (x : row) : row :=
  put_best (if best_men x / 100000 =? 1 then best_men x + 200000 else best_men x - 200000) x.

(** Whether the checker says yes to the table that a change makes of the data, under these rules. *)
Definition accepted (r : rules) (change : table -> table) (known : table) : bool :=
  check_table r (ticks Data_standard.standard_data) (change known).

(** A value too high or too low, a slack that is too small, too few throws to come, a pass, another legal move, a row that is
    missing; and other rules: one die, passing, going off beyond home, two points for some wins. *)
Definition verdicts (known : table) : list bool := [
  accepted standard (alter start (add_to_value 1000000)) known;
  accepted standard (alter start (add_to_value (-1000000))) known;
  accepted standard (alter start (add_to_slack (-1000000))) known;
  accepted standard (alter start (add_to_throws (-100))) known;
  accepted standard (alter start (put_best 11111)) known;
  accepted standard (alter with_a_choice other_man) known;
  accepted standard (PositiveMap.remove (key start)) known;
  accepted (Rules true false false Free false) (fun all => all) known;
  accepted (Rules false true false Free false) (fun all => all) known;
  accepted (Rules false false true Free false) (fun all => all) known;
  accepted (Rules false false false Free true) (fun all => all) known
].

Lemma altered_are_refused : verdicts (table_of_data standard Data_standard.standard_data) = repeat false 11.
Proof. vm_cast_no_check (eq_refl (repeat false 11)). Qed.

(** The alterations reach the rows that they name, so it is for them that the checker says no. *)
Lemma alterations_are_real :
  let known := table_of_data standard Data_standard.standard_data in
  let plays p := listed (own p) 1 (row_at known p) in
  (plays start, listed (own start) 1 (put_best 11111 (row_at known start)),
   is_move (plays with_a_choice) (listed (own with_a_choice) 1 (other_man (row_at known with_a_choice))))
  = (Moves Off, Pass, false).
Proof. vm_cast_no_check (eq_refl (Moves Off, Pass, false)). Qed.

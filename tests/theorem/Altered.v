(** Altered rows of the table, and other rules, are refused by [check_position]: a test of the checker. *)

From Coq Require Import List ZArith Bool FMapPositive.
From Tourne Require Import Game Rules File Checker.
From Tourne Require File_standard Hints_standard.
Import ListNotations.
Open Scope Z_scope.

(** The table of the standard game. *)
Definition read (f : file) (hints : list hint) : option table :=
  match in_ticks 61 (field f 96 8) with
  | Some bound => option_map table_of (rows_of 61 bound (givens standard f hints))
  | None => None
  end.

(** The table with the row of one position altered. *)
Definition alter (p : position) (change : row -> row) (known : table) : table :=
  match look_up known p with
  | Some x => PositiveMap.add (key p) (p, change x) known
  | None => PositiveMap.empty _
  end.

(** The first man on point 3, the others off: a 1 can enter or be played from the 3. *)
Definition with_a_choice : position := Position [Off; Off; On 3] [Off; Off; Off].

Definition add_to_value (ticks : Z) (x : row) : row :=
  Row (lower x + ticks) (upper x + ticks) (to_come x) (arises_after x) (shared_class x) (shows_of x) (bits x).
Definition add_to_slack (ticks : Z) (x : row) : row :=
  Row (lower x - ticks) (upper x + ticks) (to_come x) (arises_after x) (shared_class x) (shows_of x) (bits x).
Definition add_to_throws (throws : Z) (x : row) : row :=
  Row (lower x) (upper x) (to_come x + throws) (arises_after x) (shared_class x) (shows_of x) (bits x).
Definition put_depth (depth : Z) (x : row) : row :=
  Row (lower x) (upper x) (to_come x) depth (shared_class x) (shows_of x) (bits x).
Definition put_class (class : Z) (x : row) : row :=
  Row (lower x) (upper x) (to_come x) (arises_after x) class (shows_of x) (bits x).
Definition flip_bits (mask : Z) (x : row) : row :=
  Row (lower x) (upper x) (to_come x) (arises_after x) (shared_class x) (shows_of x) (Z.lxor mask (bits x)).

(** Whether the checker says yes to one position of the table that a change makes, under these rules. *)
Definition accepted (known : table) (in_classes : classes) (arrived : arrivals) (p : position) (r : rules)
    (change : table -> table) : bool :=
  let altered := change known in
  let dice := dice_of r (own p) in
  check_position r altered in_classes arrived (total r) dice (allowed_bits (own p) dice) p.

(** A value too high or too low, a slack that is too small, too few throws to come, no depth where there is one, a flag
    that is missing, a class of which nothing else is known, no best move, all moves best, another best move, a bit of a
    man that cannot move, a row that is missing; and other rules: one die, passing, going off beyond home, two points
    for some wins. *)
Definition verdicts (known : table) : list bool :=
  let accepted_at := accepted known (classes_of standard known) (arrivals_of standard known) in [
  accepted_at start standard (alter start (add_to_value 1000000));
  accepted_at start standard (alter start (add_to_value (-1000000)));
  accepted_at start standard (alter start (add_to_slack (-1000000)));
  accepted_at start standard (alter start (add_to_throws (-100)));
  accepted_at with_a_choice standard (alter with_a_choice (put_depth (-1)));
  accepted_at start standard (alter start (flip_bits (2 ^ 31)));
  accepted_at start standard (alter start (put_class 1));
  accepted_at start standard (alter start (flip_bits 1));
  accepted_at with_a_choice standard (alter with_a_choice (fun x => flip_bits (Z.lxor 5 (Z.land 5 (bits x))) x));
  accepted_at with_a_choice standard (alter with_a_choice (flip_bits 5));
  accepted_at start standard (alter start (flip_bits 2));
  accepted_at start standard (PositiveMap.remove (key start));
  accepted_at start (Rules true false false Free false) (fun all => all);
  accepted_at with_a_choice (Rules false true false Free false) (fun all => all);
  accepted_at (Position [Off; Off; On 9] [Off; Off; Off]) (Rules false false true Free false) (fun all => all);
  accepted_at start (Rules false false false Free true) (fun all => all);
  (* What is not altered is accepted. *)
  accepted_at start standard (fun all => all);
  accepted_at with_a_choice standard (fun all => all)
].

Theorem altered_are_refused :
  option_map verdicts (read File_standard.file Hints_standard.all) = Some (repeat false 16 ++ [true; true]).
Proof. vm_cast_no_check (eq_refl (Some (repeat false 16 ++ [true; true]))). Qed.

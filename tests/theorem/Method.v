(** The method: tables that satisfy one-step inequalities bound the values,
  and show which moves and strategies are best.

    It is proven for any game of [Game]. README.md has the argument in words. *)

From Coq Require Import List ZArith QArith Lqa Lia.
From Tourne Require Import Game Sums.
Import ListNotations.
Open Scope Q_scope.

Section Method.
Variable g : game.
Variable c : scoring.
Variable share : Q.
Hypothesis shared : forall points, to_winner c points + to_loser c points == share.
Hypothesis throws_exist : throws g <> [].

(** The tables: bounds on the value to the player on roll, a bound on the number of throws still to come and on those
    that follow a throw, the best moves, and one of them for each throw; and positions that are claimed to be worth the
    same. *)
Variable legal : position_of g -> Prop.
Variables lower upper remaining : position_of g -> Q.
Variable longest : position_of g -> throw_of g -> Q.
Variable is_best : position_of g -> throw_of g -> move_of g -> Prop.
Variable chosen : position_of g -> throw_of g -> move_of g.
Variable alike : position_of g -> position_of g -> Prop.
Variable large : Q.

(** What a move leads to is worth at least, and at most, to the player who moved; and how many throws follow. *)
Definition least (o : outcome (position_of g)) : Q :=
  match o with Wins points => to_winner c points | Goes_on next => share - upper next end.
Definition most (o : outcome (position_of g)) : Q :=
  match o with Wins points => to_winner c points | Goes_on next => share - lower next end.
Definition following (o : outcome (position_of g)) : Q :=
  match o with Wins _ => 0 | Goes_on next => remaining next end.
Definition legal_outcome (o : outcome (position_of g)) : Prop :=
  match o with Wins _ => True | Goes_on next => legal next end.

(** What two moves lead to is worth the same if it is the same, if the bounds leave room for one number only, or if the
    positions are alike. *)
Definition alike_outcomes (o o' : outcome (position_of g)) : Prop :=
  o = o' \/ most o <= least o' /\ most o' <= least o \/ exists p q, o = Goes_on p /\ o' = Goes_on q /\ alike p q.

Record proof_tables : Prop := {
  stays_legal : forall p t m, legal p -> In t (throws g) -> In m (moves g p t) -> legal_outcome (play g p t m);
  chosen_is_legal : forall p t, In (chosen p t) (moves g p t);
  chosen_is_best : forall p t, legal p -> In t (throws g) -> is_best p t (chosen p t);
  bounds_in_order : forall p, legal p -> lower p <= upper p;
  lower_follows : forall p, legal p -> lower p <= mean g (fun t => least (play g p t (chosen p t)));
  upper_follows : forall p, legal p -> mean g (fun t => most (play g p t (chosen p t))) <= upper p;
  best_are_alike : forall p t m, legal p -> In t (throws g) -> In m (moves g p t) -> is_best p t m ->
    alike_outcomes (play g p t m) (play g p t (chosen p t));
  others_are_worse : forall p t m, legal p -> In t (throws g) -> In m (moves g p t) ->
    is_best p t m \/ most (play g p t m) < least (play g p t (chosen p t));
  alike_bounds : forall p q, legal p -> legal q -> alike p q -> lower p == lower q /\ upper p == upper q;
  alike_futures : forall p q, legal p -> legal q -> alike p q -> forall f : outcome (position_of g) -> Q,
    (forall o o', legal_outcome o -> legal_outcome o' -> alike_outcomes o o' -> f o == f o') ->
    mean g (fun t => f (play g p t (chosen p t))) == mean g (fun t => f (play g q t (chosen q t)));
  longest_is : forall p t m, legal p -> In t (throws g) -> In m (moves g p t) ->
    following (play g p t m) <= longest p t;
  remaining_follows : forall p, legal p -> 1 + mean g (longest p) <= remaining p;
  large_is_positive : 0 <= large;
  not_large : forall p, legal p ->
    0 <= remaining p /\ - large <= lower p /\ upper p <= large /\ - large <= share - upper p /\ share - lower p <= large
}.

Hypothesis tables : proof_tables.

(** The tables for a state, seen by either player [x]. *)
Definition legal_state (now : state g) : Prop :=
  match now with On_roll _ p => legal p | Won _ _ => True end.
Definition low (x : player) (now : state g) : Q :=
  match now with On_roll y p => if same x y then lower p else share - upper p | Won _ _ => score c x now end.
Definition high (x : player) (now : state g) : Q :=
  match now with On_roll y p => if same x y then upper p else share - lower p | Won _ _ => score c x now end.
Definition duration (now : state g) : Q :=
  match now with On_roll _ p => remaining p | Won _ _ => 0 end.

(** Every move that has a chance is a best move. *)
Definition plays_best (s : strategy g) : Prop :=
  forall h p t m chance, legal p -> In t (throws g) -> In (m, chance) (s h p t) -> 0 < chance -> is_best p t m.

(** [n] throws from here on, both players playing the best moves of the table. *)
Fixpoint along (n : nat) (number : state g -> Q) (now : state g) : Q :=
  match n, now with
  | S less, On_roll x p => mean g (fun t => along less number (after x p t (chosen p t)))
  | _, _ => number now
  end.

Lemma same_other x y : same (other x) y = negb (same x y).
Proof. destruct x, y; reflexivity. Qed.
Lemma same_is x y : same x y = true -> y = x.
Proof. destruct x, y; simpl; congruence. Qed.
Lemma differ_is x y : same x y = false -> y = other x.
Proof. destruct x, y; simpl; congruence. Qed.

Lemma after_legal x p t m : legal p -> In t (throws g) -> In m (moves g p t) -> legal_state (after x p t m).
Proof.
  intros Hp Ht Hm. pose proof (stays_legal tables p t m Hp Ht Hm) as H. unfold after. destruct (play g p t m); exact H.
Qed.

(** What a move is worth to its player [y] by the tables, and what to the opponent. *)
Lemma low_mover x y o : same x y = true -> low x (state_after y o) == least o.
Proof.
  intros H. destruct o; simpl; rewrite ?H; [reflexivity|].
  apply same_is in H. subst. destruct x; reflexivity.
Qed.
Lemma high_mover x y o : same x y = true -> high x (state_after y o) == most o.
Proof.
  intros H. destruct o; simpl; rewrite ?H; [reflexivity|].
  apply same_is in H. subst. destruct x; reflexivity.
Qed.
Lemma low_opponent x y o : same x y = false -> low x (state_after y o) == share - most o.
Proof.
  intros H. destruct o as [k|next]; simpl; rewrite ?H.
  - pose proof (shared k). lra.
  - apply differ_is in H. subst. destruct x; simpl; ring.
Qed.
Lemma high_opponent x y o : same x y = false -> high x (state_after y o) == share - least o.
Proof.
  intros H. destruct o as [k|next]; simpl; rewrite ?H.
  - pose proof (shared k). lra.
  - apply differ_is in H. subst. destruct x; simpl; ring.
Qed.

Lemma share_mean (f : throw_of g -> Q) : mean g (fun t => share - f t) == share - mean g f.
Proof.
  rewrite (mean_eq g throws_exist _ (fun t => share + (-1) * f t)) by (intros; ring).
  rewrite (mean_linear g throws_exist). ring.
Qed.

Lemma low_le_high x now : legal_state now -> low x now <= high x now.
Proof.
  destruct now as [y p|y k]; simpl; intros H; [|lra].
  pose proof (bounds_in_order tables p H). destruct (same x y); lra.
Qed.

Lemma low_step x y p : legal p -> low x (On_roll y p) <= mean g (fun t => low x (after y p t (chosen p t))).
Proof.
  intros Hp. simpl. destruct (same x y) eqn:E.
  - rewrite (mean_eq g throws_exist _ (fun t => least (play g p t (chosen p t))))
      by (intros; apply low_mover, E).
    apply (lower_follows tables), Hp.
  - rewrite (mean_eq g throws_exist _ (fun t => share - most (play g p t (chosen p t))))
      by (intros; apply low_opponent, E).
    rewrite share_mean. pose proof (upper_follows tables p Hp). lra.
Qed.

Lemma high_step x y p : legal p -> mean g (fun t => high x (after y p t (chosen p t))) <= high x (On_roll y p).
Proof.
  intros Hp. simpl. destruct (same x y) eqn:E.
  - rewrite (mean_eq g throws_exist _ (fun t => most (play g p t (chosen p t))))
      by (intros; apply high_mover, E).
    apply (upper_follows tables), Hp.
  - rewrite (mean_eq g throws_exist _ (fun t => share - least (play g p t (chosen p t))))
      by (intros; apply high_opponent, E).
    rewrite share_mean. pose proof (lower_follows tables p Hp). lra.
Qed.

(** ** Both players playing best moves *)

Lemma along_legal n : forall number number' now, legal_state now ->
  (forall st, legal_state st -> number st <= number' st) -> along n number now <= along n number' now.
Proof.
  induction n as [|n IH]; intros number number' [y p|y k] Hl H; simpl; try (apply H; exact Hl).
  apply (mean_le g throws_exist). intros t Ht. apply IH; [|exact H].
  apply after_legal; [exact Hl | exact Ht | apply (chosen_is_legal tables)].
Qed.

Lemma along_low x n : forall now, legal_state now -> low x now <= along n (low x) now.
Proof.
  induction n as [|n IH]; intros [y p|y k] Hl; try apply Qle_refl.
  eapply Qle_trans; [apply low_step, Hl|]. cbn [along]. apply (mean_le g throws_exist). intros t Ht.
  apply IH, after_legal; [exact Hl | exact Ht | apply (chosen_is_legal tables)].
Qed.

Lemma along_high x n : forall now, legal_state now -> along n (high x) now <= high x now.
Proof.
  induction n as [|n IH]; intros [y p|y k] Hl; try apply Qle_refl.
  eapply Qle_trans; [|apply high_step, Hl]. cbn [along]. apply (mean_le g throws_exist). intros t Ht.
  apply IH, after_legal; [exact Hl | exact Ht | apply (chosen_is_legal tables)].
Qed.

Lemma along_between x n now : legal_state now ->
  low x now <= along n (low x) now /\ along n (low x) now <= high x now.
Proof.
  intros Hl. split; [apply along_low, Hl|].
  eapply Qle_trans; [apply along_legal with (number' := high x)|apply along_high]; auto using low_le_high.
Qed.

Lemma along_between_high x n now : legal_state now -> along n (low x) now <= along n (high x) now.
Proof. intros Hl. apply along_legal; auto using low_le_high. Qed.

Lemma along_low_grows x n : forall now, legal_state now -> along n (low x) now <= along (S n) (low x) now.
Proof.
  induction n as [|n IH]; intros [y p|y k] Hl; try apply Qle_refl.
  - apply low_step, Hl.
  - change (along (S (S n)) (low x) (On_roll y p))
      with (mean g (fun t => along (S n) (low x) (after y p t (chosen p t)))).
    cbn [along]. apply (mean_le g throws_exist). intros t Ht.
    apply IH, after_legal; [exact Hl | exact Ht | apply (chosen_is_legal tables)].
Qed.

Lemma along_low_monotone x n n' now : legal_state now -> (n <= n')%nat ->
  along n (low x) now <= along n' (low x) now.
Proof.
  intros Hl. induction 1 as [|n' _ IH]; [apply Qle_refl|].
  eapply Qle_trans; [exact IH | apply along_low_grows, Hl].
Qed.

Lemma along_high_falls x n : forall now, legal_state now -> along (S n) (high x) now <= along n (high x) now.
Proof.
  induction n as [|n IH]; intros [y p|y k] Hl; try apply Qle_refl.
  - apply high_step, Hl.
  - change (along (S (S n)) (high x) (On_roll y p))
      with (mean g (fun t => along (S n) (high x) (after y p t (chosen p t)))).
    cbn [along]. apply (mean_le g throws_exist). intros t Ht.
    apply IH, after_legal; [exact Hl | exact Ht | apply (chosen_is_legal tables)].
Qed.

Lemma along_high_monotone x n n' now : legal_state now -> (n <= n')%nat ->
  along n' (high x) now <= along n (high x) now.
Proof.
  intros Hl. induction 1 as [|n' _ IH]; [apply Qle_refl|].
  eapply Qle_trans; [apply along_high_falls, Hl | exact IH].
Qed.

(** ** Moves that are worth the same *)

Lemma along_outcome x y n o : legal_outcome o ->
  (if same x y then least o else share - most o) <= along n (low x) (state_after y o) /\
  along n (low x) (state_after y o) <= (if same x y then most o else share - least o).
Proof.
  intros Hl. assert (H : legal_state (state_after y o)) by (destruct o; exact Hl).
  destruct (along_between x n _ H) as [H1 H2]. destruct (same x y) eqn:E.
  - rewrite (low_mover x y o E) in H1. rewrite (high_mover x y o E) in H2. split; assumption.
  - rewrite (low_opponent x y o E) in H1. rewrite (high_opponent x y o E) in H2. split; assumption.
Qed.

Lemma along_alike n : forall x y o o', legal_outcome o -> legal_outcome o' -> alike_outcomes o o' ->
  along n (low x) (state_after y o) == along n (low x) (state_after y o').
Proof.
  assert (Hpinned : forall n x y o o', legal_outcome o -> legal_outcome o' -> most o <= least o' ->
    most o' <= least o ->
    along n (low x) (state_after y o) == along n (low x) (state_after y o')).
  { intros k x y o o' Ho Ho' H1 H2. destruct (along_outcome x y k o Ho), (along_outcome x y k o' Ho').
    apply Qle_antisym; destruct (same x y); lra. }
  induction n as [|n IH]; intros x y o o' Ho Ho' [<-|[[H1 H2]|(p & q & -> & -> & Hpq)]]; auto; try reflexivity.
  - destruct (alike_bounds tables p q Ho Ho' Hpq) as [H1 H2]. simpl. destruct (same x (other y)); [exact H1|].
    rewrite H2. reflexivity.
  - cbn [along state_after].
    apply (alike_futures tables p q Ho Ho' Hpq (fun o => along n (low x) (state_after (other y) o))).
    intros o o'. apply IH.
Qed.

(** ** Against every opponent *)

Section Strategies.
Variable s : player -> strategy g.
Hypothesis s_legal : forall x, legal_strategy (s x).

(** A legal move brings its player at most what the chosen move does. *)
Lemma move_at_most x y n p t m : same x y = true -> legal p -> In t (throws g) -> In m (moves g p t) ->
  along n (low x) (after y p t m) <= along n (low x) (after y p t (chosen p t)).
Proof.
  intros E Hp Ht Hm. unfold after.
  pose proof (stays_legal tables p t m Hp Ht Hm) as Ho.
  pose proof (stays_legal tables p t _ Hp Ht (chosen_is_legal tables p t)) as Hc.
  destruct (others_are_worse tables p t m Hp Ht Hm) as [Hb|Hworse].
  - rewrite (along_alike n x y _ _ Ho Hc (best_are_alike tables p t m Hp Ht Hm Hb)). apply Qle_refl.
  - destruct (along_outcome x y n _ Ho), (along_outcome x y n _ Hc). rewrite E in *. lra.
Qed.
Lemma move_at_least x y n p t m : same x y = false -> legal p -> In t (throws g) -> In m (moves g p t) ->
  along n (low x) (after y p t (chosen p t)) <= along n (low x) (after y p t m).
Proof.
  intros E Hp Ht Hm. unfold after.
  pose proof (stays_legal tables p t m Hp Ht Hm) as Ho.
  pose proof (stays_legal tables p t _ Hp Ht (chosen_is_legal tables p t)) as Hc.
  destruct (others_are_worse tables p t m Hp Ht Hm) as [Hb|Hworse].
  - rewrite (along_alike n x y _ _ Ho Hc (best_are_alike tables p t m Hp Ht Hm Hb)). apply Qle_refl.
  - destruct (along_outcome x y n _ Ho), (along_outcome x y n _ Hc). rewrite E in *. lra.
Qed.
Lemma best_is_chosen x y n p t m : is_best p t m -> legal p -> In t (throws g) -> In m (moves g p t) ->
  along n (low x) (after y p t m) == along n (low x) (after y p t (chosen p t)).
Proof.
  intros Hb Hp Ht Hm. apply along_alike.
  - apply (stays_legal tables); assumption.
  - apply (stays_legal tables); [assumption | assumption | apply (chosen_is_legal tables)].
  - apply (best_are_alike tables); assumption.
Qed.

(** If [x] plays the best moves, no opponent does better than by playing them too. *)
Lemma best_secures x n : plays_best (s x) -> forall h now, legal_state now ->
  along n (low x) now <= expected n (low x) s h now.
Proof.
  intros Hb. induction n as [|n IH]; intros h [y p|y k] Hl; try apply Qle_refl.
  cbn [along expected]. apply (mean_le g throws_exist). intros t Ht.
  apply (average_at_least _ _ (s_legal y h p t)). intros m q Hin Hq Hm.
  eapply Qle_trans; [|apply IH, after_legal; assumption].
  destruct (same x y) eqn:E; [|apply move_at_least; assumption].
  apply same_is in E. subst y. rewrite (best_is_chosen x x n p t m (Hb h p t m q Hl Ht Hin Hq)) by assumption.
    apply Qle_refl.
Qed.

(** If the opponent of [x] plays the best moves, [x] does not do better than by playing them too. *)
Lemma best_holds x n : plays_best (s (other x)) -> forall h now, legal_state now ->
  expected n (low x) s h now <= along n (low x) now.
Proof.
  intros Hb. induction n as [|n IH]; intros h [y p|y k] Hl; try apply Qle_refl.
  cbn [along expected]. apply (mean_le g throws_exist). intros t Ht.
  apply (average_at_most _ _ (s_legal y h p t)). intros m q Hin Hq Hm.
  eapply Qle_trans; [apply IH, after_legal; assumption|].
  destruct (same x y) eqn:E; [apply move_at_most; assumption|].
  apply differ_is in E. subst y. rewrite (best_is_chosen x (other x) n p t m (Hb h p t m q Hl Ht Hin Hq)) by assumption.
  apply Qle_refl.
Qed.

(** ** How long play goes on *)

Lemma expected_le n : forall number number' h now, legal_state now ->
  (forall st, legal_state st -> number st <= number' st) ->
  expected n number s h now <= expected n number' s h now.
Proof.
  induction n as [|n IH]; intros number number' h [y p|y k] Hl H; simpl; try (apply H; exact Hl).
  apply (mean_le g throws_exist). intros t Ht. apply (average_le _ _ (s_legal y h p t)). intros m q _ _ Hm.
  apply IH; [|exact H]. apply after_legal; assumption.
Qed.

Lemma expected_plus n : forall number number' h now,
  expected n (fun st => number st + number' st) s h now ==
  expected n number s h now + expected n number' s h now.
Proof.
  induction n as [|n IH]; intros number number' h [y p|y k]; simpl; try reflexivity.
  rewrite <- (mean_plus g throws_exist). apply (mean_eq g throws_exist). intros t Ht. rewrite <- average_plus.
  apply (average_eq _ _ (s_legal y h p t)). intros m. apply IH.
Qed.

Lemma expected_linear n : forall a b number h now,
  expected n (fun st => a + b * number st) s h now == a + b * expected n number s h now.
Proof.
  induction n as [|n IH]; intros a b number h [y p|y k]; simpl; try reflexivity.
  rewrite <- (mean_linear g throws_exist). apply (mean_eq g throws_exist). intros t Ht.
  rewrite <- (average_linear _ _ (s_legal y h p t)). apply (average_eq _ _ (s_legal y h p t)). intros m. apply IH.
Qed.

Lemma unfinished_at_most n h now : expected n unfinished s h now <= 1.
Proof.
  revert h now. induction n as [|n IH]; intros h [y p|y k]; simpl; try lra.
  eapply Qle_trans; [|rewrite <- (mean_constant g throws_exist 1); apply Qle_refl].
  apply (mean_le g throws_exist). intros t Ht. apply (average_at_most _ _ (s_legal y h p t)). intros m q _ _ _.
    apply IH.
Qed.

Lemma unfinished_at_least n h now : 0 <= expected n unfinished s h now.
Proof.
  revert h now. induction n as [|n IH]; intros h [y p|y k]; simpl; try lra.
  eapply Qle_trans; [rewrite <- (mean_constant g throws_exist 0); apply Qle_refl|].
  apply (mean_le g throws_exist). intros t Ht. apply (average_at_least _ _ (s_legal y h p t)). intros m q _ _ _.
    apply IH.
Qed.

(** The chance that play goes on for more than [n] throws is at most [duration / n], whatever both players do. *)
Lemma play_ends n : forall h now, legal_state now ->
  inject_Z (Z.of_nat n) * expected n unfinished s h now <= duration now.
Proof.
  induction n as [|n IH]; intros h [y p|y k] Hl.
  - change (inject_Z (Z.of_nat 0)) with 0. simpl. pose proof (not_large tables p Hl). lra.
  - simpl. change (inject_Z 0) with 0. lra.
  - rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. change (inject_Z 1) with 1.
    cbn [expected duration].
    set (N := inject_Z (Z.of_nat n)) in *.
    set (U := fun t => average (fun m => expected n unfinished s ((p, t, m) :: h) (after y p t m)) (s y h p t)).
    assert (E : mean g (fun t => 0 + (N + 1) * U t) <= mean g (fun t => 1 + 1 * longest p t)).
    { apply (mean_le g throws_exist). intros t Ht.
      assert (Hn : 0 + N * U t <= longest p t).
      { unfold U. rewrite <- (average_linear _ _ (s_legal y h p t)). apply (average_at_most _ _ (s_legal y h p t)).
        intros m q _ _ Hm. rewrite Qplus_0_l.
        eapply Qle_trans; [apply IH, after_legal; assumption|].
        eapply Qle_trans; [|apply (longest_is tables p t m Hl Ht Hm)].
        unfold after. destruct (play g p t m); apply Qle_refl. }
      assert (H1 : U t <= 1).
      { apply (average_at_most _ _ (s_legal y h p t)). intros m q _ _ _. apply unfinished_at_most. }
      lra. }
    rewrite !(mean_linear g throws_exist) in E.
    pose proof (remaining_follows tables p Hl) as HL. change ((N + 1) * mean g U <= remaining p). lra.
  - simpl. rewrite Qmult_0_r. apply Qle_refl.
Qed.

(** What is scored within [n] throws differs little from the table at the state reached. *)
Lemma score_near x n h now : legal_state now ->
  expected n (low x) s h now - large * expected n unfinished s h now <= expected n (score c x) s h now /\
  expected n (score c x) s h now <= expected n (low x) s h now + large * expected n unfinished s h now.
Proof.
  intros Hl.
  assert (H : forall st, legal_state st ->
    low x st - large * unfinished st <= score c x st /\ score c x st <= low x st + large * unfinished st).
  { intros [y p|y k] Hst; simpl; [|lra].
    pose proof (not_large tables p Hst). pose proof (bounds_in_order tables p Hst). destruct (same x y); lra. }
  split.
  - assert (E : expected n (fun st => low x st + (0 + - large * unfinished st)) s h now <= expected n (score c x)
    s h now).
    { apply expected_le; [exact Hl|]. intros st Hst. pose proof (H st Hst). lra. }
    rewrite expected_plus, expected_linear in E. lra.
  - assert (E : expected n (score c x) s h now <= expected n (fun st => low x st + (0 + large * unfinished st))
    s h now).
    { apply expected_le; [exact Hl|]. intros st Hst. pose proof (H st Hst). lra. }
    rewrite expected_plus, expected_linear in E. lra.
Qed.

End Strategies.

(** ** Conclusions *)

(** Nobody can secure more than can be held to, so there is at most one value. *)
Theorem secured_at_most_held x (now : state g) v w : can_secure c x now v -> can_be_held c x now w -> v <= w.
Proof.
  intros Hv Hw. apply Qnot_lt_le. intros Hlt.
  assert (He : 0 < (v - w) / (3#1)) by (apply Qlt_shift_div_l; lra).
  destruct (Hv _ He) as [n0 H0], (Hw _ He) as [n1 H1].
  destruct (H0 (Nat.max n0 n1) ltac:(lia)) as (mine & Hmine & Hs).
  destruct (H1 (Nat.max n0 n1) ltac:(lia)) as (theirs & Htheirs & Hh).
  specialize (Hs theirs Htheirs). specialize (Hh mine Hmine).
  set (third := (v - w) / (3#1)) in *.
  assert (3 * third == v - w) by (unfold third; field). lra.
Qed.

Lemma both_mine x (mine theirs : strategy g) : both x mine theirs x = mine.
Proof. destruct x; reflexivity. Qed.
Lemma both_theirs x (mine theirs : strategy g) : both x mine theirs (other x) = theirs.
Proof. destruct x; reflexivity. Qed.
Lemma both_legal x (mine theirs : strategy g) : legal_strategy mine -> legal_strategy theirs ->
  forall y, legal_strategy (both x mine theirs y).
Proof. intros Hm Ht y. unfold both. destruct (same x y); assumption. Qed.

Lemma soon_over now : legal_state now -> forall epsilon, 0 < epsilon -> exists n0, forall n s,
  (n0 <= n)%nat -> (forall x, legal_strategy (s x)) -> large * expected n unfinished s [] now <= epsilon.
Proof.
  intros Hl epsilon He. destruct (small_when_divided (large * duration now) epsilon He) as [n0 H].
  exists n0. intros n s Hn Hs. apply (H n); [exact Hn|].
  pose proof (play_ends s Hs n [] now Hl) as HU. pose proof (large_is_positive tables).
  set (U := expected n unfinished s [] now) in *. set (N := inject_Z (Z.of_nat n)) in *.
  setoid_replace (N * (large * U)) with (large * (N * U)) by ring.
  rewrite (Qmult_comm large (N * U)), (Qmult_comm large (duration now)). apply Qmult_le_compat_r; assumption.
Qed.

(** A player of best moves scores, within many throws, about [along] or more; and holds the opponent to about that. *)
Lemma best_scores now : legal_state now -> forall epsilon, 0 < epsilon -> exists n0, forall n, (n0 <= n)%nat ->
  forall x mine theirs, legal_strategy mine -> legal_strategy theirs ->
  (plays_best mine -> along n (low x) now - epsilon <= result c n x mine theirs now) /\
  (plays_best theirs -> result c n x mine theirs now <= along n (low x) now + epsilon).
Proof.
  intros Hl epsilon He. destruct (soon_over now Hl epsilon He) as [n0 H]. exists n0.
  intros n Hn x mine theirs Hm Ht. pose proof (both_legal x mine theirs Hm Ht) as Hs.
  pose proof (H n _ Hn Hs) as HU. destruct (score_near _ Hs x n [] now Hl) as [H1 H2].
  unfold result. split; intros Hb.
  - pose proof (best_secures _ Hs x n) as HB. rewrite both_mine in HB. specialize (HB Hb [] now Hl). lra.
  - pose proof (best_holds _ Hs x n) as HB. rewrite both_theirs in HB. specialize (HB Hb [] now Hl). lra.
Qed.

Definition table_strategy : strategy g := fun _ p t => [(chosen p t, 1)].

Lemma table_strategy_legal : legal_strategy table_strategy.
Proof.
  intros h p t. split; [simpl; ring|]. intros m q [[= <- <-]|[]]. split; [lra | apply (chosen_is_legal tables)].
Qed.
Lemma table_strategy_plays_best : plays_best table_strategy.
Proof. intros h p t m q Hp Ht [[= <- <-]|[]] _. apply (chosen_is_best tables); assumption. Qed.

Lemma along_expected n (number : state g -> Q) : forall h now,
  along n number now == expected n number (fun _ => table_strategy) h now.
Proof.
  induction n as [|n IH]; intros h [y p|y k]; simpl; try reflexivity.
  apply (mean_eq g throws_exist). intros t Ht. unfold average. simpl. rewrite <- IH. ring.
Qed.

Theorem best_secures_low x now mine : legal_state now -> legal_strategy mine -> plays_best mine ->
  secures c x now mine (low x now).
Proof.
  intros Hl Hm Hb epsilon He. destruct (best_scores now Hl epsilon He) as [n0 H]. exists n0.
  intros n Hn theirs Ht. destruct (H n Hn x mine theirs Hm Ht) as [H1 _].
  specialize (H1 Hb). destruct (along_between x n now Hl). lra.
Qed.

Lemma secures_can x (now : state g) mine v : legal_strategy mine -> secures c x now mine v -> can_secure c x now v.
Proof.
  intros Hm H epsilon He. destruct (H epsilon He) as [n0 Hn]. exists n0. intros n Hge.
  exists mine. split; [exact Hm|]. intros theirs Ht. apply Hn; assumption.
Qed.

Theorem low_can_be_secured x now : legal_state now -> can_secure c x now (low x now).
Proof.
  intros Hl. apply secures_can with table_strategy; [apply table_strategy_legal|].
  apply best_secures_low; [exact Hl | apply table_strategy_legal | apply table_strategy_plays_best].
Qed.

Theorem can_be_held_to_high x now : legal_state now -> can_be_held c x now (high x now).
Proof.
  intros Hl epsilon He. destruct (best_scores now Hl epsilon He) as [n0 H]. exists n0.
  intros n Hn. exists table_strategy. split; [apply table_strategy_legal|]. intros mine Hm.
  destruct (H n Hn x mine _ Hm table_strategy_legal) as [_ H2].
  specialize (H2 table_strategy_plays_best). destruct (along_between x n now Hl). lra.
Qed.

(** What [along] grows to is the value. It can be secured, and stays within a tolerance from some [n0] on, for play
    ends. *)
Lemma along_is_secured x n0 now : legal_state now -> secures c x now table_strategy (along n0 (low x) now).
Proof.
  intros Hl delta Hd. destruct (best_scores now Hl delta Hd) as [n1 H1]. exists (Nat.max n0 n1).
  intros n Hn theirs Htheirs.
  destruct (H1 n ltac:(lia) x _ theirs table_strategy_legal Htheirs) as [H2 _].
  specialize (H2 table_strategy_plays_best).
  pose proof (along_low_monotone x n0 n now Hl ltac:(lia)). lra.
Qed.

Lemma along_low_high now : legal_state now -> forall epsilon, 0 < epsilon -> exists n0, forall x n, (n0 <= n)%nat ->
  along n (high x) now <= along n (low x) now + epsilon.
Proof.
  intros Hl epsilon He.
  assert (He2 : 0 < epsilon / (2#1)) by (apply Qlt_shift_div_l; lra).
  set (half := epsilon / (2#1)) in *. assert (Ht : 2 * half == epsilon) by (unfold half; field).
  destruct (soon_over now Hl half He2) as [n0 H]. exists n0. intros x n Hn.
  specialize (H n (fun _ => table_strategy) Hn (fun _ => table_strategy_legal)).
  rewrite <- along_expected in H.
  eapply Qle_trans; [apply along_legal with (number' :=
    fun st => low x st + (0 + 2 * large * unfinished st)); [exact Hl|]|].
  - intros [y p|y k] Hst; simpl; [|lra].
    pose proof (not_large tables p Hst). destruct (same x y); lra.
  - rewrite !along_expected with (h := []).
    rewrite expected_plus, expected_linear by (intros; apply table_strategy_legal).
    rewrite <- !along_expected. lra.
Qed.

Lemma along_stays now : legal_state now -> forall epsilon, 0 < epsilon -> exists n0, forall x n, (n0 <= n)%nat ->
  along n (low x) now <= along n0 (low x) now + epsilon.
Proof.
  intros Hl epsilon He. destruct (along_low_high now Hl epsilon He) as [n0 H]. exists n0. intros x n Hn.
  specialize (H x n0 (le_n _)).
  apply Qle_trans with (along n (high x) now); [apply along_between_high, Hl|].
  eapply Qle_trans; [apply along_high_monotone; [exact Hl | exact Hn] | exact H].
Qed.

Lemma value_exists x now : legal_state now -> forall epsilon, epsilon > 0 ->
  exists v, can_secure c x now (v - epsilon) /\ can_be_held c x now (v + epsilon).
Proof.
  intros Hl epsilon He. destruct (along_stays now Hl epsilon He) as [n0 Hbound].
  exists (along n0 (low x) now). split.
  - apply secures_can with table_strategy; [apply table_strategy_legal|].
    intros delta Hd. destruct (along_is_secured x n0 now Hl delta Hd) as [n1 H1]. exists n1.
    intros n Hn theirs Htheirs. specialize (H1 n Hn theirs Htheirs). lra.
  - intros delta Hd. destruct (best_scores now Hl delta Hd) as [n1 H1]. exists (Nat.max n0 n1).
    intros n Hn. exists table_strategy. split; [apply table_strategy_legal|]. intros mine Hm.
    destruct (H1 n ltac:(lia) x mine _ Hm table_strategy_legal) as [_ H2].
    specialize (H2 table_strategy_plays_best). pose proof (Hbound x n ltac:(lia)). lra.
Qed.

Theorem value_is_between x now : legal_state now -> value_between c x now (low x now) (high x now).
Proof.
  intros Hl. split; [|split].
  - apply low_can_be_secured, Hl.
  - apply can_be_held_to_high, Hl.
  - apply value_exists, Hl.
Qed.

(** A strategy of best moves secures exactly what can be secured in any way. *)
Theorem best_is_optimal x now mine : legal_state now -> legal_strategy mine -> plays_best mine ->
  optimal c x now mine.
Proof.
  intros Hl Hm Hb. split; [exact Hm|]. intros v Hv epsilon He.
  assert (He3 : 0 < epsilon / (3#1)) by (apply Qlt_shift_div_l; lra).
  destruct (best_scores now Hl _ He3) as [n0 H]. destruct (Hv _ He3) as [n1 H1].
  set (third := epsilon / (3#1)) in *.
  assert (Ht : 3 * third == epsilon) by (unfold third; field).
  exists (Nat.max n0 n1). intros n Hn theirs Htheirs.
  destruct (H1 n ltac:(lia)) as (any & Hany & Hsecured).
  specialize (Hsecured table_strategy table_strategy_legal).
  destruct (H n ltac:(lia) x any table_strategy Hany table_strategy_legal) as [_ Hheld].
  specialize (Hheld table_strategy_plays_best).
  destruct (H n ltac:(lia) x mine theirs Hm Htheirs) as [Hmine _]. specialize (Hmine Hb). lra.
Qed.

(** ** Best moves *)

Lemma same_self x : same x x = true.
Proof. destruct x; reflexivity. Qed.

(** A move that is not a best move of the table is worse. *)
Theorem others_are_no_match x p t m : legal p -> In t (throws g) -> In m (moves g p t) ->
  is_best p t m \/ better c x p t (chosen p t) m.
Proof.
  intros Hl Ht Hm. destruct (others_are_worse tables p t m Hl Ht Hm) as [Hb|Hworse]; [left; exact Hb | right].
  exists (high x (after x p t m)), (low x (after x p t (chosen p t))). split; [|split].
  - unfold after. rewrite (high_mover x x _ (same_self x)), (low_mover x x _ (same_self x)). exact Hworse.
  - apply can_be_held_to_high, after_legal; assumption.
  - apply low_can_be_secured, after_legal; [exact Hl | exact Ht | apply (chosen_is_legal tables)].
Qed.

(** What can be secured is at most what [along] grows to. *)
Lemma secured_is_along x now v : legal_state now -> can_secure c x now v -> forall epsilon, 0 < epsilon ->
  exists n0, forall n, (n0 <= n)%nat -> v <= along n (low x) now + epsilon.
Proof.
  intros Hl Hv epsilon He.
  assert (He2 : 0 < epsilon / (2#1)) by (apply Qlt_shift_div_l; lra).
  set (half := epsilon / (2#1)) in *. assert (Ht : 2 * half == epsilon) by (unfold half; field).
  destruct (best_scores now Hl _ He2) as [n0 H]. destruct (Hv _ He2) as [n1 H1].
  exists (Nat.max n0 n1). intros n Hn. destruct (H1 n ltac:(lia)) as (any & Hany & Hsecured).
  specialize (Hsecured table_strategy table_strategy_legal).
  destruct (H n ltac:(lia) x any table_strategy Hany table_strategy_legal) as [_ Hheld].
  specialize (Hheld table_strategy_plays_best). lra.
Qed.

(** The best moves of the table are the best moves. *)
Theorem best_are_best x p t m : legal p -> In t (throws g) -> In m (moves g p t) ->
  is_best p t m <-> best_move c x p t m.
Proof.
  intros Hl Ht Hm. pose proof (chosen_is_legal tables p t) as Hc. split.
  - intros Hb. split; [exact Hm|]. intros m' Hm' v Hv.
    apply secures_can with table_strategy; [apply table_strategy_legal|]. intros epsilon He.
    assert (He2 : 0 < epsilon / (2#1)) by (apply Qlt_shift_div_l; lra).
    set (half := epsilon / (2#1)) in *. assert (Hhalf : 2 * half == epsilon) by (unfold half; field).
    destruct (secured_is_along x _ v (after_legal x p t m' Hl Ht Hm') Hv half He2) as [n0 H0].
    specialize (H0 n0 (le_n _)).
    pose proof (move_at_most x x n0 p t m' (same_self x) Hl Ht Hm') as H1.
    pose proof (best_is_chosen x x n0 p t m Hb Hl Ht Hm) as H2.
    destruct (along_is_secured x n0 _ (after_legal x p t m Hl Ht Hm) half He2) as [n1 H3]. exists n1.
    intros n Hn theirs Htheirs. specialize (H3 n Hn theirs Htheirs). lra.
  - intros [_ Hbest]. destruct (others_are_no_match x p t m Hl Ht Hm) as [Hb|(v & w & Hvw & Hv & Hw)]; [exact Hb|].
    pose proof (secured_at_most_held x _ _ _ (Hbest _ Hc w Hw) Hv). lra.
Qed.

(** ** Optimal strategies *)

Lemma from_here_legal (s : strategy g) h : legal_strategy s -> legal_strategy (from_here s h).
Proof. intros H later p t. apply H. Qed.
Lemma from_here_best s h : plays_best s -> plays_best (from_here s h).
Proof. intros H later p t m q. apply H. Qed.

(** A strategy that is optimal from a position on draws no move there but best ones. *)
Theorem optimal_draws_best x p t m q (s : strategy g) : legal p -> optimal c x (On_roll x p) s -> In t (throws g) ->
  In (m, q) (s [] p t) -> 0 < q -> is_best p t m.
Proof.
  intros Hl [Hs Hopt] Ht Hin Hq. destruct (Hs [] p t) as [_ Hm]. destruct (Hm m q Hin) as [_ Hlegal]. clear Hm.
  destruct (others_are_worse tables p t m Hl Ht Hlegal) as [Hb|Hworse]; [exact Hb | exfalso].
  set (d := least (play g p t (chosen p t)) - most (play g p t m)) in *.
  assert (Hd : 0 < d) by (unfold d; lra).
  set (N := inject_Z (Z.of_nat (length (throws g)))).
  assert (HN : 0 < N) by apply (number_of_throws g throws_exist).
  set (gap := q * d / N).
  assert (Hgap : 0 < gap).
  { unfold gap. apply Qlt_shift_div_l; [exact HN|]. rewrite Qmult_0_l. apply Qmult_lt_0_compat; assumption. }
  set (now := On_roll x p). assert (Hnow : legal_state now) by exact Hl.
  pose proof (both_legal x s table_strategy Hs table_strategy_legal) as Hboth.
  assert (Hloss : forall n, expected (S n) (low x) (both x s table_strategy) [] now + gap <= along (S n) (low x) now).
  { intros n. cbn [expected along now]. rewrite both_mine. unfold gap.
    assert (Hholds : forall t m, In t (throws g) -> In m (moves g p t) ->
      expected n (low x) (both x s table_strategy) [(p, t, m)] (after x p t m) <= along n (low x) (after x p t m)).
    { intros t' m' Ht' Hm'. apply best_holds; [exact Hboth | rewrite both_theirs; apply table_strategy_plays_best|].
      apply after_legal; assumption. }
    apply (mean_gap g throws_exist _ _ t).
    - exact Ht.
    - intros t' Ht'. apply (average_at_most _ _ (Hs [] p t')). intros m' q' _ _ Hm'.
      eapply Qle_trans; [apply Hholds; assumption|]. apply move_at_most; [apply same_self | assumption..].
    - apply (average_gap _ _ (Hs [] p t) _ _ m q d Hin Hq); [lra| |].
      + intros m' q' _ _ Hm'.
        eapply Qle_trans; [apply Hholds; assumption|]. apply move_at_most; [apply same_self | assumption..].
      + pose proof (Hholds t m Ht Hlegal) as H.
        destruct (along_outcome x x n _ (stays_legal tables p t m Hl Ht Hlegal)) as [_ H1].
        destruct (along_outcome x x n _ (stays_legal tables p t _ Hl Ht (chosen_is_legal tables p t))) as [H2 _].
        rewrite same_self in H1, H2. unfold d. unfold after in *. lra. }
  assert (He : 0 < gap / (4#1)) by (apply Qlt_shift_div_l; lra).
  set (fourth := gap / (4#1)) in *. assert (H4 : 4 * fourth == gap) by (unfold fourth; field).
  destruct (along_stays now Hnow fourth He) as [n0 Hstays].
  destruct (Hopt _ (secures_can x now _ _ table_strategy_legal (along_is_secured x n0 now Hnow)) fourth He)
    as [n1 Hsecured].
  destruct (soon_over now Hnow fourth He) as [n2 Hover].
  set (n := Nat.max n0 (Nat.max n1 n2)).
  specialize (Hstays x (S n) ltac:(unfold n; lia)). specialize (Hsecured (S n) ltac:(unfold n;
    lia) _ table_strategy_legal).
  specialize (Hover (S n) _ ltac:(unfold n; lia) Hboth). specialize (Hloss n).
  destruct (score_near _ Hboth x (S n) [] now Hnow) as [_ Hnear]. unfold result in Hsecured.
  fold now in Hsecured. lra.
Qed.

(** So the optimal strategies are those that play the best moves. *)
Theorem optimal_is_best x (s : strategy g) : legal_strategy s -> optimal_throughout c x legal s <-> plays_best s.
Proof.
  intros Hs. split.
  - intros Hopt h p t m q Hl Ht Hin Hq. apply (optimal_draws_best x p t m q (from_here s h)); try assumption.
    apply Hopt, Hl.
  - intros Hb h y p Hl. apply best_is_optimal; [exact Hl | apply from_here_legal, Hs | apply from_here_best, Hb].
Qed.

(** ** Before the draw *)

Definition mirrored (now : state g) : state g :=
  match now with On_roll y p => On_roll (other y) p | Won y k => Won (other y) k end.

Lemma along_mirrored x n : forall now, along n (low x) (mirrored now) == share - along n (high x) now.
Proof.
  assert (Hnumber : forall now, low x (mirrored now) == share - high x now).
  { intros [y p|y k]; destruct x, y; simpl; try ring; pose proof (shared k); lra. }
  induction n as [|n IH]; intros [y p|y k]; try apply Hnumber.
  cbn [along mirrored]. rewrite <- share_mean. apply (mean_eq g throws_exist). intros t Ht.
  rewrite <- IH. unfold after. destruct (play g p t (chosen p t)); reflexivity.
Qed.

Theorem value_before_the_draw x p : legal p -> is_value_before_the_draw c x p (share / (2 # 1)).
Proof.
  intros Hl. assert (Hlegal : forall y, legal_state (On_roll y p)) by (intros; exact Hl).
  assert (Hsum : forall n, along n (low x) (On_roll First p) + along n (low x) (On_roll Second p) ==
    share + along n (low x) (On_roll x p) - along n (high x) (On_roll x p)).
  { intros n. pose proof (along_mirrored x n (On_roll x p)) as H. cbn [mirrored] in H. destruct x; cbn [other] in H;
    lra. }
  split; intros epsilon He.
  all: assert (He2 : 0 < epsilon / (2#1)) by (apply Qlt_shift_div_l; lra).
  all: set (half := epsilon / (2#1)) in *; assert (Hhalf : 2 * half == epsilon) by (unfold half; field).
  all: destruct (best_scores _ (Hlegal First) half He2) as [n1 H1];
    destruct (best_scores _ (Hlegal Second) half He2) as [n2 H2].
  all: destruct (along_low_high _ (Hlegal x) epsilon He) as [n3 H3].
  all: exists (Nat.max n1 (Nat.max n2 n3)); intros n Hn; exists (fun _ => table_strategy).
  all: split; [intros y; apply table_strategy_legal|].
  all: specialize (Hsum n); specialize (H3 x n ltac:(lia)).
  all: pose proof (along_between_high x n (On_roll x p) (Hlegal x)) as H4.
  - intros theirs Htheirs.
    destruct (H1 n ltac:(lia) x _ (theirs First) table_strategy_legal (Htheirs First)) as [H5 _].
    destruct (H2 n ltac:(lia) x _ (theirs Second) table_strategy_legal (Htheirs Second)) as [H6 _].
    specialize (H5 table_strategy_plays_best). specialize (H6 table_strategy_plays_best).
    unfold drawn_result, Qdiv. change (/ (2#1)) with (1#2). lra.
  - intros mine Hmine.
    destruct (H1 n ltac:(lia) x (mine First) _ (Hmine First) table_strategy_legal) as [_ H5].
    destruct (H2 n ltac:(lia) x (mine Second) _ (Hmine Second) table_strategy_legal) as [_ H6].
    specialize (H5 table_strategy_plays_best). specialize (H6 table_strategy_plays_best).
    unfold drawn_result, Qdiv. change (/ (2#1)) with (1#2). lra.
Qed.

End Method.

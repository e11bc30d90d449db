(** The method: tables that satisfy one-step inequalities bound the values, and show which moves and strategies are best.

    It is proven for any game of [Game]. README.md has the argument in words. *)

From Coq Require Import List QArith Lqa Lia.
From Tourne Require Import Game Sums.
Import ListNotations.
Open Scope Q_scope.

Section Method.
Variable g : game.
Variable c : scoring.
Variable share : Q.
Hypothesis shared : forall points, to_winner c points + to_loser c points == share.
Hypothesis throws_exist : throws g <> [].

(** The tables: bounds on the value to the player on roll, a bound on the number of throws still to come, best moves. *)
Variable legal : position g -> Prop.
Variables lower upper remaining : position g -> Q.
Variable best : position g -> throw g -> move g.
Variable large : Q.

(** What a move leads to is worth at least, and at most, to the player who moved; and how many throws follow. *)
Definition least (o : outcome (position g)) : Q :=
  match o with Wins points => to_winner c points | Goes_on next => share - upper next end.
Definition most (o : outcome (position g)) : Q :=
  match o with Wins points => to_winner c points | Goes_on next => share - lower next end.
Definition following (o : outcome (position g)) : Q :=
  match o with Wins _ => 0 | Goes_on next => remaining next end.

Record proof_tables : Prop := {
  stays_legal : forall p t m next,
    legal p -> In t (throws g) -> In m (moves g p t) -> play g p t m = Goes_on next -> legal next;
  best_is_legal : forall p t, In (best p t) (moves g p t);
  in_order : forall p, legal p -> lower p <= upper p;
  lower_follows : forall p, legal p -> lower p <= mean g (fun t => least (play g p t (best p t)));
  upper_follows : forall p, legal p -> mean g (fun t => most (play g p t (best p t))) <= upper p;
  others_are_worse : forall p t m, legal p -> In t (throws g) -> In m (moves g p t) ->
    m = best p t \/ most (play g p t m) < least (play g p t (best p t));
  remaining_follows : forall p (any : throw g -> move g), legal p -> (forall t, In (any t) (moves g p t)) ->
    1 + mean g (fun t => following (play g p t (any t))) <= remaining p;
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

Definition plays_best (s : strategy g) : Prop :=
  forall h p t, legal p -> In t (throws g) -> s h p t = best p t.

(** [n] throws from here on, both players playing the best moves of the table. *)
Fixpoint along (n : nat) (number : state g -> Q) (now : state g) : Q :=
  match n, now with
  | S less, On_roll x p => mean g (fun t => along less number (after x p t (best p t)))
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
  intros Hp Ht Hm. unfold after. destruct (play g p t m) eqn:E; simpl; [exact I|].
  eapply stays_legal; eauto.
Qed.

(** What a move is worth to its player [y] by the tables, and what to the opponent. *)
Lemma low_mover x y p t m : same x y = true -> low x (after y p t m) == least (play g p t m).
Proof.
  intros H. unfold after. destruct (play g p t m); simpl; rewrite ?H; [reflexivity|].
  apply same_is in H. subst. destruct x; reflexivity.
Qed.
Lemma high_mover x y p t m : same x y = true -> high x (after y p t m) == most (play g p t m).
Proof.
  intros H. unfold after. destruct (play g p t m); simpl; rewrite ?H; [reflexivity|].
  apply same_is in H. subst. destruct x; reflexivity.
Qed.
Lemma low_opponent x y p t m : same x y = false -> low x (after y p t m) == share - most (play g p t m).
Proof.
  intros H. unfold after. destruct (play g p t m) as [k|next]; simpl; rewrite ?H.
  - pose proof (shared k). lra.
  - apply differ_is in H. subst. destruct x; simpl; ring.
Qed.
Lemma high_opponent x y p t m : same x y = false -> high x (after y p t m) == share - least (play g p t m).
Proof.
  intros H. unfold after. destruct (play g p t m) as [k|next]; simpl; rewrite ?H.
  - pose proof (shared k). lra.
  - apply differ_is in H. subst. destruct x; simpl; ring.
Qed.

Lemma share_mean (f : throw g -> Q) : mean g (fun t => share - f t) == share - mean g f.
Proof.
  rewrite (mean_eq g throws_exist _ (fun t => share + (-1) * f t)) by (intros; ring).
  rewrite (mean_linear g throws_exist). ring.
Qed.

Lemma low_le_high x now : legal_state now -> low x now <= high x now.
Proof.
  destruct now as [y p|y k]; simpl; intros H; [|lra].
  pose proof (in_order tables p H). destruct (same x y); lra.
Qed.

Lemma low_step x y p : legal p -> low x (On_roll y p) <= mean g (fun t => low x (after y p t (best p t))).
Proof.
  intros Hp. simpl. destruct (same x y) eqn:E.
  - rewrite (mean_eq g throws_exist _ (fun t => least (play g p t (best p t))))
      by (intros; apply low_mover, E).
    apply (lower_follows tables), Hp.
  - rewrite (mean_eq g throws_exist _ (fun t => share - most (play g p t (best p t))))
      by (intros; apply low_opponent, E).
    rewrite share_mean. pose proof (upper_follows tables p Hp). lra.
Qed.

Lemma high_step x y p : legal p -> mean g (fun t => high x (after y p t (best p t))) <= high x (On_roll y p).
Proof.
  intros Hp. simpl. destruct (same x y) eqn:E.
  - rewrite (mean_eq g throws_exist _ (fun t => most (play g p t (best p t))))
      by (intros; apply high_mover, E).
    apply (upper_follows tables), Hp.
  - rewrite (mean_eq g throws_exist _ (fun t => share - least (play g p t (best p t))))
      by (intros; apply high_opponent, E).
    rewrite share_mean. pose proof (lower_follows tables p Hp). lra.
Qed.

(** ** Both players playing best moves *)

Lemma along_legal n : forall number number' now, legal_state now ->
  (forall st, legal_state st -> number st <= number' st) -> along n number now <= along n number' now.
Proof.
  induction n as [|n IH]; intros number number' [y p|y k] Hl H; simpl; try (apply H; exact Hl).
  apply (mean_le g throws_exist). intros t Ht. apply IH; [|exact H].
  apply after_legal; [exact Hl | exact Ht | apply (best_is_legal tables)].
Qed.

Lemma along_low x n : forall now, legal_state now -> low x now <= along n (low x) now.
Proof.
  induction n as [|n IH]; intros [y p|y k] Hl; try apply Qle_refl.
  eapply Qle_trans; [apply low_step, Hl|]. cbn [along]. apply (mean_le g throws_exist). intros t Ht.
  apply IH, after_legal; [exact Hl | exact Ht | apply (best_is_legal tables)].
Qed.

Lemma along_high x n : forall now, legal_state now -> along n (high x) now <= high x now.
Proof.
  induction n as [|n IH]; intros [y p|y k] Hl; try apply Qle_refl.
  eapply Qle_trans; [|apply high_step, Hl]. cbn [along]. apply (mean_le g throws_exist). intros t Ht.
  apply IH, after_legal; [exact Hl | exact Ht | apply (best_is_legal tables)].
Qed.

Lemma along_between x n now : legal_state now ->
  low x now <= along n (low x) now /\ along n (low x) now <= high x now.
Proof.
  intros Hl. split; [apply along_low, Hl|].
  eapply Qle_trans; [apply along_legal with (number' := high x)|apply along_high]; auto using low_le_high.
Qed.

Lemma along_low_grows x n : forall now, legal_state now -> along n (low x) now <= along (S n) (low x) now.
Proof.
  induction n as [|n IH]; intros [y p|y k] Hl; try apply Qle_refl.
  - apply low_step, Hl.
  - change (along (S (S n)) (low x) (On_roll y p))
      with (mean g (fun t => along (S n) (low x) (after y p t (best p t)))).
    cbn [along]. apply (mean_le g throws_exist). intros t Ht.
    apply IH, after_legal; [exact Hl | exact Ht | apply (best_is_legal tables)].
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
      with (mean g (fun t => along (S n) (high x) (after y p t (best p t)))).
    cbn [along]. apply (mean_le g throws_exist). intros t Ht.
    apply IH, after_legal; [exact Hl | exact Ht | apply (best_is_legal tables)].
Qed.

Lemma along_high_monotone x n n' now : legal_state now -> (n <= n')%nat ->
  along n' (high x) now <= along n (high x) now.
Proof.
  intros Hl. induction 1 as [|n' _ IH]; [apply Qle_refl|].
  eapply Qle_trans; [apply along_high_falls, Hl | exact IH].
Qed.

(** ** Against every opponent *)

Section Strategies.
Variable s : player -> strategy g.
Hypothesis s_legal : forall x, legal_strategy (s x).

(** If [x] plays the best moves, no opponent does better than by playing them too. *)
Lemma best_secures x n : plays_best (s x) -> forall h now, legal_state now ->
  along n (low x) now <= expected n (low x) s h now.
Proof.
  intros Hb. induction n as [|n IH]; intros h [y p|y k] Hl; try apply Qle_refl.
  cbn [along expected]. apply (mean_le g throws_exist). intros t Ht.
  pose proof (best_is_legal tables p t) as Hbest. pose proof (s_legal y h p t) as Hm.
  destruct (same x y) eqn:E.
  - apply same_is in E. subst y. rewrite Hb by assumption. apply IH, after_legal; [exact Hl | exact Ht | exact Hbest].
  - destruct (others_are_worse tables p t (s y h p t) Hl Ht Hm) as [-> | Hworse].
    + apply IH, after_legal; [exact Hl | exact Ht | exact Hbest].
    + eapply Qle_trans; [|apply IH, after_legal; [exact Hl | exact Ht | exact Hm]].
      apply Qle_trans with (high x (after y p t (best p t))).
      * apply along_between, after_legal; [exact Hl | exact Ht | exact Hbest].
      * apply Qle_trans with (low x (after y p t (s y h p t))).
        -- rewrite high_opponent, low_opponent by exact E. lra.
        -- apply along_between, after_legal; [exact Hl | exact Ht | exact Hm].
Qed.

(** If the opponent of [x] plays the best moves, [x] does not do better than by playing them too. *)
Lemma best_holds x n : plays_best (s (other x)) -> forall h now, legal_state now ->
  expected n (low x) s h now <= along n (low x) now.
Proof.
  intros Hb. induction n as [|n IH]; intros h [y p|y k] Hl; try apply Qle_refl.
  cbn [along expected]. apply (mean_le g throws_exist). intros t Ht.
  pose proof (best_is_legal tables p t) as Hbest. pose proof (s_legal y h p t) as Hm.
  destruct (same x y) eqn:E.
  - destruct (others_are_worse tables p t (s y h p t) Hl Ht Hm) as [-> | Hworse].
    + apply IH, after_legal; [exact Hl | exact Ht | exact Hbest].
    + eapply Qle_trans; [apply IH, after_legal; [exact Hl | exact Ht | exact Hm]|].
      apply Qle_trans with (high x (after y p t (s y h p t))).
      * apply along_between, after_legal; [exact Hl | exact Ht | exact Hm].
      * apply Qle_trans with (low x (after y p t (best p t))).
        -- rewrite high_mover, low_mover by exact E. lra.
        -- apply along_between, after_legal; [exact Hl | exact Ht | exact Hbest].
  - apply differ_is in E. subst y. rewrite Hb by assumption. apply IH, after_legal; [exact Hl | exact Ht | exact Hbest].
Qed.

(** ** How long play goes on *)

Lemma expected_le n : forall number number' h now, legal_state now ->
  (forall st, legal_state st -> number st <= number' st) ->
  expected n number s h now <= expected n number' s h now.
Proof.
  induction n as [|n IH]; intros number number' h [y p|y k] Hl H; simpl; try (apply H; exact Hl).
  apply (mean_le g throws_exist). intros t Ht. apply IH; [|exact H].
  apply after_legal; [exact Hl | exact Ht | apply s_legal].
Qed.

Lemma expected_plus n : forall number number' h now,
  expected n (fun st => number st + number' st) s h now ==
  expected n number s h now + expected n number' s h now.
Proof.
  induction n as [|n IH]; intros number number' h [y p|y k]; simpl; try reflexivity.
  rewrite <- (mean_plus g throws_exist). apply (mean_eq g throws_exist). intros t Ht. apply IH.
Qed.

Lemma expected_linear n : forall a b number h now,
  expected n (fun st => a + b * number st) s h now == a + b * expected n number s h now.
Proof.
  induction n as [|n IH]; intros a b number h [y p|y k]; simpl; try reflexivity.
  rewrite <- (mean_linear g throws_exist). apply (mean_eq g throws_exist). intros t Ht. apply IH.
Qed.

Lemma unfinished_at_most n h now : expected n unfinished s h now <= 1.
Proof.
  revert h now. induction n as [|n IH]; intros h [y p|y k]; simpl; try lra.
  eapply Qle_trans; [|rewrite <- (mean_constant g throws_exist 1); apply Qle_refl].
  apply (mean_le g throws_exist). intros t Ht. apply IH.
Qed.

Lemma unfinished_at_least n h now : 0 <= expected n unfinished s h now.
Proof.
  revert h now. induction n as [|n IH]; intros h [y p|y k]; simpl; try lra.
  eapply Qle_trans; [rewrite <- (mean_constant g throws_exist 0); apply Qle_refl|].
  apply (mean_le g throws_exist). intros t Ht. apply IH.
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
    set (U := fun t => expected n unfinished s ((p, t, s y h p t) :: h) (after y p t (s y h p t))).
    set (F := fun t => following (play g p t (s y h p t))).
    assert (E : mean g (fun t => 0 + (N + 1) * U t) <= mean g (fun t => 1 + 1 * F t)).
    { apply (mean_le g throws_exist). intros t Ht.
      assert (Hn : N * U t <= F t).
      { unfold U, F. eapply Qle_trans; [apply IH, after_legal; [exact Hl | exact Ht | apply s_legal]|].
        unfold after. destruct (play g p t (s y h p t)); apply Qle_refl. }
      assert (H1 : U t <= 1) by apply unfinished_at_most. lra. }
    rewrite !(mean_linear g throws_exist) in E.
    pose proof (remaining_follows tables p (s y h p) Hl (s_legal y h p)) as HL.
    change (1 + mean g F <= remaining p) in HL. change ((N + 1) * mean g U <= remaining p). lra.
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
    pose proof (not_large tables p Hst). pose proof (in_order tables p Hst). destruct (same x y); lra. }
  split.
  - assert (E : expected n (fun st => low x st + (0 + - large * unfinished st)) s h now <= expected n (score c x) s h now).
    { apply expected_le; [exact Hl|]. intros st Hst. pose proof (H st Hst). lra. }
    rewrite expected_plus, expected_linear in E. lra.
  - assert (E : expected n (score c x) s h now <= expected n (fun st => low x st + (0 + large * unfinished st)) s h now).
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

Definition table_strategy : strategy g := fun _ p t => best p t.

Lemma table_strategy_legal : legal_strategy table_strategy.
Proof. intros h p t. apply (best_is_legal tables). Qed.
Lemma table_strategy_plays_best : plays_best table_strategy.
Proof. intros h p t _ _. reflexivity. Qed.

Lemma along_expected n (number : state g -> Q) : forall h now,
  along n number now == expected n number (fun _ => table_strategy) h now.
Proof.
  induction n as [|n IH]; intros h [y p|y k]; simpl; try reflexivity.
  apply (mean_eq g throws_exist). intros t Ht. apply IH.
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

(** What [along] grows to is the value. It stays within a tolerance from some [n0] on, because play ends. *)
Lemma value_exists x now : legal_state now -> forall epsilon, 0 < epsilon ->
  exists v, can_secure c x now (v - epsilon) /\ can_be_held c x now (v + epsilon).
Proof.
  intros Hl epsilon He.
  assert (He3 : 0 < epsilon / (3#1)) by (apply Qlt_shift_div_l; lra).
  set (third := epsilon / (3#1)) in *.
  assert (Ht : 3 * third == epsilon) by (unfold third; field).
  destruct (soon_over now Hl third He3) as [n0 H].
  specialize (H n0 (fun _ => table_strategy) (le_n _) (fun _ => table_strategy_legal)).
  rewrite <- along_expected in H.
  assert (Hbound : forall n, (n0 <= n)%nat -> along n (low x) now <= along n0 (low x) now + 2 * third).
  { intros n Hn. apply Qle_trans with (along n (high x) now).
    - apply along_legal; [exact Hl|]. apply low_le_high.
    - eapply Qle_trans; [apply along_high_monotone; [exact Hl | exact Hn]|].
      eapply Qle_trans; [apply along_legal with (number' := fun st => low x st + (0 + 2 * large * unfinished st)); [exact Hl|]|].
      + intros [y p|y k] Hst; simpl; [|lra].
        pose proof (not_large tables p Hst). destruct (same x y); lra.
      + rewrite !along_expected with (h := []), expected_plus, expected_linear, <- !along_expected. lra. }
  exists (along n0 (low x) now). split.
  - apply secures_can with table_strategy; [apply table_strategy_legal|].
    intros delta Hd. destruct (best_scores now Hl delta Hd) as [n1 H1]. exists (Nat.max n0 n1).
    intros n Hn theirs Htheirs.
    destruct (H1 n ltac:(lia) x _ theirs table_strategy_legal Htheirs) as [H2 _].
    specialize (H2 table_strategy_plays_best).
    pose proof (along_low_monotone x n0 n now Hl ltac:(lia)). lra.
  - intros delta Hd. destruct (best_scores now Hl delta Hd) as [n1 H1]. exists (Nat.max n0 n1).
    intros n Hn. exists table_strategy. split; [apply table_strategy_legal|]. intros mine Hm.
    destruct (H1 n ltac:(lia) x mine _ Hm table_strategy_legal) as [_ H2].
    specialize (H2 table_strategy_plays_best). pose proof (Hbound n ltac:(lia)). lra.
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

Theorem best_is_only_best x p t : legal p -> In t (throws g) -> only_best c x p t (best p t).
Proof.
  intros Hl Ht. split; [apply (best_is_legal tables)|]. intros m Hm Hdiffers.
  destruct (others_are_worse tables p t m Hl Ht Hm) as [->|Hworse]; [congruence|].
  assert (Hx : same x x = true) by (destruct x; reflexivity).
  exists (high x (after x p t m)), (low x (after x p t (best p t))). split; [|split].
  - rewrite high_mover, low_mover by exact Hx. exact Hworse.
  - apply can_be_held_to_high, after_legal; assumption.
  - apply low_can_be_secured, after_legal; [exact Hl | exact Ht | apply (best_is_legal tables)].
Qed.

End Method.

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

(** The tables for a state, seen by either player [x]. What one player does not get, the other does. *)
Definition legal_state (now : state g) : Prop :=
  match now with On_roll _ p => legal p | Won _ _ => True end.
Definition low (x : player) (now : state g) : Q :=
  match now with On_roll y p => if same x y then lower p else share - upper p | Won _ _ => score c x now end.
Definition high (x : player) (now : state g) : Q := share - low (other x) now.
Definition duration (now : state g) : Q :=
  match now with On_roll _ p => remaining p | Won _ _ => 0 end.

(** Every move that has a chance is a best move. *)
Definition plays_best (s : strategy g) : Prop :=
  forall h p t m chance, legal p -> In t (throws g) -> In (m, chance) (s h p t) -> 0 < chance -> is_best p t m.
Definition table_strategy : strategy g := fun _ p t => [(chosen p t, 1)].

(** What [x] can expect by the tables after [n] throws, if both play the chosen moves: at least, and at most. *)
Fixpoint floor (n : nat) (x : player) (now : state g) : Q :=
  match n, now with
  | S less, On_roll y p => mean g (fun t => floor less x (after y p t (chosen p t)))
  | _, _ => low x now
  end.
Definition ceiling (n : nat) (x : player) (now : state g) : Q := share - floor n (other x) now.

Lemma player_is x y : y = x \/ y = other x.
Proof. destruct x, y; auto. Qed.
Lemma same_self x : same x x = true.
Proof. destruct x; reflexivity. Qed.
Lemma other_other x : other (other x) = x.
Proof. destruct x; reflexivity. Qed.

Lemma table_strategy_legal : legal_strategy table_strategy.
Proof.
  intros h p t. split; [simpl; ring|]. intros m q [[= <- <-]|[]]. split; [lra | apply (chosen_is_legal tables)].
Qed.
Lemma table_strategy_plays_best : plays_best table_strategy.
Proof. intros h p t m q Hp Ht [[= <- <-]|[]] _. apply (chosen_is_best tables); assumption. Qed.

Lemma after_legal x p t m : legal p -> In t (throws g) -> In m (moves g p t) -> legal_state (after x p t m).
Proof.
  intros Hp Ht Hm. pose proof (stays_legal tables p t m Hp Ht Hm) as H. unfold after. destruct (play g p t m); exact H.
Qed.
Lemma chosen_legal x p t : legal p -> In t (throws g) -> legal_state (after x p t (chosen p t)).
Proof. intros Hp Ht. apply after_legal; [assumption..|]. apply (chosen_is_legal tables). Qed.

(** The worth of a move to its player by the tables. *)
Lemma low_mover x o : low x (state_after x o) == least o.
Proof. destruct x, o; reflexivity. Qed.
Lemma high_mover x o : high x (state_after x o) == most o.
Proof. unfold high. destruct o as [k|next]; destruct x; simpl; try ring; pose proof (shared k); lra. Qed.

(** How the two views of a state fit together. *)
Lemma low_near x now : legal_state now ->
  low x now <= high x now /\ high x now <= low x now + 2 * large * unfinished now /\
  low x now - large * unfinished now <= score c x now /\ score c x now <= high x now + large * unfinished now.
Proof.
  unfold high. destruct now as [y p|y k]; intros H.
  - pose proof (not_large tables p H). pose proof (bounds_in_order tables p H). destruct x, y; simpl; lra.
  - pose proof (shared k). destruct x, y; simpl; lra.
Qed.

(** ** Any two strategies *)

Section Strategies.
Variable s : player -> strategy g.
Hypothesis s_legal : all_legal s.

Lemma expected_le n : forall number number' h now, legal_state now ->
  (forall st, legal_state st -> number st <= number' st) ->
  expected n number s h now <= expected n number' s h now.
Proof.
  induction n as [|n IH]; intros number number' h [y p|y k] Hl H; simpl; try (apply H; exact Hl).
  apply (mean_le g throws_exist). intros t Ht. apply (average_le _ _ (s_legal y h p t)). intros m q _ _ Hm.
  apply IH; [|exact H]. apply after_legal; assumption.
Qed.

Lemma expected_linear n a b d number number' : forall h now,
  expected n (fun st => a + b * number st + d * number' st) s h now ==
  a + b * expected n number s h now + d * expected n number' s h now.
Proof.
  induction n as [|n IH]; intros h [y p|y k]; simpl; try reflexivity.
  rewrite <- (mean_linear g throws_exist). apply (mean_eq g throws_exist). intros t Ht.
  rewrite <- (average_linear _ _ (s_legal y h p t)).
  apply Qle_antisym; apply (average_le _ _ (s_legal y h p t)); intros; rewrite IH; apply Qle_refl.
Qed.

Lemma expected_at_most n a b d f number number' h now : legal_state now ->
  (forall st, legal_state st -> f st <= a + b * number st + d * number' st) ->
  expected n f s h now <= a + b * expected n number s h now + d * expected n number' s h now.
Proof. intros Hl H. rewrite <- expected_linear. apply expected_le; assumption. Qed.

(** The chance that play goes on for more than [n] throws is at most [duration / n], whatever both players do. *)
Lemma play_ends n : forall h now, legal_state now ->
  inject_Z (Z.of_nat n) * expected n unfinished s h now <= duration now.
Proof.
  induction n as [|n IH]; intros h [y p|y k] Hl; try (simpl; change (inject_Z 0) with 0; lra).
  - change (inject_Z (Z.of_nat 0)) with 0. simpl. pose proof (not_large tables p Hl). lra.
  - rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. change (inject_Z 1) with 1.
    cbn [expected duration]. set (N := inject_Z (Z.of_nat n)) in *.
    set (U := fun t => average (fun m => expected n unfinished s ((p, t, m) :: h) (after y p t m)) (s y h p t)).
    assert (E : mean g (fun t => 0 + (N + 1) * U t + 0 * U t) <= mean g (fun t => 1 + 1 * longest p t + 0 * U t)).
    { apply (mean_le g throws_exist). intros t Ht. pose proof (s_legal y h p t) as Hfair.
      assert (Hn : 0 + N * U t + 0 * U t <= longest p t).
      { unfold U. rewrite <- (average_linear _ _ Hfair). apply (average_at_most _ _ Hfair). intros m q _ _ Hm.
        eapply Qle_trans; [|apply (longest_is tables p t m Hl Ht Hm)].
        pose proof (IH ((p, t, m) :: h) _ (after_legal y p t m Hl Ht Hm)) as H.
        unfold after in *. destruct (play g p t m); simpl in *; lra. }
      assert (H1 : U t <= 1).
      { apply (average_at_most _ _ Hfair). intros m q _ _ Hm.
        pose proof (expected_at_most n 1 0 0 unfinished unfinished unfinished ((p, t, m) :: h) _
          (after_legal y p t m Hl Ht Hm)) as H.
        eapply Qle_trans; [apply H; intros [] _; simpl|]; lra. }
      lra. }
    rewrite !(mean_linear g throws_exist) in E.
    pose proof (remaining_follows tables p Hl) as HL. change ((N + 1) * mean g U <= remaining p). lra.
Qed.

(** What is scored within [n] throws differs little from the tables at the state reached. *)
Lemma score_near x n h now : legal_state now -> let over := large * expected n unfinished s h now in
  expected n (low x) s h now - over <= expected n (score c x) s h now /\
  expected n (score c x) s h now <= share - expected n (low (other x)) s h now + over.
Proof.
  intros Hl over.
  assert (expected n (low x) s h now <= 0 + 1 * expected n (score c x) s h now + over /\
    expected n (score c x) s h now <= share + -(1) * expected n (low (other x)) s h now + over); [|lra].
  split; apply expected_at_most; try exact Hl; intros st Hst; pose proof (low_near x st Hst); unfold high in *; lra.
Qed.

End Strategies.

(** ** Both players playing the chosen moves *)

Lemma floor_expected n x : forall h now, floor n x now == expected n (low x) (fun _ => table_strategy) h now.
Proof.
  induction n as [|n IH]; intros h [y p|y k]; simpl; try reflexivity.
  apply (mean_eq g throws_exist). intros t Ht. unfold average. simpl. rewrite <- IH. ring.
Qed.

Lemma low_step x y p : legal p -> low x (On_roll y p) <= mean g (fun t => low x (after y p t (chosen p t))).
Proof.
  intros Hp. unfold after. destruct (player_is y x) as [->| ->].
  - rewrite (mean_eq g throws_exist _ (fun t => least (play g p t (chosen p t)))) by (intros; apply low_mover).
    simpl. rewrite same_self. apply (lower_follows tables), Hp.
  - rewrite (mean_eq g throws_exist _ (fun t => share + (-1) * most (play g p t (chosen p t)) + 0 * 0)).
    + rewrite (mean_linear g throws_exist _ (fun _ => 0)). pose proof (upper_follows tables p Hp).
      destruct y; simpl; lra.
    + intros t _. rewrite <- (high_mover y). unfold high. ring.
Qed.

Lemma floor_grows x n' : forall n now, legal_state now -> (n <= n')%nat -> floor n x now <= floor n' x now.
Proof.
  induction n' as [|n' IH]; intros [|n] [y p|y k] Hl Hn; try apply Qle_refl; try lia.
  - eapply Qle_trans; [apply low_step, Hl|]. apply (mean_le g throws_exist). intros t Ht.
    apply (IH 0%nat); [apply chosen_legal; assumption | lia].
  - apply (mean_le g throws_exist). intros t Ht. apply IH; [apply chosen_legal; assumption | lia].
Qed.

Lemma floor_below_ceiling x n n' now : legal_state now -> floor n x now <= ceiling n' x now.
Proof.
  intros Hl. unfold ceiling. set (k := Nat.max n n').
  pose proof (floor_grows x k n now Hl ltac:(lia)). pose proof (floor_grows (other x) k n' now Hl ltac:(lia)).
  assert (E : floor k x now + floor k (other x) now <= share); [|lra].
  rewrite !(floor_expected k _ []). set (s := fun _ : player => table_strategy).
  assert (expected k (low x) s [] now <=
    share + -(1) * expected k (low (other x)) s [] now + 0 * expected k unfinished s [] now); [|lra].
  apply expected_at_most; [intros y; apply table_strategy_legal | exact Hl|].
  intros st Hst. pose proof (low_near x st Hst). unfold high in *. lra.
Qed.

(** The bounds of the player who has moved. *)
Lemma outcome_between x n o : legal_outcome o ->
  least o <= floor n x (state_after x o) /\ ceiling n x (state_after x o) <= most o.
Proof.
  intros Ho. assert (H : legal_state (state_after x o)) by (destruct o; exact Ho).
  rewrite <- (low_mover x o), <- (high_mover x o). unfold ceiling, high.
  pose proof (floor_grows x n 0 _ H ltac:(lia)) as H1. pose proof (floor_grows (other x) n 0 _ H ltac:(lia)) as H2.
  simpl in H1, H2. lra.
Qed.

(** ** Moves that are worth the same *)

Lemma floor_alike n : forall x y o o', legal_outcome o -> legal_outcome o' -> alike_outcomes o o' ->
  floor n x (state_after y o) == floor n x (state_after y o').
Proof.
  assert (Hpinned : forall n x y o o', legal_outcome o -> legal_outcome o' ->
    most o <= least o' /\ most o' <= least o -> floor n x (state_after y o) == floor n x (state_after y o')).
  { intros k x y o o' Ho Ho' H. pose proof (outcome_between y k o Ho). pose proof (outcome_between y k o' Ho').
    assert (Hs : forall o, legal_outcome o -> legal_state (state_after y o)) by (intros []; auto).
    pose proof (floor_below_ceiling y k k _ (Hs o Ho)). pose proof (floor_below_ceiling y k k _ (Hs o' Ho')).
    unfold ceiling in *. destruct (player_is y x) as [->| ->]; lra. }
  induction n as [|n IH]; intros x y o o' Ho Ho' [<-|[H|(p & q & -> & -> & Hpq)]]; auto; try reflexivity.
  - destruct (alike_bounds tables p q Ho Ho' Hpq) as [H1 H2]. simpl. destruct (same x (other y)); [exact H1|].
    rewrite H2. reflexivity.
  - apply (alike_futures tables p q Ho Ho' Hpq (fun o => floor n x (state_after (other y) o))). intros o o'. apply IH.
Qed.

Lemma best_is_chosen n x y p t m : is_best p t m -> legal p -> In t (throws g) -> In m (moves g p t) ->
  floor n x (after y p t m) == floor n x (after y p t (chosen p t)).
Proof.
  intros Hb Hp Ht Hm. apply floor_alike.
  - apply (stays_legal tables); assumption.
  - apply (stays_legal tables); [assumption..|]. apply (chosen_is_legal tables).
  - apply (best_are_alike tables); assumption.
Qed.

(** A legal move brings its player at most what the chosen move does. *)
Lemma move_at_most n x p t m : legal p -> In t (throws g) -> In m (moves g p t) ->
  ceiling n x (after x p t m) <= ceiling n x (after x p t (chosen p t)).
Proof.
  intros Hp Ht Hm. destruct (others_are_worse tables p t m Hp Ht Hm) as [Hb|Hworse].
  - unfold ceiling. rewrite (best_is_chosen n _ x p t m) by assumption. apply Qle_refl.
  - pose proof (outcome_between x n _ (stays_legal tables p t m Hp Ht Hm)) as H.
    pose proof (outcome_between x n _ (stays_legal tables p t _ Hp Ht (chosen_is_legal tables p t))) as H'.
    pose proof (floor_below_ceiling x n n _ (chosen_legal x p t Hp Ht)). unfold after in *. lra.
Qed.

(** ** Against every opponent *)

(** A player of best moves can expect at least what the tables say when both play the chosen moves. *)
Lemma best_expects s x n : all_legal s -> plays_best (s x) -> forall h now, legal_state now ->
  floor n x now <= expected n (low x) s h now.
Proof.
  intros Hs Hb. induction n as [|n IH]; intros h [y p|y k] Hl; try apply Qle_refl.
  cbn [floor expected]. apply (mean_le g throws_exist). intros t Ht.
  apply (average_at_least _ _ (Hs y h p t)). intros m q Hin Hq Hm.
  eapply Qle_trans; [|apply IH, after_legal; assumption]. destruct (player_is y x) as [->| ->].
  - rewrite (best_is_chosen n y y p t m (Hb h p t m q Hl Ht Hin Hq)) by assumption. apply Qle_refl.
  - pose proof (move_at_most n y p t m Hl Ht Hm). unfold ceiling in *. lra.
Qed.

Lemma both_mine x (mine theirs : strategy g) : both x mine theirs x = mine.
Proof. destruct x; reflexivity. Qed.
Lemma both_theirs x (mine theirs : strategy g) : both x mine theirs (other x) = theirs.
Proof. destruct x; reflexivity. Qed.
Lemma both_legal x (mine theirs : strategy g) : legal_strategy mine -> legal_strategy theirs ->
  all_legal (both x mine theirs).
Proof. intros Hm Ht y. unfold both. destruct (same x y); assumption. Qed.

Lemma soon_over now : legal_state now ->
  in_the_long_run (fun n epsilon => forall s, all_legal s -> large * expected n unfinished s [] now <= epsilon).
Proof.
  intros Hl epsilon He. destruct (small_when_divided (large * duration now) epsilon He) as [n0 H].
  exists n0. intros n Hn s Hs. apply (H n Hn). rewrite Qmult_assoc, (Qmult_comm _ large), <- Qmult_assoc.
  pose proof (play_ends s Hs n [] now Hl). rewrite !(Qmult_comm large).
  apply Qmult_le_compat_r; [assumption | apply (large_is_positive tables)].
Qed.

(** A player of best moves scores about the floor or more, and holds the opponent to about the ceiling. *)
Lemma best_scores now : legal_state now -> in_the_long_run (fun n epsilon => forall x mine theirs,
  legal_strategy mine -> legal_strategy theirs ->
  (plays_best mine -> floor n x now - epsilon <= result c n x mine theirs now) /\
  (plays_best theirs -> result c n x mine theirs now <= ceiling n x now + epsilon)).
Proof.
  intros Hl epsilon He. destruct (soon_over now Hl epsilon He) as [n0 H]. exists n0.
  intros n Hn x mine theirs Hm Ht. pose proof (both_legal x mine theirs Hm Ht) as Hs.
  pose proof (H n Hn _ Hs). pose proof (score_near _ Hs x n [] now Hl) as Hnear. unfold result, ceiling.
  split; intros Hb; [pose proof (best_expects _ x n Hs) as HB | pose proof (best_expects _ (other x) n Hs) as HB];
    rewrite ?both_mine, ?both_theirs in HB; specialize (HB Hb [] now Hl); simpl in Hnear; lra.
Qed.

(** Floor and ceiling meet. *)
Lemma they_meet now : legal_state now ->
  in_the_long_run (fun n epsilon => forall x, ceiling n x now <= floor n x now + epsilon).
Proof.
  intros Hl. apply (together _ _ _ (soon_over now Hl) (soon_over now Hl)). intros n e d He Hd H _ x.
  assert (Hs : all_legal (fun _ => table_strategy)) by (intros _; apply table_strategy_legal). specialize (H _ Hs).
  unfold ceiling. rewrite !(floor_expected n _ []). set (s := fun _ : player => table_strategy) in *.
  assert (Hsum : expected n (fun st => share + -(1) * low (other x) st + 0 * unfinished st) s [] now <=
    0 + 1 * expected n (low x) s [] now + 2 * large * expected n unfinished s [] now).
  { apply (expected_at_most s Hs n 0 1); [exact Hl|].
    intros st Hst. pose proof (low_near x st Hst). unfold high in *. lra. }
  rewrite (expected_linear s Hs) in Hsum. lra.
Qed.

(** ** Conclusions *)

(** Nobody can secure more than can be held to, so there is at most one value. *)
Theorem secured_at_most_held x (now : state g) v w : can_secure c x now v -> can_be_held c x now w -> v <= w.
Proof.
  intros Hv Hw. apply Qnot_lt_le. intros Hlt.
  assert (H : in_the_long_run (fun n epsilon => v <= w + epsilon)).
  { apply (together _ _ _ Hv Hw). intros n e d He Hd (mine & Hmine & Hs) (theirs & Htheirs & Hh).
    specialize (Hs theirs Htheirs). specialize (Hh mine Hmine). lra. }
  destruct (H ((v - w) * (1 # 2)) ltac:(lra)) as [n Hn]. specialize (Hn n (le_n n)). lra.
Qed.

Lemma secures_can x (now : state g) mine v : legal_strategy mine -> secures c x now mine v -> can_secure c x now v.
Proof.
  intros Hm H epsilon He. destruct (H epsilon He) as [n0 Hn]. exists n0. intros n Hge.
  exists mine. split; [exact Hm|]. apply Hn; assumption.
Qed.

(** Best moves secure whatever is below every ceiling, and hold the opponent to whatever is above every floor. *)
Lemma best_secures x now mine v : legal_state now -> legal_strategy mine -> plays_best mine ->
  (forall n, v <= ceiling n x now) -> secures c x now mine v.
Proof.
  intros Hl Hm Hb Hv. apply (together _ _ _ (they_meet now Hl) (best_scores now Hl)).
  intros n e d He Hd H H' theirs Ht. destruct (H' x mine theirs Hm Ht) as [Hs _].
  specialize (Hs Hb). specialize (H x). specialize (Hv n). lra.
Qed.
Lemma can_secure_below x now v : legal_state now -> (forall n, v <= ceiling n x now) -> can_secure c x now v.
Proof.
  intros Hl Hv. apply secures_can with table_strategy; [apply table_strategy_legal|].
  apply best_secures; [exact Hl | apply table_strategy_legal | apply table_strategy_plays_best | exact Hv].
Qed.
Lemma can_be_held_above x now v : legal_state now -> (forall n, floor n x now <= v) -> can_be_held c x now v.
Proof.
  intros Hl Hv. apply (together _ _ _ (they_meet now Hl) (best_scores now Hl)).
  intros n e d He Hd H H'. exists table_strategy. split; [apply table_strategy_legal|]. intros mine Hm.
  destruct (H' x mine _ Hm table_strategy_legal) as [_ Hs]. specialize (Hs table_strategy_plays_best).
  specialize (H x). specialize (Hv n). lra.
Qed.
Lemma secured_below x now v n : legal_state now -> can_secure c x now v -> v <= ceiling n x now.
Proof.
  intros Hl Hv. apply (secured_at_most_held x now _ _ Hv), can_be_held_above; auto using floor_below_ceiling.
Qed.

Theorem value_is_between x now v w : legal_state now -> v <= low x now -> high x now <= w ->
  value_between c x now v w.
Proof.
  intros Hl Hv Hw. pose proof (fun n n' => floor_below_ceiling x n n' now Hl) as H. split; [|split].
  - apply can_secure_below; [exact Hl|]. intros n. specialize (H 0%nat n). simpl in H. lra.
  - apply can_be_held_above; [exact Hl|]. intros n. specialize (H n 0%nat). unfold high in Hw. unfold ceiling in H.
    simpl in H. lra.
  - intros epsilon He. destruct (they_meet now Hl epsilon He) as [n0 Hn]. specialize (Hn n0 (le_n n0) x).
    exists (floor n0 x now). split; [apply can_secure_below | apply can_be_held_above]; try exact Hl; intros n.
    + specialize (H n0 n). lra.
    + specialize (H n n0). lra.
Qed.

Lemma outcome_value x o : legal_outcome o ->
  can_secure c x (state_after x o) (least o) /\ can_be_held c x (state_after x o) (most o).
Proof.
  intros Ho. destruct (value_is_between x (state_after x o) (least o) (most o)) as (H & H' & _); auto.
  - destruct o; exact Ho.
  - rewrite low_mover. apply Qle_refl.
  - rewrite high_mover. apply Qle_refl.
Qed.

(** A strategy of best moves secures exactly what can be secured in any way. *)
Theorem best_is_optimal x now mine : legal_state now -> legal_strategy mine -> plays_best mine -> optimal c x now mine.
Proof. intros Hl Hm Hb. split; [exact Hm|]. intros v Hv. apply best_secures; auto using secured_below. Qed.

(** ** Best moves *)

(** The best moves of the table are the best moves. *)
Theorem best_are_best x p t m : legal p -> In t (throws g) -> In m (moves g p t) ->
  is_best p t m <-> best_move c x p t m.
Proof.
  intros Hl Ht Hm. pose proof (chosen_is_legal tables p t) as Hc. split.
  - intros Hb. split; [exact Hm|]. intros m' Hm' v Hv. apply can_secure_below; [apply after_legal; assumption|].
    intros n. apply (secured_below _ _ _ n (after_legal x p t m' Hl Ht Hm')) in Hv.
    pose proof (move_at_most n x p t m' Hl Ht Hm'). unfold ceiling in *.
    rewrite (best_is_chosen n _ x p t m) by assumption. lra.
  - intros [_ Hbest]. destruct (others_are_worse tables p t m Hl Ht Hm) as [Hb|Hworse]; [exact Hb|].
    pose proof (proj2 (outcome_value x _ (stays_legal tables p t m Hl Ht Hm))) as Hheld.
    pose proof (proj1 (outcome_value x _ (stays_legal tables p t _ Hl Ht Hc))) as Hsecured.
    pose proof (secured_at_most_held x _ _ _ (Hbest _ Hc _ Hsecured) Hheld). lra.
Qed.

(** A move that is not a best move is worse than all that are. *)
Theorem others_are_no_match x p t best m : legal p -> In t (throws g) -> best_move c x p t best -> In m (moves g p t) ->
  best_move c x p t m \/ better c x p t best m.
Proof.
  intros Hl Ht [_ Hbest] Hm. pose proof (chosen_is_legal tables p t) as Hc.
  destruct (others_are_worse tables p t m Hl Ht Hm) as [Hb|Hworse]; [left; apply best_are_best; assumption | right].
  exists (most (play g p t m)), (least (play g p t (chosen p t))). split; [exact Hworse | split].
  - apply (outcome_value x _ (stays_legal tables p t m Hl Ht Hm)).
  - apply (Hbest _ Hc), (outcome_value x _ (stays_legal tables p t _ Hl Ht Hc)).
Qed.

(** ** Optimal strategies *)

(** A strategy that is optimal from a position on draws no move there but best ones. *)
Theorem optimal_draws_best x p t m q (s : strategy g) : legal p -> optimal c x (On_roll x p) s -> In t (throws g) ->
  In (m, q) (s [] p t) -> 0 < q -> is_best p t m.
Proof.
  intros Hl [Hs Hopt] Ht Hin Hq. destruct (Hs [] p t) as [_ Hm]. destruct (Hm m q Hin) as [_ Hlegal]. clear Hm.
  destruct (others_are_worse tables p t m Hl Ht Hlegal) as [Hb|Hworse]; [exact Hb | exfalso].
  set (d := least (play g p t (chosen p t)) - most (play g p t m)) in *.
  set (gap := q * d / inject_Z (Z.of_nat (length (throws g)))).
  assert (Hgap : 0 < gap).
  { apply Qlt_shift_div_l; [apply (number_of_throws g throws_exist)|].
    rewrite Qmult_0_l. apply Qmult_lt_0_compat; unfold d; lra. }
  set (now := On_roll x p). assert (Hnow : legal_state now) by exact Hl.
  set (play_of := both x s table_strategy).
  pose proof (both_legal x s table_strategy Hs table_strategy_legal : all_legal play_of) as Hboth.
  (* What the opponent gains in each number of throws. *)
  assert (Hgain : forall n, floor (S n) (other x) now + gap <= expected (S n) (low (other x)) play_of [] now).
  { intros n. cbn [expected floor now]. rewrite (both_mine x s _ : play_of x = s).
    assert (Hafter : forall t m, In t (throws g) -> In m (moves g p t) ->
      floor n (other x) (after x p t (chosen p t)) <= floor n (other x) (after x p t m) <=
      expected n (low (other x)) play_of [(p, t, m)] (after x p t m)).
    { intros t' m' Ht' Hm'. split; [pose proof (move_at_most n x p t' m' Hl Ht' Hm'); unfold ceiling in *; lra|].
      apply best_expects; [exact Hboth | unfold play_of; rewrite both_theirs; apply table_strategy_plays_best|].
      apply after_legal; assumption. }
    assert (Hall : forall t', In t' (throws g) -> forall m' q', In (m', q') (s [] p t') -> 0 < q' ->
      In m' (moves g p t') -> floor n (other x) (after x p t' (chosen p t')) <=
      expected n (low (other x)) play_of [(p, t', m')] (after x p t' m')).
    { intros t' Ht' m' q' _ _ Hm'. destruct (Hafter t' m' Ht' Hm'). lra. }
    apply (mean_gap g throws_exist _ _ t); [exact Ht| |].
    - intros t' Ht'. apply (average_at_least _ _ (Hs [] p t')), Hall, Ht'.
    - apply (average_gap _ _ (Hs [] p t) _ _ m q d Hin); [apply Hall, Ht | intros _].
      destruct (Hafter t m Ht Hlegal) as [_ H].
      pose proof (outcome_between x n _ (stays_legal tables p t m Hl Ht Hlegal)) as H1.
      pose proof (outcome_between x n _ (stays_legal tables p t _ Hl Ht (chosen_is_legal tables p t))) as H2.
      pose proof (floor_below_ceiling x n n _ (chosen_legal x p t Hl Ht)).
      unfold d, ceiling, after in *. lra. }
  assert (He : 0 < gap * (1 # 4)) by lra.
  destruct (they_meet now Hnow _ He) as [n0 Hmeet]. specialize (Hmeet n0 (le_n n0) x).
  destruct (Hopt (floor n0 x now) ltac:(apply can_secure_below; auto using floor_below_ceiling) _ He) as [n1 Hsecured].
  destruct (soon_over now Hnow _ He) as [n2 Hover].
  set (n := Nat.max n0 (Nat.max n1 n2)).
  specialize (Hsecured (S n) ltac:(lia) _ table_strategy_legal). specialize (Hover (S n) ltac:(lia) _ Hboth).
  specialize (Hgain n). pose proof (floor_grows (other x) (S n) n0 now Hnow ltac:(lia)).
  destruct (score_near _ Hboth x (S n) [] now Hnow) as [_ Hnear]. unfold result in Hsecured.
  fold play_of now in Hsecured. unfold ceiling in Hmeet. cbv zeta in Hnear. lra.
Qed.

(** So the optimal strategies are those that play the best moves. *)
Theorem optimal_is_best x (s : strategy g) : legal_strategy s -> optimal_throughout c x legal s <-> plays_best s.
Proof.
  intros Hs. split.
  - intros Hopt h p t m q Hl Ht Hin Hq. apply (optimal_draws_best x p t m q (from_here s h)); auto.
  - intros Hb h y p Hl. apply best_is_optimal; [exact Hl | |]; intros later p' t; [apply Hs | intros m q; apply Hb].
Qed.

(** ** Before the draw *)

Lemma floor_mirrored n x y : forall p, floor n x (On_roll (other y) p) == floor n (other x) (On_roll y p).
Proof.
  revert y. induction n as [|n IH]; intros y p; [destruct x, y; reflexivity|].
  apply (mean_eq g throws_exist). intros t Ht. unfold after. destruct (play g p t (chosen p t)); simpl.
  - destruct n, x, y; reflexivity.
  - apply IH.
Qed.

Theorem value_before_the_draw x p : legal p -> is_value_before_the_draw c x p (share / (2 # 1)).
Proof.
  intros Hl. assert (Hlegal : forall y, legal_state (On_roll y p)) by (intros; exact Hl).
  assert (Hscores : in_the_long_run (fun n epsilon => forall y mine theirs,
    legal_strategy mine -> legal_strategy theirs ->
    (plays_best mine -> floor n x (On_roll y p) - epsilon <= result c n x mine theirs (On_roll y p)) /\
    (plays_best theirs -> result c n x mine theirs (On_roll y p) <= ceiling n x (On_roll y p) + epsilon))).
  { apply (together _ _ _ (best_scores _ (Hlegal First)) (best_scores _ (Hlegal Second))).
    intros n e d He Hd H H' y mine theirs Hm Ht.
    destruct y; [destruct (H x mine theirs Hm Ht) as [H1 H2] | destruct (H' x mine theirs Hm Ht) as [H1 H2]];
      (split; intros Hb; [specialize (H1 Hb) | specialize (H2 Hb)]); lra. }
  split; apply (together _ _ _ (they_meet _ (Hlegal First)) Hscores); intros n e d He Hd Hmeet H;
    exists (fun _ => table_strategy); (split; [intros y; apply table_strategy_legal|]); intros any Hany;
    specialize (Hmeet x); pose proof (floor_mirrored n x First p); pose proof (floor_mirrored n (other x) First p);
    unfold drawn_result, ceiling, Qdiv in *; change (/ (2 # 1)) with (1 # 2); rewrite other_other in *; simpl in *.
  - destruct (H First _ (any First) table_strategy_legal (Hany First)) as [Hfirst _].
    destruct (H Second _ (any Second) table_strategy_legal (Hany Second)) as [Hsecond _].
    specialize (Hfirst table_strategy_plays_best). specialize (Hsecond table_strategy_plays_best). lra.
  - destruct (H First (any First) _ (Hany First) table_strategy_legal) as [_ Hfirst].
    destruct (H Second (any Second) _ (Hany Second) table_strategy_legal) as [_ Hsecond].
    specialize (Hfirst table_strategy_plays_best). specialize (Hsecond table_strategy_plays_best). lra.
Qed.

End Method.

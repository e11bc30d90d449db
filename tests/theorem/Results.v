(** What follows for a rule set if the checker says yes to its data. *)

From Coq Require Import List Arith ZArith Bool QArith Lqa Lia.
From Tourne Require Import Game Sums Method Rules Checker Sound.
Import ListNotations.
Open Scope Q_scope.

(** The move that the data list for a position and a throw. *)
Definition listed_move (r : rules) (d : data) (p : position) (t : throw) : move :=
  listed (own p) (die_played t) (table_row r d p).

(** A strategy that always plays the listed move. *)
Definition plays_the_list (r : rules) (d : data) (s : strategy (tourne_case r)) : Prop :=
  forall h p t, legal_position r p = true -> In t (all_throws r) -> s h p t = listed_move r d p t.

(** The numbers of the data for the start, compared with others. *)
Definition start_within (r : rules) (d : data) (low high : Q) (throws : Z) : bool :=
  let x := table_row r d start in
  Qle_bool low (in_points d (lower_of x)) && Qle_bool (in_points d (upper_of x)) high && (throws_to_come x <=? throws)%Z.

Lemma start_is_legal r : legal_position r start = true.
Proof. destruct r as [one crowd over [] double]; destruct crowd; reflexivity. Qed.

Lemma secure_less (g : game) c x (now : state g) v w : w <= v -> can_secure c x now v -> can_secure c x now w.
Proof.
  intros Hle H epsilon He. destruct (H epsilon He) as [n0 Hn]. exists n0. intros n Hge.
  destruct (Hn n Hge) as (mine & Hm & Hs). exists mine. split; [exact Hm|].
  intros theirs Ht. specialize (Hs theirs Ht). lra.
Qed.

Lemma held_to_more (g : game) c x (now : state g) v w : v <= w -> can_be_held c x now v -> can_be_held c x now w.
Proof.
  intros Hle H epsilon He. destruct (H epsilon He) as [n0 Hn]. exists n0. intros n Hge.
  destruct (Hn n Hge) as (theirs & Ht & Hs). exists theirs. split; [exact Ht|].
  intros mine Hm. specialize (Hs mine Hm). lra.
Qed.

Section Results.
Variable r : rules.
Variable d : data.
Hypothesis checked : check r d = true.

Let g := tourne_case r.
Let c := counting r.
Let tables := tables_hold r d checked.

Lemma best_is_the_listed p t : legal_position r p = true -> In t (all_throws r) ->
  table_best r d p t = listed_move r d p t.
Proof.
  intros Hp Ht. pose proof (position_checked r d checked p Hp) as H.
  pose proof (dice_hold r d p H _ (die_in_faces r t Ht)) as Hdie.
  destruct (best_is_listed r d p _ Hdie) as [_ Hlisted]. apply is_move_true, Hlisted.
Qed.

Lemma the_list_is_best s : plays_the_list r d s ->
  plays_best g (fun p => legal_position r p = true) (table_best r d) s.
Proof. intros H h p t Hp Ht. rewrite H by assumption. symmetry. apply best_is_the_listed; assumption. Qed.

Theorem value_at_start least_value most_value throws : start_within r d least_value most_value throws = true ->
  forall x, value_between c x (@On_roll g x start) least_value most_value.
Proof.
  intros H x. unfold start_within in H. rewrite !andb_true_iff, !Qle_bool_iff in H. destruct H as [[Hlow Hhigh] _].
  pose proof (value_is_between g c _ (counts_are_shared r d) (throws_exist r) _ _ _ _ _ _ tables x (@On_roll g x start)
    (start_is_legal r)) as (H1 & H2 & H3).
  assert (Hx : same x x = true) by (destruct x; reflexivity).
  unfold Method.low in H1. unfold Method.high in H2. rewrite Hx in H1, H2.
  split; [|split; [|exact H3]].
  - eapply secure_less; [exact Hlow | exact H1].
  - eapply held_to_more; [exact Hhigh | exact H2].
Qed.

(** Of every legal position. *)
Theorem value_anywhere x p : legal_position r p = true ->
  value_between c x (@On_roll g x p) (table_lower r d p) (table_upper r d p).
Proof.
  intros Hp.
  pose proof (value_is_between g c _ (counts_are_shared r d) (throws_exist r) _ _ _ _ _ _ tables x (@On_roll g x p) Hp) as H.
  assert (Hx : same x x = true) by (destruct x; reflexivity).
  unfold Method.low, Method.high in H. rewrite Hx in H. exact H.
Qed.

Theorem listed_is_only_best x p t : legal_position r p = true -> In t (all_throws r) ->
  @only_best g c x p t (listed_move r d p t).
Proof.
  intros Hp Ht. rewrite <- best_is_the_listed by assumption.
  apply (best_is_only_best g c _ (counts_are_shared r d) (throws_exist r) _ _ _ _ _ _ tables); assumption.
Qed.

Theorem the_list_is_optimal s : legal_strategy s -> plays_the_list r d s ->
  forall x y p, legal_position r p = true -> optimal c x (@On_roll g y p) s.
Proof.
  intros Hs Hlist x y p Hp.
  apply (best_is_optimal g c _ (counts_are_shared r d) (throws_exist r) _ _ _ _ _ _ tables); [exact Hp | exact Hs|].
  apply the_list_is_best, Hlist.
Qed.

Theorem the_list_can_be_played : exists s : strategy g, legal_strategy s /\ plays_the_list r d s.
Proof.
  exists (table_strategy g (table_best r d)). split.
  - apply (table_strategy_legal _ _ _ _ _ _ _ _ _ tables).
  - intros h p t Hp Ht. apply best_is_the_listed; assumption.
Qed.

Theorem play_ends_soon least_value most_value throws : start_within r d least_value most_value throws = true ->
  forall (s : player -> strategy g) x n, (forall y, legal_strategy (s y)) ->
  inject_Z (Z.of_nat n) * expected n unfinished s [] (@On_roll g x start) <= inject_Z throws.
Proof.
  intros H s x n Hs. unfold start_within in H. rewrite !andb_true_iff in H. destruct H as [_ Hthrows].
  apply Z.leb_le in Hthrows.
  eapply Qle_trans; [apply (play_ends g c _ (throws_exist r) _ _ _ _ _ _ tables s Hs n [] (@On_roll g x start)), start_is_legal|].
  simpl. unfold table_remaining. rewrite <- Zle_Qle. exact Hthrows.
Qed.

(** All of these together, for a rule set and its data. *)
Definition solved (least_value most_value : Q) (throws : Z) : Prop :=
  (forall x, value_between c x (@On_roll g x start) least_value most_value) /\
  (forall x p t, legal_position r p = true -> In t (all_throws r) -> @only_best g c x p t (listed_move r d p t)) /\
  (exists s : strategy g, legal_strategy s /\ plays_the_list r d s) /\
  (forall s : strategy g, legal_strategy s -> plays_the_list r d s ->
    forall x y p, legal_position r p = true -> optimal c x (@On_roll g y p) s) /\
  (forall (s : player -> strategy g) x n, (forall y, legal_strategy (s y)) ->
    inject_Z (Z.of_nat n) * expected n unfinished s [] (@On_roll g x start) <= inject_Z throws).

Theorem is_solved least_value most_value throws :
  start_within r d least_value most_value throws = true -> solved least_value most_value throws.
Proof.
  intros H. split; [exact (value_at_start _ _ _ H)|]. split; [exact listed_is_only_best|].
  split; [exact the_list_can_be_played|]. split; [exact the_list_is_optimal|]. exact (play_ends_soon _ _ _ H).
Qed.

End Results.

(** Sums, means and tolerances of rational numbers: what the proof needs of them. *)

From Coq Require Import List ZArith QArith Lqa Lia.
From Tourne Require Import Game.
Open Scope Q_scope.

Lemma sum_cons {A} (f : A -> Q) a l : sum f (a :: l) = f a + sum f l.
Proof. reflexivity. Qed.

Lemma sum_le {A} (f g : A -> Q) l : (forall a, In a l -> f a <= g a) -> sum f l <= sum g l.
Proof.
  induction l as [|a l IH]; simpl; intros H; [lra|].
  assert (f a <= g a) by auto. assert (sum f l <= sum g l) by auto. lra.
Qed.

(** a + b * f + c * g, summed. *)
Lemma sum_linear {A} (f g : A -> Q) a b c l :
  sum (fun x => a + b * f x + c * g x) l == a * inject_Z (Z.of_nat (length l)) + b * sum f l + c * sum g l.
Proof.
  induction l as [|x l IH]; [simpl; change (inject_Z 0) with 0; ring|].
  change (length (x :: l)) with (S (length l)). rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus.
  rewrite !sum_cons, IH. change (inject_Z 1) with 1. ring.
Qed.

(** If one term is smaller by [k], so is the sum. *)
Lemma sum_gap {A} (f g : A -> Q) l a k : In a l ->
  (forall b, In b l -> f b <= g b) -> f a + k <= g a -> sum f l + k <= sum g l.
Proof.
  induction l as [|b l IH]; simpl; intros Hin H Hk; [contradiction|].
  assert (sum f l <= sum g l) by (apply sum_le; auto). destruct Hin as [->|Hin]; [lra|].
  assert (sum f l + k <= sum g l) by auto. assert (f b <= g b) by auto. lra.
Qed.

(** ** Lotteries *)

Section Average.
Context {g : game}.
Variables (drawn : lottery g) (legal : list (move_of g)).
Hypothesis is_fair : fair drawn legal.

(** Only moves that have a chance count. *)
Lemma drawn_le f h m q : In (m, q) drawn -> (0 < q -> In m legal -> f m <= h m) -> q * f m <= q * h m.
Proof.
  intros Hin H. destruct is_fair as [_ Hall]. destruct (Hall m q Hin) as [Hq Hm].
  destruct (Qlt_le_dec 0 q) as [Hpos|Hneg].
  - rewrite (Qmult_comm q), (Qmult_comm q). apply Qmult_le_compat_r; auto.
  - assert (E : q == 0) by (apply Qle_antisym; assumption). rewrite E. lra.
Qed.
Lemma average_le f h : (forall m q, In (m, q) drawn -> 0 < q -> In m legal -> f m <= h m) ->
  average f drawn <= average h drawn.
Proof. intros H. apply sum_le. intros [m q] Hin. apply drawn_le; eauto. Qed.

Lemma average_linear f h a b c :
  average (fun m => a + b * f m + c * h m) drawn == a + b * average f drawn + c * average h drawn.
Proof.
  destruct is_fair as [H1 _].
  assert (E : forall l : lottery g,
    average (fun m => a + b * f m + c * h m) l == a * sum snd l + b * average f l + c * average h l).
  { unfold average. induction l as [|[m q] l IH]; [simpl; ring|]. rewrite !sum_cons, IH. simpl. ring. }
  rewrite E, H1. ring.
Qed.
Lemma average_constant v : average (fun _ => v) drawn == v.
Proof.
  transitivity (average (fun m => v + 0 * (fun _ => 0) m + 0 * (fun _ => 0) m) drawn).
  - apply Qle_antisym; apply average_le; intros; lra.
  - rewrite average_linear. ring.
Qed.

Lemma average_at_least f v : (forall m q, In (m, q) drawn -> 0 < q -> In m legal -> v <= f m) -> v <= average f drawn.
Proof. intros H. rewrite <- (average_constant v). apply average_le, H. Qed.
Lemma average_at_most f v : (forall m q, In (m, q) drawn -> 0 < q -> In m legal -> f m <= v) -> average f drawn <= v.
Proof. intros H. rewrite <- (average_constant v). apply average_le, H. Qed.

(** A move of chance [q] that is worth [d] more adds [q * d]. *)
Lemma average_gap f v m q d : In (m, q) drawn -> (forall m q, In (m, q) drawn -> 0 < q -> In m legal -> v <= f m) ->
  (0 < q -> v + d <= f m) -> v + q * d <= average f drawn.
Proof.
  intros Hin H Hgap. rewrite <- (average_constant v) at 1. apply (sum_gap _ _ drawn (m, q)); [exact Hin| |].
  - intros [m' q'] Hin'. apply (drawn_le (fun _ => v)); eauto.
  - simpl. setoid_replace (q * v + q * d) with (q * (v + d)) by ring. apply (drawn_le (fun _ => v + d)); auto.
Qed.

End Average.

(** ** Means over throws *)

Section Mean.
Variable g : game.
Hypothesis throws_exist : throws g <> nil.

Lemma number_of_throws : 0 < inject_Z (Z.of_nat (length (throws g))).
Proof. change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. destruct (throws g); [congruence | simpl; lia]. Qed.

(** If for one throw a number is smaller by [k], so is the mean, by its share. *)
Lemma mean_gap f h t k : In t (throws g) -> (forall t, In t (throws g) -> f t <= h t) -> f t + k <= h t ->
  mean g f + k / inject_Z (Z.of_nat (length (throws g))) <= mean g h.
Proof.
  intros Ht H Hk. pose proof number_of_throws as Hn. unfold mean, Qdiv. rewrite <- Qmult_plus_distr_l.
  apply Qmult_le_compat_r; [apply (sum_gap _ _ _ t); assumption | apply Qlt_le_weak, Qinv_lt_0_compat, Hn].
Qed.

Lemma mean_le f h : (forall t, In t (throws g) -> f t <= h t) -> mean g f <= mean g h.
Proof.
  intros H. apply Qmult_le_compat_r; [apply sum_le, H | apply Qlt_le_weak, Qinv_lt_0_compat, number_of_throws].
Qed.

Lemma mean_eq f h : (forall t, In t (throws g) -> f t == h t) -> mean g f == mean g h.
Proof. intros H. apply Qle_antisym; apply mean_le; intros t Ht; rewrite (H t Ht); apply Qle_refl. Qed.

Lemma mean_linear f h a b c : mean g (fun t => a + b * f t + c * h t) == a + b * mean g f + c * mean g h.
Proof. unfold mean. rewrite sum_linear. pose proof number_of_throws. field. lra. Qed.

End Mean.

(** ** In the long run *)

(** What holds in the long run holds together; [epsilon] is as small a part of [delta] as is needed. *)
Lemma together (from from' both : nat -> Q -> Prop) :
  in_the_long_run from -> in_the_long_run from' ->
  (forall n epsilon delta, 0 < epsilon -> 4 * epsilon == delta -> from n epsilon -> from' n epsilon -> both n delta) ->
  in_the_long_run both.
Proof.
  intros H H' Hboth delta Hd. assert (He : 0 < delta * (1 # 4)) by lra.
  destruct (H _ He) as [n0 Hn], (H' _ He) as [n1 Hn']. exists (Nat.max n0 n1). intros n Hmax.
  apply (Hboth n (delta * (1 # 4))); [exact He | ring | apply Hn; lia | apply Hn'; lia].
Qed.

(** Whatever is at most [k] when multiplied by [n] is small if [n] is large. *)
Lemma small_when_divided k :
  in_the_long_run (fun n epsilon => forall u, inject_Z (Z.of_nat n) * u <= k -> u <= epsilon).
Proof.
  intros epsilon He. destruct (Qarchimedean (k / epsilon)) as [b Hb].
  exists (Pos.to_nat b). intros n Hn u Hu. apply Qnot_lt_le. intros Hlt.
  assert (Hb' : inject_Z (Z.pos b) <= inject_Z (Z.of_nat n)) by (rewrite <- Zle_Qle; lia).
  change (Z.pos b # 1) with (inject_Z (Z.pos b)) in Hb.
  assert (H0 : 0 < inject_Z (Z.pos b)) by reflexivity.
  assert (Hk : k < inject_Z (Z.of_nat n) * epsilon).
  { setoid_replace k with (k / epsilon * epsilon) by (field; lra). apply Qmult_lt_compat_r; lra. }
  assert (inject_Z (Z.of_nat n) * epsilon < inject_Z (Z.of_nat n) * u) by (apply Qmult_lt_l; lra). lra.
Qed.

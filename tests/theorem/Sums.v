(** Sums, means and tolerances of rational numbers: what the proof needs of them. *)

From Coq Require Import List ZArith QArith Lqa Lia.
From Tourne Require Import Game.
Open Scope Q_scope.

Lemma sum_cons {A} (f : A -> Q) a l : sum f (a :: l) = f a + sum f l.
Proof. reflexivity. Qed.

Lemma sum_le {A} (f g : A -> Q) l :
  (forall a, In a l -> f a <= g a) -> sum f l <= sum g l.
Proof.
  induction l as [|a l IH]; simpl; intros H; [lra|].
  assert (f a <= g a) by auto. assert (sum f l <= sum g l) by auto. lra.
Qed.

(** a + b * f, summed. *)
Lemma sum_linear {A} (f : A -> Q) a b l :
  sum (fun x => a + b * f x) l == a * inject_Z (Z.of_nat (length l)) + b * sum f l.
Proof.
  induction l as [|x l IH]; [simpl; change (inject_Z 0) with 0; ring|].
  change (length (x :: l)) with (S (length l)). rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus.
  simpl. rewrite IH. change (inject_Z 1) with 1. ring.
Qed.

Lemma sum_plus {A} (f g : A -> Q) l : sum (fun x => f x + g x) l == sum f l + sum g l.
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

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
Lemma average_le f h : (forall m q, In (m, q) drawn -> 0 < q -> In m legal -> f m <= h m) ->
  average f drawn <= average h drawn.
Proof.
  intros H. apply sum_le. intros [m q] Hin. destruct is_fair as [_ Hall]. destruct (Hall m q Hin) as [Hq Hm]. simpl.
  destruct (Qlt_le_dec 0 q) as [Hpos|Hneg].
  - rewrite (Qmult_comm q), (Qmult_comm q). apply Qmult_le_compat_r; [|exact Hq]. apply (H m q); assumption.
  - assert (E : q == 0) by (apply Qle_antisym; assumption). rewrite E. lra.
Qed.

Lemma average_eq f h : (forall m, f m == h m) -> average f drawn == average h drawn.
Proof. intros H. apply Qle_antisym; apply average_le; intros; rewrite H; apply Qle_refl. Qed.

Lemma average_linear f a b : average (fun m => a + b * f m) drawn == a + b * average f drawn.
Proof.
  destruct is_fair as [H1 _]. unfold average.
  assert (E : forall l : lottery g, sum (fun choice => snd choice * (a + b * f (fst choice))) l ==
    a * sum snd l + b * sum (fun choice => snd choice * f (fst choice)) l).
  { induction l as [|[m q] l IH]; [simpl; ring|]. rewrite !sum_cons, IH. simpl. ring. }
  rewrite E, H1. ring.
Qed.

Lemma average_plus f h : average (fun m => f m + h m) drawn == average f drawn + average h drawn.
Proof.
  unfold average. rewrite <- sum_plus. clear is_fair.
  induction drawn as [|[m q] l IH]; [reflexivity|]. rewrite !sum_cons, IH. simpl. ring.
Qed.

Lemma average_constant a : average (fun _ => a) drawn == a.
Proof.
  assert (E : average (fun _ => a + 0 * 0) drawn == a + 0 * average (fun _ => 0) drawn)
    by apply (average_linear (fun _ => 0)).
  assert (E' : average (fun _ => a) drawn == average (fun _ => a + 0 * 0) drawn).
  { apply Qle_antisym; apply average_le; intros; lra. }
  rewrite E', E. ring.
Qed.

Lemma average_at_least f v : (forall m q, In (m, q) drawn -> 0 < q -> In m legal -> v <= f m) -> v <= average f drawn.
Proof. intros H. rewrite <- (average_constant v). apply average_le, H. Qed.
Lemma average_at_most f v : (forall m q, In (m, q) drawn -> 0 < q -> In m legal -> f m <= v) -> average f drawn <= v.
Proof. intros H. rewrite <- (average_constant v). apply average_le, H. Qed.

(** A move of chance [q] that is worse by [d] costs [q * d]. *)
Lemma average_gap f v m q d : In (m, q) drawn -> 0 < q -> 0 <= d ->
  (forall m q, In (m, q) drawn -> 0 < q -> In m legal -> f m <= v) -> f m + d <= v ->
  average f drawn + q * d <= v.
Proof.
  intros Hin Hq Hd H Hgap. rewrite <- (average_constant v). apply (sum_gap _ _ drawn (m, q)); [exact Hin| |].
  - intros [m' q'] Hin'. destruct is_fair as [_ Hall]. destruct (Hall m' q' Hin') as [Hq' Hm']. simpl.
    destruct (Qlt_le_dec 0 q') as [Hpos|Hneg].
    + rewrite (Qmult_comm q'), (Qmult_comm q'). apply Qmult_le_compat_r; [|exact Hq']. apply (H m' q'); assumption.
    + assert (E : q' == 0) by (apply Qle_antisym; assumption). rewrite E. lra.
  - simpl. setoid_replace (q * f m + q * d) with (q * (f m + d)) by ring.
    rewrite (Qmult_comm q), (Qmult_comm q). apply Qmult_le_compat_r; [exact Hgap | lra].
Qed.

End Average.

(** ** Means over throws *)

Section Mean.
Variable g : game.
Hypothesis throws_exist : throws g <> nil.

Lemma number_of_throws : 0 < inject_Z (Z.of_nat (length (throws g))).
Proof.
  change 0 with (inject_Z 0). rewrite <- Zlt_Qlt.
  destruct (throws g); [congruence | simpl; lia].
Qed.

Lemma mean_le f h : (forall t, In t (throws g) -> f t <= h t) -> mean g f <= mean g h.
Proof.
  intros H. unfold mean, Qdiv. apply Qmult_le_compat_r.
  - apply sum_le, H.
  - apply Qlt_le_weak, Qinv_lt_0_compat, number_of_throws.
Qed.

Lemma mean_eq f h : (forall t, In t (throws g) -> f t == h t) -> mean g f == mean g h.
Proof.
  intros H. apply Qle_antisym; apply mean_le; intros t Ht; rewrite (H t Ht); apply Qle_refl.
Qed.

Lemma mean_linear f a b : mean g (fun t => a + b * f t) == a + b * mean g f.
Proof.
  unfold mean. rewrite sum_linear. pose proof number_of_throws. field. lra.
Qed.

Lemma mean_plus f h : mean g (fun t => f t + h t) == mean g f + mean g h.
Proof.
  unfold mean. rewrite sum_plus. pose proof number_of_throws. field. lra.
Qed.

Lemma mean_constant a : mean g (fun _ => a) == a.
Proof.
  rewrite (mean_eq _ (fun _ => a + 0 * 0)) by (intros; ring).
  rewrite (mean_linear (fun _ => 0)). ring.
Qed.

(** If for one throw a number is smaller by [k], so is the mean, by its share. *)
Lemma mean_gap f h t k : In t (throws g) -> (forall t, In t (throws g) -> f t <= h t) -> f t + k <= h t ->
  mean g f + k / inject_Z (Z.of_nat (length (throws g))) <= mean g h.
Proof.
  intros Ht H Hk. pose proof number_of_throws as Hn. unfold mean, Qdiv. rewrite <- Qmult_plus_distr_l.
  apply Qmult_le_compat_r; [apply (sum_gap _ _ _ t); assumption | apply Qlt_le_weak, Qinv_lt_0_compat, Hn].
Qed.

End Mean.

(** Whatever is at most [k] when multiplied by [n] is small if [n] is large. *)
Lemma small_when_divided k epsilon : 0 < epsilon ->
  exists n0, forall n u, (n0 <= n)%nat -> inject_Z (Z.of_nat n) * u <= k -> u <= epsilon.
Proof.
  intros He. destruct (Qarchimedean (k / epsilon)) as [b Hb].
  exists (Pos.to_nat b). intros n u Hn Hu.
  assert (Hb' : inject_Z (Z.pos b) <= inject_Z (Z.of_nat n)).
  { rewrite <- Zle_Qle. lia. }
  change (Z.pos b # 1) with (inject_Z (Z.pos b)) in Hb.
  assert (H0 : 0 < inject_Z (Z.of_nat n)).
  { apply Qlt_le_trans with (inject_Z (Z.pos b)); [|exact Hb']. change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. lia. }
  assert (Hk : k < inject_Z (Z.of_nat n) * epsilon).
  { setoid_replace k with (k / epsilon * epsilon) by (field; lra).
    apply Qmult_lt_compat_r; [exact He|]. lra. }
  apply Qnot_lt_le. intros Hlt.
  assert (inject_Z (Z.of_nat n) * epsilon < inject_Z (Z.of_nat n) * u) by (apply Qmult_lt_l; assumption).
  lra.
Qed.

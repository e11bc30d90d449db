(** Sums, means and tolerances of rational numbers: what the proof needs of them. *)

From Coq Require Import List QArith Lqa Lia.
From Tourne Require Import Game.
Open Scope Q_scope.

Lemma sum_le {A} (f g : A -> Q) l :
  (forall a, In a l -> f a <= g a) -> sum f l <= sum g l.
Proof.
  induction l as [|a l IH]; simpl; intros H; [lra|].
  assert (f a <= g a) by auto. assert (sum f l <= sum g l) by auto. lra.
Qed.

(** a + b·f, summed. *)
Lemma sum_linear {A} (f : A -> Q) a b l :
  sum (fun x => a + b * f x) l == a * inject_Z (Z.of_nat (length l)) + b * sum f l.
Proof.
  induction l as [|x l IH]; [simpl; change (inject_Z 0) with 0; ring|].
  change (length (x :: l)) with (S (length l)). rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus.
  simpl. rewrite IH. change (inject_Z 1) with 1. ring.
Qed.

Lemma sum_plus {A} (f g : A -> Q) l : sum (fun x => f x + g x) l == sum f l + sum g l.
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

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

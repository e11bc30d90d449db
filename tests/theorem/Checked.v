(** The checker runs on the data of the standard game. [Theorems] states what follows. *)

From Coq Require Import ZArith QArith.
From Tourne Require Import Rules Checker Results.
From Tourne Require Data_standard.

Lemma standard_checked : check standard Data_standard.standard_data = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma standard_start : start_within standard Data_standard.standard_data
  (515094810489 # 10 ^ 12) (515094810491 # 10 ^ 12) 900 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

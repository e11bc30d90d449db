(** The theorems about the rule set forced-entry, in one statement: [solved] in [Results]. *)

From Coq Require Import ZArith QArith.
From Tourne Require Import Rules Checker Results.
From Tourne Require Data_forced_entry.

Lemma forced_entry_checked : check forced_entry Data_forced_entry.forced_entry_data = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma forced_entry_start : start_within forced_entry Data_forced_entry.forced_entry_data
  (511249864956 # 10 ^ 12) (511249864958 # 10 ^ 12) 450 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem forced_entry_solved : solved forced_entry Data_forced_entry.forced_entry_data
  (511249864956 # 10 ^ 12) (511249864958 # 10 ^ 12) 450.
Proof. exact (is_solved _ _ forced_entry_checked _ _ _ forced_entry_start). Qed.

Print Assumptions forced_entry_checked.
Print Assumptions forced_entry_start.
Print Assumptions forced_entry_solved.

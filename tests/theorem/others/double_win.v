(** The theorems about the rule set double-win, in one statement: [solved] in [Results]. *)

From Coq Require Import ZArith QArith.
From Tourne Require Import Rules Checker Results.
From Tourne Require Data_double_win.

Lemma double_win_checked : check double_win_rules Data_double_win.double_win_data = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma double_win_start : start_within double_win_rules Data_double_win.double_win_data
  (35451564887 # 10 ^ 12) (35451564889 # 10 ^ 12) 900 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem double_win_solved : solved double_win_rules Data_double_win.double_win_data
  (35451564887 # 10 ^ 12) (35451564889 # 10 ^ 12) 900.
Proof. exact (is_solved _ _ double_win_checked _ _ _ double_win_start). Qed.

Print Assumptions double_win_checked.
Print Assumptions double_win_start.
Print Assumptions double_win_solved.

(** The theorems about the rule set course, in one statement: [solved] in [Results]. *)

From Coq Require Import ZArith QArith.
From Tourne Require Import Rules Checker Results.
From Tourne Require Data_course.

Lemma course_checked : check course Data_course.course_data = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma course_start : start_within course Data_course.course_data
  (510218262149 # 10 ^ 12) (510218262151 # 10 ^ 12) 13000000 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem course_solved : solved course Data_course.course_data
  (510218262149 # 10 ^ 12) (510218262151 # 10 ^ 12) 13000000.
Proof. exact (is_solved _ _ course_checked _ _ _ course_start). Qed.

Print Assumptions course_checked.
Print Assumptions course_start.
Print Assumptions course_solved.

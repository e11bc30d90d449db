(** How hints are written down: as machine integers, which Rocq reads quickly. *)

From Coq Require Import List ZArith Uint63.
From Tourne Require Import Checker.
Import ListNotations.
Open Scope uint63_scope.

(** A hint has two words: moves shown, throws to come and slack below; class, depth and slack above. *)
Definition hint_of (word word' : int) : hint :=
  Hint (to_Z (word land 0xfffff)) (to_Z (word' land 0xfffff)) (to_Z ((word >> 20) land 0xffffff))
    (to_Z ((word' >> 20) land 0x3ff)) (to_Z (word' >> 30)) (to_Z (word >> 44)).
Fixpoint hints (words : list int) : list hint :=
  match words with
  | word :: word' :: rest => hint_of word word' :: hints rest
  | _ => []
  end.

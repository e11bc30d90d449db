(** How the bytes of a file are written down: as machine integers, which Rocq reads quickly. The definitions made of
    them are evaluated when they are made, so that they hold bytes and nothing else. *)

From Coq Require Import List Uint63.
From Coq.Strings Require Import Byte.
Import ListNotations.
Open Scope uint63_scope.

(** A word has up to seven bytes, two hexadecimal digits each, after a leading 1. *)
Definition bit (word n : int) : bool := (word >> n) land 1 =? 1.
Definition last_byte (word : int) : byte :=
  of_bits (bit word 0, (bit word 1, (bit word 2, (bit word 3, (bit word 4, (bit word 5, (bit word 6, bit word 7))))))).
Fixpoint bytes_before (most : nat) (word : int) (after : list byte) : list byte :=
  match most with
  | O => after
  | S less => if word =? 1 then after else bytes_before less (word >> 8) (last_byte word :: after)
  end.
Definition bytes (words : list int) : list byte := fold_right (bytes_before 7) [] words.

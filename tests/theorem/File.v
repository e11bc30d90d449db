(** The solution files, data/*.bin, byte by byte, as data/README.md specifies them. Nothing is proven here. *)

From Coq Require Import List Arith ZArith QArith.
From Coq.Strings Require Import Byte.
From Tourne Require Import Game Rules.
Import ListNotations.
Open Scope Z_scope.

Definition file := list byte.

(** "All integers are unsigned and little-endian." *)
Definition unsigned (bytes : list byte) : Z := fold_right (fun b rest => Z.of_N (Byte.to_N b) + 256 * rest) 0 bytes.
Definition field (f : file) (offset size : nat) : Z := unsigned (firstn size (skipn offset f)).

(** The number that 64 bits stand for in IEEE 754 binary64: 52 bits of fraction, 11 of exponent, 1 of sign. *)
Definition double (bits : Z) : Q :=
  let fraction := bits mod 2 ^ 52 in
  let exponent := bits / 2 ^ 52 mod 2 ^ 11 in
  let size := if exponent =? 0 then (inject_Z fraction * 2 ^ (-1074))%Q
    else (inject_Z (2 ^ 52 + fraction) * 2 ^ (exponent - 1075))%Q in
  if Z.testbit bits 63 then (- size)%Q else size.

(** "Legal positions are sorted by the side on roll, then by the opponent"; "a side is three men in ascending order". *)
Definition all_sides (r : rules) : list side :=
  filter (legal_side r)
    (flat_map (fun a => flat_map (fun b => map (fun c => [a; b; c]) all_men) all_men) all_men).
Definition facing (sides : list side) (s : side) : list position :=
  if finished s then []
  else filter (fun p => negb (finished (opponent p)) && apart p) (map (Position s) sides).
Definition canonical (r : rules) : list position :=
  let sides := all_sides r in flat_map (facing sides) sides.

(** The header. *)
Definition magic : list byte := [x54; x4f; x55; x52; x4e; x45; x43; x53].
Definition switches (r : rules) : list Z :=
  map (fun switch : bool => if switch then 1 else 0) [one_die r; crowding r; overshoot r]
  ++ [match duty r with Free => 0 | Forced => 1 | First_of_all => 2 end; if double_win r then 1 else 0].
Definition positions (f : file) : nat := Z.to_nat (field f 32 8).
Definition arising (f : file) : nat := Z.to_nat (field f 40 8).
Definition error_bound (f : file) : Q := double (field f 96 8).

Record has_header (r : rules) (f : file) : Prop := {
  begins_with_the_magic : firstn 8 f = magic;
  is_version_1 : field f 8 4 = 1;
  has_its_length : field f 12 8 = Z.of_nat (length f) /\ Z.of_nat (length f) = 124 + 12 * Z.of_nat (positions f);
  has_the_switches : map (fun at_byte => field f at_byte 1) [20; 21; 22; 23; 24]%nat = switches r;
  has_every_position : positions f = length (canonical r)
}.

(** The value and the best moves of the position of a number. *)
Definition value_at (f : file) (number : nat) : Q := double (field f (112 + 8 * number) 8).
Definition best_moves_at (f : file) (number : nat) : Z := field f (120 + 8 * positions f + 4 * number) 4.

(** "Bits 4d-4 to 4d-2 are about die d. The lowest of the three bits stands for the first man" and so on; "of men in the
    same place only the first can have its bit set". *)
Definition bit_of (die : nat) (place : nat) : Z := Z.of_nat (4 * die - 4 + place).
Definition flag : Z := 31.
Definition spare_bits : list Z := [3; 7; 11; 15; 19; 23; 24; 25; 26; 27; 28; 29; 30].
Definition first_man_at (s : side) (place : nat) (m : man) : Prop :=
  nth_error s place = Some m /\ forall before, (before < place)%nat -> nth_error s before <> Some m.

(** If the checker says yes to a file, all that [Claims.solved] says is true of it. *)

From Coq Require Import List Arith ZArith Bool QArith Qpower Lqa Lia.
From Coq.Strings Require Import Byte.
From Tourne Require Import Game Rules File Claims Sums Method Checker Sound.
Import ListNotations.
Open Scope Z_scope.

(** ** Reading *)

Lemma skipn_twice {A} n m (l : list A) : skipn n (skipn m l) = skipn (m + n) l.
Proof. revert l. induction m as [|m IH]; intros l; simpl; [reflexivity|]. destruct l; [apply skipn_nil | apply IH]. Qed.

Lemma eights_are_fields i : forall bytes n, nth_error (eights bytes) i = Some n ->
  n = unsigned (firstn 8 (skipn (8 * i) bytes)).
Proof.
  induction i as [|i IH]; intros bytes n H;
    do 8 (destruct bytes as [|? bytes]; [simpl in H; try (destruct i; discriminate); discriminate|]).
  - injection H as <-. reflexivity.
  - cbn [eights nth_error] in H. rewrite (IH _ _ H). replace (8 * S i)%nat with (8 + 8 * i)%nat by lia. reflexivity.
Qed.
Lemma fours_are_fields i : forall bytes n, nth_error (fours bytes) i = Some n ->
  n = unsigned (firstn 4 (skipn (4 * i) bytes)).
Proof.
  induction i as [|i IH]; intros bytes n H;
    do 4 (destruct bytes as [|? bytes]; [simpl in H; try (destruct i; discriminate); discriminate|]).
  - injection H as <-. reflexivity.
  - cbn [fours nth_error] in H. rewrite (IH _ _ H). replace (4 * S i)%nat with (4 + 4 * i)%nat by lia. reflexivity.
Qed.

Lemma tick_is_a_power r : (1 # ticks r == 2 ^ (- tick_bits r))%Q.
Proof. unfold ticks, tick_bits. destruct (double_win r); reflexivity. Qed.

Lemma power_of_2 n : 0 <= n -> (inject_Z (2 ^ n) == 2 ^ n)%Q.
Proof. intros H. apply (Zpower_Qpower 2 n H). Qed.
Lemma powers_of_2 n m : (2 ^ n * 2 ^ m == 2 ^ (n + m))%Q.
Proof. symmetry. apply Qpower_plus. discriminate. Qed.

(** What is read as ticks is the number that the double stands for. *)
Lemma in_ticks_right r bits z : in_ticks (tick_bits r) bits = Some z -> (double bits == in_points r z)%Q.
Proof.
  unfold in_ticks, double, in_points. rewrite tick_is_a_power.
  change 4503599627370495 with (Z.ones 52). change 2047 with (Z.ones 11). change 4503599627370496 with (2 ^ 52).
  rewrite !Z.land_ones, Z.shiftr_div_pow2 by lia.
  set (fraction := bits mod 2 ^ 52). set (exponent := bits / 2 ^ 52 mod 2 ^ 11).
  assert (Hsize : forall z,
    (if exponent =? 0 then if fraction =? 0 then Some 0 else None
     else let number := 2 ^ 52 + fraction in let shift := exponent - 1075 + tick_bits r in
       if 0 <=? shift then Some (Z.shiftl number shift)
       else let shifted := Z.shiftr number (- shift) in
         if Z.shiftl shifted (- shift) =? number then Some shifted else None) = Some z ->
    ((if exponent =? 0 then inject_Z fraction * 2 ^ (-1074)
      else inject_Z (2 ^ 52 + fraction) * 2 ^ (exponent - 1075)) == inject_Z z * 2 ^ (- tick_bits r))%Q).
  { clear z. intros z. cbv zeta. destruct (exponent =? 0).
    - destruct (fraction =? 0) eqn:E; [|discriminate]. intros [= <-]. apply Z.eqb_eq in E. rewrite E.
      change (inject_Z 0) with 0%Q. ring.
    - set (number := 2 ^ 52 + fraction). set (shift := exponent - 1075 + tick_bits r).
      replace (exponent - 1075) with (shift + - tick_bits r) by (unfold shift; lia). rewrite <- powers_of_2.
      destruct (0 <=? shift) eqn:E.
      + apply Z.leb_le in E. intros [= <-]. rewrite Z.shiftl_mul_pow2 by exact E.
        rewrite inject_Z_mult, power_of_2 by exact E. ring.
      + apply Z.leb_gt in E. destruct (Z.shiftl (Z.shiftr number (- shift)) (- shift) =? number) eqn:E';
        [|discriminate].
        intros [= <-]. apply Z.eqb_eq in E'. rewrite <- E' at 1. rewrite Z.shiftl_mul_pow2 by lia.
        rewrite inject_Z_mult, power_of_2 by lia.
        setoid_replace (inject_Z (Z.shiftr number (- shift)) * 2 ^ (- shift) * (2 ^ shift * 2 ^ (- tick_bits r)))%Q
          with (inject_Z (Z.shiftr number (- shift)) * (2 ^ (- shift) * 2 ^ shift) * 2 ^ (- tick_bits r))%Q by ring.
        rewrite powers_of_2. replace (- shift + shift) with 0 by lia. simpl. ring. }
  destruct (Z.testbit bits 63).
  - destruct (if exponent =? 0 then _ else _) as [z'|] eqn:E; [|discriminate]. intros [= <-].
    rewrite (Hsize z' eq_refl). rewrite inject_Z_opp. ring.
  - apply Hsize.
Qed.

Lemma nth_error_combine {A B} (l : list A) : forall (l' : list B) i x y,
  nth_error (combine l l') i = Some (x, y) -> nth_error l i = Some x /\ nth_error l' i = Some y.
Proof.
  induction l as [|a l IH]; intros [|b l'] [|i] x y; simpl; try discriminate.
  - intros [= -> ->]. auto.
  - apply IH.
Qed.

Lemma rows_are_read scale bound l : forall entries, rows_of scale bound l = Some entries ->
  map fst entries = map fst l /\
  forall i p y, nth_error entries i = Some (p, y) -> exists x, nth_error l i = Some (p,
    x) /\ row_of scale bound x = Some y.
Proof.
  induction l as [|[p x] l IH]; simpl; intros entries H.
  - injection H as <-. split; [reflexivity|]. intros [|i]; discriminate.
  - destruct (row_of scale bound x) as [y|] eqn:E; [|discriminate].
    destruct (rows_of scale bound l) as [ys|]; [|discriminate]. injection H as <-.
    destruct (IH ys eq_refl) as [Hfst Hnth]. split; [simpl; f_equal; exact Hfst|].
    intros [|i] p' y'; simpl; [|apply Hnth]. intros [= <- <-]. exists x. auto.
Qed.

Lemma NoDup_combine {A B} (l : list A) : forall l' : list B, NoDup l -> NoDup (map fst (combine l l')).
Proof.
  induction l as [|a l IH]; intros [|b l'] H; simpl; try constructor; inversion_clear H; auto.
  intros Hin. apply in_map_iff in Hin. destruct Hin as ([a' b'] & E & Hin). simpl in E. subst a'.
  apply in_combine_l in Hin. contradiction.
Qed.

Lemma NoDup_fst_filter {A B} (keep : A * B -> bool) l : NoDup (map fst l) -> NoDup (map fst (filter keep l)).
Proof.
  induction l as [|[a b] l IH]; simpl; intros H; [constructor|]. inversion_clear H as [|? ? Ha Hl].
  destruct (keep (a, b)); [|auto]. simpl. constructor; [|auto].
  intros Hin. apply Ha. apply in_map_iff in Hin. destruct Hin as (e & E & Hin). apply filter_In in Hin.
  rewrite <- E. apply in_map, Hin.
Qed.

(** ** The file that was checked *)

Section Checked.
Variables (r : rules) (f : file) (hints : list hint) (low high error : Q) (longest : Z).
Hypothesis checked : check r f hints low high error longest = true.

Let g := tourne_case r.
Let c := counting r.
Let legal (p : position) : Prop := legal_position r p = true.

Record parts_hold (bound : Z) (entries : list (position * row)) : Prop := {
  bound_is_read : in_ticks (tick_bits r) (field f 96 8) = Some bound;
  entries_are_read : rows_of (tick_bits r) bound (givens r f hints) = Some entries;
  header_checked : header_holds r f (canonical r) = true;
  arising_checked : field f 40 8 = Z.of_nat (length (flagged_of entries));
  spare_checked : spare_bits_hold entries = true;
  error_checked : (in_points r bound <= error)%Q;
  low_checked : (low <= in_points r (lower (row_at (table_of entries) start)))%Q;
  high_checked : (in_points r (upper (row_at (table_of entries) start)) <= high)%Q;
  longest_checked : to_come (row_at (table_of entries) start) <= longest;
  table_checked : check_table r (table_of entries) = true
}.

Lemma parts_checked : exists bound entries, parts_hold bound entries.
Proof.
  pose proof checked as H. unfold check in H.
  destruct (in_ticks (tick_bits r) (field f 96 8)) as [bound|] eqn:Hbound; [|discriminate].
  destruct (rows_of (tick_bits r) bound (givens r f hints)) as [entries|] eqn:Hentries; [|discriminate].
  cbv zeta in H. rewrite !andb_true_iff in H. destruct H as [[[[[[[H1 H2] H3] H4] H5] H6] H7] H8].
  apply Qle_bool_iff in H4, H5, H6. apply Z.eqb_eq in H2. apply Z.leb_le in H7.
  exists bound, entries. split; assumption.
Qed.

Section Parts.
Variables (bound : Z) (entries : list (position * row)).
Hypothesis parts : parts_hold bound entries.

Let known := table_of entries.
Let row_of_position := table_row known.

Lemma entry_is_given i p y : nth_error entries i = Some (p, y) -> nth_error (canonical r) i = Some p /\
  exists value hint, in_ticks (tick_bits r) (field f (112 + 8 * i) 8) = Some value /\
    below hint <= bound /\ above hint <= bound /\
    y = Row (value - below hint) (value + above hint) (throws_to_come hint) (depth hint) (class hint) (shows hint)
      (field f (120 + 8 * length (canonical r) + 4 * i) 4).
Proof.
  intros H. destruct (rows_are_read _ _ _ _ (entries_are_read _ _ parts)) as [_ Hread].
  destruct (Hread i p y H) as ([[double best] hint] & Hx & Hrow). clear Hread.
  unfold givens in Hx. apply nth_error_combine in Hx. destruct Hx as [Hp Hx]. split; [exact Hp|].
  apply nth_error_combine in Hx. destruct Hx as [Hx _]. apply nth_error_combine in Hx. destruct Hx as [Hd Hb].
  apply eights_are_fields in Hd. apply fours_are_fields in Hb. rewrite skipn_twice in Hd, Hb.
  change (double = field f (112 + 8 * i) 8) in Hd.
  change (best = field f (120 + 8 * length (canonical r) + 4 * i) 4) in Hb.
  unfold row_of in Hrow. rewrite Hd in Hrow. destruct (in_ticks _ _) as [value|]; [|discriminate].
  destruct ((below hint <=? bound) && (above hint <=? bound)) eqn:E; [|discriminate]. injection Hrow as <-.
  apply andb_true_iff in E. rewrite !Z.leb_le in E. exists value, hint. rewrite Hb. tauto.
Qed.

Lemma entries_once : NoDup (map fst entries).
Proof.
  destruct (rows_are_read _ _ _ _ (entries_are_read _ _ parts)) as [-> _]. apply NoDup_combine, canonical_once.
Qed.

Lemma known_is_legal p x : look_up known p = Some x -> legal_position r p = true.
Proof.
  intros H. apply looked_up_is_entry in H. apply canonical_is_legal.
  apply In_nth_error in H. destruct H as [i H]. apply entry_is_given in H. destruct H as [H _].
  apply nth_error_In in H. exact H.
Qed.

Let tables := tables_hold r known known_is_legal (table_checked _ _ parts).
Let position_holds := position_checked r known (table_checked _ _ parts).

Lemma row_in_entries p : legal p -> In (p, row_of_position p) entries.
Proof. intros Hp. apply looked_up_is_entry, (row_is_known _ _ p (position_holds p Hp)). Qed.

Lemma entry_is_row p x : In (p, x) entries -> x = row_of_position p.
Proof.
  intros H. assert (Hp : legal p).
  { apply In_nth_error in H. destruct H as [i H]. apply entry_is_given in H. destruct H as [H _].
    apply nth_error_In in H. apply canonical_is_legal, H. }
  pose proof (row_in_entries p Hp) as H'. pose proof entries_once as Honce. revert H H' Honce. generalize entries as l.
  induction l as [|[q y] l IH]; simpl; [tauto|]. intros [H|H] [H'|H'] Honce; inversion_clear Honce as [|? ? Hq Hl].
  - congruence.
  - injection H as -> ->. apply (in_map fst) in H'. contradiction.
  - injection H' as -> ->. apply (in_map fst) in H. contradiction.
  - auto.
Qed.

(** The row of the position of a number. *)
Lemma row_at_number i p : nth_error (canonical r) i = Some p -> legal p /\
  nth_error entries i = Some (p, row_of_position p).
Proof.
  intros H. assert (Hp : legal p) by (apply nth_error_In in H; apply canonical_is_legal, H). split; [exact Hp|].
  pose proof (row_in_entries p Hp) as Hin. apply In_nth_error in Hin. destruct Hin as [j Hj].
  destruct (entry_is_given j p _ Hj) as [Hp' _].
  assert (i = j) as ->; [|exact Hj].
  apply (proj1 (NoDup_nth_error (canonical r)) (canonical_once r)); [|congruence].
  apply nth_error_Some. congruence.
Qed.

Lemma positions_counted : positions f = length (canonical r).
Proof.
  pose proof (header_checked _ _ parts) as H. unfold header_holds in H. rewrite !andb_true_iff in H.
  destruct H as [_ H]. apply Z.eqb_eq in H. unfold positions. rewrite H. apply Nat2Z.id.
Qed.

Lemma row_bits i p : nth_error (canonical r) i = Some p -> bits (row_of_position p) = best_moves_at f i.
Proof.
  intros H. destruct (row_at_number i p H) as [_ Hrow].
  destruct (entry_is_given _ _ _ Hrow) as (_ & value & hint & _ & _ & _ & ->).
  unfold best_moves_at. rewrite positions_counted. reflexivity.
Qed.

Lemma row_bounds i p : nth_error (canonical r) i = Some p ->
  (value_at f i - error_bound f <= in_points r (lower (row_of_position p)))%Q /\
  (in_points r (upper (row_of_position p)) <= value_at f i + error_bound f)%Q.
Proof.
  intros H. destruct (row_at_number i p H) as [_ Hrow].
  destruct (entry_is_given _ _ _ Hrow) as (_ & value & hint & Hvalue & Hbelow & Habove & ->).
  unfold value_at, error_bound.
  rewrite (in_ticks_right r _ _ Hvalue), (in_ticks_right r _ _ (bound_is_read _ _ parts)). simpl.
  rewrite in_points_minus, in_points_plus.
  apply (in_points_le r) in Hbelow, Habove. split; lra.
Qed.

Lemma secure_less x (now : state g) v w : (w <= v)%Q -> can_secure c x now v -> can_secure c x now w.
Proof.
  intros Hle H epsilon He. destruct (H epsilon He) as [n0 Hn]. exists n0. intros n Hge.
  destruct (Hn n Hge) as (mine & Hm & Hs). exists mine. split; [exact Hm|].
  intros theirs Ht. specialize (Hs theirs Ht). lra.
Qed.
Lemma held_to_more x (now : state g) v w : (v <= w)%Q -> can_be_held c x now v -> can_be_held c x now w.
Proof.
  intros Hle H epsilon He. destruct (H epsilon He) as [n0 Hn]. exists n0. intros n Hge.
  destruct (Hn n Hge) as (theirs & Ht & Hs). exists theirs. split; [exact Ht|].
  intros mine Hm. specialize (Hs mine Hm). lra.
Qed.

Lemma value_within x p v w : legal p -> (v <= in_points r (lower (row_of_position p)))%Q ->
  (in_points r (upper (row_of_position p)) <= w)%Q -> value_between c x (@On_roll g x p) v w.
Proof.
  intros Hp Hv Hw.
  pose proof (value_is_between g c _ (counts_are_shared r) (throws_exist r)
    _ _ _ _ _ _ _ _ _ tables x (@On_roll g x p) Hp)
    as (H1 & H2 & H3).
  unfold Method.low in H1. unfold Method.high in H2. rewrite same_self in H1, H2.
  split; [|split; [|exact H3]].
  - eapply secure_less; [exact Hv | exact H1].
  - eapply held_to_more; [exact Hw | exact H2].
Qed.

Lemma best_iff x p t m : legal p -> In t (all_throws r) -> In m (legal_moves r (own p) (die_played t)) ->
  table_is_best known p t m <-> @best_move g c x p t m.
Proof. apply (best_are_best g c _ (counts_are_shared r) (throws_exist r) _ _ _ _ _ _ _ _ _ tables). Qed.

Lemma plays_best_iff x (s : strategy g) : legal_strategy s -> plays_best g legal (table_is_best known) s <->
  forall h (p : position) (t : throw) (m : move) chance, legal p -> In t (all_throws r) ->
    In (m, chance) (s h p t) -> (0 < chance)%Q ->
    @best_move g c x p t m.
Proof.
  intros Hs. split; intros H h p t m chance Hp Ht Hin Hq; destruct (Hs h p t) as [_ Hm];
    destruct (Hm m chance Hin) as [_ Hlegal].
  - apply best_iff; try assumption. apply (H h p t m chance); assumption.
  - apply (best_iff x); try assumption. apply (H h p t m chance); assumption.
Qed.

Lemma optimal_iff x (s : strategy g) : legal_strategy s ->
  @optimal_throughout g c x legal s <-> plays_best g legal (table_is_best known) s.
Proof. intros Hs. apply (Method.optimal_is_best g c _ (counts_are_shared r) (throws_exist r)
  _ _ _ _ _ _ _ _ _ tables); exact Hs. Qed.

(** *** Bits and men *)

Lemma place_is_first s m i : nth_error s i = Some m ->
  first_man_at s (place_of s m) m /\ (place_of s m <= i)%nat.
Proof.
  revert i. induction s as [|a s IH]; intros [|i] H; simpl in *; try discriminate.
  - injection H as ->. rewrite is_refl. split; [|lia]. split; [reflexivity | intros; lia].
  - destruct (is a m) eqn:E; [|].
    + apply is_true in E. subst. rewrite is_refl. split; [|lia]. split; [reflexivity | intros; lia].
    + destruct (is m a) eqn:E'; [apply is_true in E'; subst; rewrite is_refl in E; discriminate|].
      destruct (IH i H) as [[H1 H2] H3]. split; [|lia]. split; [exact H1|].
      intros [|before] Hb; [|apply H2; lia]. simpl. intros [= ->]. rewrite is_refl in E. discriminate.
Qed.
Lemma first_is_place s m i : first_man_at s i m -> place_of s m = i.
Proof.
  intros [H1 H2]. destruct (place_is_first s m i H1) as [[H3 _] H4].
  destruct (Nat.lt_trichotomy (place_of s m) i) as [H|[H|H]]; [exfalso; apply (H2 _ H H3) | exact H | lia].
Qed.

Lemma mover_stands s die m : In (Moves m) (legal_moves r s die) -> exists i, nth_error s i = Some m.
Proof.
  intros H. apply In_nth_error. unfold legal_moves in H. destruct (filter _ all_men) as [|a l] eqn:E.
  - destruct H as [H|[]]; discriminate.
  - rewrite <- E in H. apply in_map_iff in H. destruct H as (m' & [= ->] & H). apply filter_In in H.
    destruct H as [_ H]. apply andb_true_iff in H. destruct H as [H _]. unfold can_move in H.
    rewrite !andb_true_iff in H. destruct H as [[[[H _] _] _] _]. unfold has in H. apply existsb_exists in H.
    destruct H as (a' & Hin & Ha). apply is_true in Ha. congruence.
Qed.

Lemma side_has_three p : legal p -> length (own p) = 3%nat.
Proof.
  unfold legal, legal_position, legal_side. rewrite !andb_true_iff.
  intros [[[[[[[[H _] _] _] _] _] _] _] _]. apply Nat.eqb_eq, H.
Qed.

Lemma same_bit die place die' place' : In die faces -> In die' faces -> (place < 3)%nat -> (place' < 3)%nat ->
  bit_of die place = bit_of die' place' -> die = die' /\ place = place'.
Proof.
  unfold bit_of. intros Hd Hd' Hp Hp' E. apply Nat2Z.inj in E.
  assert (1 <= die /\ 1 <= die')%nat by (simpl in Hd, Hd'; lia). lia.
Qed.

Lemma bits_iff i p x t place : nth_error (canonical r) i = Some p -> In t (all_throws r) -> (place < 3)%nat ->
  Z.testbit (best_moves_at f i) (bit_of (die_played t) place) = true <->
  exists m, first_man_at (own p) place m /\ @best_move g c x p t (Moves m).
Proof.
  intros H Ht Hplace. destruct (row_at_number i p H) as [Hp _]. rewrite <- (row_bits i p H).
  pose proof (die_in_faces r t Ht) as Hdie. split.
  - intros Hbit.
    destruct (set_bit_is_legal r known (table_checked _ _ parts) p _ Hp Hbit) as (die & m & Hd & Hm & E).
    { unfold bit_of, flag. simpl in Hdie. lia. }
    destruct (mover_stands _ _ _ Hm) as [j Hj]. destruct (place_is_first _ _ _ Hj) as [Hfirst _].
    assert (Hlt : (place_of (own p) m < 3)%nat).
    { rewrite <- (side_has_three p Hp). apply nth_error_Some. destruct Hfirst as [-> _]. discriminate. }
    apply same_bit in E; try assumption. destruct E as [<- ->].
    exists m. split; [exact Hfirst|]. apply best_iff; assumption.
  - intros (m & Hfirst & Hbest). pose proof (proj1 Hbest) as Hm.
    apply (best_iff x p t _ Hp Ht Hm) in Hbest. unfold table_is_best, is_called_best in Hbest.
    rewrite (first_is_place _ _ _ Hfirst) in Hbest. exact Hbest.
Qed.

Lemma arising_listed : exists all : list position, NoDup all /\ length all = arising f /\
  forall p, In p all <-> @can_arise g start p.
Proof.
  exists (map fst (flagged_of entries)). split; [|split].
  - apply NoDup_fst_filter, entries_once.
  - rewrite map_length. unfold arising. rewrite (arising_checked _ _ parts). rewrite Nat2Z.id. reflexivity.
  - intros p. rewrite in_map_iff. split.
    + intros ([p' y] & E & Hin). simpl in E. subst p'. apply filter_In in Hin. destruct Hin as [Hin Hflag].
      simpl in Hflag.
      assert (Hp : legal p).
      { apply In_nth_error in Hin. destruct Hin as [i Hi]. apply entry_is_given in Hi. destruct Hi as [Hi _].
        apply canonical_is_legal, (nth_error_In _ i), Hi. }
      rewrite (entry_is_row p y Hin) in Hflag.
      apply (flags_hold r known known_is_legal (table_checked _ _ parts) p Hp), Hflag.
    + intros Harise. assert (Hp : legal p).
      { clear -Harise tables. induction Harise as [|p' t m next _ IH Ht Hm Hplay]; [apply start_is_legal|].
        pose proof (stays_legal _ _ _ _ _ _ _ _ _ _ _ _ tables p' t m IH Ht Hm) as H. fold g in H.
          rewrite Hplay in H. exact H. }
      exists (p, row_of_position p). split; [reflexivity|]. apply filter_In. split; [apply row_in_entries, Hp|].
      apply (flags_hold r known known_is_legal (table_checked _ _ parts) p Hp), Harise.
Qed.

Theorem parts_solve : solved r f low high error longest.
Proof.
  split.
  - pose proof (header_checked _ _ parts) as H. unfold header_holds in H. rewrite !andb_true_iff in H.
    destruct H as [[[[[H1 H2] H3] H4] H5] H6].
    apply Z.eqb_eq in H2, H3, H4, H6. split.
    + destruct (list_eq_dec byte_eq_dec (firstn 8 f) magic) as [E|E]; [exact E | discriminate].
    + exact H2.
    + rewrite positions_counted. split; assumption.
    + destruct (list_eq_dec Z.eq_dec _ (switches r)) as [E|E]; [exact E | discriminate].
    + apply positions_counted.
  - apply canonical_is_legal.
  - apply canonical_once.
  - intros i p x H. destruct (row_at_number i p H) as [Hp _]. destruct (row_bounds i p H) as [H1 H2].
    apply value_within; assumption.
  - unfold error_bound. rewrite (in_ticks_right r _ _ (bound_is_read _ _ parts)). apply (error_checked _ _ parts).
  - apply bits_iff.
  - intros i p H. destruct (row_at_number i p H) as [Hp _]. rewrite <- (row_bits i p H).
    apply (flags_hold r known known_is_legal (table_checked _ _ parts) p Hp).
  - exact arising_listed.
  - intros i p bit H Hbit. destruct (row_at_number i p H) as [Hp _]. rewrite <- (row_bits i p H).
    pose proof (spare_checked _ _ parts) as Hspare. unfold spare_bits_hold in Hspare. rewrite forallb_forall in Hspare.
    specialize (Hspare _ (row_in_entries p Hp)). rewrite forallb_forall in Hspare. specialize (Hspare _ Hbit).
    apply negb_true_iff, Hspare.
  - intros p x t Hp Ht. exists (table_chosen r known p t).
    pose proof (chosen_is_legal _ _ _ _ _ _ _ _ _ _ _ _ tables p t) as Hc. split.
    + apply best_iff; [assumption..|]. apply (chosen_is_best _ _ _ _ _ _ _ _ _ _ _ _ tables); assumption.
    + intros m Hm.
      destruct (others_are_no_match g c _ (counts_are_shared r) (throws_exist r)
        _ _ _ _ _ _ _ _ _ tables x p t m Hp Ht Hm)
        as [Hb|Hb]; [left; apply best_iff; assumption | right; exact Hb].
  - intros x s Hs. etransitivity; [apply optimal_iff, Hs | apply plays_best_iff, Hs].
  - exists (table_chosen r known). intros x.
    assert (Hs : legal_strategy (table_strategy g (table_chosen r known)))
      by apply (table_strategy_legal _ _ _ _ _ _ _ _ _ _ _ _ tables).
    split; [exact Hs|]. apply (optimal_iff x _ Hs). apply (table_strategy_plays_best _ _ _ _ _ _ _ _ _ _ _ _ tables).
  - intros x. apply value_within; [apply start_is_legal | apply (low_checked _ _ parts)
    | apply (high_checked _ _ parts)].
  - intros x.
    pose proof (value_before_the_draw g c _ (counts_are_shared r) (throws_exist r) _ _ _ _ _ _ _ _ _ tables x start
      (start_is_legal r)) as H.
    assert (E : (shared r / (2 # 1) == if double_win r then 0 else 1 # 2)%Q).
    { unfold shared, share_in_ticks. pose proof (in_points_one r) as Hone. destruct (double_win r).
      - unfold in_points. change (inject_Z 0) with 0%Q. field.
      - rewrite Hone. reflexivity. }
    destruct H as [H1 H2]. split; intros epsilon He.
    + destruct (H1 epsilon He) as [n0 H]. exists n0. intros n Hn. destruct (H n Hn) as (mine & Hmine & Hs).
      exists mine. split; [exact Hmine|]. intros theirs Ht. specialize (Hs theirs Ht). rewrite <- E. exact Hs.
    + destruct (H2 epsilon He) as [n0 H]. exists n0. intros n Hn. destruct (H n Hn) as (theirs & Htheirs & Hs).
      exists theirs. split; [exact Htheirs|]. intros mine Hm. specialize (Hs mine Hm). rewrite <- E. exact Hs.
  - intros s x n Hs.
    eapply Qle_trans; [apply (Method.play_ends g c _ (throws_exist r)
      _ _ _ _ _ _ _ _ _ tables s Hs n [] (@On_roll g x start)),
      start_is_legal|].
    simpl. unfold table_remaining. rewrite <- Zle_Qle. apply (longest_checked _ _ parts).
Qed.

End Parts.

Theorem is_solved : solved r f low high error longest.
Proof. destruct parts_checked as (bound & entries & parts). exact (parts_solve bound entries parts). Qed.

End Checked.

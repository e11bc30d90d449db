(** If the checker says yes to a file, all that [Claims.solved] says is true of it. *)

From Coq Require Import List Arith ZArith Bool QArith Qpower Lqa Lia.
From Coq.Strings Require Import Byte.
From Tourne Require Import Game Rules File Claims Sums Method Checker Sound.
Import ListNotations.
Open Scope Z_scope.

(** ** Reading *)

Lemma skipn_twice {A} n m (l : list A) : skipn n (skipn m l) = skipn (m + n) l.
Proof. revert l. induction m as [|m IH]; intros l; simpl; [reflexivity|]. destruct l; [apply skipn_nil | apply IH]. Qed.

Lemma numbers_are_fields size i : forall count bytes n, nth_error (numbers size count bytes) i = Some n ->
  n = unsigned (firstn size (skipn (size * i) bytes)).
Proof.
  induction i as [|i IH]; intros [|count] bytes n H; try discriminate; cbn [numbers nth_error] in H.
  - injection H as <-. rewrite Nat.mul_0_r. reflexivity.
  - rewrite (IH _ _ _ H), skipn_twice. replace (size * S i)%nat with (size + size * i)%nat by lia. reflexivity.
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
  change 4503599627370495 with (Z.ones 52). change 2047 with (Z.ones 11).
  rewrite !Z.land_ones, Z.shiftr_div_pow2 by lia.
  set (fraction := bits mod 2 ^ 52). set (exponent := bits / 2 ^ 52 mod 2 ^ 11).
  assert (Hsize : forall z, size_in_ticks (tick_bits r) fraction exponent = Some z ->
    ((if exponent =? 0 then inject_Z fraction * 2 ^ (-1074)
      else inject_Z (2 ^ 52 + fraction) * 2 ^ (exponent - 1075)) == inject_Z z * 2 ^ (- tick_bits r))%Q).
  { clear z. intros z. unfold size_in_ticks. destruct (exponent =? 0).
    - destruct (fraction =? 0) eqn:E; [|discriminate]. intros [= <-]. apply Z.eqb_eq in E. rewrite E.
      change (inject_Z 0) with 0%Q. ring.
    - change 4503599627370496 with (2 ^ 52).
      set (number := 2 ^ 52 + fraction). set (shift := exponent - 1075 + tick_bits r). cbv zeta.
      destruct (Z.shiftl _ _ =? number) eqn:E; [|discriminate]. intros [= <-]. apply Z.eqb_eq in E.
      replace (exponent - 1075) with (shift + - tick_bits r) by (unfold shift; lia). rewrite <- powers_of_2.
      destruct (Z.le_gt_cases 0 shift) as [H|H].
      + rewrite Z.shiftl_mul_pow2, inject_Z_mult, power_of_2 by exact H. ring.
      + rewrite <- E at 1. rewrite (Z.shiftl_mul_pow2 _ (- shift)), inject_Z_mult, power_of_2 by lia.
        transitivity (inject_Z (Z.shiftl number shift) * (2 ^ (- shift) * 2 ^ shift) * 2 ^ (- tick_bits r))%Q; [ring|].
        rewrite powers_of_2. replace (- shift + shift) with 0 by lia. simpl. ring. }
  destruct (Z.testbit bits 63); [|apply Hsize].
  destruct (size_in_ticks _ _ _) as [z'|]; [|discriminate]. intros [= <-].
  rewrite (Hsize z' eq_refl), inject_Z_opp. ring.
Qed.

Lemma nth_error_combine {A B} (l : list A) : forall (l' : list B) i x y,
  nth_error (combine l l') i = Some (x, y) -> nth_error l i = Some x /\ nth_error l' i = Some y.
Proof.
  induction l as [|a l IH]; intros [|b l'] [|i] x y; simpl; try discriminate.
  - intros [= -> ->]. auto.
  - apply IH.
Qed.

Lemma rows_are_read scale bound l : forall entries, rows_of scale bound l = Some entries ->
  forall i p y, nth_error entries i = Some (p, y) -> exists x,
    nth_error l i = Some (p, x) /\ row_of scale bound x = Some y.
Proof.
  induction l as [|[p x] l IH]; simpl; intros entries H i p' y'.
  - injection H as <-. destruct i; discriminate.
  - destruct (row_of scale bound x) as [y|] eqn:E; [|discriminate].
    destruct (rows_of scale bound l) as [ys|]; [|discriminate]. injection H as <-.
    destruct i; simpl; [|apply IH; reflexivity]. intros [= <- <-]. exists x. auto.
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
  arising_checked : field f 40 8 = Z.of_nat (length (flagged_of (table_of entries) (canonical r)));
  spare_checked : spare_bits_hold (table_of entries) (canonical r) = true;
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
  intros H.
  destruct (rows_are_read _ _ _ _ (entries_are_read _ _ parts) i p y H) as ([[double best] hint] & Hx & Hrow).
  unfold givens in Hx. apply nth_error_combine in Hx. destruct Hx as [Hp Hx]. split; [exact Hp|].
  apply nth_error_combine in Hx. destruct Hx as [Hx _]. apply nth_error_combine in Hx. destruct Hx as [Hd Hb].
  apply numbers_are_fields in Hd, Hb. rewrite skipn_twice in Hd, Hb.
  change (double = field f (112 + 8 * i) 8) in Hd.
  change (best = field f (120 + 8 * length (canonical r) + 4 * i) 4) in Hb.
  unfold row_of in Hrow. rewrite Hd in Hrow. destruct (in_ticks _ _) as [value|]; [|discriminate].
  destruct ((below hint <=? bound) && (above hint <=? bound)) eqn:E; [|discriminate]. injection Hrow as <-.
  apply andb_true_iff in E. rewrite !Z.leb_le in E. exists value, hint. rewrite Hb. tauto.
Qed.

Lemma known_is_legal p x : look_up known p = Some x -> legal_position r p = true.
Proof.
  intros H. apply looked_up_is_entry in H. apply canonical_is_legal.
  apply In_nth_error in H. destruct H as [i H]. apply entry_is_given in H. destruct H as [H _].
  apply nth_error_In in H. exact H.
Qed.

Let tables := tables_hold r known known_is_legal (table_checked _ _ parts).
Let position_holds := position_checked r known (table_checked _ _ parts).

(** The row of the position of a number. *)
Lemma row_at_number i p : nth_error (canonical r) i = Some p -> legal p /\
  nth_error entries i = Some (p, row_of_position p).
Proof.
  intros H. assert (Hp : legal p) by (apply nth_error_In in H; apply canonical_is_legal, H). split; [exact Hp|].
  pose proof (looked_up_is_entry _ _ _ (row_is_known _ _ p (position_holds p Hp))) as Hin.
  apply In_nth_error in Hin. destruct Hin as [j Hj].
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

Lemma value_within x p v w : legal p -> (v <= in_points r (lower (row_of_position p)))%Q ->
  (in_points r (upper (row_of_position p)) <= w)%Q -> value_between c x (@On_roll g x p) v w.
Proof.
  intros Hp Hv Hw.
  apply (value_is_between g c _ (counts_are_shared r) (throws_exist r) _ _ _ _ _ _ _ _ _ tables); [exact Hp| |].
  - unfold Method.low. rewrite same_self. exact Hv.
  - unfold Method.high, Method.low. replace (same (other x) x) with false by (destruct x; reflexivity).
    change (in_points r (upper (row_of_position p))) with (table_upper r known p) in Hw. lra.
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

Lemma mover_is_first p die m : legal p -> In (Moves m) (legal_moves r (own p) die) ->
  first_man_at (own p) (place_of (own p) m) m /\ (place_of (own p) m < 3)%nat.
Proof.
  intros Hp H. assert (Hin : In m (own p)).
  { unfold legal_moves in H. destruct (filter _ all_men) as [|a l] eqn:E; [destruct H as [H|[]]; discriminate|].
    rewrite <- E in H. apply in_map_iff in H. destruct H as (m' & [= ->] & H). apply filter_In in H.
    unfold can_move in H. rewrite !andb_true_iff in H. destruct H as [_ [[[[[H _] _] _] _] _]].
    unfold has in H. apply existsb_exists in H. destruct H as (a' & Hin & Ha). apply is_true in Ha. congruence. }
  destruct (In_nth_error _ _ Hin) as [i Hi]. destruct (place_is_first _ _ _ Hi) as [Hfirst Hle]. split; [exact Hfirst|].
  assert (i < length (own p))%nat by (apply nth_error_Some; congruence).
  unfold legal, legal_position, legal_side in Hp. rewrite !andb_true_iff, Nat.eqb_eq in Hp. lia.
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
    destruct (mover_is_first p die m Hp Hm) as [Hfirst Hlt]. apply same_bit in E; try assumption. destruct E as [<- ->].
    exists m. split; [exact Hfirst|]. apply best_iff; assumption.
  - intros (m & Hfirst & Hbest). pose proof (proj1 Hbest) as Hm.
    apply (best_iff x p t _ Hp Ht Hm) in Hbest. unfold table_is_best, is_called_best in Hbest.
    rewrite (first_is_place _ _ _ Hfirst) in Hbest. exact Hbest.
Qed.

Lemma others_no_match p x t (best m : move) : legal p -> In t (all_throws r) -> @best_move g c x p t best ->
  In m (legal_moves r (own p) (die_played t)) -> @best_move g c x p t m \/ @better g c x p t best m.
Proof.
  intros Hp Ht Hbest Hm.
  apply (others_are_no_match g c _ (counts_are_shared r) (throws_exist r) _ _ _ _ _ _ _ _ _ tables); assumption.
Qed.

Lemma only_best i p x t place m other : nth_error (canonical r) i = Some p -> In t (all_throws r) -> (place < 3)%nat ->
  nth_error (own p) place = Some m ->
  (forall any, (any < 3)%nat -> Z.testbit (best_moves_at f i) (bit_of (die_played t) any) = true <-> any = place) ->
  In other (legal_moves r (own p) (die_played t)) -> other <> Moves m -> @better g c x p t (Moves m) other.
Proof.
  intros H Ht Hplace Hm Honly Hother Hdiffers. destruct (row_at_number i p H) as [Hp _].
  pose proof (proj1 (bits_iff i p x t place H Ht Hplace) (proj2 (Honly place Hplace) eq_refl)) as (m0 & Hfirst & Hbest).
  assert (m0 = m) as -> by (destruct Hfirst; congruence).
  destruct (others_no_match p x t _ _ Hp Ht Hbest Hother) as [Hbest'|Hbetter]; [exfalso | exact Hbetter].
  destruct other as [|m'].
  - destruct Hbest as [Hbest _]. simpl in Hbest. unfold legal_moves in *. destruct (filter _ all_men) as [|a l].
    + destruct Hbest as [Hbest|[]]. discriminate.
    + apply in_map_iff in Hother. destruct Hother as (? & ? & _). discriminate.
  - destruct (mover_is_first p _ m' Hp Hother) as [Hfirst' Hlt].
    apply Hdiffers. f_equal. assert (E : place_of (own p) m' = place) by (apply Honly, (bits_iff i p x t); eauto).
    destruct Hfirst' as [Hm' _]. congruence.
Qed.

Lemma arising_listed : exists all : list position, NoDup all /\ length all = arising f /\
  forall p, In p all <-> @can_arise g start p.
Proof.
  exists (flagged_of known (canonical r)). split; [|split].
  - apply NoDup_filter, canonical_once.
  - unfold arising. rewrite (arising_checked _ _ parts). symmetry. apply Nat2Z.id.
  - intros p. unfold flagged_of. rewrite filter_In, canonical_is_legal.
    pose proof (flags_hold r known known_is_legal (table_checked _ _ parts) p) as Hflag. split.
    + intros [Hp H]. apply Hflag; assumption.
    + intros Harise. assert (Hp : legal p); [|split; [exact Hp | apply Hflag; assumption]].
      clear -Harise tables. induction Harise as [|p' t m next _ IH Ht Hm Hplay]; [apply start_is_legal|].
      pose proof (stays_legal _ _ _ _ _ _ _ _ _ _ _ _ tables p' t m IH Ht Hm) as H. fold g in H.
      rewrite Hplay in H. exact H.
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
    specialize (Hspare p (proj2 (canonical_is_legal r p) Hp)). rewrite forallb_forall in Hspare.
    apply negb_true_iff, (Hspare _ Hbit).
  - intros p x t Hp Ht. exists (table_chosen r known p t).
    apply best_iff; [assumption..| |]; [apply (chosen_is_legal _ _ _ _ _ _ _ _ _ _ _ _ tables)|].
    apply (chosen_is_best _ _ _ _ _ _ _ _ _ _ _ _ tables); assumption.
  - exact others_no_match.
  - exact only_best.
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

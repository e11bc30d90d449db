(** The checker is right: if it says yes, the premises of [Method] hold for every legal position. *)

From Coq Require Import List Arith ZArith Bool FinFun FMapPositive QArith Lqa Lia.
From Coq.Strings Require Import Byte.
From Tourne Require Import Game Sums Method Rules File Checker.
Import ListNotations.
Open Scope Z_scope.

(** ** Comparing *)

Lemma is_true a b : is a b = true -> a = b.
Proof. destruct a, b; simpl; try congruence. intros H%Nat.eqb_eq. congruence. Qed.
Lemma is_refl a : is a a = true.
Proof. destruct a; simpl; try reflexivity. apply Nat.eqb_refl. Qed.
Lemma is_move_true m m' : is_move m m' = true -> m = m'.
Proof. destruct m, m'; simpl; try congruence. intros H%is_true. congruence. Qed.
Lemma same_men_true s : forall s', same_men s s' = true -> s = s'.
Proof.
  induction s as [|m s IH]; intros [|m' s']; simpl; try congruence.
  destruct (is m m') eqn:E; [|discriminate]. intros H. apply is_true in E. rewrite E, (IH _ H). reflexivity.
Qed.
Lemma same_position_true p q : same_position p q = true -> p = q.
Proof.
  unfold same_position. destruct p as [a b], q as [a' b']; simpl.
  destruct (same_men a a') eqn:E; [|discriminate]. intros H.
  apply same_men_true in E, H. congruence.
Qed.

(** What is true at first, and stays true, is true at last. *)
Lemma fold_left_keeps {A B} (holds : B -> Prop) (f : B -> A -> B) l : forall b,
  holds b -> (forall b a, In a l -> holds b -> holds (f b a)) -> holds (fold_left f l b).
Proof.
  induction l as [|a l IH]; simpl; intros b Hb H; [exact Hb|]. apply IH; [apply H; auto|]. intros; apply H; auto.
Qed.

(** ** The canonical order has every legal position, once *)

Lemma legal_side_listed r s : legal_side r s = true -> In s (all_sides r).
Proof.
  intros H. apply filter_In. split; [|exact H].
  unfold legal_side in H. rewrite !andb_true_iff in H. destruct H as [[[[Hlen Hmen] _] _] _].
  apply Nat.eqb_eq in Hlen. destruct s as [|a [|b [|c [|d s]]]]; try discriminate.
  rewrite forallb_forall in Hmen.
  assert (Hin : forall m, In m [a; b; c] -> In m all_men).
  { intros m Hm. specialize (Hmen m Hm). apply existsb_exists in Hmen. destruct Hmen as (m' & Hm' & He).
    apply is_true in He. congruence. }
  apply in_flat_map. exists a. split; [apply Hin; simpl; auto|].
  apply in_flat_map. exists b. split; [apply Hin; simpl; auto|].
  apply in_map_iff. exists c. split; [reflexivity | apply Hin; simpl; auto].
Qed.

Lemma legal_position_listed r p : legal_position r p = true ->
  In (own p) (all_sides r) /\ In p (facing (all_sides r) (own p)).
Proof.
  unfold legal_position. rewrite !andb_true_iff. intros ((((Hown & Hopp) & Hf) & Hf') & Hapart).
  split; [apply legal_side_listed, Hown|]. unfold facing.
  apply negb_true_iff in Hf. rewrite Hf. apply filter_In. split; [|rewrite Hf'; exact Hapart].
  apply in_map_iff. exists (opponent p). split; [destruct p; reflexivity|].
  apply legal_side_listed, Hopp.
Qed.

Lemma facing_own sides s p : In p (facing sides s) -> own p = s.
Proof.
  unfold facing. destruct (finished s); [contradiction|]. intros H. apply filter_In in H. destruct H as [H _].
  apply in_map_iff in H. destruct H as (o & <- & _). reflexivity.
Qed.

Lemma canonical_is_legal r p : In p (canonical r) <-> legal_position r p = true.
Proof.
  split.
  - intros H. apply in_flat_map in H. destruct H as (s & Hs & Hp).
    apply filter_In in Hs. destruct Hs as [_ Hs]. unfold facing in Hp.
    destruct (finished s) eqn:Hf; [contradiction|].
    apply filter_In in Hp. destruct Hp as [Hp Hrest]. apply in_map_iff in Hp. destruct Hp as (o & <- & Ho).
    apply filter_In in Ho. destruct Ho as [_ Ho].
    apply andb_true_iff in Hrest. destruct Hrest as [Hf' Hapart].
    unfold legal_position. simpl in *. rewrite Hs, Ho, Hf, Hf', Hapart. reflexivity.
  - intros H. destruct (legal_position_listed r p H) as [Hs Hp]. apply in_flat_map. exists (own p). auto.
Qed.

Lemma NoDup_flat_map {A B} (f : A -> list B) l : NoDup l -> (forall a, NoDup (f a)) ->
  (forall a a' b, In b (f a) -> In b (f a') -> a = a') -> NoDup (flat_map f l).
Proof.
  intros Hl Hf Hdiffer. induction Hl as [|a l Ha Hl IH]; simpl; [constructor|].
  assert (Hdisjoint : forall b, In b (f a) -> ~ In b (flat_map f l)).
  { intros b Hb Hin. apply in_flat_map in Hin. destruct Hin as (a' & Ha' & Hb').
    rewrite (Hdiffer a a' b Hb Hb') in Ha. contradiction. }
  pose proof (Hf a) as Hfa. clear Hdiffer. induction Hfa as [|b k Hb Hk IHk]; simpl; [exact IH|].
  constructor.
  - intros H. apply in_app_or in H. destruct H as [H|H]; [contradiction|]. apply (Hdisjoint b); simpl; auto.
  - apply IHk. intros b' Hb'. apply Hdisjoint. simpl. auto.
Qed.
Lemma all_men_once : NoDup all_men.
Proof. repeat (constructor; [simpl; intuition discriminate|]). constructor. Qed.

Lemma canonical_once r : NoDup (canonical r).
Proof.
  assert (Hsides : NoDup (all_sides r)).
  { apply NoDup_filter, NoDup_flat_map; [apply all_men_once| |].
    - intros a. apply NoDup_flat_map; [apply all_men_once| |].
      + intros b. apply Injective_map_NoDup; [intros c c'; congruence | apply all_men_once].
      + intros b b' s H H'. apply in_map_iff in H, H'. destruct H as (c & <- & _), H' as (c' & E & _). congruence.
    - intros a a' s H H'. apply in_flat_map in H, H'. destruct H as (b & _ & H), H' as (b' & _ & H').
      apply in_map_iff in H, H'. destruct H as (c & <- & _), H' as (c' & E & _). congruence. }
  apply NoDup_flat_map; [exact Hsides| |].
  - intros s. unfold facing. destruct (finished s); [constructor|].
    apply NoDup_filter, Injective_map_NoDup; [intros o o'; congruence | exact Hsides].
  - intros s s' p H H'. apply facing_own in H, H'. congruence.
Qed.

Lemma start_is_legal r : legal_position r start = true.
Proof. destruct r as [one crowd over [] double]; destruct crowd; reflexivity. Qed.

(** ** What the table has *)

Lemma table_of_finds entries k e : PositiveMap.find k (table_of entries) = Some e -> In e entries.
Proof.
  induction entries as [|x entries IH]; simpl.
  - rewrite PositiveMap.gempty. discriminate.
  - destruct (Pos.eq_dec k (key (fst x))) as [->|Hne].
    + rewrite PositiveMap.gss. intros [= ->]. auto.
    + rewrite PositiveMap.gso by congruence. auto.
Qed.

Lemma looked_up_is_entry entries p x : look_up (table_of entries) p = Some x -> In (p, x) entries.
Proof.
  unfold look_up. destruct (PositiveMap.find _ _) as [[q found]|] eqn:E; [|discriminate].
  destruct (same_position p q) eqn:Hs; [|discriminate]. intros [= ->].
  apply same_position_true in Hs. subst q. apply table_of_finds in E. exact E.
Qed.

(** ** Legal moves and dice *)

Lemma legal_moves_exist r s die : legal_moves r s die <> [].
Proof. unfold legal_moves. destruct (filter _ _); simpl; congruence. Qed.

Lemma throws_exist r : throws (tourne_case r) <> [].
Proof. simpl. unfold all_throws. destruct (one_die r); discriminate. Qed.

Lemma die_in_faces r t : In t (all_throws r) -> In (die_played t) faces.
Proof.
  unfold all_throws. destruct (one_die r); intros H; vm_compute in H;
    repeat (destruct H as [<-|H]; [vm_compute; tauto|]); contradiction.
Qed.

(** The mean over all throws is the mean over the dice played, with their weights. *)
Definition over_dice (r : rules) (f : nat -> Q) (dice : list nat) : Q :=
  (fold_right (fun die rest => inject_Z (weight r die) * f die + rest) 0 dice)%Q.
Lemma mean_of_dice r (f : nat -> Q) :
  (mean (tourne_case r) (fun t => f (die_played t)) * inject_Z (total r) == over_dice r f faces)%Q.
Proof.
  unfold mean, total. simpl throws. set (n := inject_Z _).
  assert (Hn : (~ n == 0)%Q) by (unfold n, all_throws; destruct (one_die r); discriminate).
  field_simplify (sum (fun t => f (die_played t)) (all_throws r) / n * n)%Q; [|exact Hn].
  clear. unfold over_dice, weight, all_throws. destruct (one_die r);
    cbn [map flat_map faces app sum fold_right die_played Nat.min filter length Nat.eqb Z.of_nat Pos.of_succ_nat
      Pos.succ]; ring.
Qed.

Lemma equal_at_most (a b : Q) : (a == b)%Q -> (a <= b)%Q.
Proof. intros ->. apply Qle_refl. Qed.

Lemma total_is_positive r : (0 < inject_Z (total r))%Q.
Proof. unfold total, all_throws. destruct (one_die r); reflexivity. Qed.
(** ** Ticks *)

Definition in_points (r : rules) (z : Z) : Q := inject_Z z * (1 # ticks r).

Lemma in_points_le r a b : (a <= b)%Z -> (in_points r a <= in_points r b)%Q.
Proof. intros H. unfold in_points. apply Qmult_le_compat_r; [rewrite <- Zle_Qle; exact H | discriminate]. Qed.
Lemma in_points_lt r a b : (a < b)%Z -> (in_points r a < in_points r b)%Q.
Proof. intros H. unfold in_points. apply Qmult_lt_compat_r; [reflexivity | rewrite <- Zlt_Qlt; exact H]. Qed.
Lemma in_points_plus r a b : (in_points r (a + b) == in_points r a + in_points r b)%Q.
Proof. unfold in_points. rewrite inject_Z_plus. ring. Qed.
Lemma in_points_minus r a b : (in_points r (a - b) == in_points r a - in_points r b)%Q.
Proof. unfold in_points, Zminus. rewrite inject_Z_plus, inject_Z_opp. ring. Qed.
Lemma in_points_times r a b : (in_points r (a * b) == inject_Z a * in_points r b)%Q.
Proof. unfold in_points. rewrite inject_Z_mult. ring. Qed.
Lemma in_points_one r : (in_points r (one r) == 1)%Q.
Proof. unfold in_points, one, inject_Z, Qmult, Qeq. simpl. lia. Qed.

Lemma win_in_points r k : (in_points r (win_in_ticks r k) == to_winner (counting r) k)%Q.
Proof.
  unfold win_in_ticks, counting. pose proof (in_points_one r) as H. destruct (double_win r); simpl.
  - rewrite in_points_times, H. ring.
  - exact H.
Qed.

Definition shared (r : rules) : Q := in_points r (share_in_ticks r).
Lemma counts_are_shared r k : (to_winner (counting r) k + to_loser (counting r) k == shared r)%Q.
Proof.
  unfold counting, shared, share_in_ticks. pose proof (in_points_one r) as H. destruct (double_win r); simpl.
  - unfold in_points. change (inject_Z 0) with 0%Q. ring.
  - rewrite H. ring.
Qed.

(** ** The table *)

Section Table.
Variable r : rules.
Variable known : table.
Hypothesis known_is_legal : forall p x, look_up known p = Some x -> legal_position r p = true.
Hypothesis checked : check_table r known = true.

Let g := tourne_case r.
Let legal (p : position) : Prop := legal_position r p = true.

Definition table_row (p : position) : row := row_at known p.
Definition table_lower (p : position) : Q := in_points r (lower (table_row p)).
Definition table_upper (p : position) : Q := in_points r (upper (table_row p)).
Definition table_remaining (p : position) : Q := inject_Z (to_come (table_row p)).
Definition table_is_best (p : position) (t : throw) (m : move) : Prop :=
  is_called_best (own p) (die_played t) (bits (table_row p)) m = true.
Definition table_alike (p q : position) : Prop :=
  0 < shared_class (table_row p) /\ shared_class (table_row p) = shared_class (table_row q).

(** The first move that is called best, or the first if there were none. *)
Definition chosen_with (p : position) (die : nat) : move :=
  let moves := legal_moves r (own p) die in
  match find (is_called_best (own p) die (bits (table_row p))) moves with
  | Some m => m
  | None => hd Pass moves
  end.
Definition table_chosen (p : position) (t : throw) : move := chosen_with p (die_played t).

Let worth_at (p : position) (die : nat) (m : move) : worth :=
  worth_of r known (is_flagged (table_row p)) (play_move r p die m).
Definition longest_with (p : position) (die : nat) : Z :=
  fold_right (fun m rest => Z.max (to_follow (worth_at p die m)) rest) 0 (legal_moves r (own p) die).
Definition table_longest (p : position) (t : throw) : Q := inject_Z (longest_with p (die_played t)).

Lemma chosen_with_legal p die : In (chosen_with p die) (legal_moves r (own p) die).
Proof.
  unfold chosen_with. destruct (find _ _) eqn:E; [apply find_some in E; tauto|].
  pose proof (legal_moves_exist r (own p) die). destruct (legal_moves r (own p) die); [congruence | simpl; auto].
Qed.

Let least := least g (counting r) (shared r) table_upper.
Let most := most g (counting r) (shared r) table_lower.

Lemma worth_is flagged o : let w := worth_of r known flagged o in is_known w = true ->
  (least o == in_points r (at_least w))%Q /\ (most o == in_points r (at_most w))%Q /\
  (following g table_remaining o == inject_Z (to_follow w))%Q.
Proof.
  destruct o as [k|next]; intros w H; unfold w in *; simpl in *.
  - repeat split; symmetry; apply win_in_points.
  - unfold least, most, Method.least, Method.most, table_upper, table_lower, table_remaining, table_row, row_at.
    destruct (look_up known next); [|discriminate]. simpl. rewrite !in_points_minus. repeat split; reflexivity.
Qed.
Lemma kind_is flagged o : 0 < kind (worth_of r known flagged o) ->
  exists next, o = Goes_on next /\ shared_class (table_row next) = kind (worth_of r known flagged o).
Proof.
  destruct o as [k|next]; simpl; [lia|]. intros H. exists next. split; [reflexivity|].
  unfold table_row, row_at. destruct (look_up known next); [reflexivity | simpl in H; lia].
Qed.

Let alike_outcomes := alike_outcomes g (counting r) (shared r) table_lower table_upper table_alike.

Lemma pinned_are_alike a b o o' : is_known (worth_of r known a o) = true -> is_known (worth_of r known b o') = true ->
  at_most (worth_of r known a o) <= at_least (worth_of r known b o') ->
  at_most (worth_of r known b o') <= at_least (worth_of r known a o) -> alike_outcomes o o'.
Proof.
  intros Ho Ho' H1 H2. right. left. destruct (worth_is a o Ho) as (L & M & _), (worth_is b o' Ho') as (L' & M' & _).
  fold most least. rewrite L, M, L', M'. split; apply in_points_le; assumption.
Qed.
Lemma classed_are_alike a b o o' : 0 < kind (worth_of r known a o) ->
  kind (worth_of r known a o) = kind (worth_of r known b o') -> alike_outcomes o o'.
Proof.
  intros Ho E. destruct (kind_is a o Ho) as (p & -> & Hp). rewrite E in Ho.
  destruct (kind_is b o' Ho) as (q & -> & Hq).
  right. right. exists p, q. repeat split; try reflexivity; rewrite Hp; [lia | rewrite Hq; exact E].
Qed.

Lemma tied_are_alike a b o o' : is_known (worth_of r known a o) = true -> is_known (worth_of r known b o') = true ->
  are_tied (worth_of r known a o) (worth_of r known b o') = true -> alike_outcomes o o'.
Proof.
  intros Ho Ho'. unfold are_tied.
  assert (Hpinned : (at_most (worth_of r known a o) <=? at_least (worth_of r known b o')) &&
    (at_most (worth_of r known b o') <=? at_least (worth_of r known a o)) = true -> alike_outcomes o o').
  { rewrite andb_true_iff, !Z.leb_le. intros [H1 H2]. apply (pinned_are_alike a b); assumption. }
  destruct (0 <? kind (worth_of r known a o)) eqn:Hk; [|exact Hpinned].
  destruct (kind (worth_of r known a o) =? kind (worth_of r known b o')) eqn:E; [|exact Hpinned].
  intros _. apply (classed_are_alike a b); [apply Z.ltb_lt, Hk | apply Z.eqb_eq, E].
Qed.

(** ** What was checked of a position with a die *)

Record die_holds (p : position) (die : nat) : Prop := {
  options_known : forall m, In m (legal_moves r (own p) die) -> is_known (worth_at p die m) = true;
  chosen_called_best : is_called_best (own p) die (bits (table_row p)) (chosen_with p die) = true;
  best_are_tied : forall m, In m (legal_moves r (own p) die) ->
    is_called_best (own p) die (bits (table_row p)) m = true ->
    alike_outcomes (play_move r p die m) (play_move r p die (chosen_with p die));
  rest_is_worse : forall m, In m (legal_moves r (own p) die) ->
    is_called_best (own p) die (bits (table_row p)) m = true \/
    at_most (worth_at p die m) < at_least (worth_at p die (chosen_with p die))
}.

Lemma find_option {A B} (choose : A -> bool) (f : A -> B) l :
  find (fun option => choose (fst option)) (map (fun a => (a, f a)) l) =
  match find choose l with Some a => Some (a, f a) | None => None end.
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. destruct (choose a); [reflexivity | exact IH]. Qed.

Lemma longest_is p die : forall l,
  fold_right (fun option => Z.max (to_follow (snd option))) 0
    (map (fun m => (m, worth_of r known (is_flagged (table_row p)) (play_move r p die m))) l) =
  fold_right (fun m rest => Z.max (to_follow (worth_at p die m)) rest) 0 l.
Proof. induction l as [|m l IH]; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.

(** What [check_dice] finds. *)
Definition seen (p : position) (die : nat) : worth * Z := (worth_at p die (chosen_with p die), longest_with p die).
Definition found_with (p : position) (dice : list nat) : list (Z * (worth * Z)) :=
  map (fun die => (weight r die, seen p die)) dice.
Definition found_at (p : position) : list (Z * (worth * Z)) := found_with p faces.

Lemma check_die_holds p die found :
  check_die r known p (table_row p) die (legal_moves r (own p) die) = Some found ->
  die_holds p die /\ found = seen p die.
Proof.
  unfold check_die. set (called := is_called_best (own p) die (bits (table_row p))).
  rewrite (find_option called).
  assert (Hchosen : chosen_with p die =
    match find called (legal_moves r (own p) die) with Some m => m | None => hd Pass (legal_moves r (own p) die) end)
    by reflexivity.
  destruct (find called (legal_moves r (own p) die)) as [b|] eqn:Hfind; [|discriminate].
  destruct (forallb _ _) eqn:Hall; [|discriminate]. intros [= <-].
  apply find_some in Hfind. destruct Hfind as [Hin Hb]. rewrite forallb_forall in Hall.
  assert (Hoptions : forall m, In m (legal_moves r (own p) die) -> is_known (worth_at p die m) = true /\
    if called m then m = b \/ are_tied (worth_at p die m) (worth_at p die b) = true
    else at_most (worth_at p die m) < at_least (worth_at p die b)).
  { intros m Hm. specialize (Hall (m, worth_at p die m)). cbn [fst snd] in Hall.
    assert (Hmap : In (m, worth_at p die m)
      (map (fun m => (m, worth_of r known (is_flagged (table_row p)) (play_move r p die m))) (legal_moves r (own p)
        die))).
    { apply in_map_iff. exists m. split; [reflexivity | exact Hm]. }
    specialize (Hall Hmap). destruct (is_known (worth_at p die m)); [|discriminate]. split; [reflexivity|].
    fold (worth_at p die b) in Hall. fold called in Hall. destruct (called m).
    - destruct (is_move m b) eqn:E; [left; apply is_move_true, E | right; exact Hall].
    - apply Z.ltb_lt, Hall. }
  unfold seen. rewrite Hchosen. split.
  - split; rewrite ?Hchosen.
    + intros m Hm. apply Hoptions, Hm.
    + exact Hb.
    + intros m Hm Hcalled. destruct (Hoptions m Hm) as [Hknown H]. unfold called in H. rewrite Hcalled in H.
      destruct H as [->|H]; [left; reflexivity|]. apply (tied_are_alike _ _ _ _ Hknown (proj1 (Hoptions b Hin)) H).
    + intros m Hm. fold called. destruct (Hoptions m Hm) as [_ H]. destruct (called m); [left; reflexivity | right;
      exact H].
  - unfold longest_with. rewrite longest_is. reflexivity.
Qed.

Lemma check_dice_holds p : forall dice found,
  check_dice r known p (table_row p) (map (fun die => (die, weight r die,
    legal_moves r (own p) die)) dice) = Some found ->
  (forall die, In die dice -> die_holds p die) /\ found = found_with p dice.
Proof.
  induction dice as [|die dice IH]; intros found; cbn [map check_dice].
  - intros [= <-]. split; [intros ? []|reflexivity].
  - destruct (check_die _ _ _ _ _ _) as [w|] eqn:Hdie; [|discriminate].
    destruct (check_dice _ _ _ _ _) as [rest|] eqn:Hdice; [|discriminate].
    intros [= <-]. apply check_die_holds in Hdie. destruct Hdie as [Hholds ->].
    destruct (IH _ eq_refl) as [Hrest ->]. split; [|reflexivity].
    intros die' [<-|Hin]; [exact Hholds | apply Hrest, Hin].
Qed.

Lemma over_dice_found (number : worth * Z -> Z) (f : nat -> Q) unit p : forall dice,
  (forall die, In die dice -> f die == inject_Z (number (seen p die)) * unit)%Q ->
  (over_dice r f dice == inject_Z (weigh number (found_with p dice)) * unit)%Q.
Proof.
  unfold over_dice. induction dice as [|die dice IH]; intros H; simpl; [change (inject_Z 0) with 0%Q; ring|].
  rewrite (H die) by (simpl; auto). rewrite IH by (intros; apply H; simpl; auto).
  rewrite inject_Z_plus, inject_Z_mult. ring.
Qed.

(** ** What was checked of a position *)

Definition in_classes : classes := classes_of r known.
Definition arrived : arrivals := arrivals_of r known.

Record position_holds (p : position) : Prop := {
  row_is_known : look_up known p = Some (table_row p);
  dice_hold : forall die, In die faces -> die_holds p die;
  bounds_hold : lower (table_row p) <= upper (table_row p);
  throws_hold : 0 <= to_come (table_row p);
  depth_holds : 0 <= arises_after (table_row p);
  limits_hold : - limit r <= lower (table_row p) /\ upper (table_row p) <= limit r /\
    - limit r <= share_in_ticks r - upper (table_row p) /\ share_in_ticks r - lower (table_row p) <= limit r;
  bits_hold : Z.ldiff (bits (table_row p)) (allowed_bits (own p) (dice_of r (own p))) = 0;
  flag_holds : if is_start p then is_flagged (table_row p) = true
    else is_flagged (table_row p) = true -> has_arrived arrived p = true;
  lower_holds : total r * lower (table_row p) <= weigh (fun seen => at_least (fst seen)) (found_at p);
  upper_holds : weigh (fun seen => at_most (fst seen)) (found_at p) <= total r * upper (table_row p);
  length_holds : total r + weigh snd (found_at p) <= total r * to_come (table_row p);
  class_holds : has_class in_classes (table_row p) (found_at p) = true
}.

Lemma position_checked p : legal p -> position_holds p.
Proof.
  intros Hlegal. destruct (legal_position_listed r p Hlegal) as [Hown Hp].
  pose proof (proj1 (forallb_forall _ _) checked _ Hown) as Hcheck. cbv beta zeta in Hcheck.
  apply (proj1 (forallb_forall _ _)) with (x := p) in Hcheck; [|exact Hp].
  unfold check_position in Hcheck. fold in_classes arrived in Hcheck.
  destruct (look_up known p) as [x|] eqn:Hx; [|discriminate].
  assert (Hrow : x = table_row p) by (unfold table_row, row_at; rewrite Hx; reflexivity).
  subst x. cbv zeta in Hcheck.
  match type of Hcheck with (if ?b then _ else _) = true => destruct b eqn:Hbounds; [|discriminate] end.
  destruct (check_dice _ _ _ _ _) as [found|] eqn:Hdice; [|discriminate].
  apply check_dice_holds in Hdice. destruct Hdice as [Hdice ->].
  rewrite !andb_true_iff, !Z.leb_le in Hbounds. rewrite !andb_true_iff, !Z.leb_le in Hcheck.
  destruct Hbounds as [[[[[[[[B1 B2] B3] B4] B5] B6] B7] B8] B9]. destruct Hcheck as [[[C1 C2] C3] C4].
  split; try assumption; try (repeat split; assumption).
  - apply Z.eqb_eq, B8.
  - destruct (is_start p); [exact B9|]. destruct (is_flagged (table_row p)); [intros _; exact B9 | discriminate].
Qed.

Lemma next_is_known p die m next : legal p -> In die faces -> In m (legal_moves r (own p) die) ->
  play_move r p die m = Goes_on next -> legal next /\ (is_flagged (table_row p) = true ->
    is_flagged (table_row next) = true).
Proof.
  intros Hp Hdie Hm E. pose proof (options_known p die (dice_hold p (position_checked p Hp) die Hdie) m Hm) as H.
  unfold worth_at, worth_of in H. rewrite E in H.
  destruct (look_up known next) as [x|] eqn:Hx; [|discriminate]. split; [eapply known_is_legal, Hx|].
  unfold table_row, row_at in *. rewrite Hx. intros Hflag. rewrite Hflag in H. exact H.
Qed.

Lemma longest_bounds p die m : In m (legal_moves r (own p) die) -> to_follow (worth_at p die m) <= longest_with p die.
Proof.
  unfold longest_with. induction (legal_moves r (own p) die) as [|a l IH]; simpl; [tauto|].
  intros [->|H]; [lia | specialize (IH H); lia].
Qed.

(** ** Classes *)

Definition mark_of_outcome (o : outcome position) : Z * Z := mark_of (worth_of r known false o).
Lemma mark_is flagged o : mark_of (worth_of r known flagged o) = mark_of_outcome o.
Proof. destruct o as [k|next]; [reflexivity|]. unfold mark_of_outcome. simpl. destruct (look_up known next);
  reflexivity. Qed.

Lemma count_mark_total (number : Z * Z -> Q) m chances s :
  (sum (fun part => inject_Z (snd part) * number (fst part)) (count_mark m chances s) ==
   inject_Z chances * number m + sum (fun part => inject_Z (snd part) * number (fst part)) s)%Q.
Proof.
  induction s as [|[m' chances'] s IH]; [reflexivity|]. cbn [count_mark].
  assert (Hput : (sum (fun part => inject_Z (snd part) * number (fst part)) ((m',
    chances') :: count_mark m chances s) ==
    inject_Z chances * number m + sum (fun part => inject_Z (snd part) * number (fst part)) ((m', chances') :: s))%Q).
  { rewrite !sum_cons, IH. simpl. ring. }
  destruct (fst m ?= fst m') eqn:E1; [destruct (snd m ?= snd m') eqn:E2|..]; try exact Hput; try reflexivity.
  assert (m = m') as -> by (apply Z.compare_eq in E1, E2; destruct m, m'; simpl in *; congruence).
  rewrite !sum_cons. simpl. rewrite inject_Z_plus. ring.
Qed.

Lemma signature_total p (number : Z * Z -> Q) : forall dice,
  (over_dice r (fun die => number (mark_of_outcome (play_move r p die (chosen_with p die)))) dice ==
   sum (fun part => inject_Z (snd part) * number (fst part)) (signature_of (found_with p dice)))%Q.
Proof.
  unfold over_dice. induction dice as [|die dice IH]; [reflexivity|]. cbn [found_with map signature_of fold_right].
  rewrite count_mark_total, IH. simpl. unfold worth_at. rewrite mark_is. reflexivity.
Qed.

Lemma same_signature_true s : forall s', same_signature s s' = true -> s = s'.
Proof.
  induction s as [|[[a b] n] s IH]; intros [|[[a' b'] n'] s']; simpl; try congruence.
  destruct ((a =? a') && (b =? b') && (n =? n')) eqn:E; [|discriminate]. intros H.
  rewrite !andb_true_iff, !Z.eqb_eq in E. destruct E as [[-> ->] ->]. rewrite (IH _ H). reflexivity.
Qed.

Lemma class_agrees p q : legal p -> legal q -> table_alike p q ->
  lower (table_row p) = lower (table_row q) /\ upper (table_row p) = upper (table_row q) /\
  signature_of (found_at p) = signature_of (found_at q) /\
  has_marks (found_at p) = true /\ has_marks (found_at q) = true.
Proof.
  intros Hp Hq [Hclass E]. pose proof (class_holds p (position_checked p Hp)) as H.
  pose proof (class_holds q (position_checked q Hq)) as H'. unfold has_class in H, H'. rewrite <- E in H'.
  apply Z.ltb_lt in Hclass. rewrite Hclass in H, H'.
  destruct (PositiveMap.find _ in_classes) as [[[low high] s]|]; [|discriminate].
  rewrite !andb_true_iff, !Z.eqb_eq in H, H'. destruct H as [[[-> ->] Hm] Hs], H' as [[[-> ->] Hm'] Hs'].
  apply same_signature_true in Hs, Hs'. repeat split; congruence.
Qed.

Lemma marked p die : In die faces -> has_marks (found_at p) = true ->
  let w := worth_at p die (chosen_with p die) in at_least w = at_most w \/ 0 < kind w.
Proof.
  intros Hdie H w. unfold has_marks in H. rewrite forallb_forall in H.
  specialize (H _ (in_map (fun die => (weight r die, seen p die)) faces die Hdie)). simpl in H. fold w in H.
  destruct (at_least w =? at_most w) eqn:E; [left; apply Z.eqb_eq, E | right; apply Z.ltb_lt, H].
Qed.

Lemma same_mark_is_alike a b o o' : is_known (worth_of r known a o) = true -> is_known (worth_of r known b o') = true ->
  (at_least (worth_of r known a o) = at_most (worth_of r known a o) \/ 0 < kind (worth_of r known a o)) ->
  mark_of_outcome o = mark_of_outcome o' -> alike_outcomes o o'.
Proof.
  intros Ho Ho' Hmark E. rewrite <- (mark_is a), <- (mark_is b) in E. unfold mark_of in E.
  destruct (at_least (worth_of r known a o) =? at_most (worth_of r known a o)) eqn:E1;
    destruct (at_least (worth_of r known b o') =? at_most (worth_of r known b o')) eqn:E2; try discriminate.
  - apply Z.eqb_eq in E1, E2. injection E as E. apply (pinned_are_alike a b); [assumption | assumption | lia | lia].
  - apply Z.eqb_neq in E1. injection E as E. destruct Hmark as [H|H]; [contradiction|].
    apply (classed_are_alike a b); assumption.
Qed.

Definition same_mark (m m' : Z * Z) : bool := (fst m =? fst m') && (snd m =? snd m').
Lemma same_mark_true m m' : same_mark m m' = true <-> m = m'.
Proof.
  unfold same_mark. rewrite andb_true_iff, !Z.eqb_eq. destruct m, m'; simpl. split; [intros [-> ->]; reflexivity|].
  intros [= -> ->]. split; reflexivity.
Qed.

Let legal_outcome := legal_outcome g legal.
Lemma table_alike_futures p q : legal p -> legal q -> table_alike p q -> forall f : outcome position -> Q,
  (forall o o', legal_outcome o -> legal_outcome o' -> alike_outcomes o o' -> (f o == f o')%Q) ->
  (mean g (fun t => f (play g p t (table_chosen p t))) == mean g (fun t => f (play g q t (table_chosen q t))))%Q.
Proof.
  intros Hp Hq Halike f Hf. destruct (class_agrees p q Hp Hq Halike) as (_ & _ & Hsame & Hmarks & Hmarks').
  set (leads p die := play_move r p die (chosen_with p die)).
  set (outcomes := map (leads p) faces ++ map (leads q) faces).
  (* The number of a mark is that of the first outcome with this mark. *)
  set (number := fun m => match find (fun o => same_mark (mark_of_outcome o) m)
    outcomes with Some o => f o | None => 0%Q end).
  assert (Hgood : forall o, In o outcomes -> legal_outcome o /\
    exists a, is_known (worth_of r known a o) = true /\
    (at_least (worth_of r known a o) = at_most (worth_of r known a o) \/ 0 < kind (worth_of r known a o))).
  { assert (Hside : forall p', legal p' -> has_marks (found_at p') = true -> forall o, In o (map (leads p') faces) ->
    legal_outcome o /\
      exists a, is_known (worth_of r known a o) = true /\
      (at_least (worth_of r known a o) = at_most (worth_of r known a o) \/ 0 < kind (worth_of r known a o))).
    { intros p' Hp' Hm o Ho. apply in_map_iff in Ho. destruct Ho as (die & <- & Hdie). split.
      - unfold leads. destruct (play_move r p' die (chosen_with p' die)) eqn:E; [exact I|].
        apply (next_is_known p' die _ _ Hp' Hdie (chosen_with_legal p' die) E).
      - exists (is_flagged (table_row p')). split.
        + apply (options_known p' die (dice_hold p' (position_checked p' Hp') die Hdie)), chosen_with_legal.
        + apply (marked p' die Hdie Hm). }
    intros o Ho. apply in_app_or in Ho. destruct Ho as [Ho|Ho]; [apply (Hside p) | apply (Hside q)]; assumption. }
  assert (Hnumber : forall o, In o outcomes -> (f o == number (mark_of_outcome o))%Q).
  { intros o Ho. unfold number. destruct (find _ outcomes) as [o'|] eqn:E.
    - apply find_some in E. destruct E as [Hin E]. apply same_mark_true in E.
      destruct (Hgood o Ho) as (H1 & a & H2 & H3), (Hgood o' Hin) as (H1' & b & H2' & _).
      apply Hf; [exact H1 | exact H1'|]. apply (same_mark_is_alike a b); auto.
    - exfalso. eapply find_none in E; [|exact Ho]. cbv beta in E.
      assert (Hrefl : same_mark (mark_of_outcome o) (mark_of_outcome o) = true) by (apply same_mark_true; reflexivity).
      congruence. }
  assert (Hmean : forall p', (forall die, In die faces -> In (leads p' die) outcomes) ->
    (mean g (fun t => f (play g p' t (table_chosen p' t))) * inject_Z (total r) ==
     sum (fun part => inject_Z (snd part) * number (fst part)) (signature_of (found_at p')))%Q).
  { intros p' Hin.
    eapply Qeq_trans; [exact (mean_of_dice r (fun die => f (leads p' die)))|]. unfold found_at.
      rewrite <- signature_total.
    unfold over_dice.
    assert (Hsum : forall dice, (forall die, In die dice -> In die faces) ->
      (fold_right (fun die rest => inject_Z (weight r die) * f (leads p' die) + rest) 0 dice ==
       fold_right (fun die rest => inject_Z (weight r die)
         * number (mark_of_outcome (play_move r p' die (chosen_with p' die))) + rest)
         0 dice)%Q).
    { induction dice as [|die dice IH]; intros Hd; simpl; [reflexivity|].
      rewrite IH by (intros; apply Hd; simpl; auto).
      rewrite (Hnumber _ (Hin die (Hd die (or_introl eq_refl)))). reflexivity. }
    apply Hsum. auto. }
  assert (Htotal : (~ inject_Z (total r) == 0)%Q) by (pose proof (total_is_positive r); lra).
  rewrite <- (Qmult_inj_r _ _ _ Htotal).
  rewrite (Hmean p), (Hmean q), Hsame; [reflexivity| |].
  - intros die Hdie. apply in_or_app. right. apply in_map, Hdie.
  - intros die Hdie. apply in_or_app. left. apply in_map, Hdie.
Qed.

(** ** The premises of the method *)

Theorem tables_hold :
  proof_tables g (counting r) (shared r) legal table_lower table_upper table_remaining table_longest table_is_best
    table_chosen table_alike 8.
Proof.
  pose proof (total_is_positive r) as Htotal.
  split.
  - intros p t m Hp Ht Hm. destruct (play g p t m) eqn:E; [exact I|].
    apply (next_is_known p _ m _ Hp (die_in_faces r t Ht) Hm E).
  - intros p t. apply chosen_with_legal.
  - intros p t Hp Ht. apply (chosen_called_best p _ (dice_hold p (position_checked p Hp) _ (die_in_faces r t Ht))).
  - intros p Hp. apply in_points_le, bounds_hold, position_checked, Hp.
  - intros p Hp. pose proof (position_checked p Hp) as H. rewrite <- (Qmult_le_r _ _ _ Htotal).
    eapply Qle_trans;
      [|apply equal_at_most, Qeq_sym, (mean_of_dice r (fun die => least (play_move r p die (chosen_with p die))))].
    rewrite (over_dice_found (fun seen => at_least (fst seen)) _ (1 # ticks r) p).
    + unfold table_lower. rewrite Qmult_comm, <- in_points_times. apply in_points_le, lower_holds, H.
    + intros die Hdie. apply (worth_is _ _ (options_known p die (dice_hold p H die Hdie) _ (chosen_with_legal p die))).
  - intros p Hp. pose proof (position_checked p Hp) as H. rewrite <- (Qmult_le_r _ _ _ Htotal).
    eapply Qle_trans;
      [apply equal_at_most, (mean_of_dice r (fun die => most (play_move r p die (chosen_with p die))))|].
    rewrite (over_dice_found (fun seen => at_most (fst seen)) _ (1 # ticks r) p).
    + unfold table_upper. rewrite (Qmult_comm (in_points r _) (inject_Z (total r))), <- in_points_times.
      apply in_points_le, upper_holds, H.
    + intros die Hdie. apply (worth_is _ _ (options_known p die (dice_hold p H die Hdie) _ (chosen_with_legal p die))).
  - intros p t m Hp Ht Hm Hb.
    apply (best_are_tied p _ (dice_hold p (position_checked p Hp) _ (die_in_faces r t Ht)) m Hm Hb).
  - intros p t m Hp Ht Hm. pose proof (dice_hold p (position_checked p Hp) _ (die_in_faces r t Ht)) as Hdie.
    destruct (rest_is_worse p _ Hdie m Hm) as [Hb|Hworse]; [left; exact Hb|right].
    destruct (worth_is _ _ (options_known p _ Hdie m Hm)) as (_ & M & _).
    destruct (worth_is _ _ (options_known p _ Hdie _ (chosen_with_legal p _))) as (L & _ & _).
    eapply Qle_lt_trans; [apply equal_at_most, M|]. eapply Qlt_le_trans; [|apply equal_at_most, Qeq_sym, L].
    apply in_points_lt, Hworse.
  - intros p q Hp Hq Halike. destruct (class_agrees p q Hp Hq Halike) as (H1 & H2 & _).
    unfold table_lower, table_upper. rewrite H1, H2. split; reflexivity.
  - exact table_alike_futures.
  - intros p t m Hp Ht Hm. pose proof (dice_hold p (position_checked p Hp) _ (die_in_faces r t Ht)) as Hdie.
    eapply Qle_trans; [apply equal_at_most, (worth_is _ _ (options_known p _ Hdie m Hm))|].
    unfold table_longest. rewrite <- Zle_Qle. apply longest_bounds, Hm.
  - intros p Hp. pose proof (position_checked p Hp) as H.
    rewrite <- (Qmult_le_r _ _ _ Htotal). rewrite Qmult_plus_distr_l.
    eapply Qle_trans; [apply Qplus_le_compat; [apply Qle_refl|];
      apply equal_at_most, (mean_of_dice r (fun die => inject_Z (longest_with p die)))|].
    rewrite (over_dice_found snd _ 1 p) by (intros; simpl; ring).
    unfold table_remaining. rewrite Qmult_1_l, Qmult_1_r, <- inject_Z_mult, <- inject_Z_plus, <- Zle_Qle.
    rewrite (Z.mul_comm (to_come _)). apply (length_holds p H).
  - discriminate.
  - intros p Hp. pose proof (position_checked p Hp) as H. destruct (limits_hold p H) as (H1 & H2 & H3 & H4).
    assert (Hlimit : (in_points r (limit r) == 8)%Q).
    { unfold limit. rewrite in_points_times, in_points_one. reflexivity. }
    assert (Hminus : (in_points r (- limit r) == -(8))%Q).
    { change (- limit r)%Z with (0 - limit r)%Z. rewrite in_points_minus, Hlimit. reflexivity. }
    apply (in_points_le r) in H1, H2, H3, H4. rewrite in_points_minus in H3, H4. rewrite Hlimit in *.
      rewrite Hminus in *.
    repeat split; try assumption.
    change 0%Q with (inject_Z 0). unfold table_remaining. rewrite <- Zle_Qle. apply throws_hold, H.
Qed.

(** ** What can arise *)

Lemma is_start_true p : is_start p = true -> p = start.
Proof. apply same_position_true. Qed.

Lemma arrived_follows q : has_arrived arrived q = true -> exists p die m, legal p /\ is_flagged (table_row p) = true /\
  In die faces /\ In m (legal_moves r (own p) die) /\ play_move r p die m = Goes_on q /\
  arises_after (table_row q) = arises_after (table_row p) + 1.
Proof.
  unfold has_arrived. intros H. destruct (PositiveMap.find (key q) arrived) as [q'|] eqn:E; [|discriminate].
  apply same_position_true in H. subst q'. revert E.
  set (follows := fun q => exists p die m, legal p /\ is_flagged (table_row p) = true /\
    In die faces /\ In m (legal_moves r (own p) die) /\ play_move r p die m = Goes_on q /\
    arises_after (table_row q) = arises_after (table_row p) + 1).
  set (holds := fun made : arrivals => forall k q, PositiveMap.find k made = Some q -> follows q).
  change (PositiveMap.find (key q) arrived = Some q -> follows q).
  assert (Hall : holds arrived); [|apply Hall].
  unfold arrived, arrivals_of. apply fold_left_keeps.
  { intros k q0. rewrite PositiveMap.gempty. discriminate. }
  intros made s _ Hmade. apply fold_left_keeps; [exact Hmade|]. clear made Hmade. intros made p Hin Hmade.
  apply facing_own in Hin. unfold add_arrivals. destruct (look_up known p) as [x|] eqn:Hx; [|exact Hmade].
  destruct (is_flagged x) eqn:Hflag; [|exact Hmade]. cbn [andb]. destruct (0 <? shows_of x); [|exact Hmade].
  apply fold_left_keeps; [exact Hmade|]. clear made Hmade. intros made [[die chances] moves] Hd Hmade.
  unfold dice_of in Hd. apply in_map_iff in Hd. destruct Hd as (die' & [= <- <- <-] & Hdie).
  apply fold_left_keeps; [exact Hmade|]. clear made Hmade. intros made m Hm Hmade.
  destruct (negb (Z.testbit _ _)); [exact Hmade|]. destruct (play_move r p die' m) as [k|next] eqn:Hplay;
    [exact Hmade|].
  destruct (look_up known next) as [y|] eqn:Hy; [|exact Hmade].
  destruct (arises_after y =? arises_after x + 1) eqn:Hdepth; [|exact Hmade].
  intros k q0 E. destruct (Pos.eq_dec k (key next)) as [->|Hne].
  - rewrite PositiveMap.gss in E. injection E as <-. exists p, die', m.
    unfold table_row, row_at. rewrite Hx, Hy. rewrite Hin. repeat split; try assumption.
    + eapply known_is_legal, Hx.
    + apply Z.eqb_eq, Hdepth.
  - rewrite PositiveMap.gso in E by congruence. apply (Hmade k q0 E).
Qed.

Lemma throw_exists die : In die faces -> exists t, In t (all_throws r) /\ die_played t = die.
Proof.
  intros H. unfold all_throws. destruct (one_die r).
  - exists [die]. split; [apply (in_map (fun a => [a])), H|].
    repeat (destruct H as [<-|H]; [reflexivity|]). contradiction.
  - exists [die; die]. split.
    + apply in_flat_map. exists die. split; [exact H | apply (in_map (fun b => [die; b])), H].
    + repeat (destruct H as [<-|H]; [reflexivity|]). contradiction.
Qed.

Theorem flags_hold p : legal p -> is_flagged (table_row p) = true <-> @can_arise g start p.
Proof.
  intros Hp. split.
  - assert (Hdepth : forall n q, legal q -> is_flagged (table_row q) = true ->
    arises_after (table_row q) <= Z.of_nat n ->
      @can_arise g start q).
    { induction n as [|n IH]; intros q Hq Hflag Hn; pose proof (position_checked q Hq) as H;
      pose proof (flag_holds q H) as Hf;
        destruct (is_start q) eqn:Hs; try (apply is_start_true in Hs; subst q; constructor);
        destruct (arrived_follows q (Hf Hflag)) as (p' & die & m & Hp' & Hflag' & Hdie & Hm & Hplay & E);
        pose proof (depth_holds p' (position_checked p' Hp')); [lia|].
      destruct (throw_exists die Hdie) as (t & Ht & <-).
      apply (@Later g start p' t m q); [|exact Ht | exact Hm | exact Hplay]. apply IH;
        [assumption | assumption | lia]. }
    intros Hflag. apply (Hdepth (Z.to_nat (arises_after (table_row p))) p Hp Hflag).
    pose proof (depth_holds p (position_checked p Hp)). lia.
  - assert (Hall : forall q, @can_arise g start q -> legal q /\ is_flagged (table_row q) = true).
    { intros q. induction 1 as [|p' t m next Hbefore [IHlegal IHflag] Ht Hm Hplay].
      - split; [apply start_is_legal|].
        pose proof (flag_holds start (position_checked start (start_is_legal r))) as H. exact H.
      - destruct (next_is_known p' _ m next IHlegal (die_in_faces r t Ht) Hm Hplay) as [H1 H2].
        split; [exact H1 | apply H2, IHflag]. }
    intros H. apply Hall, H.
Qed.

(** ** Bits *)

Lemma bits_of_spec s die legal_ bit : Z.testbit (bits_of s die legal_) bit = true ->
  exists m, In (Moves m) legal_ /\ bit = bit_of die (place_of s m).
Proof.
  induction legal_ as [|m l IH]; [simpl; rewrite Z.testbit_0_l;
    discriminate|]. cbn [bits_of fold_right]. destruct m as [|m].
  - intros H. destruct (IH H) as (m & Hm & E). exists m. simpl. auto.
  - rewrite Z.lor_spec, orb_true_iff. intros [H|H].
    + exists m. split; [simpl; auto|]. rewrite Z.pow2_bits_eqb in H by (unfold bit_of;
      lia). apply Z.eqb_eq in H. congruence.
    + destruct (IH H) as (m' & Hm & E). exists m'. simpl. auto.
Qed.

Lemma set_bit_is_legal p bit : legal p -> Z.testbit (bits (table_row p)) bit = true -> bit <> flag ->
  exists die m, In die faces /\ In (Moves m) (legal_moves r (own p) die) /\ bit = bit_of die (place_of (own p) m).
Proof.
  intros Hp Hbit Hflag. pose proof (bits_hold p (position_checked p Hp)) as H.
  assert (Hallowed : Z.testbit (allowed_bits (own p) (dice_of r (own p))) bit = true).
  { destruct (Z.testbit (allowed_bits (own p) (dice_of r (own p))) bit) eqn:E; [reflexivity|].
    assert (Hd : Z.testbit (Z.ldiff (bits (table_row p)) (allowed_bits (own p) (dice_of r (own p)))) bit = true)
      by (rewrite Z.ldiff_spec, Hbit, E; reflexivity).
    rewrite H, Z.testbit_0_l in Hd. discriminate. }
  clear H Hbit. revert Hallowed. unfold allowed_bits, dice_of. generalize faces as dice.
  induction dice as [|die dice IH]; cbn [map fold_right].
  - intros E. rewrite Z.pow2_bits_eqb in E by (unfold flag; lia). apply Z.eqb_eq in E. congruence.
  - rewrite Z.lor_spec, orb_true_iff. intros [E|E].
    + destruct (bits_of_spec _ _ _ _ E) as (m & Hm & Hb). exists die, m. simpl. auto.
    + destruct (IH E) as (die' & m & Hin & Hm & Hb). exists die', m. simpl. auto.
Qed.

End Table.

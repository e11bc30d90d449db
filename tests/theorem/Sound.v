(** The checker is right: if it says yes, the premises of [Method] hold for every legal position. *)

From Coq Require Import List Arith ZArith Bool FMapPositive QArith Lqa Lia.
From Tourne Require Import Game Sums Method Rules Checker.
Import ListNotations.
Open Scope Z_scope.

(** ** Comparing *)

Lemma is_true a b : is a b = true -> a = b.
Proof. destruct a, b; simpl; try congruence. intros H%Nat.eqb_eq. congruence. Qed.
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

Lemma all_hold_in {A} (holds : A -> bool) l a : all_hold holds l = true -> In a l -> holds a = true.
Proof.
  induction l as [|b l IH]; simpl; [tauto|]. destruct (holds b) eqn:E; [|discriminate].
  intros H [->|Hin]; auto.
Qed.

(** ** Every legal position is in the list *)

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
  In (own p) (all_sides r) /\ In p (facing r (own p)).
Proof.
  unfold legal_position. rewrite !andb_true_iff. intros ((((Hown & Hopp) & Hf) & Hf') & Hapart).
  split; [apply legal_side_listed, Hown|]. unfold facing.
  apply negb_true_iff in Hf. rewrite Hf. apply filter_In. split; [|rewrite Hf'; exact Hapart].
  apply in_map_iff. exists (opponent p). split; [destruct p; reflexivity|].
  apply legal_side_listed, Hopp.
Qed.

Lemma listed_is_legal r p : In p (all_positions r) -> legal_position r p = true.
Proof.
  unfold all_positions. intros H. apply in_flat_map in H. destruct H as (s & Hs & Hp).
  apply filter_In in Hs. destruct Hs as [_ Hs]. unfold facing in Hp.
  destruct (finished s) eqn:Hf; [contradiction|].
  apply filter_In in Hp. destruct Hp as [Hp Hrest]. apply in_map_iff in Hp. destruct Hp as (o & <- & Ho).
  apply filter_In in Ho. destruct Ho as [_ Ho].
  apply andb_true_iff in Hrest. destruct Hrest as [Hf' Hapart].
  unfold legal_position. simpl in *. rewrite Hs, Ho, Hf, Hf', Hapart. reflexivity.
Qed.

(** What the table has is legal. *)
Lemma table_of_finds entries k e : PositiveMap.find k (table_of entries) = Some e -> In e entries.
Proof.
  induction entries as [|x entries IH]; simpl.
  - rewrite PositiveMap.gempty. discriminate.
  - destruct (Pos.eq_dec k (key (fst x))) as [->|Hne].
    + rewrite PositiveMap.gss. intros [= ->]. auto.
    + rewrite PositiveMap.gso by congruence. auto.
Qed.

Lemma looked_up_is_legal r d p x : look_up (table_of_data r d) p = Some x -> legal_position r p = true.
Proof.
  unfold look_up. destruct (PositiveMap.find _ _) as [[q found]|] eqn:E; [|discriminate].
  destruct (same_position p q) eqn:Hs; [|discriminate]. intros _.
  apply same_position_true in Hs. subst q. apply table_of_finds in E.
  apply listed_is_legal. eapply in_combine_l. exact E.
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
Lemma mean_of_dice r (f : nat -> Q) :
  (mean (tourne_case r) (fun t => f (die_played t)) * inject_Z (total r) ==
   fold_right (fun die rest => inject_Z (weight r die) * f die + rest) 0 faces)%Q.
Proof.
  unfold mean, total. simpl throws. set (n := inject_Z _).
  assert (Hn : (~ n == 0)%Q) by (unfold n, all_throws; destruct (one_die r); discriminate).
  field_simplify (sum (fun t => f (die_played t)) (all_throws r) / n * n)%Q; [|exact Hn].
  clear. unfold weight, all_throws. destruct (one_die r);
    cbn [map flat_map faces app sum fold_right die_played Nat.min filter length Nat.eqb Z.of_nat Pos.of_succ_nat Pos.succ]; ring.
Qed.

(** ** The tables *)

(** What a game counts: the chance of winning, or points if a win can count two. *)
Definition counting (r : rules) : scoring := if double_win r then expected_points else chance_of_winning.

Section Soundness.
Variable r : rules.
Variable d : data.
Hypothesis checked : check r d = true.

Let one := ticks d.
Let known := table_of_data r d.
Let tick : Q := 1 # one.

Definition in_points (z : Z) : Q := inject_Z z * (1 # ticks d).
Definition table_row (p : position) : row := row_at (table_of_data r d) p.
Definition table_lower (p : position) : Q := in_points (lower_of (table_row p)).
Definition table_upper (p : position) : Q := in_points (upper_of (table_row p)).
Definition table_remaining (p : position) : Q := inject_Z (throws_to_come (table_row p)).
Definition table_share : Q := in_points (share_in_ticks r (ticks d)).

(** The listed move, or the first if that were not legal. *)
Definition best_with (p : position) (die : nat) : move :=
  let moves := legal_moves r (own p) die in
  match find (fun m => is_move m (listed (own p) die (table_row p))) moves with
  | Some m => m
  | None => hd Pass moves
  end.
Definition table_best (p : position) (t : throw) : move := best_with p (die_played t).

Lemma in_points_le a b : (a <= b)%Z -> (in_points a <= in_points b)%Q.
Proof. intros H. unfold in_points. apply Qmult_le_compat_r; [rewrite <- Zle_Qle; exact H | discriminate]. Qed.
Lemma in_points_lt a b : (a < b)%Z -> (in_points a < in_points b)%Q.
Proof. intros H. unfold in_points. apply Qmult_lt_compat_r; [reflexivity | rewrite <- Zlt_Qlt; exact H]. Qed.
Lemma in_points_plus a b : (in_points (a + b) == in_points a + in_points b)%Q.
Proof. unfold in_points. rewrite inject_Z_plus. ring. Qed.
Lemma in_points_minus a b : (in_points (a - b) == in_points a - in_points b)%Q.
Proof. unfold in_points, Zminus. rewrite inject_Z_plus, inject_Z_opp. ring. Qed.
Lemma in_points_times a b : (in_points (a * b) == inject_Z a * in_points b)%Q.
Proof. unfold in_points. rewrite inject_Z_mult. ring. Qed.
Lemma in_points_one : (in_points (Zpos (ticks d)) == 1)%Q.
Proof. unfold in_points, inject_Z, Qmult, Qeq. simpl. lia. Qed.

Lemma win_in_points k : (in_points (win_in_ticks r (ticks d) k) == to_winner (counting r) k)%Q.
Proof.
  unfold win_in_ticks, counting. destruct (double_win r); simpl.
  - rewrite in_points_times, in_points_one. ring.
  - apply in_points_one.
Qed.

Lemma counts_are_shared k : (to_winner (counting r) k + to_loser (counting r) k == table_share)%Q.
Proof.
  unfold counting, table_share, share_in_ticks. destruct (double_win r); simpl.
  - unfold in_points. change (inject_Z 0) with 0%Q. ring.
  - rewrite in_points_one. ring.
Qed.

Let worth_at (p : position) (die : nat) (m : move) : worth := worth_of r one known (play_move r p die m).

Lemma least_is o : is_known (worth_of r one known o) = true ->
  (least (tourne_case r) (counting r) table_share table_upper o == in_points (at_least (worth_of r one known o)))%Q.
Proof.
  destruct o as [k|next]; simpl; intros H; [symmetry; apply win_in_points|].
  unfold table_upper, table_row, row_at. fold known. destruct (look_up known next); [|discriminate].
  simpl. rewrite in_points_minus. reflexivity.
Qed.
Lemma most_is o : is_known (worth_of r one known o) = true ->
  (most (tourne_case r) (counting r) table_share table_lower o == in_points (at_most (worth_of r one known o)))%Q.
Proof.
  destruct o as [k|next]; simpl; intros H; [symmetry; apply win_in_points|].
  unfold table_lower, table_row, row_at. fold known. destruct (look_up known next); [|discriminate].
  simpl. rewrite in_points_minus. reflexivity.
Qed.
Lemma following_is o : is_known (worth_of r one known o) = true ->
  (following (tourne_case r) table_remaining o == inject_Z (to_follow (worth_of r one known o)))%Q.
Proof.
  destruct o as [k|next]; simpl; intros H; [reflexivity|].
  unfold table_remaining, table_row, row_at. fold known. destruct (look_up known next); [|discriminate].
  reflexivity.
Qed.

(** ** What was checked of a position with a die *)

Definition longest (p : position) (die : nat) : Z :=
  fold_right (fun m rest => Z.max (to_follow (worth_at p die m)) rest) 0 (legal_moves r (own p) die).

Record die_holds (p : position) (die : nat) : Prop := {
  options_known : forall m, In m (legal_moves r (own p) die) -> is_known (worth_at p die m) = true;
  best_is_listed : In (best_with p die) (legal_moves r (own p) die) /\
    is_move (best_with p die) (listed (own p) die (table_row p)) = true;
  rest_is_worse : forall m, In m (legal_moves r (own p) die) -> m = best_with p die \/
    at_most (worth_at p die m) < at_least (worth_at p die (best_with p die))
}.

Lemma find_option {A B} (choose : A -> bool) (f : A -> B) l :
  find (fun option => choose (fst option)) (map (fun a => (a, f a)) l) =
  match find choose l with Some a => Some (a, f a) | None => None end.
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. destruct (choose a); [reflexivity | exact IH]. Qed.

Lemma longest_is p die : forall l,
  fold_right (fun option => Z.max (to_follow (snd option))) 0
    (map (fun m => (m, worth_of r one known (play_move r p die m))) l) =
  fold_right (fun m rest => Z.max (to_follow (worth_at p die m)) rest) 0 l.
Proof. induction l as [|m l IH]; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.

Lemma check_die_holds p die found :
  check_die r one known p (table_row p) die (legal_moves r (own p) die) = Some found ->
  die_holds p die /\
  found = (at_least (worth_at p die (best_with p die)), at_most (worth_at p die (best_with p die)), longest p die).
Proof.
  unfold check_die.
  rewrite (find_option (fun m => is_move m (listed (own p) die (table_row p)))).
  unfold best_with.
  destruct (find (fun m => is_move m (listed (own p) die (table_row p))) (legal_moves r (own p) die)) as [b|] eqn:Hfind;
    [|discriminate].
  destruct (forallb _ _) eqn:Hall; [|discriminate]. intros [= <-].
  apply find_some in Hfind. destruct Hfind as [Hin Hb]. rewrite forallb_forall in Hall.
  assert (Hoptions : forall m, In m (legal_moves r (own p) die) -> is_known (worth_at p die m) = true /\
    (at_most (worth_at p die m) < at_least (worth_at p die b) \/ m = b)).
  { intros m Hm. specialize (Hall (m, worth_at p die m)). cbn [fst snd] in Hall.
    assert (Hmap : In (m, worth_at p die m)
      (map (fun m => (m, worth_of r one known (play_move r p die m))) (legal_moves r (own p) die))).
    { apply in_map_iff. exists m. split; [reflexivity | exact Hm]. }
    specialize (Hall Hmap). destruct (is_known (worth_at p die m)); [|discriminate]. split; [reflexivity|].
    fold (worth_at p die b) in Hall.
    destruct (at_most (worth_at p die m) <? at_least (worth_at p die b)) eqn:E.
    - left. apply Z.ltb_lt, E.
    - right. apply is_move_true in Hall. apply is_move_true in Hb. congruence. }
  split.
  - split; unfold best_with.
    + intros m Hm. apply Hoptions, Hm.
    + destruct (find _ (legal_moves r (own p) die)) as [b'|] eqn:Hfind'.
      * apply find_some in Hfind'. exact Hfind'.
      * exfalso. eapply find_none in Hfind'; [|exact Hin]. simpl in Hfind'. congruence.
    + intros m Hm. destruct (find _ (legal_moves r (own p) die)) as [b'|] eqn:Hfind'.
      * apply find_some in Hfind'. destruct Hfind' as [_ Hb'].
        apply is_move_true in Hb. apply is_move_true in Hb'. assert (b' = b) as -> by congruence.
        destruct (Hoptions m Hm) as [_ [Hw|Hw]]; [right | left]; exact Hw.
      * exfalso. eapply find_none in Hfind'; [|exact Hin]. simpl in Hfind'. congruence.
  - unfold longest. rewrite longest_is. reflexivity.
Qed.

Definition weighted (number : nat -> Z) (dice : list nat) : Z :=
  fold_right (fun die rest => weight r die * number die + rest) 0 dice.

Lemma check_dice_holds p : forall dice found,
  check_dice r one known p (table_row p) (map (fun die => (die, weight r die, legal_moves r (own p) die)) dice) = Some found ->
  (forall die, In die dice -> die_holds p die) /\
  found = (weighted (fun die => at_least (worth_at p die (best_with p die))) dice,
           weighted (fun die => at_most (worth_at p die (best_with p die))) dice, weighted (longest p) dice).
Proof.
  induction dice as [|die dice IH]; intros found; cbn [map check_dice].
  - intros [= <-]. split; [intros ? []|reflexivity].
  - destruct (check_die _ _ _ _ _ _ _) as [[[low high] long]|] eqn:Hdie; [|discriminate].
    destruct (check_dice _ _ _ _ _ _) as [[[lows highs] longs]|] eqn:Hdice; [|discriminate].
    intros [= <-]. apply check_die_holds in Hdie. destruct Hdie as [Hholds [= -> -> ->]].
    destruct (IH _ eq_refl) as [Hrest [= -> -> ->]]. split; [|reflexivity].
    intros die' [<-|Hin]; [exact Hholds | apply Hrest, Hin].
Qed.

(** ** What was checked of a position *)

Record position_holds (p : position) : Prop := {
  dice_hold : forall die, In die faces -> die_holds p die;
  slack_holds : 0 <= slack (table_row p);
  throws_hold : 0 <= throws_to_come (table_row p);
  limits_hold : - limit one <= lower_of (table_row p) /\ upper_of (table_row p) <= limit one /\
    - limit one <= share_in_ticks r one - upper_of (table_row p) /\ share_in_ticks r one - lower_of (table_row p) <= limit one;
  lower_holds : total r * lower_of (table_row p) <= weighted (fun die => at_least (worth_at p die (best_with p die))) faces;
  upper_holds : weighted (fun die => at_most (worth_at p die (best_with p die))) faces <= total r * upper_of (table_row p);
  length_holds : total r + weighted (longest p) faces <= total r * throws_to_come (table_row p)
}.

Lemma position_checked p : legal_position r p = true -> position_holds p.
Proof.
  intros Hlegal. destruct (legal_position_listed r p Hlegal) as [Hown Hp].
  pose proof (all_hold_in _ _ _ checked Hown) as Hside. cbv beta zeta in Hside.
  pose proof (all_hold_in _ _ _ Hside Hp) as Hcheck.
  unfold check_position in Hcheck. fold one known in Hcheck.
  destruct (look_up known p) as [x|] eqn:Hx; [|discriminate].
  assert (Hrow : x = table_row p) by (unfold table_row, row_at; fold known; rewrite Hx; reflexivity).
  subst x. cbv zeta in Hcheck.
  match type of Hcheck with (if ?b then _ else _) = true => destruct b eqn:Hbounds; [|discriminate] end.
  destruct (check_dice _ _ _ _ _ _) as [[[lows highs] longs]|] eqn:Hdice; [|discriminate].
  apply check_dice_holds in Hdice. destruct Hdice as [Hdice [= -> -> ->]].
  rewrite !andb_true_iff, !Z.leb_le in Hbounds. rewrite !andb_true_iff, !Z.leb_le in Hcheck.
  destruct Hbounds as [[[[[B1 B2] B3] B4] B5] B6]. destruct Hcheck as [[C1 C2] C3].
  split; try assumption. repeat split; assumption.
Qed.

Lemma known_is_legal p die m : is_known (worth_at p die m) = true -> forall next,
  play_move r p die m = Goes_on next -> legal_position r next = true.
Proof.
  unfold worth_at, worth_of. intros H next E. rewrite E in H.
  destruct (look_up known next) eqn:Hx; [|discriminate]. eapply looked_up_is_legal, Hx.
Qed.

Lemma best_with_legal p die : In (best_with p die) (legal_moves r (own p) die).
Proof.
  unfold best_with. destruct (find _ _) eqn:E; [apply find_some in E; tauto|].
  pose proof (legal_moves_exist r (own p) die). destruct (legal_moves r (own p) die); [congruence | simpl; auto].
Qed.

Lemma weighted_in_points (number : nat -> Z) (f : nat -> Q) (unit : Q) : forall dice,
  (forall die, In die dice -> (f die == inject_Z (number die) * unit)%Q) ->
  (fold_right (fun die rest => inject_Z (weight r die) * f die + rest) 0 dice == inject_Z (weighted number dice) * unit)%Q.
Proof.
  induction dice as [|die dice IH]; intros H; simpl; [ring|].
  rewrite (H die) by (simpl; auto). rewrite IH by (intros; apply H; simpl; auto).
  rewrite inject_Z_plus, inject_Z_mult. ring.
Qed.

Lemma total_is_positive : (0 < inject_Z (total r))%Q.
Proof. unfold total, all_throws. destruct (one_die r); reflexivity. Qed.

(** The mean of numbers that depend on the die, in integers. *)
Lemma mean_weighted (number : nat -> Z) (f : nat -> Q) (unit : Q) :
  (forall die, In die faces -> (f die == inject_Z (number die) * unit)%Q) ->
  (mean (tourne_case r) (fun t => f (die_played t)) * inject_Z (total r) == inject_Z (weighted number faces) * unit)%Q.
Proof. intros H. rewrite mean_of_dice. apply weighted_in_points, H. Qed.

Lemma longest_bounds p die m : In m (legal_moves r (own p) die) -> to_follow (worth_at p die m) <= longest p die.
Proof.
  unfold longest. induction (legal_moves r (own p) die) as [|a l IH]; simpl; [tauto|].
  intros [->|H]; [lia | specialize (IH H); lia].
Qed.

Theorem tables_hold :
  proof_tables (tourne_case r) (counting r) table_share (fun p => legal_position r p = true)
    table_lower table_upper table_remaining table_best 8.
Proof.
  pose proof total_is_positive as Htotal.
  split.
  - intros p t m next Hp Ht Hm Hplay. simpl in *.
    eapply known_is_legal; [|exact Hplay]. apply (options_known p); [|exact Hm].
    apply (dice_hold p (position_checked p Hp)), (die_in_faces r t Ht).
  - intros p t. apply best_with_legal.
  - intros p Hp. apply in_points_le. pose proof (slack_holds p (position_checked p Hp)).
    unfold lower_of, upper_of. lia.
  - intros p Hp. pose proof (position_checked p Hp) as H.
    pose proof (mean_weighted (fun die => at_least (worth_at p die (best_with p die)))
      (fun die => least (tourne_case r) (counting r) table_share table_upper (play_move r p die (best_with p die)))
      (1 # ticks d)) as Hmean.
    rewrite <- (Qmult_le_r _ _ _ Htotal). unfold table_best, play, tourne_case. cbn [play].
    rewrite Hmean.
    + fold (in_points (weighted (fun die => at_least (worth_at p die (best_with p die))) faces)).
      unfold table_lower. rewrite Qmult_comm, <- in_points_times. apply in_points_le, lower_holds, H.
    + intros die Hdie. apply least_is. apply (options_known p die (dice_hold p H die Hdie)), best_with_legal.
  - intros p Hp. pose proof (position_checked p Hp) as H.
    pose proof (mean_weighted (fun die => at_most (worth_at p die (best_with p die)))
      (fun die => most (tourne_case r) (counting r) table_share table_lower (play_move r p die (best_with p die)))
      (1 # ticks d)) as Hmean.
    rewrite <- (Qmult_le_r _ _ _ Htotal). unfold table_best, play, tourne_case. cbn [play].
    rewrite Hmean.
    + fold (in_points (weighted (fun die => at_most (worth_at p die (best_with p die))) faces)).
      unfold table_upper. rewrite (Qmult_comm (in_points _) (inject_Z (total r))), <- in_points_times. apply in_points_le, upper_holds, H.
    + intros die Hdie. apply most_is. apply (options_known p die (dice_hold p H die Hdie)), best_with_legal.
  - intros p t m Hp Ht Hm. pose proof (position_checked p Hp) as H.
    pose proof (dice_hold p H _ (die_in_faces r t Ht)) as Hdie.
    destruct (rest_is_worse p _ Hdie m Hm) as [->|Hworse]; [left; reflexivity|right].
    simpl. rewrite most_is, least_is.
    + apply in_points_lt, Hworse.
    + apply (options_known p _ Hdie), best_with_legal.
    + apply (options_known p _ Hdie), Hm.
  - intros p any Hp Hany. pose proof (position_checked p Hp) as H.
    pose proof (mean_weighted (longest p) (fun die => inject_Z (longest p die)) 1) as Hmean.
    assert (Hmeans : (mean (tourne_case r) (fun t => following (tourne_case r) table_remaining (play_move r p (die_played t) (any t)))
      <= mean (tourne_case r) (fun t => inject_Z (longest p (die_played t))))%Q).
    { apply (mean_le (tourne_case r) (throws_exist r)). intros t Ht.
      pose proof (dice_hold p H _ (die_in_faces r t Ht)) as Hdie.
      rewrite following_is by (apply (options_known p _ Hdie), Hany).
      rewrite <- Zle_Qle. apply longest_bounds, Hany. }
    rewrite <- (Qmult_le_r _ _ _ Htotal). rewrite Qmult_plus_distr_l.
    eapply Qle_trans; [apply Qplus_le_compat; [apply Qle_refl|]; apply Qmult_le_compat_r; [exact Hmeans | lra]|].
    rewrite Hmean by (intros; ring).
    unfold table_remaining. rewrite Qmult_1_r, Qmult_1_l, <- inject_Z_mult, <- inject_Z_plus, <- Zle_Qle.
    pose proof (length_holds p H). lia.
  - discriminate.
  - intros p Hp. pose proof (position_checked p Hp) as H. destruct (limits_hold p H) as (H1 & H2 & H3 & H4).
    assert (Hlimit : (in_points (limit one) == 8)%Q).
    { unfold limit. rewrite in_points_times. unfold one. rewrite in_points_one. ring. }
    assert (Hminus : (in_points (- limit one) == -(8))%Q).
    { change (- limit one)%Z with (0 - limit one)%Z. rewrite in_points_minus, Hlimit. reflexivity. }
    apply in_points_le in H1, H2, H3, H4. rewrite in_points_minus in H3, H4. rewrite Hlimit in *. rewrite Hminus in *.
    repeat split; try assumption.
    change 0%Q with (inject_Z 0). unfold table_remaining. rewrite <- Zle_Qle. apply throws_hold, H.
Qed.

End Soundness.

(** The theorems about the standard game.

    [Rules] says what is played and [Game] what the words mean. [Data_standard] is the list of moves, which
    [tourne-solve export --to rocq] writes. All else is proof. *)

From Coq Require Import List ZArith QArith Lia.
From Tourne Require Import Game Rules Checker Checked Sound Results.
From Tourne Require Data_standard.
Import ListNotations.
Open Scope Q_scope.

Definition the_game : game := tourne_case standard.
Definition at_the_start (x : player) : state the_game := @On_roll the_game x start.

(** The move that the data list for a position and a throw. *)
Definition the_list : position -> throw -> move := listed_move standard Data_standard.standard_data.

(** The start is a legal position, so what follows is not empty. *)
Theorem the_start_is_legal : legal_position standard start = true.
Proof. reflexivity. Qed.

(** The value of the start: the chance of winning of the player who throws first, whoever it is. *)
Definition at_least : Q := 515094810489 # 10 ^ 12.
Definition at_most : Q := 515094810491 # 10 ^ 12.

Theorem value_of_the_start : forall x, value_between chance_of_winning x (at_the_start x) at_least at_most.
Proof. exact (value_at_start standard Data_standard.standard_data standard_checked _ _ _ standard_start). Qed.

Theorem value_is_known_well : at_most - at_least < 1 # 10 ^ 11.
Proof. reflexivity. Qed.

(** The value of every legal position lies between the two numbers that the data have for it. *)
Theorem value_anywhere : forall x p, legal_position standard p = true ->
  value_between chance_of_winning x (@On_roll the_game x p)
    (table_lower standard Data_standard.standard_data p) (table_upper standard Data_standard.standard_data p).
Proof. exact (Results.value_anywhere standard Data_standard.standard_data standard_checked). Qed.

(** In every legal position, with every throw, the listed move is legal and better than every other legal move. *)
Theorem listed_moves_are_best : forall x p t, legal_position standard p = true -> In t (all_throws standard) ->
  @only_best the_game chance_of_winning x p t (the_list p t).
Proof. exact (listed_is_only_best standard Data_standard.standard_data standard_checked). Qed.

(** A strategy that always plays the listed moves is optimal, for either player, wherever it begins. *)
Theorem perfect_play : forall s : strategy the_game, legal_strategy s ->
  (forall h p t, legal_position standard p = true -> In t (all_throws standard) -> s h p t = the_list p t) ->
  forall x y p, legal_position standard p = true -> optimal chance_of_winning x (@On_roll the_game y p) s.
Proof. exact (the_list_is_optimal standard Data_standard.standard_data standard_checked). Qed.

(** There is such a strategy. *)
Theorem perfect_play_exists : exists s : strategy the_game, legal_strategy s /\
  (forall h p t, legal_position standard p = true -> In t (all_throws standard) -> s h p t = the_list p t).
Proof. exact (the_list_can_be_played standard Data_standard.standard_data standard_checked). Qed.

(** Play ends: the chance that a game is not over after [n] throws is at most 900 / n, whatever both players do. *)
Theorem play_ends : forall (s : player -> strategy the_game) x n, (forall y, legal_strategy (s y)) ->
  inject_Z (Z.of_nat n) * expected n unfinished s [] (at_the_start x) <= 900.
Proof. exact (play_ends_soon standard Data_standard.standard_data standard_checked _ _ _ standard_start). Qed.

(** What these rest on: "Closed under the global context" means on nothing but the logic of Rocq itself. *)
Print Assumptions the_start_is_legal.
Print Assumptions value_of_the_start.
Print Assumptions value_is_known_well.
Print Assumptions value_anywhere.
Print Assumptions listed_moves_are_best.
Print Assumptions perfect_play.
Print Assumptions perfect_play_exists.
Print Assumptions play_ends.

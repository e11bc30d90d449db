(** What is claimed of a rule set and its solution file. Nothing is proven here. *)

From Coq Require Import List ZArith QArith.
From Tourne Require Import Game Rules File.
Import ListNotations.
Open Scope Q_scope.

(** The game under these rules is solved, and every number of the file is right: the value of the start lies between
    [low] and [high], no value of the file is off by more than [error], and the chance that a game is not over after n
    throws is at most [longest] / n. [x] is either player. *)
Record solved (r : rules) (f : file) (low high error : Q) (longest : Z) : Prop := {

  (** The file is one of these rules. Its positions are the legal positions, each once. *)
  header_is_right : has_header r f;
  positions_are_the_legal_ones : forall p, In p (canonical r) <-> legal_position r p = true;
  positions_are_listed_once : NoDup (canonical r);

  (** Every value of the file differs from the true one by at most the bound in the header. *)
  values_are_right : forall number p x, nth_error (canonical r) number = Some p ->
    value_between (counting r) x (@On_roll (tourne_case r) x p)
      (value_at f number - error_bound f) (value_at f number + error_bound f);
  bound_is_small : error_bound f <= error;

  (** The bit of a man is set if and only if moving it is a best move. *)
  best_moves_are_right : forall number p x t place, nth_error (canonical r) number = Some p ->
    In t (all_throws r) -> (place < 3)%nat ->
    Z.testbit (best_moves_at f number) (bit_of (die_played t) place) = true <->
    exists m, first_man_at (own p) place m /\ @best_move (tourne_case r) (counting r) x p t (Moves m);

  (** The flag is set if and only if the position can arise from the start. The header has the number of these. *)
  flags_are_right : forall number p, nth_error (canonical r) number = Some p ->
    Z.testbit (best_moves_at f number) flag = true <-> @can_arise (tourne_case r) start p;
  arising_are_counted : exists all : list position, NoDup all /\ length all = arising f /\
    forall p, In p all <-> @can_arise (tourne_case r) start p;
  spare_bits_are_zero : forall number p bit, nth_error (canonical r) number = Some p -> In bit spare_bits ->
    Z.testbit (best_moves_at f number) bit = false;

  (** There is always a best move, and any other move is a best move too or worse than it by some amount. *)
  there_is_a_best_move : forall p x t, legal_position r p = true -> In t (all_throws r) ->
    exists best : move, @best_move (tourne_case r) (counting r) x p t best;
  others_are_worse : forall p x t (best m : move), legal_position r p = true -> In t (all_throws r) ->
    @best_move (tourne_case r) (counting r) x p t best -> In m (moves (tourne_case r) p t) ->
    @best_move (tourne_case r) (counting r) x p t m \/ @better (tourne_case r) (counting r) x p t best m;

  (** Where the bit of one man only is set, every other move is worse than moving that man. *)
  the_only_best_move_is_unique : forall number p x t place m (other : move), nth_error (canonical r) number = Some p ->
    In t (all_throws r) -> (place < 3)%nat -> nth_error (own p) place = Some m ->
    (forall any, (any < 3)%nat ->
      Z.testbit (best_moves_at f number) (bit_of (die_played t) any) = true <-> any = place) ->
    In other (moves (tourne_case r) p t) -> other <> Moves m ->
    @better (tourne_case r) (counting r) x p t (Moves m) other;

  (** A strategy is optimal, whatever has happened, if and only if it draws best moves only; and there is one, without
      lots. *)
  optimal_is_best : forall x (s : strategy (tourne_case r)), legal_strategy s ->
    @optimal_throughout (tourne_case r) (counting r) x (fun p : position => legal_position r p = true) s <->
    forall h (p : position) (t : throw) (m : move) chance, legal_position r p = true -> In t (all_throws r) ->
      In (m, chance) (s h p t) -> 0 < chance ->
      @best_move (tourne_case r) (counting r) x p t m;
  optimal_exists : exists listed : position -> throw -> move, forall x,
    @legal_strategy (tourne_case r) (fun _ p t => [(listed p t, 1)]) /\
    @optimal_throughout (tourne_case r) (counting r) x (fun p : position => legal_position r p = true)
      (fun _ p t => [(listed p t, 1)]);

  (** The value of the start to the player who throws first; and to either before it is drawn who that is. *)
  value_of_the_start : forall x, value_between (counting r) x (@On_roll (tourne_case r) x start) low high;
  value_before_the_draw : forall x,
    @is_value_before_the_draw (tourne_case r) (counting r) x start (if double_win r then 0 else 1 # 2);

  (** Play ends, even if both players do all they can to prolong it. *)
  play_ends : forall (s : player -> strategy (tourne_case r)) x n, all_legal s ->
    inject_Z (Z.of_nat n) * expected n unfinished s [] (@On_roll (tourne_case r) x start) <= inject_Z longest
}.

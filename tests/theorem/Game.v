(** Games of chance for two players who throw in turn: strategies, chances, values, best moves.

    Nothing here knows of Tourne-case, and nothing is proven here: these definitions say what the theorems mean. *)

From Coq Require Import List QArith.
Import ListNotations.
Open Scope Q_scope.

Inductive player := First | Second.

Definition other (x : player) : player :=
  match x with First => Second | Second => First end.

Definition same (x y : player) : bool :=
  match x, y with First, First | Second, Second => true | _, _ => false end.

(** The outcome of a move: the player who moved wins a number of points, or the opponent is on roll in a position. *)
Inductive outcome (position : Type) :=
  | Wins (points : Z)
  | Goes_on (next : position).
Arguments Wins {position} _.
Arguments Goes_on {position} _.

(** A game. A position is seen by the player on roll, who throws and then chooses one of the [moves]. The [throws] of
    the list are equally likely. *)
Record game := Game {
  position_of : Type;
  throw_of : Type;
  move_of : Type;
  throws : list throw_of;
  moves : position_of -> throw_of -> list move_of;
  play : position_of -> throw_of -> move_of -> outcome position_of
}.

(** The mean of a number over all throws. *)
Definition sum {A : Type} (number : A -> Q) (list : list A) : Q :=
  fold_right (fun a rest => number a + rest) 0 list.
Definition mean (g : game) (number : throw_of g -> Q) : Q :=
  sum number (throws g) / inject_Z (Z.of_nat (length (throws g))).

Section Game.
Context {g : game}.

(** Where a game stands: a player is on roll in a position, or a player has won. *)
Inductive state :=
  | On_roll (x : player) (p : position_of g)
  | Won (x : player) (points : Z).

Definition state_after (x : player) (o : outcome (position_of g)) : state :=
  match o with
  | Wins points => Won x points
  | Goes_on next => On_roll (other x) next
  end.
Definition after (x : player) (p : position_of g) (t : throw_of g) (m : move_of g) : state :=
  state_after x (play g p t m).

(** The positions that can arise from a position by throws and legal moves. *)
Inductive can_arise (from : position_of g) : position_of g -> Prop :=
  | At_first : can_arise from from
  | Later p t m next : can_arise from p -> In t (throws g) -> In m (moves g p t) -> play g p t m = Goes_on next ->
      can_arise from next.

(** All that was thrown and played, the latest first. *)
Definition history := list (position_of g * throw_of g * move_of g).

(** A strategy draws a move by lot, after any history, in any position, with any throw: it gives legal moves and their
    chances, which add up to 1. A strategy that does not leave it to chance gives one move, of chance 1. *)
Definition lottery := list (move_of g * Q).
Definition strategy := history -> position_of g -> throw_of g -> lottery.
Definition fair (drawn : lottery) (legal : list (move_of g)) : Prop :=
  sum snd drawn == 1 /\ forall m chance, In (m, chance) drawn -> 0 <= chance /\ In m legal.
Definition legal_strategy (s : strategy) : Prop :=
  forall h p t, fair (s h p t) (moves g p t).

(** The mean of a number over the moves that are drawn. *)
Definition average (number : move_of g -> Q) (drawn : lottery) : Q :=
  sum (fun choice => snd choice * number (fst choice)) drawn.

(** The expected [number] of the state that the game is in after [n] throws, or at its end if that comes sooner, if each
    player [x] follows the strategy [s x]: a finite sum. *)
Fixpoint expected (n : nat) (number : state -> Q) (s : player -> strategy) (h : history) (now : state) : Q :=
  match n, now with
  | S less, On_roll x p =>
      mean g (fun t => average (fun m => expected less number s ((p, t, m) :: h) (after x p t m)) (s x h p t))
  | _, _ => number now
  end.

(** The score of the winner of a game and of its loser. A game that is not over counts nothing for either. *)
Record scoring := Scoring { to_winner : Z -> Q; to_loser : Z -> Q }.

Definition score (c : scoring) (x : player) (now : state) : Q :=
  match now with
  | On_roll _ _ => 0
  | Won y points => if same x y then to_winner c points else to_loser c points
  end.

(** The chance that the game is not over. *)
Definition unfinished (now : state) : Q :=
  match now with On_roll _ _ => 1 | Won _ _ => 0 end.

(** The expected score of [x] after [n] throws if [x] follows [mine] and the opponent [theirs]. *)
Definition both (x : player) (mine theirs : strategy) (y : player) : strategy :=
  if same x y then mine else theirs.
Definition result (c : scoring) (n : nat) (x : player) (mine theirs : strategy) (now : state) : Q :=
  expected n (score c x) (both x mine theirs) [] now.

(** [from] holds for all large numbers of throws, with any tolerance. *)
Definition in_the_long_run (from : nat -> Q -> Prop) : Prop :=
  forall epsilon, epsilon > 0 -> exists n0, forall n, (n0 <= n)%nat -> from n epsilon.

(** [x] can make sure of [v], less any tolerance, within [n] throws if [n] is large, against every opponent. *)
Definition can_secure (c : scoring) (x : player) (now : state) (v : Q) : Prop :=
  in_the_long_run (fun n epsilon =>
    exists mine, legal_strategy mine /\
    forall theirs, legal_strategy theirs -> v - epsilon <= result c n x mine theirs now).

(** The opponent of [x] can hold [x] to [v], and any tolerance more. *)
Definition can_be_held (c : scoring) (x : player) (now : state) (v : Q) : Prop :=
  in_the_long_run (fun n epsilon =>
    exists theirs, legal_strategy theirs /\
    forall mine, legal_strategy mine -> result c n x mine theirs now <= v + epsilon).

(** The value to [x] is what [x] can secure and can be held to. It need not be rational. It lies between [low] and
    [high]; and it exists: what [x] can secure comes as close as one likes to what [x] can be held to. *)
Definition value_between (c : scoring) (x : player) (now : state) (low high : Q) : Prop :=
  can_secure c x now low /\ can_be_held c x now high /\
  forall epsilon, epsilon > 0 -> exists v, can_secure c x now (v - epsilon) /\ can_be_held c x now (v + epsilon).

(** A strategy secures [v] by itself: the same strategy for every [n] and tolerance. *)
Definition secures (c : scoring) (x : player) (now : state) (mine : strategy) (v : Q) : Prop :=
  in_the_long_run (fun n epsilon =>
    forall theirs, legal_strategy theirs -> v - epsilon <= result c n x mine theirs now).

(** A strategy is optimal for [x] if it secures, exactly, whatever [x] can secure in any way. *)
Definition optimal (c : scoring) (x : player) (now : state) (mine : strategy) : Prop :=
  legal_strategy mine /\ forall v, can_secure c x now v -> secures c x now mine v.

(** A strategy, from the moment on when [h] has happened. It is optimal throughout if it is optimal from every one of
    these positions on, whoever is on roll, after whatever has happened. *)
Definition from_here (s : strategy) (h : history) : strategy := fun later => s (later ++ h).
Definition optimal_throughout (c : scoring) (x : player) (positions : position_of g -> Prop) (s : strategy) : Prop :=
  forall h y p, positions p -> optimal c x (On_roll y p) (from_here s h).

(** After the move [m] the player [x] can secure more than [x] can be held to after the move [m']. *)
Definition better (c : scoring) (x : player) (p : position_of g) (t : throw_of g) (m m' : move_of g) : Prop :=
  exists v w, v < w /\ can_be_held c x (after x p t m') v /\ can_secure c x (after x p t m) w.

(** A best move is legal, and after it [x] can secure whatever [x] can secure after any legal move. *)
Definition best_move (c : scoring) (x : player) (p : position_of g) (t : throw_of g) (m : move_of g) : Prop :=
  In m (moves g p t) /\
  forall m', In m' (moves g p t) -> forall v, can_secure c x (after x p t m') v -> can_secure c x (after x p t m) v.

(** The player who begins in [p] is drawn, each with chance 1/2. Strategies may depend on who was drawn. *)
Definition drawn_result (c : scoring) (n : nat) (x : player) (mine theirs : player -> strategy)
    (p : position_of g) : Q :=
  (result c n x (mine First) (theirs First) (On_roll First p) +
   result c n x (mine Second) (theirs Second) (On_roll Second p)) / (2 # 1).
Definition all_legal (s : player -> strategy) : Prop := forall y, legal_strategy (s y).
Definition is_value_before_the_draw (c : scoring) (x : player) (p : position_of g) (v : Q) : Prop :=
  in_the_long_run (fun n epsilon =>
    exists mine, all_legal mine /\
    forall theirs, all_legal theirs -> v - epsilon <= drawn_result c n x mine theirs p) /\
  in_the_long_run (fun n epsilon =>
    exists theirs, all_legal theirs /\
    forall mine, all_legal mine -> drawn_result c n x mine theirs p <= v + epsilon).

End Game.

Arguments state : clear implicits.
Arguments history : clear implicits.
Arguments lottery : clear implicits.
Arguments strategy : clear implicits.

(** The chance of winning; and points, which the loser pays to the winner. *)
Definition chance_of_winning : scoring := Scoring (fun _ => 1) (fun _ => 0).
Definition expected_points : scoring := Scoring inject_Z (fun points => - inject_Z points).

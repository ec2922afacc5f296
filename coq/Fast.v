(* The same theorem for a checker over machine words and arrays, several times as fast. It
   rests on what Coq's library says of its primitive integers and arrays, and on nothing
   else. *)
Require Import Arith NArith List.
Require Import Counting Problem Slots Pools ArrayPools Walk Words Fields Arrays Naturals Values Covers Best Signed Sudoku Variants Classes.

(* Included, and not only applied, so that the program calls its functions directly. *)
Module FastWalk. Include Make WB WordCount Pages MissingWords ArrayPool MissingPool. End FastWalk.
Definition fast_count {src} next p (s : src) : option (N * src) :=
  match FastWalk.walk next tt p s with Some (v, s') => Some (value v, s') | None => None end.
Lemma fast_count_counts src next p s n s' : fast_count (src := src) next p s = Some (n, s') -> Counts (is_cover p) n.
Proof.
  unfold fast_count. destruct (FastWalk.walk _ _ _ _) as [[v s1]|] eqn:E; [|discriminate].
  intro H. inversion H; subst. apply FastWalk.walk_sound in E. exact E.
Qed.
Theorem fast_count_right src next p s n s' : fast_count (src := src) next p s = Some (n, s') ->
  exists L : list (list nat), NoDup L /\ (forall c, In c L <-> covers p c) /\ N.of_nat (length L) = n.
Proof. intro H. apply count_lists, (fast_count_counts _ _ _ _ _ _ H). Qed.
Definition fast_count_classes {src} next_kind next p many gens (s : src) : option (N * N * src) :=
  classes src next_kind (fun q s => fast_count (src := src) (next s) q s) p many gens s.
Theorem fast_count_classes_right src next_kind next p many gens s n order s' :
  fast_count_classes (src := src) next_kind next p many gens s = Some (n, order, s') -> up_to p (map fst gens) order n.
Proof.
  apply classes_right. intros q s1 m s2. apply fast_count_counts.
Qed.
Module FastCheapest. Include Optima WB WordCount Pages MissingWords ArrayPool MissingPool SignedWords. End FastCheapest.
(* A puzzle keeps few states, or none; a tree costs nothing at the beginning, as arrays do. *)
Module FastSolver. Include Puzzles WB WordCount Tree MissingWords ArrayPool MissingPool. End FastSolver.

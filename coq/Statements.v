(* What is proved, on four pages, for readers who know no Coq. First the definitions that the
   theorems need: each [Example] shows, by calculation alone, that a word means what is said
   here. Then the theorems; their proofs are in the other files, and are for Coq.

   What must be believed besides:
   - Coq's kernel; its translation of functions to OCaml, with Coq's own ExtrOcamlBasic and
     ExtrOCamlInt63; and OCaml;
   - in verify.ml, some 80 lines: that the characters of the problem, or of a puzzle's line, are handed
     over as they are ([text_at], [text_of], [read_quickly] with [count]), and its costs ([read_problem]);
     that numbers, permutations and the problem are printed as they are ([decimal], [signed_decimal],
     [number], [cycles], [string_of]; [natural] in following.ml); that what is [found] for a Sudoku's form
     is something that [prepare] has made ([remembered]: a record whose proof is no part of the program);
     that a puzzle's own problem is counted as [problem_of_line] has made it, and how many puzzles have
     which verdict ([check_entry]);
   - with --words, the axioms of Coq's library about machine integers and arrays, the 15 constants
     that Extract.v names, and the 99 lines of uint63.ml, parray.ml and wordarray.ml that they stand for.
   Not what hands over the certificate: the theorems hold for any [next], and whatever state [s] it
   is in. *)
Require Import Arith NArith ZArith List Sorted Permutation Relations.
Import ListNotations.
Require Import Ascii String Uint63.
Require Import Problem Walk Values Covers Best Clauses Sudoku RuleLines Variants Quotient Classes Fast Knuth.
Require Texts.

(* ---------- definitions ---------- *)
(* A problem has primary items, numbered from 0, with how often each must and may be covered;
   [ns] secondary items, numbered behind them; [nc] colours, numbered from 1; and options. An
   option is a list of items, each with its colour, or with 0. *)
Example an_option : opt = list (N * N) := eq_refl.
Example a_problem : list (N * N) -> N -> N -> list opt -> problem := Build_problem.
Example primary_items p : np p = N.of_nat (List.length (bounds p)) := eq_refl.
Example bounds_of_an_item p i : bound p i = nth (N.to_nat i) (bounds p) (0, 0)%N := eq_refl.
Example has_an_item o i : has o i = existsb (fun ic => N.eqb (fst ic) i) o := eq_refl.
Example option_of_a_number p k : opt_nat p k = nth k (opts p) [] := eq_refl.

(* A cover is a list of options in ascending order, counting from 0. It has each primary item as
   often as is wanted; and options of it that share a secondary item give it the same colour. *)
Example a_cover p c : covers p c =
  (StronglySorted lt c /\
   (forall k, In k c -> k < List.length (opts p)) /\
   (forall i, (i < np p)%N ->
      (fst (bound p i) <= N.of_nat (List.length (filter (fun k => has (opt_nat p k) i) c)) <= snd (bound p i))%N) /\
   (forall i k k' x y, (np p <= i)%N -> In k c -> In k' c -> k <> k' ->
      In (i, x) (opt_nat p k) -> In (i, y) (opt_nat p k') -> x = y /\ x <> 0%N)) := eq_refl.

(* What a cover costs. *)
Example cost_of_nothing costs : cost_list costs [] = 0%Z := eq_refl.
Example cost_of_more costs k c : cost_list costs (k :: c) = (nth k costs 0 + cost_list costs c)%Z := eq_refl.

(* A Sudoku's board has side * side cells, numbered row by row from 0, and houses, which are lists
   of cells: rows, columns and boxes; those of X-Sudokus, diagonals, too; and those with irregular
   regions have these instead of boxes. *)
Example a_board : N -> list (list N) -> board := Board.
Example rows_columns_boxes h w : houses (classic h w) =
  map (row (h * w)) (below (h * w)) ++ map (column (h * w)) (below (h * w)) ++ map (box h w) (below (h * w)).
Proof. apply eq_sym, app_assoc. Qed.
Example last_row : row 9 8 = [72; 73; 74; 75; 76; 77; 78; 79; 80]%N := eq_refl.
Example first_column : column 9 0 = [0; 9; 18; 27; 36; 45; 54; 63; 72]%N := eq_refl.
Example box_in_the_middle : box 3 3 4 = [30; 31; 32; 39; 40; 41; 48; 49; 50]%N := eq_refl.
Example box_of_six : box 2 3 1 = [3; 4; 5; 9; 10; 11]%N := eq_refl.
Example a_diagonal : nth 28 (houses (with_diagonals (classic 3 3))) [] = [8; 16; 24; 32; 40; 48; 56; 64; 72]%N := eq_refl.
Example a_region : nth 4 (houses (irregular 2 (list_ascii_of_string "abba"))) [] = [0; 3]%N := eq_refl.

(* A solution has a digit in each cell, each digit once in each house, and what the clues say,
   where 0 is no clue. *)
Example digit_of_a_cell g x : at_ g x = nth (N.to_nat x) g 0%N := eq_refl.
Example a_solution b clues g : solves b clues g =
  (N.of_nat (List.length g) = (side b * side b)%N /\
   (forall d, In d g -> (1 <= d <= side b)%N) /\
   (forall h d, In h (houses b) -> (1 <= d <= side b)%N -> exists! x, In x h /\ at_ g x = d) /\
   (forall x, at_ clues x <> 0%N -> at_ g x = at_ clues x)) := eq_refl.

(* A puzzle may say more: in which cells no digit is twice, and which digits each cell may have. *)
Example a_puzzle : board -> list (list N) -> list (list N) -> puzzle := Puzzle.
Example an_answer q g : answers q g =
  (solves (on q) [] g /\
   (forall h x y, In h (differing q) -> In x h -> In y h -> x <> y -> at_ g x <> at_ g y) /\
   (forall x, (x < side (on q) * side (on q))%N -> In (at_ g x) (nth (N.to_nat x) (may_have q) []))) := eq_refl.
(* Clues are such digits. *)
Theorem clues_are_digits b clues g : clues_ok b clues = true ->
  (answers (Puzzle b [] (may_of (side b) clues)) g <-> solves b clues g).
Proof. intro H. rewrite may_of_clues by exact H. split; [tauto|]. intro S. split; [exact S|intros h x y []]. Qed.

(* A permutation of options is a list: where each of them goes. *)
Example where_an_option_goes g k : ap g k = nth (N.to_nat k) g 0%N := eq_refl.
(* In which colour an option has an item, if it has it. *)
Example a_use : map (use [(0, 0); (2, 5)]%N) [0; 1; 2]%N = [Some 0; None; Some 5]%N := eq_refl.
(* It is a symmetry if each item has an image: an item of its kind, with its bounds, which the images
   of options have if the options have it; and they have one colour there if these have one. *)
Example a_symmetry p g : symmetry p g =
  (Permutation g (map N.of_nat (seq 0 (List.length (opts p)))) /\
   forall i, (i < np p + ns p)%N -> exists j, (j < np p + ns p)%N /\ imitates p g i j) := eq_refl.
Example an_image p g i j : imitates p g i j =
  ((i < np p <-> j < np p)%N /\ ((i < np p)%N -> bound p i = bound p j) /\
   (forall k, (k < N.of_nat (List.length (opts p)))%N -> has (option_at p (ap g k)) j = has (option_at p k) i) /\
   (forall k k' c c' d d', (k < N.of_nat (List.length (opts p)))%N -> (k' < N.of_nat (List.length (opts p)))%N ->
      use (option_at p k) i = Some c -> use (option_at p k') i = Some c' ->
      use (option_at p (ap g k)) j = Some d -> use (option_at p (ap g k')) j = Some d' ->
      (c = c' /\ c <> 0%N <-> d = d' /\ d <> 0%N))) := eq_refl.
(* The group of some of them: what comes of them one after the other, or of none. *)
Example one_after_the_other g x : compose g x = map (ap g) x.
Proof. apply map_ext. intro k. apply look_table. Qed.
Example a_product p gens x : product p gens x <->
  x = map N.of_nat (seq 0 (List.length (opts p))) \/ exists g y, In g gens /\ product p gens y /\ x = compose g y.
Proof.
  split; [intros [|g y Hg Hy]; [left; reflexivity|right; eauto]|].
  intros [->|(g & y & Hg & Hy & ->)]; [apply product_of_none|apply product_of_more; assumption].
Qed.
(* Covers are alike if some of them take one to the other, there or back, in any number of steps. *)
Example the_image_of_a_cover g c d : moves g c d = (forall k, In k d <-> exists j, In j c /\ nth j g 0%N = N.of_nat k) := eq_refl.
Example alike_covers p gens : alike p gens = clos_refl_sym_trans (list nat)
  (fun c d => covers p c /\ covers p d /\ exists g, In g gens /\ moves g c d) := eq_refl.
(* "Up to the group of these permutations, which has so many elements, there are n covers": they are
   symmetries; and of a list of n covers, each cover is alike to exactly one. *)
Example classes_of_covers p gens order n : up_to p gens order n =
  ((forall g, In g gens -> symmetry p g) /\
   (exists E, NoDup E /\ (forall x, In x E <-> product p gens x) /\ N.of_nat (List.length E) = order) /\
   exists L, NoDup L /\ (forall c, In c L -> covers p c) /\
     (forall c, covers p c -> exists! d, In d L /\ alike p gens d c) /\ N.of_nat (List.length L) = n) := eq_refl.

(* How the line of a puzzle is read; the boxes and the diagonals are asked for, or the customary
   ones for its size. *)
Example a_line : read_puzzle None false (list_ascii_of_string "1...0_*x..34...2 with a note") =
  Some (Layout (Boxes 2 2) false, [1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 3; 4; 0; 0; 0; 2]%N) := eq_refl.
Example its_puzzle boxes diagonals t l clues : read_puzzle boxes diagonals t = Some (l, clues) ->
  puzzle_of_line boxes diagonals t = Some (Puzzle (board_of l) [] (may_of (side (board_of l)) clues)).
Proof. unfold puzzle_of_line, read_line. intros ->. reflexivity. Qed.
(* A line may also have a character for each digit of each cell: the digit, or a mark if it is not there. *)
Example a_line_of_candidates : puzzle_of_line (Some (2, 2)%N) false
    (list_ascii_of_string "1234.2.41...1234123412341234123412341234123412341234123412341..4 a note") =
  Some (Puzzle (classic 2 2) [] ([[1; 2; 3; 4]; [2; 4]; [1]] ++ repeat [1; 2; 3; 4] 12 ++ [[1; 4]])%N) := eq_refl.
(* Or it has rules, as docs/rules.md describes them, if these ask only that digits differ: lists of as
   many cells as there are digits are houses. *)
Example a_line_of_rules : puzzle_of_line None false
    (list_ascii_of_string ".Shape~4x4.~R1C1_1~R4C4_2_3.AntiKing.Diagonal~1.AllDifferent~R1C1~R2C2~R3C4 a note") =
  Some (Puzzle (Board 4 (houses (classic 2 2) ++ [[3; 6; 9; 12]])) (apart 4 1 1 ++ [[0; 5; 11]])
               ([[1]] ++ repeat [1; 2; 3; 4] 14 ++ [[2; 3]]))%N := eq_refl.
Example kings_apart : firstn 5 (apart 9 1 1) = [[0; 10]; [1; 9]; [1; 11]; [2; 10]; [2; 12]]%N := eq_refl.
Example knights_apart : firstn 6 (apart 9 1 2) = [[0; 11]; [0; 19]; [1; 12]; [1; 18]; [1; 20]; [2; 9]]%N := eq_refl.
Example a_window : nth 1 (windows 3) [] = [14; 15; 16; 23; 24; 25; 32; 33; 34]%N := eq_refl.
Example same_places_of_boxes : option_map (fun l => nth 1 l []) (same_places 9 (regions_of (Boxes 3 3))) =
  Some [1; 4; 7; 28; 31; 34; 55; 58; 61]%N := eq_refl.
Example a_jigsaw : option_map houses (option_map on (puzzle_of_line None false
    (list_ascii_of_string ".Shape~4x4.NoBoxes.Jigsaw~1112122233344434"))) =
  Some (houses (irregular 4 (list_ascii_of_string "1112122233344434"))) := eq_refl.
Example boxes_and_diagonals l : divided l = Boxes 3 3 -> diagonals l = true -> board_of l = with_diagonals (classic 3 3).
Proof. unfold board_of. intros -> ->. reflexivity. Qed.

(* ---------- theorems ---------- *)
(* "There are n such things": a list of exactly these, none of them twice, has length n. *)
Definition there_are {A} (n : N) (such : A -> Prop) : Prop :=
  exists L : list A, NoDup L /\ (forall x, In x L <-> such x) /\ N.of_nat (List.length L) = n.

(* "There are n covers", whatever the records of the certificate are. *)
Theorem number_of_covers src next p s n s' : Counter.walk (src := src) next tt p s = Some (n, s') ->
  there_are n (covers p).
Proof. apply count_right. Qed.

(* With --words. *)
Theorem number_of_covers_by_words src next p s n s' : fast_count (src := src) next p s = Some (n, s') ->
  there_are n (covers p).
Proof. apply fast_count_right. Qed.

(* The same of a certificate by clauses, whatever its steps are. *)
Theorem number_of_covers_by_clauses src next p s n s' : by_clauses (src := src) next p s = Some (n, s') ->
  there_are n (covers p).
Proof. intro H. apply count_lists, (by_clauses_right _ _ _ _ _ _ H). Qed.

(* "The cheapest cover costs m"; or there is none. *)
Theorem cost_of_the_cheapest src next p costs s n v s' :
  Cheapener.walk (src := src) next (Least.table costs) p s = Some ((n, v), s') ->
  match v with
  | Some m => (forall c, covers p c -> (m <= cost_list costs c)%Z) /\
              exists c, covers p c /\ cost_list costs c = m
  | None => forall c, ~ covers p c
  end.
Proof. apply cheapest_right. Qed.

(* "The covers are these", as lists of their options in any order. *)
Theorem exactly_these src next p s v s' : Lister.walk (src := src) next tt p s = Some (v, s') ->
  NoDup (map set_of v) /\
  (forall c, covers p c -> exists l, In l v /\ forall k, In k c <-> In (N.of_nat k) l) /\
  (forall l, In l v -> exists c, covers p c /\ forall k, In k c <-> In (N.of_nat k) l).
Proof. apply list_right. Qed.

(* "These are the cheapest": the covers that are listed are covers, the cheapest first, none of
   them twice, and no more than are wanted. If there are as many as that, each other cover costs
   at least as much as any of them; if there are fewer, there is no other. *)
Definition cheapest_of p costs wanted (listed : list (list N)) : Prop :=
  let L := map (map N.to_nat) listed in
  (N.of_nat (List.length L) <= wanted)%N /\ NoDup L /\ (forall c, In c L -> covers p c) /\
  StronglySorted (fun c d => cost_list costs c <= cost_list costs d)%Z L /\
  (forall c, covers p c -> In c L \/
     N.of_nat (List.length L) = wanted /\ forall d, In d L -> (cost_list costs d <= cost_list costs c)%Z).
Theorem these_are_cheapest src next p costs wanted listed scale weights s s' :
  Cheapest.best (src := src) next p costs wanted listed scale weights s = Some s' ->
  cheapest_of p costs wanted listed.
Proof. apply best_right. Qed.
Theorem these_are_cheapest_by_words src next p costs wanted listed scale weights s s' :
  FastCheapest.best (src := src) next p costs wanted listed scale weights s = Some s' ->
  cheapest_of p costs wanted listed.
Proof. apply FastCheapest.best_sound. Qed.

(* What verify.ml prints of a list is what each of its covers costs. *)
Theorem printed_cost costs c :
  Cheapest.cost_of (Least.table costs) c = cost_list costs (map N.to_nat c).
Proof. apply Cheapest.cost_of_ok. Qed.

(* "There are n covers up to symmetry"; the permutations of the first component of [gens] are those
   that [verify --symmetries] prints. *)
Theorem number_of_classes src next_kind next p many gens s n order s' :
  count_classes (src := src) next_kind next p many gens s = Some (n, order, s') -> up_to p (map fst gens) order n.
Proof. apply count_classes_right. Qed.
Theorem number_of_classes_by_words src next_kind next p many gens s n order s' :
  fast_count_classes (src := src) next_kind next p many gens s = Some (n, order, s') -> up_to p (map fst gens) order n.
Proof. apply fast_count_classes_right. Qed.

(* Whatever text is read, it is a problem that the format can express (see [well_formed] in
   Knuth.v), and that would be read from its print, too. *)
Theorem what_is_read t d : read t = Some d -> well_formed d /\ read (print d) = Some d.
Proof. intro H. apply read_well_formed in H. split; [exact H|apply read_print; exact H]. Qed.

(* Each such problem is read from its print. *)
Theorem read_back d : well_formed d -> read (print d) = Some d.
Proof. apply read_print. Qed.

(* So from the bytes of a file to the number: with [verify --problem] a reader sees [print d]. *)
Theorem from_text_to_number src next t d s n s' :
  read t = Some d -> Counter.walk (src := src) next tt (problem_of d) s = Some (n, s') ->
  well_formed d /\ read (print d) = Some d /\ there_are n (covers (problem_of d)).
Proof.
  intros R H. destruct (what_is_read t d R) as [W B]. split; [exact W|]. split; [exact B|].
  apply (number_of_covers _ _ _ _ _ _ H).
Qed.

(* Without costs, all options cost nothing. *)
Example no_costs os : Texts.all_costs [] os = map (fun _ => 0%Z) os := eq_refl.
Example costs z zs os : Texts.all_costs (z :: zs) os = z :: zs := eq_refl.
(* With --words the text is in numbers, up to seven characters in each ([letters_in_numbers]), and comes in n
   pieces, which are numbered from 0 on; what is read of them is what is read above. *)
Example letters_in_numbers : Texts.text_of_words [0x167666564636261; 0x16968]%uint63 = list_ascii_of_string "abcdefghi" := eq_refl.
Theorem what_is_read_by_words piece n p costs : Texts.read_in_pieces piece n = Some (p, costs) ->
  exists d, read (Texts.text_of_words (Texts.pieces_from piece n 0)) = Some d /\
    problem_of d = p /\ costs_of d = Texts.all_costs costs (opts p).
Proof. apply Texts.read_in_pieces_right. Qed.

(* "The puzzle on this line has n solutions", whatever the records of its certificate are. *)
Theorem number_of_solutions src next found boxes diagonals t s n s' :
  Solver.solutions_of_line (src := src) next tt found boxes diagonals t s = Some (n, s') ->
  exists q, puzzle_of_line boxes diagonals t = Some q /\ there_are n (answers q).
Proof. apply Solver.solutions_of_line_right. Qed.
Theorem number_of_solutions_by_words src next found boxes diagonals t s n s' :
  FastSolver.solutions_of_line (src := src) next tt found boxes diagonals t s = Some (n, s') ->
  exists q, puzzle_of_line boxes diagonals t = Some q /\ there_are n (answers q).
Proof. apply FastSolver.solutions_of_line_right. Qed.

(* A problem that is made of the line has as many covers as the puzzle has solutions. *)
Theorem its_own_problem boxes diagonals t p n : problem_of_line boxes diagonals t = Some p -> there_are n (covers p) ->
  exists q, puzzle_of_line boxes diagonals t = Some q /\ there_are n (answers q).
Proof. intros P L. apply (problem_of_line_right _ _ _ _ _ P), list_counts, L. Qed.

(* "It has at least these two." *)
Theorem several_solutions boxes diagonals t g g' : several_of_line boxes diagonals t g g' = true ->
  exists q, puzzle_of_line boxes diagonals t = Some q /\ answers q g /\ answers q g' /\ g <> g'.
Proof. apply several_of_line_right. Qed.

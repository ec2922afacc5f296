(* The checkers as programs: verify.ml drives them. And what the theorems rest on, which
   coq/build compares with what it should be. *)
Require Import Counting Problem States Slots Walk BitSets Words Naturals Values Covers Fast Famous Knuth.
Require Extraction ExtrOcamlBasic ExtrOCamlInt63.
Print Assumptions count_right.
Print Assumptions cheapest_right.
Print Assumptions list_right.
Print Assumptions read_print.
Print Assumptions eight_queens.
Print Assumptions dominoes_on_a_chessboard.
Print Assumptions mutilated_chessboard.
Print Assumptions langford_pairs.
Print Assumptions seventeen_clues.
Print Assumptions fast_count_right.
Extraction Language OCaml.
Extraction "checker.ml" Counter.walk Cheapener.walk Lister.walk Least.table fast_count
  read print problem_of costs_of.

(* The checkers as programs: verify.ml drives them. And the axioms of the
   theorems, which coq/build compares with those that are expected. *)
Require Import Counting Problem States Slots Missing Walk BitSets Words Fields Arrays WordArrays Rows ArrayPools Naturals Values Covers Best Signed Clauses Sudoku RuleLines Variants Quotient Classes Fast Famous Knuth Statements.
Require Texts.
Require Extraction ExtrOcamlBasic ExtrOCamlInt63 PArray.
Print Assumptions number_of_covers.
Print Assumptions number_of_covers_by_clauses.
Print Assumptions cost_of_the_cheapest.
Print Assumptions exactly_these.
Print Assumptions these_are_cheapest.
Print Assumptions printed_cost.
Print Assumptions read_back.
Print Assumptions from_text_to_number.
Print Assumptions eight_queens.
Print Assumptions dominoes_on_a_chessboard.
Print Assumptions mutilated_chessboard.
Print Assumptions langford_pairs.
Print Assumptions seventeen_clues.
Print Assumptions number_of_solutions.
Print Assumptions several_solutions.
Print Assumptions clues_are_digits.
Print Assumptions its_own_problem.
Print Assumptions number_of_classes.
Print Assumptions number_of_covers_by_words.
Print Assumptions these_are_cheapest_by_words.
Print Assumptions number_of_solutions_by_words.
Print Assumptions number_of_classes_by_words.
Print Assumptions what_is_read_by_words.
Extraction Language OCaml.
(* As Coq's ExtrOCamlPArray does, whose type is not one of OCaml's. *)
Extract Constant PArray.array "'a" => "Parray.t".
Extraction Inline PArray.array.
Extract Constant PArray.make => "Parray.make".
Extract Constant PArray.get => "Parray.get".
Extract Constant PArray.set => "Parray.set".
Extract Constant PArray.default => "Parray.default".
Extract Constant PArray.length => "Parray.length".
Extract Constant WordArrays.words => "Wordarray.t".
Extract Constant WordArrays.make_words => "Wordarray.make".
Extract Constant WordArrays.word => "Wordarray.get".
Extract Constant WordArrays.set_word => "Wordarray.set".
Extract Constant WordArrays.set_two => "Wordarray.set_two".
Extract Constant WordArrays.set_four => "Wordarray.set_four".
Extract Constant WordArrays.is_four => "Wordarray.is_four".
Extract Constant WordArrays.word_beyond => "Wordarray.default".
Extract Constant WordArrays.how_many => "Wordarray.length".
Extraction "checker.ml" Counter.walk Cheapener.walk Lister.walk Least.table fast_count
  Cheapest.best FastCheapest.best count_classes fast_count_classes by_clauses
  read Texts.read_in_pieces Texts.all_costs print problem_of costs_of
  Solver.prepare Solver.solutions_of_line FastSolver.prepare FastSolver.solutions_of_line several_of_line
  puzzle_of_line left_ problem_of_line.

(* The checker as a program: verify.ml drives it. And what the theorem rests on, which
   coq/build compares with what it should be. *)
Require Import Counting Checker BitSets Covers.
Require Extraction ExtrOcamlBasic.
Print Assumptions fcheck_lists.
Extraction Language OCaml.
Extraction "checker.ml" FN.fcompile FN.fstep FN.fst0 FN.ffinish NB.

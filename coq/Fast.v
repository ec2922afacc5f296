(* The same theorem for a checker over machine words, several times as fast. It rests on
   what Coq's library says of the machine's integers, which are Coq's own primitives, and
   on nothing else. *)
Require Import Arith NArith List.
Require Import Counting Problem Walk Words Values Covers.

Module FastCounter := Make WB Count.
Theorem fast_count_right src next p s n s' : FastCounter.walk (src := src) next tt p s = Some (n, s') ->
  exists L : list (list nat), NoDup L /\ (forall c, In c L <-> covers p c) /\ N.of_nat (length L) = n.
Proof. intro H. apply count_lists. apply FastCounter.walk_sound in H. exact H. Qed.

(* Puzzles that say more than clues: which digits each cell may have, and in which cells no digit is
   twice. Each is a problem of its own, whose covers are its solutions, one for one
   ([answers_of_covers]); and how their lines are read. No axioms. *)
Require Import Arith NArith ZArith List Lia Bool Ascii Sorted Permutation FMapPositive.
Import ListNotations.
Require Import Counting Problem States Slots Pools Missing Walk BitSets Values Covers Sudoku RuleLines.
Local Open Scope N_scope.

(* ---------- puzzles and solutions ---------- *)
(* Beside its board, a puzzle has lists of cells that must differ, and for each cell the digits that
   it may have. *)
Record puzzle := Puzzle { on : board; differing : list (list N); may_have : list (list N) }.
Definition answers (q : puzzle) (g : list N) : Prop :=
  solves (on q) [] g /\
  (forall h x y, In h (differing q) -> In x h -> In y h -> x <> y -> at_ g x <> at_ g y) /\
  (forall x, x < cells (on q) -> In (at_ g x) (nth (N.to_nat x) (may_have q) [])).

(* ---------- the problem of all its digits ---------- *)
(* As that of the board, with a secondary item for each digit of each list of cells that differ. *)
Section Differing.
  Variable b : board.
  Variable ds : list (list N).
  Notation n := (side b).
  Notation p0 := (sudoku b).
  Definition lists_with (x : N) : list N := houses_with (Board n ds) x.
  Definition first_of_lists : N := cells b + n * N.of_nat (length (houses b)).
  Definition more_items (k : N) : opt :=
    let d := k mod n in map (fun j => (first_of_lists + n * j + d, 0)) (lists_with (k / n)).
  Definition with_lists : problem :=
    {| bounds := bounds p0; ns := n * N.of_nat (length ds); nc := 0;
       opts := map (fun k => placement b k ++ more_items k) (below (cells b * n)) |}.
  Notation p := with_lists.
  Notation list_ j := (nth (N.to_nat j) ds []).

  Lemma with_lists_V k : V p k <-> k < cells b * n.
  Proof. unfold V, with_lists. cbn [opts]. rewrite map_length, length_below. lia. Qed.
  Lemma with_lists_option k : k < cells b * n -> option_at p k = placement b k ++ more_items k.
  Proof.
    intro L. unfold option_at, with_lists. cbn [opts].
    rewrite (nth_indep _ [] (placement b 0 ++ more_items 0)); [|rewrite map_length, length_below; lia].
    rewrite (map_nth (fun k => placement b k ++ more_items k)), nth_below by lia. rewrite N2Nat.id. reflexivity.
  Qed.
  Lemma np_same : np p = np p0. Proof. reflexivity. Qed.
  Lemma np_first : np p = first_of_lists. Proof. rewrite np_same. apply np_ok. Qed.
  Lemma in_more k i c : k < cells b * n -> In (i, c) (more_items k) ->
    c = 0 /\ exists j, j < N.of_nat (length ds) /\ In (k / n) (list_ j) /\ i = first_of_lists + n * j + k mod n.
  Proof.
    intros L H. unfold more_items in H. cbv zeta in H. apply in_map_iff in H. destruct H as (j & E & H).
    inversion E. split; [reflexivity|]. exists j. apply (in_houses_with (Board n ds)) in H. cbn [houses] in H. split; [tauto|]. split; [tauto|reflexivity].
  Qed.
  Lemma more_in k j : k < cells b * n -> j < N.of_nat (length ds) -> In (k / n) (list_ j) ->
    In (first_of_lists + n * j + k mod n, 0) (more_items k).
  Proof.
    intros L Lj H. unfold more_items. cbv zeta. apply in_map_iff. exists j. split; [reflexivity|].
    apply (in_houses_with (Board n ds)). cbn [houses]. auto.
  Qed.
  Lemma placement_below k i c : k < cells b * n -> In (i, c) (placement b k) -> i < first_of_lists.
  Proof.
    intros L H. assert (Vk : V p0 k) by (apply V_iff; exact L).
    destruct (parts_of_option b k Vk) as (x & d & _ & Lx & Ld & Ex & Ed). unfold placement in H. cbv zeta in H.
    rewrite Ex, Ed in H. unfold first_of_lists. destruct H as [H|H]; [inversion H; lia|].
    apply in_map_iff in H. destruct H as (j & E & H). inversion E. apply in_houses_with in H. nia.
  Qed.
  Lemma degree_same X i : i < np p -> degree p X i = degree p0 X i.
  Proof.
    intro L. rewrite np_first in L. unfold degree. f_equal. f_equal.
    assert (I : indices p = indices p0).
    { unfold indices, with_lists, sudoku. cbn [opts]. rewrite !map_length. reflexivity. }
    rewrite I. apply filter_ext_in. intros k Hk. f_equal. rewrite <- I, in_indices in Hk. apply with_lists_V in Hk.
    rewrite with_lists_option by exact Hk. rewrite option_ok by (apply V_iff; exact Hk).
    apply eq_iff_eq_true. rewrite !has_iff. split; intros (c & H).
    - apply in_app_iff in H. destruct H as [H|H]; [eauto|]. apply (in_more k) in H; [|exact Hk]. destruct H as (_ & j & _ & _ & E). revert E. generalize (n * j), (k mod n). lia.
    - exists c. apply in_app_iff. auto.
  Qed.
  Definition differ (X : N) : Prop := forall h k k', In h ds -> mem k X -> mem k' X -> k <> k' ->
    In (k / n) h -> In (k' / n) h -> k mod n <> k' mod n.
  Lemma with_lists_cover X : is_cover p X <-> is_cover p0 X /\ differ X.
  Proof.
    split.
    - intros [R Pr Se]. assert (R' : forall k, mem k X -> k < cells b * n) by (intros k Hk; apply with_lists_V; exact (R k Hk)). split.
      + split.
        * intros k Hk. apply V_iff, R'. exact Hk.
        * intros i L. rewrite <- degree_same by exact L. apply (Pr i L).
        * intros i k k' c c' L Hk _ _ H _. exfalso. rewrite option_ok in H by (apply V_iff, R'; exact Hk).
          apply placement_below in H; [|apply R'; exact Hk]. rewrite <- np_same, np_first in L. lia.
      + intros h k k' Hh Hk Hk' NE I I' E. apply (In_nth _ _ []) in Hh. destruct Hh as (i & Li & <-).
        assert (Ei : i = N.to_nat (N.of_nat i)) by lia. rewrite Ei in I, I'.
        destruct (Se (first_of_lists + n * N.of_nat i + k mod n) k k' 0 0) as [_ NZ]; try assumption.
        * rewrite np_first. generalize (n * N.of_nat i), (k mod n). lia.
        * rewrite with_lists_option by (apply R'; exact Hk). apply in_app_iff. right. apply more_in; [apply R'; exact Hk|lia|exact I].
        * rewrite with_lists_option by (apply R'; exact Hk'). apply in_app_iff. right. rewrite E. apply more_in; [apply R'; exact Hk'|lia|exact I'].
        * apply NZ. reflexivity.
    - intros [[R Pr Se] D]. assert (R' : forall k, mem k X -> k < cells b * n) by (intros k Hk; apply V_iff; exact (R k Hk)). split.
      + intros k Hk. apply with_lists_V, R'. exact Hk.
      + intros i L. rewrite degree_same by exact L. apply (Pr i L).
      + intros i k k' c c' L Hk Hk' NE H H'. exfalso. rewrite np_first in L.
        rewrite with_lists_option in H by (apply R'; exact Hk). rewrite with_lists_option in H' by (apply R'; exact Hk').
        apply in_app_iff in H, H'. assert (Lk := R' k Hk). assert (Lk' := R' k' Hk').
        destruct H as [H|H]; [apply placement_below in H; [lia|exact Lk]|]. destruct H' as [H'|H']; [apply placement_below in H'; [lia|exact Lk']|].
        apply in_more in H; [|exact Lk]. apply in_more in H'; [|exact Lk']. destruct H as (_ & j & Lj & I & E), H' as (_ & j' & Lj' & I' & E').
        destruct (parts_of_option b k (R k Hk)) as (_ & d & _ & _ & Ld & _ & Ed). destruct (parts_of_option b k' (R k' Hk')) as (_ & d' & _ & _ & Ld' & _ & Ed').
        rewrite Ed in E. rewrite Ed' in E'.
        assert (j = j' /\ d = d') as [<- <-] by (apply (N.div_mod_unique n); [exact Ld|exact Ld'|lia]).
        apply (D (list_ j) k k'); try assumption; [apply nth_In; lia|congruence].
  Qed.

  Definition differ_in (g : list N) : Prop := forall h x y, In h ds -> In x h -> In y h -> x <> y -> at_ g x <> at_ g y.
  Lemma differ_iff X g : (forall h x, In h ds -> In x h -> x < cells b) -> same_as b X g -> (differ X <-> differ_in g).
  Proof.
    intros Ls S. assert (F := proj1 S). split.
    - intros D h x y Hh Hx Hy NE E. assert (Lx := Ls h x Hh Hx). assert (Ly := Ls h y Hh Hy).
      assert (A := at_in b g x F Lx). set (d := at_ g x - 1) in *.
      destruct (option_of_parts b x d Lx ltac:(lia)) as (_ & Qx & Mx). destruct (option_of_parts b y d Ly ltac:(lia)) as (_ & Qy & My).
      apply (D h (n * x + d) (n * y + d)); try assumption.
      + apply (mem_same b X g); try assumption; lia.
      + apply (mem_same b X g); try assumption; lia.
      + intro K. apply NE. congruence.
      + rewrite Qx. exact Hx.
      + rewrite Qy. exact Hy.
      + congruence.
    - intros D h k k' Hh Hk Hk' NE I I' E. apply (proj2 S) in Hk, Hk'. destruct Hk as [Vk Ek], Hk' as [Vk' Ek'].
      apply (D h (k / n) (k' / n)); try assumption; [|congruence]. intro Q.
      destruct (parts_of_option b k Vk) as (x & d & E1 & _ & _ & Q1 & M1). destruct (parts_of_option b k' Vk') as (x' & d' & E2 & _ & _ & Q2 & M2).
      apply NE. congruence.
  Qed.
End Differing.

(* ---------- some of a problem's options ---------- *)
Lemma NoDup_flat_map {A B} (f : A -> list B) l : NoDup l -> (forall x, In x l -> NoDup (f x)) ->
  (forall x y z, In x l -> In y l -> In z (f x) -> In z (f y) -> x = y) -> NoDup (flat_map f l).
Proof.
  induction 1 as [|x l Hx Hl IH]; intros N1 D; cbn [flat_map]; [constructor|]. apply NoDup_app_disj.
  - apply N1. left. reflexivity.
  - apply IH; [intros y Hy; apply N1; right; exact Hy|]. intros y z w Hy Hz. apply D; right; assumption.
  - intros z H H'. apply in_flat_map in H'. destruct H' as (y & Hy & H'). apply Hx.
    rewrite (D x y z); auto; [left; reflexivity|right; exact Hy].
Qed.
Section Some.
  Variable p p' : problem.
  Variable ks : list N.
  Hypothesis ND : NoDup ks.
  Hypothesis Range : forall k, In k ks -> k < N.of_nat (length (opts p)).
  Hypothesis Bounds : bounds p' = bounds p.
  Hypothesis Opts : opts p' = map (option_at p) ks.
  Notation m := (length ks).
  Lemma some_length : length (opts p') = m. Proof. rewrite Opts. apply map_length. Qed.
  Lemma some_np : np p' = np p. Proof. unfold np. rewrite Bounds. reflexivity. Qed.
  Lemma some_option j : (j < m)%nat -> option_at p' (N.of_nat j) = option_at p (nth j ks 0).
  Proof.
    intro L. unfold option_at at 1. rewrite Opts, Nat2N.id.
    rewrite (nth_indep _ [] (option_at p 0)) by (rewrite map_length; exact L). apply map_nth.
  Qed.
  Definition up (X : N) : N := set_of (map (fun j => nth j ks 0) (to_list m X)).
  Definition dn (X : N) : N := set_of (map N.of_nat (filter (fun j => N.testbit X (nth j ks 0)) (seq 0 m))).
  Lemma mem_up k X : mem k (up X) <-> exists j, (j < m)%nat /\ mem (N.of_nat j) X /\ nth j ks 0 = k.
  Proof.
    unfold up. rewrite mem_set_of, in_map_iff. split.
    - intros (j & E & H). apply in_to_list in H. exists j. tauto.
    - intros (j & L & H & E). exists j. rewrite in_to_list. tauto.
  Qed.
  Lemma mem_dn k X : mem k (dn X) <-> (N.to_nat k < m)%nat /\ mem (nth (N.to_nat k) ks 0) X.
  Proof.
    unfold dn. rewrite mem_set_of, in_map_iff. split.
    - intros (j & <- & H). apply filter_In in H. destruct H as [H T]. apply in_seq in H. rewrite Nat2N.id. split; [lia|exact T].
    - intros [L H]. exists (N.to_nat k). rewrite N2Nat.id. split; [reflexivity|]. apply filter_In. split; [apply in_seq; lia|exact H].
  Qed.
  Lemma nth_inj j j' : (j < m)%nat -> (j' < m)%nat -> nth j ks 0 = nth j' ks 0 -> j = j'.
  Proof. intros L L' E. apply (proj1 (NoDup_nth ks 0) ND); assumption. Qed.
  Lemma mem_up_nth j X : (j < m)%nat -> (mem (nth j ks 0) (up X) <-> mem (N.of_nat j) X).
  Proof.
    intro L. rewrite mem_up. split.
    - intros (j' & L' & H & E). apply nth_inj in E; [subst; exact H|exact L'|exact L].
    - intro H. exists j. auto.
  Qed.
  Lemma up_dn X : (forall k, mem k X -> In k ks) -> up (dn X) = X.
  Proof.
    intro S. apply mem_ext. intro k. rewrite mem_up. split.
    - intros (j & L & H & <-). apply mem_dn in H. rewrite Nat2N.id in H. tauto.
    - intro H. destruct (In_nth ks k 0 (S k H)) as (j & L & E). exists j. split; [exact L|]. split; [|exact E].
      apply mem_dn. rewrite Nat2N.id, E. auto.
  Qed.
  Lemma dn_up X : (forall k, mem k X -> (N.to_nat k < m)%nat) -> dn (up X) = X.
  Proof.
    intro R. apply mem_ext. intro k. rewrite mem_dn. split.
    - intros [L H]. apply mem_up_nth in H; [|exact L]. rewrite N2Nat.id in H. exact H.
    - intro H. split; [apply R; exact H|]. apply mem_up_nth; [apply R; exact H|]. rewrite N2Nat.id. exact H.
  Qed.
  Lemma degree_up X i : degree p' X i = degree p (up X) i.
  Proof.
    unfold degree. f_equal. rewrite <- (map_length (fun k => nth (N.to_nat k) ks 0)). apply Permutation_length. apply NoDup_Permutation.
    - apply NoDup_map_inj; [|apply NoDup_filter, indices_nodup]. intros x y Hx Hy E. apply filter_In in Hx, Hy.
      destruct Hx as [Hx _], Hy as [Hy _]. apply in_indices in Hx, Hy. rewrite some_length in Hx, Hy. apply nth_inj in E; lia.
    - apply NoDup_filter, indices_nodup.
    - intro k. rewrite in_map_iff, filter_In, in_indices, andb_true_iff. split.
      + intros (j & <- & H). apply filter_In in H. destruct H as [L H]. apply in_indices in L. rewrite some_length in L.
        apply andb_true_iff in H. destruct H as [H O].
        assert (Lj : (N.to_nat j < m)%nat) by lia. split; [apply Range, nth_In; exact Lj|]. split.
        * apply mem_up_nth; [exact Lj|]. rewrite N2Nat.id. exact H.
        * rewrite <- some_option by exact Lj. rewrite N2Nat.id. exact O.
      + intros (_ & H & O). apply mem_up in H. destruct H as (j & L & H & <-). exists (N.of_nat j). rewrite Nat2N.id. split; [reflexivity|].
        apply filter_In. split; [apply in_indices; rewrite some_length; lia|]. apply andb_true_iff. split; [exact H|].
        rewrite some_option by exact L. exact O.
  Qed.
  Lemma cover_up X : (forall k, mem k X -> (N.to_nat k < m)%nat) -> (is_cover p' X <-> is_cover p (up X)).
  Proof.
    intro R. split; intros [_ Pr Se]; split.
    - intros k H. apply mem_up in H. destruct H as (j & L & _ & <-). apply Range, nth_In. exact L.
    - intros i L. rewrite <- degree_up. rewrite <- some_np in L. assert (P := Pr i L). unfold bound in *. rewrite Bounds in P. exact P.
    - intros i k k' c c' L H H' NE O O'. apply mem_up in H, H'. destruct H as (j & Lj & H & <-), H' as (j' & Lj' & H' & <-).
      rewrite <- some_option in O, O' by assumption.
      apply (Se i (N.of_nat j) (N.of_nat j') c c'); try assumption; [rewrite some_np; exact L|]. intro E. apply NE. f_equal. lia.
    - intros k H. rewrite some_length. specialize (R k H). lia.
    - intros i L. rewrite degree_up. rewrite some_np in L. assert (P := Pr i L). unfold bound in *. rewrite Bounds. exact P.
    - intros i k k' c c' L H H' NE O O'. assert (Lk := R k H). assert (Lk' := R k' H').
      rewrite <- (N2Nat.id k) in O. rewrite <- (N2Nat.id k') in O'. rewrite some_option in O, O' by assumption.
      apply (Se i (nth (N.to_nat k) ks 0) (nth (N.to_nat k') ks 0) c c'); try assumption.
      + rewrite <- some_np. exact L.
      + apply mem_up_nth; [exact Lk|]. rewrite N2Nat.id. exact H.
      + apply mem_up_nth; [exact Lk'|]. rewrite N2Nat.id. exact H'.
      + intro E. apply nth_inj in E; [lia|exact Lk|exact Lk'].
  Qed.
  Lemma counts_up c : Counts (is_cover p') c -> Counts (fun X => is_cover p X /\ forall k, mem k X -> In k ks) c.
  Proof.
    intros (l & N1 & InL & Len).
    assert (R : forall X, In X l -> forall k, mem k X -> (N.to_nat k < m)%nat).
    { intros X HX k Hk. apply InL in HX. apply (cov_range _ _ HX) in Hk. rewrite some_length in Hk. lia. }
    exists (map up l). split; [|split].
    - apply NoDup_map_inj; [|exact N1]. intros X Y HX HY E. rewrite <- (dn_up X), <- (dn_up Y), E by (apply R; assumption). reflexivity.
    - intro X. rewrite in_map_iff. split.
      + intros (Y & <- & HY). split.
        * apply cover_up; [apply R; exact HY|]. apply InL. exact HY.
        * intros k H. apply mem_up in H. destruct H as (j & L & _ & <-). apply nth_In. exact L.
      + intros [HX S]. exists (dn X). split; [apply up_dn; exact S|]. apply InL. apply cover_up.
        * intros k H. apply mem_dn in H. tauto.
        * rewrite up_dn by exact S. exact HX.
    - rewrite map_length. exact Len.
  Qed.
End Some.

(* ---------- a puzzle's own problem ---------- *)
(* Its options are the digits that each cell may have, but for those that another cell of one of its
   lists has for certain. *)
Definition certain (may : list (list N)) (h : list N) : list (N * N) :=
  flat_map (fun y => match nth (N.to_nat y) may [] with [d] => [(y, d)] | _ => [] end) h.
Definition digits_left (n : N) (taken : list (list (N * N))) (may : list N) (x : N) : list N :=
  filter (fun d => existsb (N.eqb (N.succ d)) may &&
                   negb (existsb (existsb (fun yd => (snd yd =? N.succ d) && negb (fst yd =? x))) taken)) (below n).
Definition each_left {A} (q : puzzle) (f : N -> list N -> list A) : list A :=
  let b := on q in
  let lists := map (fun h => (h, certain (may_have q) h)) (houses b ++ differing q) in
  flat_map (fun xm => let x := fst xm in
      let taken := map snd (filter (fun hc => existsb (N.eqb x) (fst hc)) lists) in
      f x (digits_left (side b) taken (snd xm) x)) (combine (below (cells b)) (may_have q)).
Definition own_problem (q : puzzle) : problem :=
  let b := on q in let n := side b in let first := first_of_lists b in let c := cells b in
  {| bounds := bounds (sudoku b); ns := n * N.of_nat (length (differing q)); nc := 0;
     opts := each_left q (fun x ds =>
       let js := houses_with b x in let ls := lists_with b (differing q) x in
       map (fun d => (x, 0) :: map (fun j => (c + n * j + d, 0)) js ++ map (fun j => (first + n * j + d, 0)) ls) ds) |}.
Definition is_puzzle (q : puzzle) : bool :=
  (N.of_nat (length (may_have q)) =? cells (on q)) && forallb (forallb (fun x => x <? cells (on q))) (differing q).

Section Own.
  Variable q : puzzle.
  Hypothesis OK : is_puzzle q = true.
  Notation b := (on q).
  Notation n := (side b).
  Notation ds := (differing q).
  Notation may := (may_have q).
  Notation may_ x := (nth (N.to_nat x) may []).
  Definition left_ : list N := each_left q (fun x => map (fun d => n * x + d)).

  Lemma length_may : N.of_nat (length may) = cells b.
  Proof. unfold is_puzzle in OK. apply andb_true_iff in OK. apply N.eqb_eq. apply OK. Qed.
  Lemma lists_below h x : In h ds -> In x h -> x < cells b.
  Proof.
    unfold is_puzzle in OK. apply andb_true_iff in OK. destruct OK as [_ F]. rewrite forallb_forall in F.
    intros Hh Hx. specialize (F h Hh). rewrite forallb_forall in F. apply N.ltb_lt, F, Hx.
  Qed.
  Lemma in_combine x m : In (x, m) (combine (below (cells b)) may) -> x < cells b /\ m = may_ x.
  Proof.
    intro H. apply (In_nth _ _ (0, [])) in H. destruct H as (i & L & E).
    rewrite combine_length, length_below in L. assert (Len := length_may).
    rewrite combine_nth in E by (rewrite length_below; lia). rewrite nth_below in E by lia. inversion E. rewrite Nat2N.id. split; [lia|reflexivity].
  Qed.
  Lemma combine_in x : x < cells b -> In (x, may_ x) (combine (below (cells b)) may).
  Proof.
    intro L. assert (Len := length_may). assert (E : nth (N.to_nat x) (combine (below (cells b)) may) (0, []) = (x, may_ x)).
    { rewrite combine_nth by (rewrite length_below; lia). rewrite nth_below by lia. rewrite N2Nat.id. reflexivity. }
    rewrite <- E. apply nth_In. rewrite combine_length, length_below. lia.
  Qed.
  Lemma digits_below t m x d : In d (digits_left n t m x) -> d < n.
  Proof. unfold digits_left. rewrite filter_In, in_below. tauto. Qed.
  Lemma in_each {A} (f : N -> list N -> list A) a : In a (each_left q f) <-> exists x, x < cells b /\
    In a (f x (digits_left n (map snd (filter (fun hc => existsb (N.eqb x) (fst hc)) (map (fun h => (h, certain may h)) (houses b ++ ds)))) (may_ x) x)).
  Proof.
    unfold each_left. rewrite in_flat_map. split.
    - intros ([x m] & Hx & H). apply in_combine in Hx. destruct Hx as [L ->]. exists x. split; [exact L|exact H].
    - intros (x & L & H). exists (x, may_ x). split; [apply combine_in; exact L|exact H].
  Qed.
  Lemma left_range k : In k left_ -> k < cells b * n.
  Proof.
    unfold left_. rewrite in_each. intros (x & L & H). apply in_map_iff in H. destruct H as (d & <- & H). apply digits_below in H.
    apply V_iff. apply option_of_parts; assumption.
  Qed.
  Lemma left_nodup : NoDup left_.
  Proof.
    unfold left_, each_left. cbv zeta. apply NoDup_flat_map.
    - apply (NoDup_map_inv fst). assert (E : map fst (combine (below (cells b)) may) = below (cells b)).
      { assert (Len := length_may). assert (L : (length (below (cells b)) <= length may)%nat) by (rewrite length_below; lia).
        clear - L. revert L. generalize (below (cells b)), may. induction l as [|x l IH]; intros [|y r] L; cbn in *; try reflexivity; [lia|].
        f_equal. apply IH. lia. }
      rewrite E. rewrite below_seq. apply NoDup_map_inj; [lia|apply seq_NoDup].
    - intros [x m] Hx. apply NoDup_map_inj; [lia|]. apply NoDup_filter. rewrite below_seq. apply NoDup_map_inj; [lia|apply seq_NoDup].
    - intros [x m] [y m'] k Hx Hy H H'. cbn [fst snd] in *. apply in_map_iff in H, H'. destruct H as (d & <- & H), H' as (d' & E & H').
      apply digits_below in H, H'. apply in_combine in Hx, Hy. destruct Hx as [_ ->], Hy as [_ ->].
      assert (y = x /\ d' = d) as [-> _] by (apply (N.div_mod_unique n); assumption). reflexivity.
  Qed.
  Lemma map_each {A B} (h : A -> B) f : map h (each_left q f) = each_left q (fun x l => map h (f x l)).
  Proof.
    unfold each_left. cbv zeta. generalize (combine (below (cells b)) may). induction l as [|x l IH]; [reflexivity|]. cbn [flat_map].
    rewrite map_app, IH. reflexivity.
  Qed.
  Lemma own_opts : opts (own_problem q) = map (option_at (with_lists b ds)) left_.
  Proof.
    unfold left_. rewrite map_each. unfold own_problem, each_left. cbn [opts]. cbv zeta.
    assert (I := in_combine). revert I. generalize (combine (below (cells b)) may). induction l as [|[x m] l IH]; intro I; [reflexivity|]. cbn [flat_map fst snd].
    f_equal; [|apply IH; intros y m' H; apply I; right; exact H]. rewrite map_map. apply map_ext_in. intros d Hd. apply digits_below in Hd.
    assert (L : x < cells b) by (apply (I x m); left; reflexivity).
    destruct (option_of_parts b x d L Hd) as (Vk & Qx & Mx). rewrite with_lists_option by (apply V_iff; exact Vk).
    unfold placement, more_items. cbv zeta. rewrite Qx, Mx. reflexivity.
  Qed.

  Definition may_in (g : list N) : Prop := forall x, x < cells b -> In (at_ g x) (may_ x).
  Lemma left_iff X g : same_as b X g -> full_houses b g -> differ_in ds g ->
    ((forall k, mem k X -> In k left_) <-> may_in g).
  Proof.
    intros S HF HD. assert (F := proj1 S). split.
    - intros H x L. assert (A := at_in b g x F L). assert (K : mem (n * x + (at_ g x - 1)) X) by (apply (mem_same b X g); try assumption; lia).
      apply H in K. unfold left_ in K. apply in_each in K. destruct K as (y & Ly & K). apply in_map_iff in K. destruct K as (d & E & K).
      assert (Ld := digits_below _ _ _ _ K). assert (y = x /\ d = at_ g x - 1) as [-> ->] by (apply (N.div_mod_unique n); [exact Ld|lia|lia]).
      unfold digits_left in K. apply filter_In in K. destruct K as [_ K]. apply andb_true_iff in K. destruct K as [K _].
      apply existsb_exists in K. destruct K as (e & He & K). apply N.eqb_eq in K. replace (at_ g x) with e by lia. exact He.
    - intros H k K. assert (K' := K). apply (proj2 S) in K'. destruct K' as [Vk E]. destruct (parts_of_option b k Vk) as (x & d & -> & L & Ld & Qx & Mx).
      rewrite Qx, Mx in E. unfold left_. apply in_each. exists x. split; [exact L|]. apply in_map_iff. exists d. split; [reflexivity|].
      apply filter_In. split; [apply in_below; exact Ld|]. apply andb_true_iff. split.
      + apply existsb_exists. exists (at_ g x). split; [apply H; exact L|]. apply N.eqb_eq. lia.
      + apply negb_true_iff. destruct (existsb _ _) eqn:T; [|reflexivity]. exfalso.
        apply existsb_exists in T. destruct T as (c & Hc & T). apply in_map_iff in Hc. destruct Hc as ([h c'] & Ec & Hc). cbn [snd] in Ec. subst c'.
        apply filter_In in Hc. destruct Hc as [Hc Hx]. apply in_map_iff in Hc. destruct Hc as (h' & Eh & Hh). inversion Eh; subst h' c. cbn [fst] in Hx.
        apply existsb_exists in Hx. destruct Hx as (x' & Hx & Ex). apply N.eqb_eq in Ex. subst x'.
        apply existsb_exists in T. destruct T as ([y e] & Hy & T). cbn [fst snd] in T. apply andb_true_iff in T. destruct T as [Te Ty].
        apply N.eqb_eq in Te. apply negb_true_iff, N.eqb_neq in Ty. unfold certain in Hy. apply in_flat_map in Hy. destruct Hy as (y' & Hy & M).
        assert (M' : y' = y /\ may_ y = [e]). { destruct (may_ y') as [|e' [|]] eqn:EM; try contradiction. destruct M as [M|[]]. inversion M; subst. auto. }
        destruct M' as [-> EM]. assert (Ly : y < cells b).
        { destruct (N.lt_ge_cases y (cells b)) as [|G]; [assumption|]. assert (Len := length_may). rewrite nth_overflow in EM by lia. discriminate. }
        assert (Gy := H y Ly). rewrite EM in Gy. destruct Gy as [Gy|[]].
        apply in_app_iff in Hh. destruct Hh as [Hh|Hh].
        * destruct (HF h (d + 1) Hh ltac:(lia)) as (z & _ & U). apply Ty. rewrite <- (U y), <- (U x); [reflexivity|split; [exact Hx|lia]|split; [exact Hy|lia]].
        * apply (HD h x y Hh Hx Hy); [congruence|lia].
  Qed.

  Theorem answers_of_covers m : Counts (is_cover (own_problem q)) m ->
    exists L : list (list N), NoDup L /\ (forall g, In g L <-> answers q g) /\ N.of_nat (length L) = m.
  Proof.
    intro H. apply (counts_up (with_lists b ds) (own_problem q) left_ left_nodup) in H; [|..|apply own_opts].
    - destruct (grids_of b (fun X => differ b ds X /\ forall k, mem k X -> In k left_) (fun g => differ_in ds g /\ may_in g) m) as (L & ND & InL & Len).
      + intros X g S HF. rewrite (differ_iff b ds X g lists_below S). split; intros [D K]; (split; [exact D|]); apply (left_iff X g S HF D); exact K.
      + eapply Counts_ext; [|exact H]. intro X. cbv beta. rewrite with_lists_cover. tauto.
      + exists L. split; [exact ND|]. split; [|exact Len]. intro g. rewrite InL. unfold answers, solves, filled, full_houses.
        assert (E : forall x, at_ [] x = 0) by (intro x; unfold at_; destruct (N.to_nat x); reflexivity). split.
        * intros ((A1 & A2) & A3 & A4 & A5). split; [|split; [exact A4|exact A5]]. split; [exact A1|]. split; [exact A2|]. split; [exact A3|].
          intros x K. destruct (K (E x)).
        * intros ((A1 & A2 & A3 & _) & A4 & A5). auto.
    - intros k K. apply with_lists_V. apply left_range. exact K.
    - reflexivity.
  Qed.
End Own.

(* ---------- two solutions ---------- *)
Fixpoint differ_ok (g h : list N) : bool :=
  match h with
  | [] => true
  | x :: h => forallb (fun y => (x =? y) || negb (at_ g x =? at_ g y)) h && differ_ok g h
  end.
Lemma differ_ok_right g h : differ_ok g h = true -> forall x y, In x h -> In y h -> x <> y -> at_ g x <> at_ g y.
Proof.
  induction h as [|z h IH]; [intros _ x y []|]. cbn [differ_ok]. rewrite andb_true_iff, forallb_forall. intros [F D].
  assert (One : forall y, In y h -> z <> y -> at_ g z <> at_ g y).
  { intros y Hy NE. specialize (F y Hy). apply orb_true_iff in F. destruct F as [F|F]; [apply N.eqb_eq in F; contradiction|].
    apply negb_true_iff, N.eqb_neq in F. exact F. }
  intros x y [->|Hx] [->|Hy] NE; [contradiction|apply One; assumption|apply not_eq_sym, One; [assumption|congruence]|apply IH; assumption].
Qed.
Definition is_answer (q : puzzle) (g : list N) : bool :=
  is_solution (on q) [] g && forallb (differ_ok g) (differing q) &&
  forallb (fun dm => existsb (N.eqb (fst dm)) (snd dm)) (combine g (may_have q)) && (length g =? length (may_have q))%nat.
Lemma is_answer_right q g : is_answer q g = true -> answers q g.
Proof.
  unfold is_answer. rewrite !andb_true_iff, !forallb_forall, Nat.eqb_eq. intros [[[S D] M] L]. apply is_solution_ok in S.
  split; [exact S|]. split.
  - intros h x y Hh. apply differ_ok_right. apply D, Hh.
  - intros x Lx. destruct S as [LG _].
    assert (E : nth (N.to_nat x) (combine g (may_have q)) (0, []) = (at_ g x, nth (N.to_nat x) (may_have q) [])) by (apply combine_nth; exact L).
    specialize (M (at_ g x, nth (N.to_nat x) (may_have q) [])). rewrite <- E in M. specialize (M ltac:(apply nth_In; rewrite combine_length; lia)).
    rewrite E in M. cbn [fst snd] in M. apply existsb_exists in M. destruct M as (d & Hd & M). apply N.eqb_eq in M. rewrite M. exact Hd.
Qed.
Definition two_answers (q : puzzle) (g g' : list N) : bool :=
  is_answer q g && is_answer q g' && negb (if list_eq_dec N.eq_dec g g' then true else false).
Lemma two_answers_right q g g' : two_answers q g g' = true -> answers q g /\ answers q g' /\ g <> g'.
Proof.
  unfold two_answers. rewrite !andb_true_iff, negb_true_iff. intros [[H H'] NE].
  split; [apply is_answer_right; exact H|]. split; [apply is_answer_right; exact H'|].
  destruct (list_eq_dec N.eq_dec g g'); [discriminate|assumption].
Qed.

(* ---------- puzzles as text ---------- *)
Definition may_of (n : N) (clues : list N) : list (list N) :=
  let all := map N.succ (below n) in map (fun d => if d =? 0 then all else [d]) clues.
Lemma may_of_clues b ds clues g : clues_ok b clues = true ->
  (answers (Puzzle b ds (may_of (side b) clues)) g <-> solves b clues g /\ differ_in ds g).
Proof.
  intro OK. unfold clues_ok in OK. rewrite andb_true_iff, N.eqb_eq in OK. destruct OK as [CL _].
  assert (E : forall x, at_ [] x = 0) by (intro x; unfold at_; destruct (N.to_nat x); reflexivity).
  assert (M : forall x, x < cells b -> nth (N.to_nat x) (may_of (side b) clues) [] =
    if at_ clues x =? 0 then map N.succ (below (side b)) else [at_ clues x]).
  { intros x L. unfold may_of. cbv zeta. set (f := fun d => if d =? 0 then _ else _).
    rewrite (nth_indep _ [] (f 0)) by (rewrite map_length; lia). rewrite map_nth. reflexivity. }
  unfold answers, solves, differ_in. cbn [on differing may_have]. split.
  - intros ((L & D & H & _) & HD & A). split; [|exact HD]. split; [exact L|]. split; [exact D|]. split; [exact H|]. intros x NZ.
    assert (Lx : x < cells b).
    { destruct (N.lt_ge_cases x (cells b)) as [|G]; [assumption|]. destruct NZ. unfold at_. apply nth_overflow. lia. }
    specialize (A x Lx). rewrite M in A by exact Lx. apply N.eqb_neq in NZ. rewrite NZ in A. destruct A as [A|[]]. symmetry. exact A.
  - intros ((L & D & H & C) & HD). split; [split; [exact L|]; split; [exact D|]; split; [exact H|intros x NZ; destruct (NZ (E x))]|].
    split; [exact HD|]. intros x Lx. rewrite M by exact Lx. destruct (N.eqb_spec (at_ clues x) 0) as [Z|NZ].
    + assert (A := at_in b g x (conj L D) Lx). apply in_map_iff. exists (N.pred (at_ g x)). rewrite in_below. lia.
    + left. symmetry. apply C. exact NZ.
Qed.
(* n characters for each cell: its candidates in their order, and a mark for each digit that is none. *)
Fixpoint in_order (n d : N) (some : list N) (t : list N) : option (list (list N)) :=
  match t with
  | [] => Some []
  | c :: t =>
      if (c =? 0) || (c =? d) then
        let some := if c =? 0 then some else d :: some in
        if d =? n then match in_order n 1 [] t with Some may => Some (rev some :: may) | None => None end
        else in_order n (N.succ d) some t
      else None
  end.
Definition read_candidates (boxes : option (N * N)) (with_diagonals : bool) (t : list ascii) : option (layout * list (list N)) :=
  let (ds, rest) := cells_first t in
  match size_of_candidates boxes (N.of_nat (length ds)), rest with
  | None, _ | _, ("|" :: _)%char => None
  | Some n, _ =>
      match read_layout boxes with_diagonals n rest, in_order n 1 [] ds with
      | Some l, Some may => Some (l, may)
      | _, _ => None
      end
  end.
(* A list of as many cells as there are digits is a house like others. *)
Definition is_house (n : N) (h : list N) : bool := N.of_nat (length h) =? n.
Definition board_of_form (f : form) : board :=
  let b := board_of (shape f) in
  match besides f with [] => b | more => Board (side b) (houses b ++ filter (is_house (side b)) more) end.
Definition lists_of_form (f : form) : list (list N) :=
  filter (fun h => negb (is_house (side (board_of (shape f))) h)) (besides f).
Definition read_line (boxes : option (N * N)) (with_diagonals : bool) (t : list ascii) : option (form * list (list N)) :=
  match read_puzzle boxes with_diagonals t with
  | Some (l, clues) => Some (Form l [], may_of (side (board_of l)) clues)
  | None =>
      match read_candidates boxes with_diagonals t with
      | Some (l, may) => Some (Form l [], may)
      | None => read_rules boxes with_diagonals t
      end
  end.
Definition puzzle_of_line boxes diagonals (t : list ascii) : option puzzle :=
  match read_line boxes diagonals t with
  | Some (f, may) => Some (Puzzle (board_of_form f) (lists_of_form f) may)
  | None => None
  end.

(* ---------- the checker ---------- *)
Definition problem_of_line boxes diagonals (t : list ascii) : option problem :=
  match puzzle_of_line boxes diagonals t with
  | Some q => if is_puzzle q then Some (own_problem q) else None
  | None => None
  end.
Theorem problem_of_line_right boxes diagonals t p n : problem_of_line boxes diagonals t = Some p -> Counts (is_cover p) n ->
  exists q, puzzle_of_line boxes diagonals t = Some q /\
  exists L : list (list N), NoDup L /\ (forall g, In g L <-> answers q g) /\ N.of_nat (length L) = n.
Proof.
  unfold problem_of_line. destruct (puzzle_of_line _ _ _) as [q|]; [|discriminate]. destruct (is_puzzle q) eqn:OK; [|discriminate].
  intros E H. inversion E; subst. exists q. split; [reflexivity|]. apply answers_of_covers; assumption.
Qed.
Definition several_of_line boxes diagonals (t : list ascii) (g g' : list N) : bool :=
  match puzzle_of_line boxes diagonals t with Some q => two_answers q g g' | None => false end.
Theorem several_of_line_right boxes diagonals t g g' : several_of_line boxes diagonals t g g' = true ->
  exists q, puzzle_of_line boxes diagonals t = Some q /\ answers q g /\ answers q g' /\ g <> g'.
Proof.
  unfold several_of_line. destruct (puzzle_of_line _ _ _) as [q|]; [|discriminate].
  intro H. exists q. split; [reflexivity|apply two_answers_right; exact H].
Qed.

(* Candidates that are clues: one digit, or all. *)
Definition clue_of (all m : list N) : option N :=
  match m with
  | [d] => if d =? 0 then None else Some d
  | _ => if list_eq_dec N.eq_dec m all then Some 0 else None
  end.
Fixpoint clues_of (all : list N) (may : list (list N)) : option (list N) :=
  match may with
  | [] => Some []
  | m :: may =>
      match clue_of all m, clues_of all may with Some d, Some ds => Some (d :: ds) | _, _ => None end
  end.
Lemma clues_of_ok n may : forall clues, clues_of (map N.succ (below n)) may = Some clues -> may = may_of n clues.
Proof.
  induction may as [|m may IH]; intros clues H; cbn [clues_of] in H; [inversion H; reflexivity|].
  destruct (clue_of _ m) as [d|] eqn:E; [|discriminate]. destruct (clues_of _ may) as [ds|]; [|discriminate]. inversion H; subst.
  rewrite (IH ds eq_refl). unfold may_of. cbn [map]. cbv zeta. f_equal. unfold clue_of in E.
  assert (All : forall l, (if list_eq_dec N.eq_dec l (map N.succ (below n)) then Some 0 else None) = Some d ->
    l = if d =? 0 then map N.succ (below n) else [d]).
  { intro l. destruct (list_eq_dec N.eq_dec l (map N.succ (below n))) as [->|]; intro K; [inversion K; reflexivity|discriminate K]. }
  destruct m as [|e [|]]; [apply All; exact E| |apply All; exact E].
  destruct (N.eqb_spec e 0) as [|NZ]; [discriminate|]. inversion E; subst. apply N.eqb_neq in NZ. rewrite NZ. reflexivity.
Qed.

Module Puzzles (B : BITS) (V : VALUE) (S : STORE) (Ms : MISSING)
    (P : QUEUES with Definition state := B.t with Definition value := V.t with Definition add := V.add
                with Definition key := B.name)
    (D : QUEUES with Definition state := (B.t * Ms.t)%type with Definition value := V.t
                with Definition add := V.add with Definition key := P.key).
  Module C := Make B V S Ms P D.
  (* what many puzzles have in common *)
  Record prepared := Prepared {
    of_form : form; its_board : board; its_lists : list (list N);
    in_bits : C.prepared; by_number : PositiveMap.t C.option_; deep : nat;
    its_board_ok : its_board = board_of_form of_form; its_lists_ok : its_lists = lists_of_form of_form;
    in_bits_ok : C.prepare (with_lists its_board its_lists) = Some in_bits;
    by_number_ok : by_number = C.numbered in_bits }.
  Definition prepare (f : form) : option prepared :=
    let b := board_of_form f in
    let ds := lists_of_form f in
    let p := with_lists b ds in
    match C.prepare p as x return C.prepare p = x -> option prepared with
    | Some q => fun E => Some (Prepared f b ds q (C.numbered q) (C.depth_of p) eq_refl eq_refl E eq_refl)
    | None => fun _ => None
    end eq_refl.
  Definition number_of_solutions {src} (next : source S.key P.key src) (e : V.env) (q : prepared)
      (f : form) (clues : list N) (s : src) : option (N * src) :=
    if form_eq (of_form q) f then
      if V.counts && (clues_ok (its_board q) clues && forallb (forallb (fun x => x <? cells (its_board q))) (its_lists q)) then
        match C.walk_given next e (in_bits q) (deep q) (by_number q) (givens (its_board q) 0 clues) s with
        | Some (v, s') => Some (V.number v, s')
        | None => None
        end
      else None
    else None.
  Lemma number_of_solutions_right src next e q f clues s n s' :
    number_of_solutions (src := src) next e q f clues s = Some (n, s') ->
    let b := board_of_form f in let ds := lists_of_form f in
    clues_ok b clues = true /\
    exists L : list (list N), NoDup L /\ (forall g, In g L <-> solves b clues g /\ differ_in ds g) /\ N.of_nat (length L) = n.
  Proof.
    unfold number_of_solutions. destruct (form_eq _ _) as [<-|]; [|discriminate].
    destruct (V.counts && _) eqn:E; [|discriminate]. rewrite !andb_true_iff in E. destruct E as (VC & OK & Ls).
    destruct (C.walk_given _ _ _ _ _ _ _) as [[v s1]|] eqn:E; [|discriminate]. intro H. inversion H; subst.
    rewrite <- its_board_ok, <- its_lists_ok. split; [exact OK|]. set (b := its_board q) in *. set (ds := its_lists q) in *.
    assert (Below : forall h x, In h ds -> In x h -> x < cells b).
    { rewrite forallb_forall in Ls. intros h x Hh Hx. specialize (Ls h Hh). rewrite forallb_forall in Ls. apply N.ltb_lt, Ls, Hx. }
    destruct (grids_of b (fun X => differ b ds X /\ forall k, In k (givens b 0 clues) -> mem k X)
      (fun g => differ_in ds g /\ keeps_clues clues g) (V.number v)) as (L & ND & InL & Len).
    - intros X g S _. rewrite (differ_iff b ds X g Below S), (givens_iff b clues X g OK S). reflexivity.
    - apply (C.walk_given_sound _ _ _ _ _ _ _ _ _ _ _ (in_bits_ok q) (or_intror (by_number_ok q))) in E.
      + apply (V.number_iff VC e) in E. eapply Counts_ext; [|exact E]. intro X. cbv beta. fold b ds. rewrite with_lists_cover. tauto.
      + apply givens_nodup. unfold clues_ok in OK. apply andb_true_iff in OK. apply OK.
    - exists L. split; [exact ND|]. split; [|exact Len]. intro g. rewrite InL. unfold filled, full_houses, solves, keeps_clues. tauto.
  Qed.
  (* [found] says what is prepared for a form; if that is for another one, there is no answer, nor if the
     candidates of a line are no clues. *)
  Definition solutions_of_line {src} (next : source S.key P.key src) (e : V.env) (found : form -> option prepared)
      boxes diagonals (t : list ascii) (s : src) : option (N * src) :=
    let by_clues f clues :=
      match found f with Some q => number_of_solutions next e q f clues s | None => None end in
    match read_puzzle boxes diagonals t with
    | Some (l, clues) => by_clues (Form l []) clues
    | None =>
        match read_line boxes diagonals t with
        | Some (f, may) =>
            match clues_of (map N.succ (below (side (board_of_form f)))) may with Some clues => by_clues f clues | None => None end
        | None => None
        end
    end.
  Theorem solutions_of_line_right src next e found boxes diagonals t s n s' :
    solutions_of_line (src := src) next e found boxes diagonals t s = Some (n, s') ->
    exists q, puzzle_of_line boxes diagonals t = Some q /\
    exists L : list (list N), NoDup L /\ (forall g, In g L <-> answers q g) /\ N.of_nat (length L) = n.
  Proof.
    assert (By : forall f clues,
      match found f with Some q => number_of_solutions (src := src) next e q f clues s | None => None end = Some (n, s') ->
      exists L : list (list N), NoDup L /\ (forall g, In g L <->
        answers (Puzzle (board_of_form f) (lists_of_form f) (may_of (side (board_of_form f)) clues)) g) /\ N.of_nat (length L) = n).
    { intros f clues. destruct (found f) as [q|]; [|discriminate]. intro H. apply number_of_solutions_right in H. cbv zeta in H.
      destruct H as (OK & L & ND & InL & Len). exists L. split; [exact ND|]. split; [|exact Len].
      intro g. rewrite InL, may_of_clues by exact OK. reflexivity. }
    unfold solutions_of_line, puzzle_of_line. cbv zeta. destruct (read_puzzle _ _ _) as [[l clues]|] eqn:R.
    - intro H. apply By in H. unfold read_line. rewrite R. eexists. split; [reflexivity|exact H].
    - destruct (read_line _ _ _) as [[f may]|]; [|discriminate].
      destruct (clues_of _ may) as [clues|] eqn:E; [|discriminate]. apply clues_of_ok in E. subst may.
      intro H. apply By in H. eexists. split; [reflexivity|exact H].
  Qed.
End Puzzles.
Module Solver := Puzzles NB Count Tree MissingList CountPools.Plain CountPools.Several.

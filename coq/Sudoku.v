(* Sudokus: their solutions, as grids that keep the rules, are the covers of a problem, one for
   one ([grids_of]), and the clues are options that the covers have ([givens_iff]). How the line of a
   puzzle of clues is read; and two solutions are looked at as they are. No axioms. *)
Require Import Arith NArith ZArith List Lia Bool Ascii Sorted FMapPositive.
Import ListNotations.
Require Import Counting Problem States Slots Pools Missing Walk BitSets Values Covers.
Local Open Scope N_scope.

(* ---------- boards and solutions ---------- *)
(* A board has side * side cells, numbered row by row from 0, and *houses*: lists of cells. *)
Record board := Board { side : N; houses : list (list N) }.
Definition cells (b : board) : N := side b * side b.
Fixpoint count_from (k : N) (n : nat) : list N := match n with O => [] | S n => k :: count_from (N.succ k) n end.
Definition below (n : N) : list N := count_from 0 (N.to_nat n).
Definition row (n r : N) : list N := map (fun c => n * r + c) (below n).
Definition column (n c : N) : list N := map (fun r => n * r + c) (below n).
(* the boxes of h rows and w columns; there are h of them side by side *)
Definition box (h w i : N) : list N :=
  flat_map (fun r => map (fun c => h * w * (i / h * h + r) + (i mod h * w + c)) (below w)) (below h).
Definition lines_ (n : N) : list (list N) := map (row n) (below n) ++ map (column n) (below n).
Definition classic (h w : N) : board :=
  {| side := h * w; houses := lines_ (h * w) ++ map (box h w) (below (h * w)) |}.
(* the two diagonals, too *)
Definition with_diagonals (b : board) : board :=
  let n := side b in
  {| side := n; houses := houses b ++ [map (fun r => n * r + r) (below n); map (fun r => n * r + (n - 1 - r)) (below n)] |}.
(* Instead of boxes regions, by a map with a character for each cell: the cells of the same one. *)
Fixpoint firsts (seen t : list ascii) : list ascii :=
  match t with
  | [] => []
  | c :: t => if existsb (Ascii.eqb c) seen then firsts seen t else c :: firsts (c :: seen) t
  end.
Fixpoint places (x : N) (c : ascii) (t : list ascii) : list N :=
  match t with [] => [] | a :: t => if Ascii.eqb a c then x :: places (N.succ x) c t else places (N.succ x) c t end.
Definition irregular (n : N) (t : list ascii) : board :=
  {| side := n; houses := lines_ n ++ map (fun c => places 0 c t) (firsts [] t) |}.

(* A grid has a number for each cell; 0 is an empty one. *)
Definition at_ (g : list N) (x : N) : N := nth (N.to_nat x) g 0.
Definition solves (b : board) (clues g : list N) : Prop :=
  N.of_nat (length g) = cells b /\
  (forall d, In d g -> 1 <= d <= side b) /\
  (forall h d, In h (houses b) -> 1 <= d <= side b -> exists! x, In x h /\ at_ g x = d) /\
  (forall x, at_ clues x <> 0 -> at_ g x = at_ clues x).

(* ---------- the problem ---------- *)
(* Option side * x + d puts the digit d + 1 into cell x. Its items are the cell, and for each
   house of the cell, that it has the digit. *)
Definition houses_with (b : board) (x : N) : list N :=
  map fst (filter (fun jh => existsb (N.eqb x) (snd jh)) (combine (below (N.of_nat (length (houses b)))) (houses b))).
Definition placement (b : board) (k : N) : opt :=
  let x := k / side b in let d := k mod side b in
  (x, 0) :: map (fun j => (cells b + side b * j + d, 0)) (houses_with b x).
Definition sudoku (b : board) : problem :=
  {| bounds := repeat (1, 1) (N.to_nat (cells b + side b * N.of_nat (length (houses b))));
     ns := 0; nc := 0; opts := map (placement b) (below (cells b * side b)) |}.

Lemma below_seq n : below n = map N.of_nat (seq 0 (N.to_nat n)).
Proof.
  unfold below. change 0 with (N.of_nat 0). generalize O. induction (N.to_nat n) as [|m IH]; intro k; [reflexivity|].
  cbn [count_from seq map]. rewrite <- IH, Nat2N.inj_succ. reflexivity.
Qed.
Lemma in_below n k : In k (below n) <-> k < n.
Proof.
  rewrite below_seq. rewrite in_map_iff. split.
  - intros (j & <- & H). apply in_seq in H. lia.
  - intro L. exists (N.to_nat k). rewrite in_seq. lia.
Qed.
Lemma length_below n : length (below n) = N.to_nat n.
Proof. rewrite below_seq. rewrite map_length. apply seq_length. Qed.
Lemma nth_below n j d : (j < N.to_nat n)%nat -> nth j (below n) d = N.of_nat j.
Proof.
  intro L. rewrite below_seq. rewrite (nth_indep _ d (N.of_nat 0)); [|rewrite map_length, seq_length; exact L].
  rewrite map_nth, seq_nth by exact L. reflexivity.
Qed.

Section Board.
  Variable b : board.
  Notation n := (side b).
  Notation p := (sudoku b).
  Notation house j := (nth (N.to_nat j) (houses b) []).

  Lemma V_iff k : V p k <-> k < cells b * n.
  Proof. unfold V, sudoku. cbn [opts]. rewrite map_length, length_below. lia. Qed.
  Lemma option_ok k : V p k -> option_at p k = placement b k.
  Proof.
    intro H. apply V_iff in H. unfold option_at, sudoku. cbn [opts].
    rewrite (nth_indep _ [] (placement b 0)); [|rewrite map_length, length_below; lia].
    rewrite map_nth, nth_below by lia. rewrite N2Nat.id. reflexivity.
  Qed.
  Lemma in_houses_with x j : In j (houses_with b x) <-> j < N.of_nat (length (houses b)) /\ In x (house j).
  Proof.
    unfold houses_with. rewrite in_map_iff. split.
    - intros ([j' h] & <- & H). apply filter_In in H. destruct H as [H E]. cbn [fst snd] in *.
      apply existsb_exists in E. destruct E as (y & Hy & E). apply N.eqb_eq in E. subst y.
      apply (In_nth _ _ (0, [])) in H. destruct H as (i & L & H).
      rewrite combine_length, length_below in L. rewrite combine_nth in H by (rewrite length_below; lia).
      rewrite nth_below in H by lia. inversion H; subst. rewrite Nat2N.id. split; [lia|exact Hy].
    - intros [L H]. exists (j, house j). split; [reflexivity|]. apply filter_In. cbn [snd]. split.
      + assert (E : nth (N.to_nat j) (combine (below (N.of_nat (length (houses b)))) (houses b)) (0, []) = (j, house j)).
        { rewrite combine_nth by (rewrite length_below; lia). rewrite nth_below by lia. rewrite N2Nat.id. reflexivity. }
        rewrite <- E. apply nth_In. rewrite combine_length, length_below. lia.
      + apply existsb_exists. exists x. split; [exact H|apply N.eqb_refl].
  Qed.

  (* what is where: option n * x + d *)
  Lemma parts_of_option k : V p k -> exists x d, k = n * x + d /\ x < cells b /\ d < n /\ k / n = x /\ k mod n = d.
  Proof.
    intro H. apply V_iff in H. assert (n <> 0) by (intro E; rewrite E, N.mul_0_r in H; lia).
    exists (k / n), (k mod n). assert (D := N.div_mod k n ltac:(assumption)). assert (M := N.mod_lt k n ltac:(assumption)).
    repeat split; try assumption. apply N.div_lt_upper_bound; [assumption|]. lia.
  Qed.
  Lemma option_of_parts x d : x < cells b -> d < n -> V p (n * x + d) /\ (n * x + d) / n = x /\ (n * x + d) mod n = d.
  Proof.
    intros Lx Ld. split; [apply V_iff; nia|]. split.
    - symmetry. apply (N.div_unique _ _ _ d); [exact Ld|reflexivity].
    - symmetry. apply (N.mod_unique _ _ x); [exact Ld|reflexivity].
  Qed.
  Lemma has_cell k x : V p k -> x < cells b -> (has (option_at p k) x = true <-> k / n = x).
  Proof.
    intros Vk L. rewrite option_ok, has_iff by exact Vk. unfold placement. cbv zeta. split.
    - intros (c & [E|H]); [congruence|]. apply in_map_iff in H. destruct H as (j & E & _). injection E as E _. revert E. generalize (n * j), (k mod n). lia.
    - intros <-. exists 0. left. reflexivity.
  Qed.
  Lemma has_house k j d : V p k -> d < n -> j < N.of_nat (length (houses b)) ->
    (has (option_at p k) (cells b + n * j + d) = true <-> k mod n = d /\ In (k / n) (house j)).
  Proof.
    intros Vk Ld Lj. destruct (parts_of_option k Vk) as (x & d' & _ & Lx & Ld' & Ex & Ed).
    rewrite option_ok, has_iff by exact Vk. unfold placement. cbv zeta. rewrite Ex, Ed. split.
    - intros (c & [E|H]); [injection E as E _; lia|]. apply in_map_iff in H. destruct H as (j' & E & H). injection E as E _.
      assert (j' = j /\ d' = d) as [-> ->] by (apply (N.div_mod_unique n); [exact Ld'|exact Ld|lia]).
      apply in_houses_with in H. tauto.
    - intros [-> H]. exists 0. right. apply in_map_iff. exists j. split; [reflexivity|]. apply in_houses_with. auto.
  Qed.
  Lemma np_ok : np p = cells b + n * N.of_nat (length (houses b)).
  Proof. unfold np, sudoku. cbn [bounds]. rewrite repeat_length. lia. Qed.
  Lemma bound_ok i : i < np p -> bound p i = (1, 1).
  Proof.
    intro L. unfold bound. assert (H := nth_In (bounds p) (0, 0) (n := N.to_nat i)).
    apply (repeat_spec (N.to_nat (cells b + n * N.of_nat (length (houses b))))). apply H. unfold np in L. lia.
  Qed.

  (* ---------- a grid and a set of options that are the same ---------- *)
  Definition filled (g : list N) : Prop := N.of_nat (length g) = cells b /\ forall d, In d g -> 1 <= d <= n.
  Definition same_as (X : N) (g : list N) : Prop :=
    filled g /\ forall k, mem k X <-> V p k /\ at_ g (k / n) = k mod n + 1.
  Lemma at_in g x : filled g -> x < cells b -> 1 <= at_ g x <= n.
  Proof. intros [L F] H. apply F. apply nth_In. lia. Qed.
  Lemma mem_same X g x d : same_as X g -> x < cells b -> d < n -> (mem (n * x + d) X <-> at_ g x = d + 1).
  Proof.
    intros [_ S] Lx Ld. rewrite S. destruct (option_of_parts x d Lx Ld) as (Vk & -> & ->). tauto.
  Qed.
  Lemma grids_equal X g g' : same_as X g -> same_as X g' -> g = g'.
  Proof.
    intros S S'. assert (F := proj1 S). assert (F' := proj1 S').
    apply (nth_ext _ _ 0 0); [destruct F, F'; lia|]. intros i L.
    set (x := N.of_nat i). assert (Lx : x < cells b) by (destruct F; lia).
    replace i with (N.to_nat x) by lia. fold (at_ g x) (at_ g' x).
    assert (A := at_in g x F Lx). assert (G := mem_same X g x (at_ g x - 1) S Lx ltac:(lia)).
    rewrite (mem_same X g' x (at_ g x - 1) S' Lx ltac:(lia)) in G. lia.
  Qed.
  Lemma sets_equal X Y g : same_as X g -> same_as Y g -> X = Y.
  Proof. intros [_ S] [_ S']. apply mem_ext. intro k. rewrite S, S'. tauto. Qed.

  Definition set_of_grid (g : list N) : N :=
    set_of (filter (fun k => at_ g (k / n) =? k mod n + 1) (below (cells b * n))).
  Lemma set_same g : filled g -> same_as (set_of_grid g) g.
  Proof.
    intro F. split; [exact F|]. intro k. unfold set_of_grid.
    rewrite mem_set_of, filter_In, in_below, V_iff, N.eqb_eq. tauto.
  Qed.
  Definition grid_of_set (X : N) : list N :=
    map (fun x => hd 0 (filter (fun d => N.testbit X (n * x + (d - 1))) (map N.succ (below n)))) (below (cells b)).
  Lemma at_grid_of_set X x : x < cells b ->
    at_ (grid_of_set X) x = hd 0 (filter (fun d => N.testbit X (n * x + (d - 1))) (map N.succ (below n))).
  Proof.
    intro L. unfold at_, grid_of_set. set (f := fun x => _).
    rewrite (nth_indep _ 0 (f 0)) by (rewrite map_length, length_below; lia).
    rewrite map_nth, nth_below by lia. rewrite N2Nat.id. reflexivity.
  Qed.
  Lemma cover_cell X x : is_cover p X -> x < cells b ->
    (exists k, mem k X /\ k / n = x) /\ (forall k k', mem k X -> mem k' X -> k / n = x -> k' / n = x -> k = k').
  Proof.
    intros [R Pr _] L. assert (Lp : x < np p) by (rewrite np_ok; lia).
    assert (D := Pr x Lp). rewrite (bound_ok x Lp) in D. cbn [fst snd] in D.
    assert (D1 : degree p X x = 1) by lia. apply deg_one in D1; [|exact R]. destruct D1 as [(k & Hk & H) U]. split.
    - exists k. split; [exact Hk|]. apply has_cell in H; [exact H|apply R; exact Hk|exact L].
    - intros k1 k2 H1 H2 E1 E2. apply U; try assumption; apply has_cell; try assumption; apply R; assumption.
  Qed.
  Lemma cover_same X : is_cover p X -> same_as X (grid_of_set X).
  Proof.
    intro HX. assert (R := cov_range _ _ HX).
    assert (One : forall x, x < cells b -> exists d, d < n /\ mem (n * x + d) X /\ at_ (grid_of_set X) x = d + 1).
    { intros x L. destruct (cover_cell X x HX L) as [(k & Hk & E) U].
      destruct (parts_of_option k (R k Hk)) as (x' & d & Ek & _ & Ld & Ex & _). assert (x' = x) as -> by congruence. subst k.
      exists d. split; [exact Ld|]. split; [exact Hk|]. rewrite at_grid_of_set by exact L.
      set (l := filter _ _). assert (In (d + 1) l).
      { apply filter_In. split; [apply in_map_iff; exists d; rewrite in_below; split; [lia|exact Ld]|].
        replace (d + 1 - 1) with d by lia. exact Hk. }
      assert (All : forall d', In d' l -> d' = d + 1).
      { intros d' H'. apply filter_In in H'. destruct H' as [H' T]. apply in_map_iff in H'. destruct H' as (e & <- & He).
        apply in_below in He. replace (N.succ e - 1) with e in T by lia.
        assert (Q : n * x + e = n * x + d); [|lia].
        apply U; [exact T|exact Hk| |exact E]. apply option_of_parts; assumption. }
      destruct l as [|d' l]; [contradiction|]. apply All. left. reflexivity. }
    assert (F : filled (grid_of_set X)).
    { split; [unfold grid_of_set; rewrite map_length, length_below; lia|]. intros d H.
      apply (In_nth _ _ 0) in H. destruct H as (i & L & <-).
      unfold grid_of_set in L. rewrite map_length, length_below in L.
      destruct (One (N.of_nat i)) as (d & Ld & _ & E); [lia|]. unfold at_ in E. rewrite Nat2N.id in E. lia. }
    split; [exact F|]. intro k. split.
    - intro Hk. assert (Vk := R k Hk). split; [exact Vk|].
      destruct (parts_of_option k Vk) as (x & d & Ek & Lx & Ld & Ex & Ed). rewrite Ex, Ed.
      destruct (One x Lx) as (d' & Ld' & Hd' & ->). destruct (cover_cell X x HX Lx) as [_ U].
      assert (Q : n * x + d' = k); [|lia]. apply U; [exact Hd'|exact Hk|apply option_of_parts; assumption|exact Ex].
    - intros [Vk E]. destruct (parts_of_option k Vk) as (x & d & Ek & Lx & Ld & Ex & Ed). rewrite Ex, Ed in E.
      destruct (One x Lx) as (d' & Ld' & Hd' & E'). assert (d' = d) as -> by lia. rewrite Ek. exact Hd'.
  Qed.

  Definition full_houses (g : list N) : Prop :=
    forall h d, In h (houses b) -> 1 <= d <= n -> exists! x, In x h /\ at_ g x = d.
  Lemma at_beyond g x d : filled g -> at_ g x = d -> 1 <= d -> x < cells b.
  Proof.
    intros [L _] E D. destruct (N.lt_ge_cases x (cells b)) as [|G]; [assumption|]. unfold at_ in E.
    rewrite nth_overflow in E by lia. lia.
  Qed.
  Lemma cover_iff X g : same_as X g -> (is_cover p X <-> full_houses g).
  Proof.
    intro S. assert (F := proj1 S). assert (R : forall k, mem k X -> V p k) by (intros k Hk; apply (proj2 S); exact Hk). split.
    - intros HX h d Hh Hd. apply (In_nth _ _ []) in Hh. destruct Hh as (i & Li & <-).
      set (j := N.of_nat i). assert (Ei : i = N.to_nat j) by lia. rewrite Ei.
      assert (Lp : cells b + n * j + (d - 1) < np p) by (rewrite np_ok; nia).
      assert (D := cov_prim _ _ HX _ Lp). rewrite (bound_ok _ Lp) in D. cbn [fst snd] in D.
      assert (D1 : degree p X (cells b + n * j + (d - 1)) = 1) by lia.
      apply deg_one in D1; [|exact R]. destruct D1 as [(k & Hk & H) U].
      assert (HH : forall k, mem k X -> (has (option_at p k) (cells b + n * j + (d - 1)) = true <-> k mod n = d - 1 /\ In (k / n) (house j))).
      { intros k' Hk'. apply has_house; [apply R; exact Hk'|lia|lia]. }
      apply HH in H; [|exact Hk]. destruct H as [E H]. exists (k / n). split.
      + split; [exact H|]. apply (proj2 S) in Hk. destruct Hk as [_ ->]. lia.
      + intros y [Hy Ey]. assert (Ly := at_beyond g y d F Ey ltac:(lia)).
        destruct (option_of_parts y (d - 1) Ly ltac:(lia)) as (Vy & Qy & My).
        assert (Hm : mem (n * y + (d - 1)) X) by (apply (mem_same X g); [exact S|exact Ly|lia|lia]).
        rewrite (U k (n * y + (d - 1))); [exact Qy|exact Hk|exact Hm|apply HH; auto|apply HH; [exact Hm|]]. rewrite Qy, My. auto.
    - intro HF. split; [exact R| |].
      + intros i L. rewrite (bound_ok i L). cbn [fst snd]. assert (D1 : degree p X i = 1); [|lia].
        apply deg_one; [exact R|]. rewrite np_ok in L. destruct (N.lt_ge_cases i (cells b)) as [Lc|Gc].
        * assert (A := at_in g i F Lc). destruct (option_of_parts i (at_ g i - 1) Lc ltac:(lia)) as (Vk & Q & M). split.
          -- exists (n * i + (at_ g i - 1)). split; [apply (mem_same X g); [exact S|exact Lc|lia|lia]|]. apply has_cell; assumption.
          -- intros k k' Hk Hk' H H'. apply has_cell in H, H'; try (apply R; assumption); try assumption.
             apply (proj2 S) in Hk, Hk'. destruct Hk as [Vk1 E1], Hk' as [Vk2 E2]. rewrite H in E1. rewrite H' in E2.
             destruct (parts_of_option k Vk1) as (x1 & d1 & -> & _ & _ & Q1 & M1).
             destruct (parts_of_option k' Vk2) as (x2 & d2 & -> & _ & _ & Q2 & M2). lia.
        * assert (NZ : n <> 0) by nia. set (r := i - cells b). set (j := r / n). set (d := r mod n).
          assert (E : i = cells b + n * j + d).
          { assert (D := N.div_mod r n NZ). unfold j, d, r in *. lia. }
          assert (Ld : d < n) by (apply N.mod_lt; exact NZ).
          assert (Lj : j < N.of_nat (length (houses b))) by (apply N.div_lt_upper_bound; [exact NZ|unfold r; lia]).
          clearbody j d. subst i. destruct (HF (house j) (d + 1)) as (x & [Hx Ex] & Ux); [apply nth_In; lia|lia|].
          assert (Lx := at_beyond g x (d + 1) F Ex ltac:(lia)). destruct (option_of_parts x d Lx Ld) as (Vk & Q & M). split.
          -- exists (n * x + d). split; [apply (mem_same X g); assumption|]. apply has_house; try assumption. rewrite Q, M. auto.
          -- intros k k' Hk Hk' H H'. apply has_house in H, H'; try (apply R; assumption); try assumption.
             apply (proj2 S) in Hk, Hk'. destruct Hk as [Vk1 E1], Hk' as [Vk2 E2], H as [M1 I1], H' as [M2 I2].
             rewrite M1 in E1. rewrite M2 in E2. assert (X1 := Ux _ (conj I1 E1)). assert (X2 := Ux _ (conj I2 E2)).
             destruct (parts_of_option k Vk1) as (x1 & d1 & -> & _ & _ & Q1 & N1).
             destruct (parts_of_option k' Vk2) as (x2 & d2 & -> & _ & _ & Q2 & N2). congruence.
      + intros i k k' c c' L Hk _ _ H _. exfalso. apply R in Hk. rewrite option_ok in H by exact Hk.
        destruct (parts_of_option k Hk) as (x & d & _ & Lx & Ld & Ex & Ed). unfold placement in H. cbv zeta in H.
        rewrite np_ok in L. destruct H as [H|H]; [injection H as H _; lia|]. apply in_map_iff in H. destruct H as (j & E & H).
        injection E as E _. apply in_houses_with in H. destruct H as [H _]. nia.
  Qed.

  (* ---------- clues ---------- *)
  Fixpoint givens (x : N) (clues : list N) : list N :=
    match clues with
    | [] => []
    | d :: r => if d =? 0 then givens (N.succ x) r else (n * x + (d - 1)) :: givens (N.succ x) r
    end.
  Lemma in_givens clues : forall x k, In k (givens x clues) <->
    exists y, at_ clues y <> 0 /\ k = n * (x + y) + (at_ clues y - 1).
  Proof.
    induction clues as [|d r IH]; intros x k.
    - cbn [givens In]. split; [tauto|]. intros (y & H & _). destruct H. unfold at_. destruct (N.to_nat y); reflexivity.
    - assert (Step : forall y, at_ (d :: r) (N.succ y) = at_ r y) by (intro y; unfold at_; rewrite N2Nat.inj_succ; reflexivity).
      assert (G : In k (givens (N.succ x) r) <-> exists y, at_ (d :: r) (N.succ y) <> 0 /\ k = n * (x + N.succ y) + (at_ (d :: r) (N.succ y) - 1)).
      { rewrite IH. split; intros (y & H & E); exists y; rewrite Step in *; split; try exact H;
          [replace (x + N.succ y) with (N.succ x + y) by lia|replace (N.succ x + y) with (x + N.succ y) by lia]; exact E. }
      cbn [givens]. destruct (N.eqb_spec d 0) as [->|NZ].
      + rewrite G. split; [intros (y & H); eauto|]. intros (y & H & E). destruct (N.eq_dec y 0) as [->|NE]; [destruct H; reflexivity|].
        exists (N.pred y). rewrite N.succ_pred by exact NE. auto.
      + cbn [In]. rewrite G. split.
        * intros [<-|(y & H)]; [exists 0; rewrite N.add_0_r; split; [exact NZ|reflexivity]|eauto].
        * intros (y & H & E). destruct (N.eq_dec y 0) as [->|NE].
          -- left. rewrite N.add_0_r in E. symmetry. exact E.
          -- right. exists (N.pred y). rewrite N.succ_pred by exact NE. auto.
  Qed.
  Definition clues_ok (clues : list N) : bool :=
    (N.of_nat (length clues) =? cells b) && forallb (fun d => d <=? n) clues.
  Lemma givens_nodup clues : forallb (fun d => d <=? n) clues = true -> forall x, NoDup (givens x clues).
  Proof.
    induction clues as [|d r IH]; intros H x; [constructor|]. cbn [forallb] in H. apply andb_true_iff in H. destruct H as [Ld H].
    cbn [givens]. destruct (N.eqb_spec d 0) as [|NZ]; [apply IH; exact H|]. constructor; [|apply IH; exact H].
    intro K. apply in_givens in K. destruct K as (y & _ & E). apply N.leb_le in Ld. nia.
  Qed.

  (* ---------- what is known of covers is known of grids ---------- *)
  Theorem grids_of (Q : N -> Prop) (R : list N -> Prop) m :
    (forall X g, same_as X g -> full_houses g -> (Q X <-> R g)) -> Counts (fun X => is_cover p X /\ Q X) m ->
    exists L : list (list N), NoDup L /\ (forall g, In g L <-> filled g /\ full_houses g /\ R g) /\ N.of_nat (length L) = m.
  Proof.
    intros Kept (l & ND & InL & Len). exists (map grid_of_set l). split; [|split].
    - apply NoDup_map_inj; [|exact ND]. intros X Y HX HY E. apply InL in HX, HY. destruct HX as [HX _], HY as [HY _].
      apply cover_same in HX, HY. rewrite E in HX. apply (sets_equal _ _ _ HX HY).
    - intro g. rewrite in_map_iff. split.
      + intros (X & <- & H). apply InL in H. destruct H as [HX HG]. assert (S := cover_same X HX).
        apply (cover_iff X _ S) in HX. split; [exact (proj1 S)|]. split; [exact HX|]. apply (Kept X _ S HX). exact HG.
      + intros (F & HF & HG). assert (S := set_same g F). exists (set_of_grid g).
        assert (HX := proj2 (cover_iff _ _ S) HF). split.
        * apply (grids_equal (set_of_grid g)); [apply cover_same; exact HX|exact S].
        * apply InL. split; [exact HX|apply (Kept _ g S HF); exact HG].
    - rewrite map_length. exact Len.
  Qed.
  Definition keeps_clues (clues g : list N) : Prop := forall x, at_ clues x <> 0 -> at_ g x = at_ clues x.
  Lemma givens_iff clues X g : clues_ok clues = true -> same_as X g ->
    ((forall k, In k (givens 0 clues) -> mem k X) <-> keeps_clues clues g).
  Proof.
    unfold clues_ok. rewrite andb_true_iff, N.eqb_eq, forallb_forall. intros [CL CD] S.
    assert (C : forall x, at_ clues x <> 0 -> x < cells b /\ at_ clues x <= n).
    { intros x H. assert (L : (N.to_nat x < length clues)%nat).
      { destruct (Nat.lt_ge_cases (N.to_nat x) (length clues)) as [|G]; [assumption|].
        destruct H. apply nth_overflow. exact G. }
      split; [lia|]. apply N.leb_le, CD, nth_In, L. }
    split; intro H.
    - intros x NZ. destruct (C x NZ) as [Lx Ld]. assert (K := H (n * x + (at_ clues x - 1))).
      apply (mem_same X g x _ S Lx) in K; [lia|lia|]. apply in_givens. exists x. rewrite N.add_0_l. auto.
    - intros k K. apply in_givens in K. destruct K as (x & NZ & ->). rewrite N.add_0_l. destruct (C x NZ) as [Lx Ld].
      apply (mem_same X g x _ S Lx); [lia|]. rewrite (H x NZ). lia.
  Qed.

  (* ---------- two solutions ---------- *)
  Definition is_full (g h : list N) : bool :=
    let ds := map (at_ g) h in
    forallb (fun d => match filter (N.eqb d) ds with [_] => true | _ => false end) (map N.succ (below n)).
  Fixpoint keeps (clues g : list N) : bool :=
    match clues, g with
    | c :: clues, d :: g => ((c =? 0) || (d =? c)) && keeps clues g
    | [], _ => true
    | _, [] => false
    end.
  Definition is_solution (clues g : list N) : bool :=
    (N.of_nat (length g) =? cells b) && forallb (fun d => (1 <=? d) && (d <=? n)) g &&
    forallb (is_full g) (houses b) && keeps clues g.
  Lemma keeps_ok clues : forall g, keeps clues g = true -> forall x, at_ clues x <> 0 -> at_ g x = at_ clues x.
  Proof.
    intros g H x. unfold at_. revert g H. generalize (N.to_nat x). clear x. induction clues as [|c clues IH]; intros i g H NZ.
    - destruct NZ. destruct i; reflexivity.
    - destruct g as [|d g]; [discriminate|]. cbn [keeps] in H. rewrite andb_true_iff, orb_true_iff, !N.eqb_eq in H.
      destruct H as [H K]. destruct i as [|i]; cbn [nth] in *; [destruct H; [contradiction|exact H]|apply IH; assumption].
  Qed.
  Lemma is_solution_ok clues g : is_solution clues g = true -> solves b clues g.
  Proof.
    unfold is_solution. rewrite !andb_true_iff, N.eqb_eq, !forallb_forall. intros [[[L D] F] K]. split; [exact L|].
    split; [intros d Hd; specialize (D d Hd); rewrite andb_true_iff, !N.leb_le in D; exact D|]. split; [|apply keeps_ok; exact K].
    intros h d Hh Hd. specialize (F h Hh). unfold is_full in F. cbv zeta in F. rewrite forallb_forall in F.
    assert (Hd' : In d (map N.succ (below n))) by (apply in_map_iff; exists (N.pred d); rewrite in_below; lia).
    specialize (F d Hd'). clear - F. revert F. induction h as [|x h IH]; [discriminate|]. cbn [map filter].
    destruct (N.eqb_spec d (at_ g x)) as [E|NE].
    - destruct (filter (N.eqb d) (map (at_ g) h)) eqn:Fl; [|discriminate]. intros _. exists x. split; [split; [left; reflexivity|auto]|].
      intros y [[->|Hy] Ey]; [reflexivity|]. exfalso. apply (in_nil (a := d)). rewrite <- Fl. apply filter_In.
      split; [apply in_map_iff; eauto|apply N.eqb_refl].
    - intro F. destruct (IH F) as (y & [Hy Ey] & U). exists y. split; [split; [right; exact Hy|exact Ey]|].
      intros z [[->|Hz] Ez]; [congruence|]. apply U. auto.
  Qed.
End Board.

(* ---------- puzzles as text ---------- *)
(* Which board it is: boxes of so many rows and columns, or regions by a map; and diagonals. *)
Inductive division := Boxes (h w : N) | Regions (n : N) (map_ : list ascii).
Record layout := Layout { divided : division; diagonals : bool }.
Definition board_of (l : layout) : board :=
  let b := match divided l with Boxes h w => classic h w | Regions n t => irregular n t end in
  if diagonals l then with_diagonals b else b.

(* A cell: a digit, a letter for 10 and more, or a mark for an empty one. *)
Definition cell (c : ascii) : option N :=
  let k := N_of_ascii c in
  if existsb (Ascii.eqb c) [".";"0";"*";"_";"x";"X"]%char then Some 0
  else if (49 <=? k) && (k <=? 57) then Some (k - 48)
  else if (65 <=? k) && (k <=? 90) then Some (k - 55)
  else if (97 <=? k) && (k <=? 122) then Some (k - 87)
  else None.
Fixpoint cells_first (t : list ascii) : list N * list ascii :=
  match t with
  | [] => ([], [])
  | c :: r => match cell c with Some d => let (ds, rest) := cells_first r in (d :: ds, rest) | None => ([], t) end
  end.
Definition ends (t : list ascii) : bool :=
  match t with [] => true | c :: _ => existsb (Ascii.eqb c) [" "; "009"; "013"; ","; ";"; "#"]%char end.
(* the boxes that are most nearly square, lying *)
Definition customary (n : N) : option (N * N) :=
  let h := fold_left (fun best h => if (h * h <=? n) && (n mod h =? 0) then h else best) (map N.succ (below n)) 1 in
  if h =? 1 then None else Some (h, n / h).
(* What stands behind the cells, of which there are n * n: perhaps a bar and the map of the regions. *)
Definition read_layout (boxes : option (N * N)) (with_diagonals : bool) (n : N) (rest : list ascii) : option layout :=
  let count := N.to_nat (n * n) in
  match rest with
  | ("|" :: more)%char =>
      if (count <=? length more)%nat && ends (skipn count more) then Some (Layout (Regions n (firstn count more)) with_diagonals)
      else None
  | _ =>
      if ends rest then
        match match boxes with None => customary n | _ => boxes end with
        | Some (h, w) => if h * w =? n then Some (Layout (Boxes h w) with_diagonals) else None
        | None => None
        end
      else None
  end.
(* If there are so many, they are candidates of a puzzle of that size; 729, if it is not told. *)
Definition size_of_candidates (boxes : option (N * N)) (count : N) : option N :=
  let n := match boxes with Some (h, w) => h * w | None => 9 end in
  if (2 <=? n) && (n <=? 32) && (n * n * n =? count) then Some n else None.
(* The cells at the beginning of the line, and its layout. A puzzle larger than 9x9 that has only
   letters might count from A, and is not read. *)
Definition read_puzzle (boxes : option (N * N)) (with_diagonals : bool) (t : list ascii) : option (layout * list N) :=
  let (clues, rest) := cells_first t in
  let count := N.of_nat (length clues) in
  let n := N.sqrt count in
  let is_clear := (n <=? 9) || existsb (fun d => (1 <=? d) && (d <=? 9)) clues || forallb (N.eqb 0) clues in
  match size_of_candidates boxes count with
  | Some _ => None
  | None =>
      if (n * n =? count) && (n <=? 32) && is_clear then
        match read_layout boxes with_diagonals n rest with Some l => Some (l, clues) | None => None end
      else None
  end.

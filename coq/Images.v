(* Two states with as many covers as each other: if options that fit in the one stand for those
   that fit in the other, one for one, and clash as these do, and items that must be covered
   correspond ([images_count]); and what is looked at to see that ([partnered_ok]): the items of
   options and of their images, item by item. No axioms. *)
Require Import Arith NArith List Lia Bool FMapPositive.
Import ListNotations.
Require Import Counting Problem.
Local Open Scope N_scope.

(* ---------- covers and their images ---------- *)
(* Options, each with its image, and where a set of options goes. *)
Definition images := list (N * N).
Definition back (ps : images) : images := map (fun kl => (snd kl, fst kl)) ps.
Definition image_of_set (ps : images) (X : N) : N :=
  bits_of (map (fun kl => (snd kl, 1)) (filter (fun kl => N.testbit X (fst kl)) ps)).
Lemma in_back ps k l : In (l, k) (back ps) <-> In (k, l) ps.
Proof.
  unfold back. rewrite in_map_iff. split.
  - intros ([k' l'] & E & H). inversion E; subst. exact H.
  - intro H. exists (k, l). auto.
Qed.
Lemma back_twice ps : back (back ps) = ps.
Proof. induction ps as [|[k l] ps IH]; [reflexivity|]. simpl. rewrite IH. reflexivity. Qed.
Lemma mem_image ps X l : mem l (image_of_set ps X) <-> exists k, In (k, l) ps /\ mem k X.
Proof.
  unfold image_of_set. rewrite mem_bits_of. split.
  - intros (a & n & H & L & L'). apply in_map_iff in H. destruct H as ([k l'] & E & H). inversion E; subst.
    apply filter_In in H. exists k. replace l with a by lia. exact H.
  - intros (k & H & M). exists l, 1. split; [|lia]. apply in_map_iff. exists (k, l). split; [reflexivity|].
    apply filter_In. auto.
Qed.

Section Core.
  Variable V : N -> Prop.
  Variables need kill : N -> N.
  Variable P : N.
  Notation Sol := (Sol V need kill P).
  Notation Fits S k := (V k /\ sub (need k) S).

  (* Covers of T go to covers of S. *)
  Record leads (T S : N) (ps : images) : Prop := {
    lead_all   : forall k, Fits T k -> exists l, In (k, l) ps;
    lead_fit   : forall k l, In (k, l) ps -> Fits S l;
    lead_one   : forall k l l', In (k, l) ps -> In (k, l') ps -> l = l';
    lead_clash : forall k l k' l', In (k, l) ps -> In (k', l') ps -> k <> k' ->
                   disj (need k) (kill k') -> disj (need l) (kill l');
    lead_item  : forall j, mem j S -> mem j P -> exists i, mem i T /\ mem i P /\
                   forall k l, In (k, l) ps -> mem i (need k) -> mem j (need l) }.

  Lemma image_sol T S ps X : leads T S ps -> Sol T X -> Sol S (image_of_set ps X).
  Proof.
    intros [A F O D I] [FX DX CX]. split.
    - intros l H. apply mem_image in H. destruct H as (k & H & _). apply (F k l H).
    - intros l l' H H' NE. apply mem_image in H, H'. destruct H as (k & H & M), H' as (k' & H' & M').
      assert (k <> k') by (intros ->; apply NE; apply (O k'); assumption).
      apply (D k l k' l'); auto.
    - intros j Sj Pj. destruct (I j Sj Pj) as (i & Ti & Pi & G). destruct (CX i Ti Pi) as (k & M & N).
      destruct (A k (FX k M)) as (l & H). exists l. split; [apply mem_image; eauto|apply (G k l H N)].
  Qed.
  Lemma image_back T S ps X : leads T S ps -> leads S T (back ps) -> Sol T X ->
    image_of_set (back ps) (image_of_set ps X) = X.
  Proof.
    intros [A _ _ _ _] [_ _ O _ _] HX. apply mem_ext. intro k. rewrite mem_image. split.
    - intros (l & H & M). apply mem_image in M. destruct M as (k' & H' & M).
      rewrite (O l k k'); [exact M|exact H|apply in_back; exact H'].
    - intro M. destruct (A k (sol_fit _ _ _ _ _ _ HX k M)) as (l & H). exists l. split; [apply in_back; exact H|].
      apply mem_image. eauto.
  Qed.
  Theorem images_count T S ps n : leads T S ps -> leads S T (back ps) -> Counts (Sol T) n -> Counts (Sol S) n.
  Proof.
    intros L L' C. eapply Counts_ext; [|apply (Counts_image (image_of_set ps)); [|exact C]].
    - intro X. cbv beta. split.
      + intros (Y & HY & ->). apply (image_sol T); assumption.
      + intro HX. exists (image_of_set (back ps) X). split; [apply (image_sol S); assumption|].
        rewrite <- (back_twice ps) at 1. symmetry. apply (image_back S T); rewrite ?back_twice; assumption.
    - intros X Y HX HY E. rewrite <- (image_back T S ps X), <- (image_back T S ps Y), E by assumption. reflexivity.
  Qed.
End Core.

(* ---------- items and their images ---------- *)
(* Options under names: the same name for an option of the one state and its image in the other. *)
Definition named := list (N * opt).
(* In which options each item is, and in which colour. *)
Definition uses_of := PositiveMap.t (list (N * N)).
Definition at_item (t : uses_of) (i : N) : list (N * N) :=
  match PositiveMap.find (N.succ_pos i) t with Some l => l | None => [] end.
Definition all_uses (A : named) : uses_of :=
  fold_right (fun ko t => fold_right (fun ic t =>
    PositiveMap.add (N.succ_pos (fst ic)) ((fst ko, snd ic) :: at_item t (fst ic)) t) t (snd ko))
    (PositiveMap.empty _) A.

(* Two options agree here if they have one colour: each colour of the one list has its partner in
   the other. To have none is a colour of the option's own. *)
Definition shade (kc : N * N) : N := if snd kc =? 0 then N.succ_double (fst kc) else N.double (snd kc).
Definition shades (pairs : list (N * N)) : PositiveMap.t N :=
  fold_right (fun xy t => PositiveMap.add (N.succ_pos (fst xy)) (snd xy) t) (PositiveMap.empty _) pairs.
Definition stands_for (t : PositiveMap.t N) (x y : N) : bool :=
  match PositiveMap.find (N.succ_pos x) t with Some z => z =? y | None => false end.
Definition colorless (l : list (N * N)) : bool := forallb (fun kc => snd kc =? 0) l.
Definition same_colors (a b : list (N * N)) : bool :=
  if colorless a && colorless b then true else
  let pairs := combine (map shade a) (map shade b) in
  let there := shades pairs in
  let here := shades (combine (map shade b) (map shade a)) in
  forallb (fun xy => stands_for there (fst xy) (snd xy) && stands_for here (snd xy) (fst xy)) pairs.
Fixpoint same_names (a b : list (N * N)) : bool :=
  match a, b with
  | [], [] => true
  | (k, _) :: a, (l, _) :: b => (k =? l) && same_names a b
  | _, _ => false
  end.
(* An item with the uses l, which may be primary, as the first n items are. *)
Definition corresponds (n : N) (tb : uses_of) (primary : bool) (l : list (N * N)) (j : N) : bool :=
  Bool.eqb primary (j <? n) && (let m := at_item tb j in same_names l m && same_colors l m).
(* An item's partner is one of the items of the image of its first option. *)
Definition has_partner (n : N) (tb : uses_of) (b : PositiveMap.t opt) (i : N) (l : list (N * N)) : bool :=
  match l with
  | [] => false
  | (k, _) :: _ =>
      match PositiveMap.find (N.succ_pos k) b with
      | Some o => let primary := i <? n in existsb (fun jd => corresponds n tb primary l (fst jd)) o
      | None => false
      end
  end.
(* A secondary item does not matter if all that have it agree. *)
Definition disputed (l : list (N * N)) : bool :=
  match l with
  | (_, c) :: _ :: _ => existsb (fun kc => (snd kc =? 0) || negb (snd kc =? c)) l
  | _ => false
  end.
Definition by_name (A : named) : PositiveMap.t opt :=
  fold_right (fun ko t => PositiveMap.add (N.succ_pos (fst ko)) (snd ko) t) (PositiveMap.empty _) A.
Definition all_partners (n : N) (ta tb : uses_of) (b : PositiveMap.t opt) : bool :=
  forallb (fun il => let i := Pos.pred_N (fst il) in
    if (i <? n) || disputed (snd il) then has_partner n tb b i (snd il) else true) (PositiveMap.elements ta).
Definition partnered (n : N) (A B : named) : bool :=
  let ta := all_uses A in
  let tb := all_uses B in
  all_partners n ta tb (by_name B) && all_partners n tb ta (by_name A).

(* An option of this name has the item in this colour. *)
Definition uses_in (A : named) (i k c : N) : Prop := exists o, In (k, o) A /\ In (i, c) o.
Definition partners (n : N) (A B : named) (i j : N) : Prop :=
  (i < n <-> j < n) /\ exists z : list (N * (N * N)),
    (forall k c, uses_in A i k c <-> exists d, In (k, (c, d)) z) /\
    (forall k d, uses_in B j k d <-> exists c, In (k, (c, d)) z) /\
    (forall k c d k' c' d', In (k, (c, d)) z -> In (k', (c', d')) z -> k <> k' ->
       (c = c' /\ c <> 0 <-> d = d' /\ d <> 0)).
(* All that have the item agree. *)
Definition calm (n : N) (A : named) (i : N) : Prop :=
  n <= i /\ forall k c k' c', uses_in A i k c -> uses_in A i k' c' -> k <> k' -> c = c' /\ c <> 0.

Lemma same_pos i j : N.succ_pos i = N.succ_pos j -> i = j.
Proof. intro E. rewrite <- (N.pos_pred_succ i), <- (N.pos_pred_succ j). congruence. Qed.
Lemma at_item_added t i x j : at_item (PositiveMap.add (N.succ_pos i) x t) j = if i =? j then x else at_item t j.
Proof.
  unfold at_item. destruct (N.eqb_spec i j) as [->|NE]; [rewrite PositiveMap.gss; reflexivity|].
  rewrite PositiveMap.gso; [reflexivity|]. intro E. apply same_pos in E. congruence.
Qed.
Lemma all_uses_ok A i k c : In (k, c) (at_item (all_uses A) i) <-> uses_in A i k c.
Proof.
  unfold uses_in. induction A as [|[k0 o] A IH]; cbn [all_uses fold_right fst snd].
  - unfold at_item. rewrite PositiveMap.gempty. split; [intros []|intros (o & [] & _)].
  - fold (all_uses A). transitivity ((k = k0 /\ In (i, c) o) \/ In (k, c) (at_item (all_uses A) i)).
    + clear IH. induction o as [|[j d] o IH]; cbn [fold_right fst snd In]; [tauto|].
      rewrite at_item_added. destruct (N.eqb_spec j i) as [->|NE]; cbn [In]; rewrite IH; intuition congruence.
    + rewrite IH. split.
      * intros [[-> H]|(o' & H & H')]; [exists o|exists o']; simpl; auto.
      * intros (o' & [E|H] & H'); [left; inversion E; subst; auto|right; eauto].
Qed.
Lemma same_names_zip a : forall b, same_names a b = true -> exists z : list (N * (N * N)),
  a = map (fun x => (fst x, fst (snd x))) z /\ b = map (fun x => (fst x, snd (snd x))) z.
Proof.
  induction a as [|[k c] a IH]; intros [|[l d] b] H; simpl in H; try discriminate; [exists []; auto|].
  apply andb_true_iff in H. destruct H as [E H]. apply N.eqb_eq in E. subst l.
  destruct (IH b H) as (z & -> & ->). exists ((k, (c, d)) :: z). auto.
Qed.
Lemma shade_same k c k' c' : k <> k' -> (shade (k, c) = shade (k', c') <-> c = c' /\ c <> 0).
Proof.
  intro NE. unfold shade. cbn [fst snd].
  destruct (N.eqb_spec c 0) as [->|C], (N.eqb_spec c' 0) as [->|C'];
    rewrite ?N.succ_double_spec, ?N.double_spec; intuition lia.
Qed.
Lemma same_colors_ok z : same_colors (map (fun x => (fst x, fst (snd x))) z) (map (fun x => (fst x, snd (snd x))) z) = true ->
  forall k c d k' c' d' : N, In (k, (c, d)) z -> In (k', (c', d')) z -> k <> k' -> (c = c' /\ c <> 0 <-> d = d' /\ d <> 0).
Proof.
  unfold same_colors. intros H k c d k' c' d' K K' NE. destruct (colorless _ && _) eqn:Z.
  - apply andb_true_iff in Z. unfold colorless in Z. rewrite !forallb_forall in Z. destruct Z as [Zc Zd].
    specialize (Zc (k, c)). specialize (Zd (k, d)). cbn [snd] in *. rewrite N.eqb_eq in *.
    assert (c = 0) as -> by (apply Zc; apply in_map_iff; exists (k, (c, d)); auto).
    assert (d = 0) as -> by (apply Zd; apply in_map_iff; exists (k, (0, d)); auto). intuition congruence.
  - clear Z. cbv zeta in H. revert H. rewrite !map_map. cbn [fst snd].
    set (l := combine _ _). generalize (shades l), (shades (combine (map (fun x : N * (N * N) => shade (fst x, snd (snd x))) z)
      (map (fun x => shade (fst x, fst (snd x))) z))). intros there here H. rewrite forallb_forall in H.
    assert (G : forall k c d, In (k, (c, d)) z -> PositiveMap.find (N.succ_pos (shade (k, c))) there = Some (shade (k, d)) /\
                                                PositiveMap.find (N.succ_pos (shade (k, d))) here = Some (shade (k, c))).
    { clear - H. intros k c d K. specialize (H (shade (k, c), shade (k, d))). cbn [fst snd] in H.
      lapply H; [clear H|].
      - unfold stands_for. rewrite andb_true_iff. intros [T R].
        destruct (PositiveMap.find _ there) as [x|]; [|discriminate]. destruct (PositiveMap.find _ here) as [y|]; [|discriminate].
        apply N.eqb_eq in T, R. subst. auto.
      - subst l. clear - K. induction z as [|[k1 [c1 d1]] z IH]; [destruct K|]. cbn [map combine fst snd].
        destruct K as [E|K]; [inversion E; left; reflexivity|right; auto]. }
    destruct (G _ _ _ K) as [T R], (G _ _ _ K') as [T' R'].
    rewrite <- !(shade_same k _ k' _ NE). split; intro E; [rewrite E in T|rewrite E in R]; congruence.
Qed.
Lemma disputed_ok l : disputed l = false -> forall k c k' c', In (k, c) l -> In (k', c') l -> k <> k' -> c = c' /\ c <> 0.
Proof.
  destruct l as [|[k0 c0] [|y l]]; cbn [disputed].
  - intros _ k c k' c' [].
  - intros _ k c k' c' [E|[]] [E'|[]]. congruence.
  - intros H k c k' c' K K' _. set (m := (k0, c0) :: y :: l) in *.
    assert (G : forall k c, In (k, c) m -> c = c0 /\ c <> 0); [|destruct (G _ _ K), (G _ _ K'); split; congruence].
    clear - H. intros k c K. apply not_true_iff_false in H. rewrite existsb_exists in H.
    destruct (N.eqb_spec c 0) as [->|C]; [|destruct (N.eqb_spec c c0) as [->|E]; [auto|]]; exfalso; apply H;
      (eexists; split; [exact K|]); cbn [snd]; rewrite orb_true_iff, negb_true_iff, N.eqb_eq, N.eqb_neq; auto.
Qed.
Lemma corresponds_ok n A B i j :
  corresponds n (all_uses B) (i <? n) (at_item (all_uses A) i) j = true -> partners n A B i j.
Proof.
  unfold corresponds. cbv zeta. rewrite !andb_true_iff. intros [K [M C]]. split.
  - apply eqb_prop in K. rewrite <- !N.ltb_lt, K. tauto.
  - destruct (same_names_zip _ _ M) as (z & Ea & Eb). rewrite Ea, Eb in C. exists z. split; [|split].
    + intros k c. rewrite <- all_uses_ok, Ea, in_map_iff. split.
      * intros ([k' [c' d]] & E & H). inversion E; subst. exists d. exact H.
      * intros (d & H). exists (k, (c, d)). auto.
    + intros k d. rewrite <- all_uses_ok, Eb, in_map_iff. split.
      * intros ([k' [c d']] & E & H). inversion E; subst. exists c. exact H.
      * intros (c & H). exists (k, (c, d)). auto.
    + apply same_colors_ok. exact C.
Qed.
Lemma partners_back n A B i j : partners n A B i j -> partners n B A j i.
Proof.
  intros (K & z & HA & HB & C). split; [tauto|]. exists (map (fun x => (fst x, (snd (snd x), fst (snd x)))) z).
  assert (I : forall k c d, In (k, (d, c)) (map (fun x => (fst x, (snd (snd x), fst (snd x)))) z) <-> In (k, (c, d)) z).
  { intros k c d. rewrite in_map_iff. split.
    - intros ([k' [c' d']] & E & H). inversion E; subst. exact H.
    - intro H. exists (k, (c, d)). auto. }
  split; [|split].
  - intros k d. rewrite HB. split; intros (c & H); exists c; apply I; exact H.
  - intros k c. rewrite HA. split; intros (d & H); exists d; apply I; exact H.
  - intros k d c k' d' c' H H' NE. apply I in H, H'. generalize (C _ _ _ _ _ _ H H' NE). tauto.
Qed.
Lemma all_partners_ok n A B b i k c : all_partners n (all_uses A) (all_uses B) b = true -> uses_in A i k c ->
  calm n A i \/ exists j, partners n A B i j.
Proof.
  unfold all_partners. rewrite forallb_forall. intros H U. apply all_uses_ok in U.
  assert (F : In (N.succ_pos i, at_item (all_uses A) i) (PositiveMap.elements (all_uses A))).
  { apply PositiveMap.elements_correct. unfold at_item in *. destruct (PositiveMap.find _ _); [reflexivity|destruct U]. }
  specialize (H _ F). cbv beta in H. cbn [fst snd] in H. rewrite N.pos_pred_succ in H.
  destruct (_ || _) eqn:D.
  2:{ left. apply orb_false_iff in D. destruct D as [D D']. apply N.ltb_ge in D. split; [exact D|].
      intros k1 c1 k2 c2 U1 U2. apply all_uses_ok in U1, U2. apply (disputed_ok _ D'); assumption. }
  right. unfold has_partner in H.
  destruct (at_item _ i) as [|[k0 c0] l0] eqn:L; [discriminate|]. destruct (PositiveMap.find _ b) as [o|]; [|discriminate].
  apply existsb_exists in H. destruct H as ([j d] & _ & H). exists j. apply corresponds_ok. rewrite L. exact H.
Qed.

(* The options of these names have nothing in common but secondary items in one colour. *)
Definition agree (n : N) (o o' : opt) : Prop :=
  forall i c c', In (i, c) o -> In (i, c') o' -> n <= i /\ c = c' /\ c <> 0.
Lemma uses_in_one A k o i c : NoDup (map fst A) -> In (k, o) A -> (uses_in A i k c <-> In (i, c) o).
Proof.
  intros D H. split; [|intro U; exists o; auto]. intros (o' & H' & U).
  assert (E : o' = o); [|subst; exact U]. clear U. induction A as [|[k1 o1] A IH]; [destruct H|].
  simpl in D. inversion D as [|? ? Nk D']; subst. destruct H as [E|H], H' as [E'|H'].
  - congruence.
  - inversion E; subst. destruct Nk. apply (in_map fst) in H'. exact H'.
  - inversion E'; subst. destruct Nk. apply (in_map fst) in H. exact H.
  - apply IH; assumption.
Qed.
Lemma agree_images n A B k o u k' o' u' : NoDup (map fst A) -> NoDup (map fst B) ->
  In (k, o) A -> In (k', o') A -> In (k, u) B -> In (k', u') B ->
  (forall j l d, uses_in B j l d -> calm n B j \/ exists i, partners n A B i j) ->
  k <> k' -> agree n o o' -> agree n u u'.
Proof.
  intros DA DB Ho Ho' Hu Hu' P NE H j d d' U U'.
  apply (uses_in_one B k u j d DB Hu) in U. apply (uses_in_one B k' u' j d' DB Hu') in U'.
  destruct (P j k d U) as [[L G]|(i & K & z & HA & HB & C)]; [split; [exact L|apply (G k d k' d'); assumption]|].
  apply HB in U, U'. destruct U as (c & U), U' as (c' & U'). destruct (H i c c') as (L & E).
  - apply (uses_in_one A k o i c DA Ho), HA. eauto.
  - apply (uses_in_one A k' o' i c' DA Ho'), HA. eauto.
  - split; [lia|]. apply (C _ _ _ _ _ _ U U' NE). exact E.
Qed.
Lemma partnered_ok n A B : partnered n A B = true ->
  (forall i k c, uses_in A i k c -> calm n A i \/ exists j, partners n A B i j) /\
  (forall j k d, uses_in B j k d -> calm n B j \/ exists i, partners n A B i j).
Proof.
  unfold partnered. rewrite andb_true_iff. intros [H H']. split; intros.
  - eapply all_partners_ok; eassumption.
  - destruct (all_partners_ok n B A _ j k d H') as [G|(i & G)]; [assumption|left; exact G|].
    right. exists i. apply partners_back. exact G.
Qed.

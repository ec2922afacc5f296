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
Definition kept_of (which : opt * opt -> opt) (Z : list (N * (opt * opt))) : named := map (fun z => (fst z, which (snd z))) Z.
(* What is met of an item: its number, whether it may be primary, as the first n items are; the image of
   an option that has it; in which options it is, and in which colour. *)
Record met := Met { its_number : N; is_primary : bool; its_image : opt; its_uses : list (N * N) }.
Definition uses_of := PositiveMap.t met.
Definition at_item (t : uses_of) (i : N) : list (N * N) :=
  match PositiveMap.find (N.succ_pos i) t with Some u => its_uses u | None => [] end.
(* at one place of a tree, what the function makes of what is there *)
Fixpoint changed_tree {A} (f : option A -> A) (x : positive) (t : PositiveMap.t A) : PositiveMap.t A :=
  match x, t with
  | xH, PositiveMap.Leaf _ => PositiveMap.Node (PositiveMap.Leaf _) (Some (f None)) (PositiveMap.Leaf _)
  | xH, PositiveMap.Node l o r => PositiveMap.Node l (Some (f o)) r
  | xO x, PositiveMap.Leaf _ => PositiveMap.Node (changed_tree f x (PositiveMap.Leaf _)) None (PositiveMap.Leaf _)
  | xO x, PositiveMap.Node l o r => PositiveMap.Node (changed_tree f x l) o r
  | xI x, PositiveMap.Leaf _ => PositiveMap.Node (PositiveMap.Leaf _) None (changed_tree f x (PositiveMap.Leaf _))
  | xI x, PositiveMap.Node l o r => PositiveMap.Node l o (changed_tree f x r)
  end.
Fixpoint every {A} (f : A -> bool) (t : PositiveMap.t A) : bool :=
  match t with
  | PositiveMap.Leaf _ => true
  | PositiveMap.Node l o r => every f l && (match o with Some x => f x | None => true end && every f r)
  end.
Definition meet (n k : N) (o : opt) (ic : N * N) (u : option met) : met :=
  match u with
  | Some u => Met (its_number u) (is_primary u) (its_image u) ((k, snd ic) :: its_uses u)
  | None => Met (fst ic) (fst ic <? n) o [(k, snd ic)]
  end.
Definition all_uses (n : N) (Z : list (N * (opt * opt))) : uses_of :=
  fold_right (fun z t => fold_right (fun ic t =>
    changed_tree (meet n (fst z) (snd (snd z)) ic) (N.succ_pos (fst ic)) t) t (fst (snd z)))
    (PositiveMap.empty _) Z.

(* The same options, of which two agree here if they agree there, that is, have one colour: each colour of
   the one list has its partner in the other. To have none is a colour of the option's own. *)
Fixpoint alike (a b : list (N * N)) (there here : PositiveMap.t positive) : bool :=
  match a, b with
  | [], [] => true
  | (k, c) :: a, (l, d) :: b =>
      if k =? l then
        match c, d with
        | 0, 0 => alike a b there here
        | Npos c, Npos d =>
            match PositiveMap.find c there with
            | Some d' => if Pos.eqb d d' then alike a b there here else false
            | None =>
                match PositiveMap.find d here with
                | Some _ => false
                | None => alike a b (PositiveMap.add c d there) (PositiveMap.add d c here)
                end
            end
        | _, _ => false
        end
      else false
  | _, _ => false
  end.
Definition corresponds (tb : uses_of) (u : met) (j : N) : bool :=
  match PositiveMap.find (N.succ_pos j) tb with
  | Some v => if Bool.eqb (is_primary u) (is_primary v) then alike (its_uses u) (its_uses v) (PositiveMap.empty _) (PositiveMap.empty _) else false
  | None => false
  end.
(* A secondary item does not matter if all that have it agree. *)
Definition disputed (l : list (N * N)) : bool :=
  match l with
  | (_, c) :: _ :: _ => existsb (fun kc => (snd kc =? 0) || negb (snd kc =? c)) l
  | _ => false
  end.
(* An item's partner is one of the items of the image of an option that has it. *)
Definition all_partners (ta tb : uses_of) : bool :=
  every (fun u => if if is_primary u then true else disputed (its_uses u)
                  then existsb (fun jd => corresponds tb u (fst jd)) (its_image u) else true) ta.
Definition partnered (n : N) (Z : list (N * (opt * opt))) : bool :=
  let ta := all_uses n Z in
  let tb := all_uses n (map (fun z => (fst z, (snd (snd z), fst (snd z)))) Z) in
  all_partners ta tb && all_partners tb ta.

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
Lemma changed_tree_ok {A} (f : option A -> A) x : forall t y,
  PositiveMap.find y (changed_tree f x t) = if Pos.eqb x y then Some (f (PositiveMap.find x t)) else PositiveMap.find y t.
Proof. induction x as [x IH|x IH|]; intros [|l o r] [y|y|]; cbn [changed_tree PositiveMap.find Pos.eqb];
  rewrite ?IH, ?PositiveMap.gleaf; reflexivity. Qed.
Lemma every_ok {A} (f : A -> bool) t : forall x a, every f t = true -> PositiveMap.find x t = Some a -> f a = true.
Proof.
  induction t as [|l IHl o r IHr]; intros [x|x|] a H E; cbn in H, E; try discriminate;
    rewrite !andb_true_iff in H; destruct H as (Hl & Ho & Hr); eauto. subst o. exact Ho.
Qed.
Lemma all_uses_ok n Z i :
  (forall k c, In (k, c) (at_item (all_uses n Z) i) <-> uses_in (kept_of fst Z) i k c) /\
  (forall u, PositiveMap.find (N.succ_pos i) (all_uses n Z) = Some u -> its_number u = i /\ is_primary u = (i <? n)).
Proof.
  unfold uses_in. induction Z as [|[k0 [o o']] Z IH]; cbn [all_uses kept_of map fold_right fst snd].
  - unfold at_item. rewrite PositiveMap.gempty. split; [|discriminate]. split; [intros []|intros (o & [] & _)].
  - fold (all_uses n Z). fold (kept_of fst Z). destruct IH as [IH F].
    assert (G : (forall k c, In (k, c) (at_item (fold_right (fun ic t => changed_tree (meet n k0 o' ic) (N.succ_pos (fst ic)) t) (all_uses n Z) o) i) <->
                 (k = k0 /\ In (i, c) o) \/ In (k, c) (at_item (all_uses n Z) i)) /\
                forall u, PositiveMap.find (N.succ_pos i) (fold_right (fun ic t => changed_tree (meet n k0 o' ic) (N.succ_pos (fst ic)) t) (all_uses n Z) o) = Some u ->
                  its_number u = i /\ is_primary u = (i <? n)).
    { clear IH. induction o as [|[j d] o IH]; cbn [fold_right fst snd In]; [split; [tauto|exact F]|].
      unfold at_item in *. rewrite changed_tree_ok. destruct IH as [IH G].
      destruct (Pos.eqb_spec (N.succ_pos j) (N.succ_pos i)) as [E|NE].
      - apply same_pos in E. subst j. destruct (PositiveMap.find (N.succ_pos i) (fold_right _ _ o)) as [u|]; cbn [meet its_uses fst snd].
        + split; [|intros v E; inversion E; cbn; apply G; reflexivity].
          intros k c. cbn [In]. rewrite IH. intuition congruence.
        + split; [|intros v E; inversion E; cbn; auto]. intros k c. specialize (IH k c). cbn [In] in *. intuition congruence.
      - split; [|exact G]. intros k c. rewrite IH. assert (j <> i) by congruence. intuition congruence. }
    destruct G as [G G']. split; [|exact G']. intros k c. rewrite G, IH. split.
    + intros [[-> H]|(o1 & H & H')]; [exists o|exists o1]; simpl; auto.
    + intros (o1 & [E|H] & H'); [left; inversion E; subst; auto|right; eauto].
Qed.
Definition paired_colors (t : PositiveMap.t positive) (c d : N) : Prop :=
  match c, d with 0, 0 => True | Npos c, Npos d => PositiveMap.find c t = Some d | _, _ => False end.
Lemma alike_ok a : forall b t h, alike a b t h = true ->
  (forall c d, PositiveMap.find c t = Some d <-> PositiveMap.find d h = Some c) ->
  exists (z : list (N * (N * N))) t' h',
    a = map (fun x => (fst x, fst (snd x))) z /\ b = map (fun x => (fst x, snd (snd x))) z /\
    (forall c d, PositiveMap.find c t' = Some d <-> PositiveMap.find d h' = Some c) /\
    (forall c d, PositiveMap.find c t = Some d -> PositiveMap.find c t' = Some d) /\
    forall k c d, In (k, (c, d)) z -> paired_colors t' c d.
Proof.
  induction a as [|[k c] a IH]; intros [|[l d] b] t h H Inv; cbn [alike] in H; try discriminate.
  - exists [], t, h. split; [|split; [|split; [|split]]]; auto. intros k c d [].
  - destruct (N.eqb_spec k l) as [<-|]; [|discriminate].
    assert (Step : forall t1 h1, alike a b t1 h1 = true -> (forall c d, PositiveMap.find c t1 = Some d <-> PositiveMap.find d h1 = Some c) ->
      (forall c d, PositiveMap.find c t = Some d -> PositiveMap.find c t1 = Some d) -> paired_colors t1 c d ->
      exists (z : list (N * (N * N))) t' h',
        (k, c) :: a = map (fun x => (fst x, fst (snd x))) z /\ (k, d) :: b = map (fun x => (fst x, snd (snd x))) z /\
        (forall c d, PositiveMap.find c t' = Some d <-> PositiveMap.find d h' = Some c) /\
        (forall c d, PositiveMap.find c t = Some d -> PositiveMap.find c t' = Some d) /\
        forall k c d, In (k, (c, d)) z -> paired_colors t' c d).
    { intros t1 h1 H1 I1 M1 P1. destruct (IH b t1 h1 H1 I1) as (z & t' & h' & -> & -> & I' & M' & P').
      exists ((k, (c, d)) :: z), t', h'. split; [reflexivity|]. split; [reflexivity|]. split; [exact I'|]. split; [auto|].
      intros k1 c1 d1 [E|K]; [|exact (P' _ _ _ K)]. inversion E; subst. clear - P1 M'. destruct c1, d1; cbn in *; auto. }
    destruct c as [|c], d as [|d]; try discriminate; [apply (Step t h); cbn; auto|].
    destruct (PositiveMap.find c t) as [d'|] eqn:F.
    + destruct (Pos.eqb_spec d d') as [<-|]; [|discriminate]. apply (Step t h); cbn; auto.
    + destruct (PositiveMap.find d h) as [c'|] eqn:F'; [discriminate|]. apply (Step _ _ H).
      * intros c1 d1. destruct (Pos.eq_dec c c1) as [<-|NC], (Pos.eq_dec d d1) as [<-|ND];
          rewrite ?PositiveMap.gss, ?PositiveMap.gso by congruence.
        -- tauto.
        -- split; intro E; [congruence|]. apply Inv in E. congruence.
        -- split; intro E; [|congruence]. apply Inv in E. congruence.
        -- apply Inv.
      * intros c1 d1 E. rewrite PositiveMap.gso; [exact E|congruence].
      * cbn. apply PositiveMap.gss.
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
Lemma corresponds_ok n Z Z' u i j : PositiveMap.find (N.succ_pos i) (all_uses n Z) = Some u ->
  corresponds (all_uses n Z') u j = true -> partners n (kept_of fst Z) (kept_of fst Z') i j.
Proof.
  unfold corresponds. intro F. destruct (PositiveMap.find _ (all_uses n Z')) as [v|] eqn:F'; [|discriminate].
  destruct (all_uses_ok n Z i) as [U K], (all_uses_ok n Z' j) as [U' K'].
  destruct (K _ F) as [_ P], (K' _ F') as [_ P']. unfold at_item in U, U'. rewrite F in U. rewrite F' in U'.
  rewrite P, P'. destruct (Bool.eqb _ _) eqn:E; [|discriminate]. intro H. apply eqb_prop in E. split.
  - rewrite <- !N.ltb_lt, E. tauto.
  - destruct (alike_ok _ _ _ _ H) as (z & t & h & Ea & Eb & I & _ & C); [intros; rewrite !PositiveMap.gempty; split; discriminate|].
    exists z. split; [|split].
    + intros k c. rewrite <- U, Ea, in_map_iff. split.
      * intros ([k' [c' d]] & E' & H'). inversion E'; subst. exists d. exact H'.
      * intros (d & H'). exists (k, (c, d)). auto.
    + intros k d. rewrite <- U', Eb, in_map_iff. split.
      * intros ([k' [c d']] & E' & H'). inversion E'; subst. exists c. exact H'.
      * intros (c & H'). exists (k, (c, d)). auto.
    + intros k c d k' c' d' J J' _. apply C in J, J'. clear - I J J'.
      destruct c, d, c', d'; cbn in J, J'; try tauto; split; intros [E N]; try congruence; split; try congruence.
      apply I in J, J'. congruence.
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
Lemma all_partners_ok n Z Z' i k c : all_partners (all_uses n Z) (all_uses n Z') = true -> uses_in (kept_of fst Z) i k c ->
  calm n (kept_of fst Z) i \/ exists j, partners n (kept_of fst Z) (kept_of fst Z') i j.
Proof.
  unfold all_partners. intros H U. destruct (all_uses_ok n Z i) as [UI K]. apply UI in U. unfold at_item in U, UI.
  destruct (PositiveMap.find (N.succ_pos i) (all_uses n Z)) as [u|] eqn:F; [|destruct U].
  destruct (K u eq_refl) as [Ei Ek]. apply (every_ok _ _ _ _ H) in F as G. cbv beta in G.
  destruct (if is_primary u then true else disputed (its_uses u)) eqn:D.
  - right. apply existsb_exists in G. destruct G as ([j d] & _ & G). exists j. apply (corresponds_ok n Z Z' u i j F G).
  - left. rewrite Ek in D. destruct (N.ltb_spec i n) as [L|L]; [discriminate|]. split; [exact L|].
    intros k1 c1 k2 c2 U1 U2. apply UI in U1, U2. apply (disputed_ok _ D); assumption.
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
Lemma partnered_ok n Z : partnered n Z = true ->
  (forall i k c, uses_in (kept_of fst Z) i k c -> calm n (kept_of fst Z) i \/ exists j, partners n (kept_of fst Z) (kept_of snd Z) i j) /\
  (forall j k d, uses_in (kept_of snd Z) j k d -> calm n (kept_of snd Z) j \/ exists i, partners n (kept_of fst Z) (kept_of snd Z) i j).
Proof.
  unfold partnered. rewrite andb_true_iff. intros [H H'].
  assert (E : kept_of snd Z = kept_of fst (map (fun z => (fst z, (snd (snd z), fst (snd z)))) Z)).
  { unfold kept_of. rewrite map_map. reflexivity. }
  rewrite E. split; intros.
  - eapply all_partners_ok; eassumption.
  - destruct (all_partners_ok n _ _ j k d H' H0) as [G|(i & G)]; [left; exact G|].
    right. exists i. apply partners_back. exact G.
Qed.

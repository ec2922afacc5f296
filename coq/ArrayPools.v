(* The pool of a sweep in arrays of Coq's library, which change in place as long as their old
   values are not used. *)
Require Import NArith ZArith List Lia Bool Uint63 PArray.
Import ListNotations.
Require Import Pools Walk Words Fields Naturals WordArrays Rows.
Local Open Scope uint63_scope.

(* Anything, in an array that becomes larger. *)
Module Growing (T : THING) <: POOL.
  Definition thing := T.thing.
  Definition key := int.
  Definition cell : Type := option thing.
  Definition t := array cell.
  Definition empty (_ : unit) : t := make 1024 None.
  Definition get (k : key) (p : t) : option thing := p.[k].
  Definition copy_one  (p : t) (to : int * t) : int * t :=
    let (i, p') := to in (i + 1, p'.[i <- p.[i]]).
  Definition copied  (p p' : t) : t :=
    snd (N.iter (Z.to_N (to_Z (length p))) (copy_one p) (0, p')).
  Definition set (k : key) (x : option thing) (p : t) : option t :=
    let p' :=
      if k <? length p then p
      else
        let p' := make (k + k) (default p) in
        if length p <=? length p' then copied p p' else p in
    if k <? length p' then Some p'.[k <- x] else None.
  Definition take (k : key) (p : t) : option (thing * t) :=
    match p.[k] with
    | Some x => if k <? length p then Some (x, p.[k <- None]) else None
    | None => None
    end.
  Definition after (k : key) : key := k + 1.

  Lemma key_dec (a b : key) : a = b \/ a <> b.
  Proof. destruct (Uint63.eqs a b); auto. Qed.
  Lemma get_empty k : get k (empty tt) = None.
  Proof. unfold get, empty. rewrite get_make. reflexivity. Qed.

  Lemma copy_ok (p fresh : t) : (length p <=? length fresh) = true ->
    (forall j, fresh.[j] = default p) -> forall n, (Z.of_N n <= to_Z (length p))%Z ->
    let (i, p') := N.iter n (copy_one p) (0, fresh) in
    to_Z i = Z.of_N n /\ length p' = length fresh /\
    forall j, p'.[j] = if (to_Z j <? Z.of_N n)%Z then p.[j] else default p.
  Proof.
    intros L F n. induction n as [|n IH] using N.peano_ind.
    - intros _. simpl. split; [reflexivity|]. split; [reflexivity|]. intro j.
      destruct (Z.ltb_spec (to_Z j) 0) as [H|_]; [|apply F]. destruct (to_Z_bounded j). lia.
    - intro B. rewrite N.iter_succ. specialize (IH ltac:(lia)).
      destruct (N.iter n (copy_one p) (0, fresh)) as [i p']. destruct IH as (Hi & Hl & H).
      cbn [copy_one]. apply leb_spec in L. destruct (to_Z_bounded (length p)) as [_ Top].
      split; [|split].
      + rewrite add_spec, Hi. change (to_Z 1) with 1%Z. rewrite Z.mod_small; lia.
      + rewrite length_set. assumption.
      + intro j. destruct (key_dec i j) as [->|NE].
        * rewrite get_set_same by (apply ltb_spec; rewrite Hl; lia).
          destruct (Z.ltb_spec (to_Z j) (Z.of_N (N.succ n))); [reflexivity|lia].
        * rewrite get_set_other, H by assumption.
          assert (to_Z i <> to_Z j) by (intro E; apply NE, to_Z_inj; assumption).
          destruct (Z.ltb_spec (to_Z j) (Z.of_N n)), (Z.ltb_spec (to_Z j) (Z.of_N (N.succ n)));
            try reflexivity; lia.
  Qed.
  Lemma get_copied (p : t) n k : (length p <=? length (make n (default p))) = true ->
    (copied p (make n (default p))).[k] = p.[k].
  Proof.
    intro L. unfold copied.
    assert (C := copy_ok p _ L (fun j => get_make _ _ _ j) (Z.to_N (to_Z (length p)))).
    destruct (to_Z_bounded (length p)) as [H _]. rewrite Z2N.id in C by assumption.
    specialize (C (Z.le_refl _)). destruct (N.iter _ _ _) as [i p']. simpl. destruct C as (_ & _ & C). rewrite C.
    destruct (Z.ltb_spec (to_Z k) (to_Z (length p))) as [|G]; [reflexivity|].
    symmetry. apply get_out_of_bounds. destruct (k <? length p) eqn:E; [|reflexivity].
    apply ltb_spec in E. lia.
  Qed.
  (* what it is set in *)
  Lemma set_in k x p p' : set k x p = Some p' -> exists p1 : t,
    (k <? length p1) = true /\ (forall i, p1.[i] = p.[i]) /\ p' = p1.[k <- x].
  Proof.
    unfold set. cbv zeta. set (larger := make _ _).
    set (p1 := if k <? length p then _ else _). intro E. exists p1.
    destruct (k <? length p1) eqn:L; [|discriminate]. split; [reflexivity|]. split; [|congruence].
    intro i. unfold p1. destruct (k <? length p); [reflexivity|].
    destruct (length p <=? length larger) eqn:H; [|reflexivity]. apply get_copied. exact H.
  Qed.
  Lemma get_same k x p p' : set k x p = Some p' -> get k p' = x.
  Proof.
    intro E. apply set_in in E. destruct E as (p1 & L & _ & ->). unfold get.
    apply get_set_same. assumption.
  Qed.
  Lemma get_other k k' x p p' : set k x p = Some p' -> k' <> k -> get k' p' = get k' p.
  Proof.
    intros E NE. apply set_in in E. destruct E as (p1 & _ & Same & ->). unfold get.
    rewrite get_set_other by congruence. rewrite Same. reflexivity.
  Qed.
  Lemma take_ok k p x p' : take k p = Some (x, p') -> get k p = Some x /\ changed get k None p p'.
  Proof.
    unfold take, get. destruct (p.[k]); [|discriminate]. destruct (k <? length p) eqn:L; [|discriminate].
    intro E. inversion E; subst. split; [reflexivity|]. split; [apply get_set_same; assumption|].
    intros k' NE. apply get_set_other. congruence.
  Qed.
End Growing.

(* States and their ways, in rows that are all as long as the first state needs; pages of 4096
   rows, or of 256 if these are long, are made when they are needed. A row has two words for the
   ways, and then those of the state. What does not fit is among the others: then the row says that
   there are no ways. *)
Module RowPool (R : ROW) <: QUEUES.
  Definition state := R.state.
  Definition value := WordCount.t.
  Definition add := WordCount.add.
  Definition thing := (state * value)%type.
  Module Thing. Definition thing := (R.state * list int)%type. End Thing.
  Module Things. Include Growing Thing. End Things.
  Definition key := int.
  Record frame := Frame {
    shape : R.shape; stride : int; long : bool; wide : (Z.of_nat (2 + R.size shape) <= to_Z stride <= 1000)%Z }.
  Inductive pool := Nothing | Pages (fr : frame) (pages : array words) (others : Things.t).
  Definition t := pool.
  Definition empty (_ : unit) : t := Nothing.

  Lemma narrow : (Z.of_nat (2 + R.size R.least) <= to_Z 4 <= 1000)%Z.
  Proof. assert (H := R.least_size). change (to_Z 4) with 4%Z. lia. Qed.
  Definition frame_of (U : state) : frame :=
    let sh := R.shape_of U in
    let s := of_Z (Z.of_nat (2 + R.size sh)) in
    match Z_le_dec (Z.of_nat (2 + R.size sh)) (to_Z s), Z_le_dec (to_Z s) 1000 with
    | left a, left b => Frame sh s (64 <? s) (conj a b)
    | _, _ => Frame R.least 4 false narrow
    end.
  Definition high (fr : frame) (k : key) : int := if long fr then k >> 8 else k >> 12.
  Definition place (fr : frame) (k : key) : int := (if long fr then k land 255 else k land 4095) * stride fr.

  (* a row, if it fits: its words for the ways, and the state *)
  Inductive row := Row (v w : int) (U : state) | Other.
  Inductive two := Two (v w : int) | Not_two.
  Definition two_of (l : list int) : two :=
    match l with
    | [v] => if v =? 0 then Not_two else Two v 0
    | [v; w] => if w =? 0 then Not_two else Two v w
    | _ => Not_two
    end.
  Definition row_of (sh : R.shape) (x : option thing) : row :=
    match x with
    | Some (U, l) =>
        match two_of l with
        | Two v w => if R.suits sh U then Row v w U else Other
        | Not_two => Other
        end
    | None => Other
    end.
  Definition ways (v w : int) : list int := if w =? 0 then [v] else [v; w].
  (* what a row without ways has there *)
  Definition no_ways (v w : int) : bool := if w =? 0 then v =? 0 else false.
  (* there are such a page and, at i, such a row *)
  Definition is_there (fr : frame) (k : key) (pages : array words) (page : words) (i : int) : bool :=
    if high fr k <? length pages then i + stride fr <=? how_many page else false.
  Definition get (k : key) (p : t) : option thing :=
    match p with
    | Nothing => None
    | Pages fr pages others =>
        let page := pages.[high fr k] in
        let i := place fr k in
        let v := word page i in
        let w := word page (i + 1) in
        if no_ways v w then Things.get k others
        else Some (R.load (shape fr) page (i + 1 + 1), ways v w)
    end.
  Definition among (k : key) (x : option thing) (others : Things.t) : option Things.t :=
    match x, Things.get k others with
    | None, None => Some others
    | _, _ => Things.set k x others
    end.
  Definition page_of (fr : frame) (page : words) : words :=
    if how_many page =? 0 then make_words (stride fr << (if long fr then 8 else 12)) (word_beyond page) else page.
  (* whose row is in the page at i *)
  Definition set_at (k : key) (x : option thing) (fr : frame) (pages : array words) (others : Things.t)
      (page : words) (i : int) : option t :=
    let page := page_of fr page in
    if is_there fr k pages page i then
      match row_of (shape fr) x with
      | Row v w U =>
          Some (Pages fr pages.[high fr k <- R.save (shape fr) (set_two page i v w) (i + 1 + 1) U] others)
      | Other =>
          match among k x others with
          | Some others' => Some (Pages fr pages.[high fr k <- set_two page i 0 0] others')
          | None => None
          end
      end
    else None.
  Definition set_row (k : key) (x : option thing) (fr : frame) (pages : array words) (others : Things.t) : option t :=
    set_at k x fr pages others pages.[high fr k] (place fr k).
  Definition set (k : key) (x : option thing) (p : t) : option t :=
    match p, x with
    | Pages fr pages others, _ => set_row k x fr pages others
    | Nothing, None => Some Nothing
    | Nothing, Some (U, _) =>
        let fr := frame_of U in set_row k x fr (make (if long fr then 65536 else 4096) (make_words 0 0)) (Things.empty tt)
    end.
  Definition new_one (p : option t) : outcome t := match p with Some p => Fresh p | None => Unlike end.
  (* Of a state that is there, only the ways are changed. *)
  Definition put (k : key) (U : state) (w : value) (p : t) : outcome t :=
    match p with
    | Nothing => new_one (set k (Some (U, w)) p)
    | Pages fr pages others =>
        let page := pages.[high fr k] in
        let i := place fr k in
        let a := word page i in
        let b := word page (i + 1) in
        if no_ways a b then
          match Things.get k others with
          | Some _ => Unlike
          | None => new_one (set_at k (Some (U, w)) fr pages others page i)
          end
        else if is_there fr k pages page i then
          if R.alike (shape fr) page (i + 1 + 1) U then
            match two_of (WordCount.add (ways a b) w) with
            | Two v w => Joined (Pages fr pages.[high fr k <- set_two page i v w] others)
            | Not_two => Unlike
            end
          else Unlike
        else Unlike
    end.
  Definition take (k : key) (p : t) : option (thing * t) :=
    match p with
    | Nothing => None
    | Pages fr pages others =>
        let page := pages.[high fr k] in
        let i := place fr k in
        let v := word page i in
        let w := word page (i + 1) in
        if no_ways v w then
          match Things.take k others with
          | Some (x, others') => Some (x, Pages fr pages others')
          | None => None
          end
        else
          match Things.get k others with
          | Some _ => None
          | None =>
              if is_there fr k pages page i then
                let x := (R.load (shape fr) page (i + 1 + 1), ways v w) in
                Some (x, Pages fr pages.[high fr k <- set_two page i 0 0] others)
              else None
          end
    end.
  Definition after (k : key) : key := k + 1.

  Lemma key_dec (a b : key) : a = b \/ a <> b.
  Proof. apply Things.key_dec. Qed.
  Lemma get_empty k : get k (empty tt) = None.
  Proof. reflexivity. Qed.

  (* What a row says, of which all is proved. *)
  Definition said (sh : R.shape) (l : list int) (other : option thing) : option thing :=
    match l with
    | v :: w :: U => if no_ways v w then other else Some (R.decode sh U, ways v w)
    | _ => None
    end.
  Lemma get_rows k fr pages others : get k (Pages fr pages others) =
    said (shape fr) (read_list (2 + R.size (shape fr)) pages.[high fr k] (place fr k)) (Things.get k others).
  Proof. unfold get. cbv zeta. rewrite R.load_list. reflexivity. Qed.
  Lemma said_zero sh n p i other : read_list 2 p i = [0; 0] -> said sh (read_list (2 + n) p i) other = other.
  Proof. intro H. injection H as H0 H1. cbn [Nat.add read_list]. rewrite H0, H1. reflexivity. Qed.
  Lemma two_of_ok l v w : two_of l = Two v w -> no_ways v w = false /\ ways v w = l.
  Proof.
    unfold two_of, ways, no_ways. destruct l as [|a [|b [|]]]; try discriminate.
    - destruct (a =? 0) eqn:E; [discriminate|]. intro H. inversion H; subst. simpl. rewrite E. auto.
    - destruct (b =? 0) eqn:E; [discriminate|]. intro H. inversion H; subst. rewrite E. auto.
  Qed.
  Lemma said_row sh x v w U other : row_of sh x = Row v w U ->
    List.length (v :: w :: R.code U) = (2 + R.size sh)%nat /\ said sh (v :: w :: R.code U) other = x /\
    R.suits sh U = true.
  Proof.
    destruct x as [[T l]|]; cbn [row_of]; [|discriminate]. destruct (two_of l) as [v' w'|] eqn:W; [|discriminate].
    destruct (R.suits sh T) eqn:S; [|discriminate]. intro H. inversion H; subst. apply two_of_ok in W.
    destruct W as [Z W]. destruct (R.suits_ok _ _ S) as [L D]. cbn [List.length said]. rewrite Z, W, L, D. auto.
  Qed.
  Lemma read_page fr page n : forall i, read_list n (page_of fr page) i = read_list n page i.
  Proof.
    induction n as [|n IH]; intro i; [reflexivity|]. cbn [read_list]. rewrite IH. f_equal.
    unfold page_of, how_many, word_beyond, make_words, word. destruct (length page =? 0) eqn:E; [|reflexivity].
    rewrite get_make. symmetry. apply get_out_of_bounds. apply Uint63.eqb_spec in E. rewrite E.
    apply not_true_is_false. rewrite ltb_spec. generalize (to_Z_bounded i). change (to_Z 0) with 0%Z. lia.
  Qed.

  (* where rows are *)
  Definition rows (fr : frame) : Z := if long fr then 256%Z else 4096%Z.
  Lemma some_rows fr : (0 < rows fr <= 4096)%Z.
  Proof. unfold rows. destruct (long fr); lia. Qed.
  Lemma low_spec fr k : to_Z (if long fr then k land 255 else k land 4095) = (to_Z k mod rows fr)%Z.
  Proof.
    unfold rows. destruct (long fr); rewrite land_spec'.
    - change (to_Z 255) with (Z.ones 8). rewrite Z.land_ones by lia. reflexivity.
    - change (to_Z 4095) with (Z.ones 12). rewrite Z.land_ones by lia. reflexivity.
  Qed.
  Lemma low_bound fr k : (0 <= to_Z k mod rows fr < 4096)%Z.
  Proof. assert (H := some_rows fr). assert (G := Z.mod_pos_bound (to_Z k) (rows fr)). lia. Qed.
  Lemma place_spec fr k : to_Z (place fr k) = (to_Z k mod rows fr * to_Z (stride fr))%Z.
  Proof.
    unfold place. rewrite mul_spec, low_spec. apply Z.mod_small.
    destruct (wide fr). destruct (to_Z_bounded (stride fr)). change wB with (2 ^ 63)%Z.
    assert (Low := low_bound fr k). nia.
  Qed.
  Lemma apart fr k k' : k' <> k -> high fr k' = high fr k ->
    (to_Z (place fr k') + to_Z (stride fr) <= to_Z (place fr k) \/
     to_Z (place fr k) + to_Z (stride fr) <= to_Z (place fr k'))%Z.
  Proof.
    intros NE E. rewrite !place_spec.
    assert (H : (to_Z k' / rows fr = to_Z k / rows fr)%Z).
    { apply (f_equal to_Z) in E. unfold high, rows in *. destruct (long fr); rewrite !lsr_spec in E; exact E. }
    assert (Positive := some_rows fr).
    assert (D : to_Z k' <> to_Z k) by (intro K; apply NE, to_Z_inj; assumption).
    destruct (to_Z_bounded (stride fr)).
    assert (Z1 := Z.div_mod (to_Z k) (rows fr) ltac:(lia)). assert (Z2 := Z.div_mod (to_Z k') (rows fr) ltac:(lia)).
    assert (M : (to_Z k' mod rows fr < to_Z k mod rows fr \/ to_Z k mod rows fr < to_Z k' mod rows fr)%Z).
    { rewrite H in Z2. lia. }
    destruct M; [left|right]; nia.
  Qed.
  Lemma place_small fr k : (to_Z (place fr k) + to_Z (stride fr) < wB)%Z.
  Proof.
    rewrite place_spec. destruct (wide fr). destruct (to_Z_bounded (stride fr)). change wB with (2 ^ 63)%Z.
    assert (Low := low_bound fr k). nia.
  Qed.
  Lemma row_written fr pages page k l : (forall n i, read_list n page i = read_list n pages.[high fr k] i) ->
    (high fr k <? length pages) = true -> (place fr k + stride fr <=? how_many page) = true ->
    (List.length l <= 2 + R.size (shape fr))%nat ->
    let pages' := pages.[high fr k <- write_list page (place fr k) l] in
    read_list (List.length l) pages'.[high fr k] (place fr k) = l /\
    forall k', k' <> k -> read_list (2 + R.size (shape fr)) pages'.[high fr k'] (place fr k') =
                          read_list (2 + R.size (shape fr)) pages.[high fr k'] (place fr k').
  Proof.
    intros Page L B Fits pages'. destruct (wide fr) as [Wide _].
    assert (W : within page (place fr k) (List.length l)).
    { unfold within. apply leb_spec in B. rewrite add_spec, Z.mod_small in B.
      - lia.
      - generalize (place_small fr k), (to_Z_bounded (place fr k)), (to_Z_bounded (stride fr)). lia. }
    split.
    - unfold pages'. rewrite get_set_same by assumption. apply read_same. assumption.
    - intros k' NE. unfold pages'. destruct (key_dec (high fr k) (high fr k')) as [E|E].
      + rewrite <- E, get_set_same by assumption. rewrite <- Page. apply read_other; [assumption| |].
        * generalize (place_small fr k'). lia.
        * destruct (apart fr k k' NE (eq_sym E)); [left|right]; lia.
      + rewrite get_set_other by assumption. reflexivity.
  Qed.
  Lemma among_ok k x others others' : among k x others = Some others' ->
    Things.get k others' = x /\ forall k', k' <> k -> Things.get k' others' = Things.get k' others.
  Proof.
    unfold among. intro E.
    assert (S : Things.set k x others = Some others' -> Things.get k others' = x /\
                forall k', k' <> k -> Things.get k' others' = Things.get k' others).
    { intro S. split; [apply (Things.get_same _ _ _ _ S)|]. intros k' NE. apply (Things.get_other _ _ _ _ _ S NE). }
    destruct x; [exact (S E)|]. destruct (Things.get k others) eqn:G; [exact (S E)|].
    inversion E; subst. auto.
  Qed.
  Lemma set_row_ok k x fr pages others p' : set_row k x fr pages others = Some p' ->
    get k p' = x /\ forall k', k' <> k -> get k' p' = get k' (Pages fr pages others).
  Proof.
    unfold set_row, set_at, is_there. cbv zeta. destruct (high fr k <? length pages) eqn:L; [|discriminate].
    destruct (_ <=? _) eqn:B; [|discriminate].
    assert (Write := fun l => row_written fr pages _ k l (fun n => read_page fr _ n) L B). cbv zeta in Write.
    destruct (row_of (shape fr) x) as [v w U|] eqn:Q.
    - intro E. inversion E; subst; clear E. destruct (said_row _ _ _ _ _ (Things.get k others) Q) as (Long & S & Suits).
      rewrite (R.save_list _ _ _ _ Suits).
      match goal with |- context [set_two ?p ?i v w] =>
        change (write_list (set_two p i v w) (i + 1 + 1) (R.code U)) with (write_list p i (v :: w :: R.code U))
      end.
      destruct (Write (v :: w :: R.code U)) as [Same Others]; [lia|]. split.
      + rewrite get_rows, <- Long, Same. exact S.
      + intros k' NE. rewrite !get_rows, (Others k' NE). reflexivity.
    - destruct (among k x others) as [others'|] eqn:A; [|discriminate]. intro E. inversion E; subst; clear E.
      match goal with |- context [set_two ?p ?i 0 0] =>
        change (set_two p i 0 0) with (write_list p i [0; 0])
      end.
      apply among_ok in A. destruct A as [A Other]. destruct (Write [0; 0]) as [Same Others]; [simpl; lia|]. split.
      + rewrite get_rows, (said_zero _ _ _ _ _ Same). exact A.
      + intros k' NE. rewrite !get_rows, (Others k' NE), (Other k' NE). reflexivity.
  Qed.
  Lemma get_made k fr n : get k (Pages fr (make n (make_words 0 0)) (Things.empty tt)) = None.
  Proof. unfold get, make_words, word. rewrite !get_make. apply Things.get_empty. Qed.
  Lemma get_same k x p p' : set k x p = Some p' -> get k p' = x.
  Proof.
    destruct p as [|fr pages others]; [destruct x as [[U w]|]|]; cbn [set]; intro E.
    - apply set_row_ok in E. apply E.
    - inversion E. reflexivity.
    - apply set_row_ok in E. apply E.
  Qed.
  Lemma get_other k k' x p p' : set k x p = Some p' -> k' <> k -> get k' p' = get k' p.
  Proof.
    destruct p as [|fr pages others]; [destruct x as [[U w]|]|]; cbn [set]; intros E NE.
    - apply set_row_ok in E. destruct E as [_ E]. rewrite (E k' NE). apply get_made.
    - inversion E. reflexivity.
    - apply set_row_ok in E. destruct E as [_ E]. apply E. assumption.
  Qed.
  (* Two words of a row are others, and the rest is as it was. *)
  Lemma read_changed n p i v w : within p i (2 + n) -> (to_Z i + Z.of_nat (2 + n) < wB)%Z ->
    read_list (2 + n) (set_two p i v w) i = v :: w :: read_list n p (i + 1 + 1).
  Proof.
    intros W B. change (set_two p i v w) with (write_list p i [v; w]).
    assert (W2 : within p i (List.length [v; w])) by (unfold within in *; cbn [List.length]; lia).
    assert (E : read_list 2 (write_list p i [v; w]) i = [v; w]) by (apply (read_same [v; w]); assumption).
    cbn [write_list] in E. injection E as E0 E1. cbn [Nat.add read_list write_list]. rewrite E0, E1. do 2 f_equal.
    change (set_word (set_word p i v) (i + 1) w) with (write_list p i [v; w]).
    assert (N1 : to_Z (i + 1) = (to_Z i + 1)%Z) by (apply (next i p (S n)); exact W).
    assert (N2 : to_Z (i + 1 + 1) = (to_Z i + 2)%Z).
    { assert (W1 := within_next _ _ v _ W). rewrite (next _ _ _ W1). lia. }
    apply read_other; [assumption| |]; rewrite N2; cbn [List.length]; lia.
  Qed.
  Lemma put_ok k U w p : told get set add k U w p (put k U w p).
  Proof.
    unfold put, new_one, told. destruct p as [|fr pages others].
    { destruct (set k _ Nothing) eqn:S; [|exact I]. auto. }
    cbv zeta. set (page := pages.[high fr k]). set (i := place fr k).
    set (a := word page i). set (b := word page (i + 1)).
    destruct (no_ways a b) eqn:Z.
    - destruct (Things.get k others) eqn:O; [exact I|].
      change (set_at k (Some (U, w)) fr pages others page i) with (set k (Some (U, w)) (Pages fr pages others)).
      destruct (set k _ _) eqn:S; [|exact I]. split; [|reflexivity].
      unfold get. cbv zeta. fold page i a b. rewrite Z. exact O.
    - unfold is_there. destruct (high fr k <? length pages) eqn:L; [|exact I]. destruct (_ <=? _) eqn:B; [|exact I].
      destruct (R.alike _ _ _ U) eqn:A; [|exact I]. apply R.alike_ok in A. destruct A as [A _].
      destruct (two_of _) as [v' w'|] eqn:Q; [|exact I]. apply two_of_ok in Q. destruct Q as [Z' Q].
      exists (ways a b). split; [|split].
      + unfold get. cbv zeta. fold page i a b. rewrite Z, A. reflexivity.
      + rewrite get_rows, get_set_same by assumption. fold i.
        destruct (wide fr) as [Wide _]. apply leb_spec in B.
        assert (Small := place_small fr k). fold i in Small.
        rewrite add_spec, Z.mod_small in B by (generalize (to_Z_bounded i), (to_Z_bounded (stride fr)); lia).
        rewrite read_changed; [|unfold within; lia|lia].
        cbn [said]. rewrite Z', Q, <- R.load_list, A. reflexivity.
      + intros k' NE. rewrite !get_rows.
        destruct (row_written fr pages page k [v'; w'] (fun n i => eq_refl) L B) as [_ H]; [simpl; lia|].
        rewrite <- (H k' NE). reflexivity.
  Qed.
  Lemma take_ok k p x p' : take k p = Some (x, p') -> get k p = Some x /\ changed get k None p p'.
  Proof.
    unfold take. destruct p as [|fr pages others]; [discriminate|]. cbv zeta. set (page := pages.[high fr k]).
    set (i := place fr k). set (v := word page i). set (w := word page (i + 1)).
    destruct (no_ways v w) eqn:Z.
    - destruct (Things.take k others) as [[y others']|] eqn:T; [|discriminate]. intro E. inversion E; subst; clear E.
      apply Things.take_ok in T. destruct T as (G & None & Other).
      assert (Row : forall others, get k (Pages fr pages others) = Things.get k others).
      { intro o. unfold get. cbv zeta. fold page i v w. rewrite Z. reflexivity. }
      split; [rewrite Row; exact G|]. split; [rewrite Row; exact None|].
      intros k' NE. rewrite !get_rows, (Other k' NE). reflexivity.
    - destruct (Things.get k others) eqn:G; [discriminate|]. unfold is_there. destruct (high fr k <? length pages) eqn:L; [|discriminate].
      destruct (_ <=? _) eqn:B; [|discriminate]. intro E. inversion E; subst; clear E. split; [|split].
      + unfold get. cbv zeta. fold page i v w. rewrite Z. reflexivity.
      + change (set_two page i 0 0) with (write_list page i [0; 0]).
        destruct (row_written fr pages page k [0; 0] (fun n i => eq_refl) L B) as [H _]; [simpl; lia|].
        rewrite get_rows. fold i in H |- *. rewrite (said_zero _ _ _ _ _ H). exact G.
      + intros k' NE. rewrite !get_rows. change (set_two page i 0 0) with (write_list page i [0; 0]).
        destruct (row_written fr pages page k [0; 0] (fun n i => eq_refl) L B) as [_ H]; [simpl; lia|].
        fold i in H. rewrite (H k' NE). reflexivity.
  Qed.
End RowPool.
(* Included, and not only applied, so that the program calls their functions directly. *)
Module ArrayPool. Include RowPool SetRow. End ArrayPool.
Module MissingPool. Include RowPool MissingRow. End MissingPool.

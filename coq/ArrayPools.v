(* The pool of a sweep in arrays of Coq's library, which are changed in place when nobody
   asks for what they were. What is used of arrays is what the library says of them. *)
Require Import NArith ZArith List Lia Bool Uint63 PArray.
Import ListNotations.
Require Import Pools Walk Words Fields Naturals.
Local Open Scope uint63_scope.

(* Arrays of words have names of their own, so that the program can have them as plain numbers,
   which its collector need not look at. *)
Definition words := array int.
Definition make_words (n w : int) : words := make n w.
Definition word (p : words) (i : int) : int := p.[i].
Definition set_word (p : words) (i w : int) : words := p.[i <- w].
(* several at once, which the program does with one look at how many there are *)
Definition set_two (p : words) (i v w : int) : words := set_word (set_word p i v) (i + 1) w.
Definition set_four (p : words) (i a b c d : int) : words := set_two (set_two p i a b) (i + 1 + 1) c d.
Definition is_two (p : words) (i v w : int) : bool := if word p i =? v then word p (i + 1) =? w else false.
Definition is_four (p : words) (i a b c d : int) : bool := if is_two p i a b then is_two p (i + 1 + 1) c d else false.
Definition word_beyond (p : words) : int := default p.
Definition how_many (p : words) : int := length p.

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
(* Included, and not only applied, so that the program calls their functions directly. *)
Module Thing. Definition thing := (WB.t * list int)%type. End Thing.
Module Things. Include Growing Thing. End Things.
(* with what is missing of the items with multiplicities *)
Module MissingThing. Definition thing := (WB.t * MissingWords.t * list int)%type. End MissingThing.
Module MissingPool. Include Growing MissingThing. End MissingPool.

(* The words of the states and of their ways, in rows that are all as long as the first state
   needs; pages of 4096 rows are made when they are needed. A row has two words for the ways,
   and then those of the state. What does not fit is among the others: then the row says that
   there are no ways. *)
Module ArrayPool <: QUEUES WB WordCount.
  Definition thing := Thing.thing.
  Definition key := int.
  Record shape := Shape { width : nat; stride : int; wide : (Z.of_nat (2 + width * 4) <= to_Z stride <= 1000)%Z }.
  Inductive pool := Nothing | Rows (sh : shape) (pages : array words) (others : Things.t).
  Definition t := pool.
  Definition empty (_ : unit) : t := Nothing.

  Lemma narrow : (Z.of_nat 2 <= to_Z 2 <= 1000)%Z.
  Proof. split; discriminate. Qed.
  Fixpoint links (U : WB.t) : nat := match U with WB.End => O | WB.Link _ _ _ _ U => S (links U) end.
  Definition shape_of (U : WB.t) : shape :=
    let n := links U in
    let s := of_Z (Z.of_nat (2 + n * 4)) in
    match Z_le_dec (Z.of_nat (2 + n * 4)) (to_Z s), Z_le_dec (to_Z s) 1000 with
    | left a, left b => Shape n s (conj a b)
    | _, _ => Shape 0 2 narrow
    end.
  Definition high (k : key) : int := k >> 12.
  Definition place (sh : shape) (k : key) : int := (k land 4095) * stride sh.

  Fixpoint load (n : nat) (p : words) (i : int) : WB.t :=
    match n with
    | O => WB.End
    | S n =>
        let a := word p i in let i := i + 1 in
        let b := word p i in let i := i + 1 in
        let c := word p i in let i := i + 1 in
        let d := word p i in WB.Link a b c d (load n p (i + 1))
    end.
  Fixpoint save (p : words) (i : int) (U : WB.t) : words :=
    match U with
    | WB.End => p
    | WB.Link a b c d U => save (set_four p i a b c d) (i + 1 + 1 + 1 + 1) U
    end.
  (* a row, if it fits: its words for the ways, and the state *)
  Fixpoint as_long (n : nat) (U : WB.t) : bool :=
    match n, U with
    | O, WB.End => true
    | S n, WB.Link _ _ _ _ U => as_long n U
    | _, _ => false
    end.
  Inductive row := Row (v w : int) (U : WB.t) | Other.
  Definition row_of (n : nat) (x : option thing) : row :=
    match x with
    | Some (U, [v]) => if v =? 0 then Other else if as_long n U then Row v 0 U else Other
    | Some (U, [v; w]) => if w =? 0 then Other else if as_long n U then Row v w U else Other
    | _ => Other
    end.
  Definition get (k : key) (p : t) : option thing :=
    match p with
    | Nothing => None
    | Rows sh pages others =>
        let page := pages.[high k] in
        let i := place sh k in
        let v := word page i in
        let i := i + 1 in
        let w := word page i in
        let i := i + 1 in
        if w =? 0 then
          if v =? 0 then Things.get k others else Some (load (width sh) page i, [v])
        else Some (load (width sh) page i, [v; w])
    end.
  Definition among (k : key) (x : option thing) (others : Things.t) : option Things.t :=
    match x, Things.get k others with
    | None, None => Some others
    | _, _ => Things.set k x others
    end.
  Definition page_of (sh : shape) (page : words) : words :=
    if how_many page =? 0 then make_words (stride sh << 12) (word_beyond page) else page.
  Definition set_row (k : key) (x : option thing) (sh : shape) (pages : array words) (others : Things.t) : option t :=
    let page := page_of sh pages.[high k] in
    let i := place sh k in
    if high k <? length pages then
      if i + stride sh <=? how_many page then
        match row_of (width sh) x with
        | Row v w U => Some (Rows sh pages.[high k <- save (set_two page i v w) (i + 1 + 1) U] others)
        | Other =>
            match among k x others with
            | Some others' => Some (Rows sh pages.[high k <- set_two page i 0 0] others')
            | None => None
            end
        end
      else None
    else None.
  Definition set (k : key) (x : option thing) (p : t) : option t :=
    match p, x with
    | Rows sh pages others, _ => set_row k x sh pages others
    | Nothing, None => Some Nothing
    | Nothing, Some (U, _) => set_row k x (shape_of U) (make 4096 (make_words 0 0)) (Things.empty tt)
    end.
  (* whether these words are those of U *)
  Fixpoint alike (n : nat) (p : words) (i : int) (U : WB.t) : bool :=
    match n, U with
    | O, WB.End => true
    | S n, WB.Link a b c d U =>
        if is_four p i a b c d then alike n p (i + 1 + 1 + 1 + 1) U else false
    | _, _ => false
    end.
  Definition put_new (k : key) (x : thing) (p : t) : outcome t :=
    match set k (Some x) p with Some p' => Fresh p' | None => Unlike end.
  (* Of a state that is there, only the ways are changed. *)
  Definition put (k : key) (U : WB.t) (w : WordCount.t) (p : t) : outcome t :=
    match p with
    | Nothing => put_new k (U, w) p
    | Rows sh pages others =>
        let page := pages.[high k] in
        let i := place sh k in
        let j := i + 1 in
        let a := word page i in
        let b := word page j in
        if if b =? 0 then a =? 0 else false then
          match Things.get k others with None => put_new k (U, w) p | Some _ => Unlike end
        else if high k <? length pages then
          if i + stride sh <=? how_many page then
            if alike (width sh) page (j + 1) U then
              match row_of (width sh) (Some (U, WordCount.add (if b =? 0 then [a] else [a; b]) w)) with
              | Row v w _ => Joined (Rows sh pages.[high k <- set_two page i v w] others)
              | Other => Unlike
              end
            else Unlike
          else Unlike
        else Unlike
    end.

  Definition take (k : key) (p : t) : option (thing * t) :=
    match p with
    | Nothing => None
    | Rows sh pages others =>
        let page := pages.[high k] in
        let i := place sh k in
        let v := word page i in
        let w := word page (i + 1) in
        if if w =? 0 then v =? 0 else false then
          match Things.take k others with
          | Some (x, others') => Some (x, Rows sh pages others')
          | None => None
          end
        else
          match Things.get k others with
          | Some _ => None
          | None =>
              if high k <? length pages then
                if i + stride sh <=? how_many page then
                  let U := load (width sh) page (i + 1 + 1) in
                  let x := (U, if w =? 0 then [v] else [v; w]) in
                  Some (x, Rows sh pages.[high k <- set_two page i 0 0] others)
                else None
              else None
          end
    end.
  Definition after (k : key) : key := k + 1.

  Lemma key_dec (a b : key) : a = b \/ a <> b.
  Proof. apply Things.key_dec. Qed.
  Lemma get_empty k : get k (empty tt) = None.
  Proof. reflexivity. Qed.

  (* The same with lists of words, of which all is proved. *)
  Fixpoint read_list (n : nat) (p : words) (i : int) : list int :=
    match n with O => [] | S n => word p i :: read_list n p (i + 1) end.
  Fixpoint write_list (p : words) (i : int) (l : list int) : words :=
    match l with [] => p | w :: r => write_list (set_word p i w) (i + 1) r end.
  Fixpoint linked (l : list int) : WB.t :=
    match l with a :: b :: c :: d :: r => WB.Link a b c d (linked r) | _ => WB.End end.
  Lemma linked_words U : linked (WB.words U) = U.
  Proof. induction U as [|a b c d U IH]; [reflexivity|]. simpl. rewrite IH. reflexivity. Qed.
  Lemma words_linked n l : List.length l = (n * 4)%nat -> WB.words (linked l) = l.
  Proof.
    revert l. induction n as [|n IH]; intros l H.
    - destruct l; [reflexivity|discriminate].
    - destruct l as [|a [|b [|c [|d l]]]]; try discriminate. simpl. rewrite IH; [reflexivity|]. simpl in H. lia.
  Qed.
  Lemma read_length n p : forall i, List.length (read_list n p i) = n.
  Proof. induction n as [|n IH]; intro i; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.
  Lemma read_linked n p : forall i, load n p i = linked (read_list (n * 4) p i).
  Proof. induction n as [|n IH]; intro i; [reflexivity|]. simpl. rewrite IH. reflexivity. Qed.
  Lemma write_words U : forall p i, save p i U = write_list p i (WB.words U).
  Proof. induction U as [|a b c d U IH]; intros p i; [reflexivity|]. simpl. apply IH. Qed.

  (* what a row says *)
  Definition said (l : list int) (other : option thing) : option thing :=
    match l with
    | v :: w :: U =>
        if w =? 0 then if v =? 0 then other else Some (linked U, [v]) else Some (linked U, [v; w])
    | _ => None
    end.
  Lemma get_rows k sh pages others : get k (Rows sh pages others) =
    said (read_list (2 + width sh * 4) pages.[high k] (place sh k)) (Things.get k others).
  Proof.
    unfold get. cbv zeta. rewrite !read_linked. reflexivity.
  Qed.
  Lemma said_zero n p i other : read_list 2 p i = [0; 0] -> said (read_list (2 + n) p i) other = other.
  Proof. intro H. injection H as H0 H1. cbn [Nat.add read_list]. rewrite H0, H1. reflexivity. Qed.
  Lemma as_long_ok n : forall U, as_long n U = true -> List.length (WB.words U) = (n * 4)%nat.
  Proof. induction n as [|n IH]; intros [|a b c d U]; simpl; try discriminate; intro H; [|rewrite (IH _ H)]; reflexivity. Qed.
  Lemma said_row n x v w U other : row_of n x = Row v w U ->
    List.length (v :: w :: WB.words U) = (2 + n * 4)%nat /\ said (v :: w :: WB.words U) other = x.
  Proof.
    destruct x as [[T [|a [|b [|]]]]|]; simpl; try discriminate.
    - destruct (a =? 0) eqn:E; [discriminate|]. destruct (as_long n T) eqn:L; [|discriminate].
      intro H. inversion H; subst. simpl. rewrite E, (as_long_ok _ _ L), linked_words. auto.
    - destruct (b =? 0) eqn:E; [discriminate|]. destruct (as_long n T) eqn:L; [|discriminate].
      intro H. inversion H; subst. simpl. rewrite E, (as_long_ok _ _ L), linked_words. auto.
  Qed.

  (* words that are written *)
  Definition within (p : words) (i : int) (n : nat) : Prop := (to_Z i + Z.of_nat n <= to_Z (how_many p))%Z.
  Lemma next i p n : within p i (S n) -> to_Z (i + 1) = (to_Z i + 1)%Z.
  Proof.
    unfold within. intro H. destruct (to_Z_bounded (how_many p)), (to_Z_bounded i). rewrite add_spec. change (to_Z 1) with 1%Z.
    apply Z.mod_small. lia.
  Qed.
  Lemma within_next p i w n : within p i (S n) -> within (set_word p i w) (i + 1) n.
  Proof.
    intro H. unfold within. rewrite (next _ _ _ H). unfold how_many, set_word. rewrite length_set.
    unfold within, how_many in H. lia.
  Qed.
  Lemma write_other l : forall p i j, within p i (List.length l) ->
    (to_Z j < to_Z i \/ to_Z i + Z.of_nat (List.length l) <= to_Z j)%Z -> word (write_list p i l) j = word p j.
  Proof.
    induction l as [|w l IH]; intros p i j W D; [reflexivity|]. cbn [write_list List.length] in *.
    rewrite IH; [|apply within_next; assumption|rewrite (next _ _ _ W); lia].
    apply get_set_other. intros ->. lia.
  Qed.
  Lemma read_same l : forall p i, within p i (List.length l) -> read_list (List.length l) (write_list p i l) i = l.
  Proof.
    induction l as [|w l IH]; intros p i W; [reflexivity|]. cbn [write_list List.length read_list] in *. f_equal.
    - rewrite write_other; [|apply within_next; assumption|rewrite (next _ _ _ W); lia].
      apply get_set_same. apply ltb_spec. unfold within, how_many in W. lia.
    - apply IH, within_next. assumption.
  Qed.
  Lemma read_other l p i n : within p i (List.length l) -> forall j, (to_Z j + Z.of_nat n < wB)%Z ->
    (to_Z j + Z.of_nat n <= to_Z i \/ to_Z i + Z.of_nat (List.length l) <= to_Z j)%Z ->
    read_list n (write_list p i l) j = read_list n p j.
  Proof.
    intro W. induction n as [|n IH]; intros j B D; [reflexivity|]. cbn [read_list]. f_equal.
    - apply write_other; [assumption|lia].
    - assert (E : to_Z (j + 1) = (to_Z j + 1)%Z).
      { destruct (to_Z_bounded j). rewrite add_spec. change (to_Z 1) with 1%Z. apply Z.mod_small. lia. }
      apply IH; rewrite E; lia.
  Qed.
  Lemma read_page sh page n : forall i, read_list n (page_of sh page) i = read_list n page i.
  Proof.
    induction n as [|n IH]; intro i; [reflexivity|]. cbn [read_list]. rewrite IH. f_equal.
    unfold page_of, how_many, word_beyond, make_words, word. destruct (length page =? 0) eqn:E; [|reflexivity].
    rewrite get_make. symmetry. apply get_out_of_bounds. apply Uint63.eqb_spec in E. rewrite E.
    apply not_true_is_false. rewrite ltb_spec. generalize (to_Z_bounded i). change (to_Z 0) with 0%Z. lia.
  Qed.

  (* where rows are *)
  Lemma low_spec k : to_Z (k land 4095) = (to_Z k mod 4096)%Z.
  Proof. rewrite land_spec'. change (to_Z 4095) with (Z.ones 12). rewrite Z.land_ones by lia. reflexivity. Qed.
  Lemma place_spec sh k : to_Z (place sh k) = (to_Z k mod 4096 * to_Z (stride sh))%Z.
  Proof.
    unfold place. rewrite mul_spec, low_spec. apply Z.mod_small.
    destruct (wide sh). destruct (to_Z_bounded (stride sh)). change wB with (2 ^ 63)%Z.
    assert (0 <= to_Z k mod 4096 < 4096)%Z by (apply Z.mod_pos_bound; lia). nia.
  Qed.
  Lemma apart sh k k' : k' <> k -> high k' = high k ->
    (to_Z (place sh k') + to_Z (stride sh) <= to_Z (place sh k) \/
     to_Z (place sh k) + to_Z (stride sh) <= to_Z (place sh k'))%Z.
  Proof.
    intros NE E. rewrite !place_spec.
    assert (H : (to_Z k' / 4096 = to_Z k / 4096)%Z).
    { apply (f_equal to_Z) in E. unfold high in E. rewrite !lsr_spec in E. exact E. }
    assert (D : to_Z k' <> to_Z k) by (intro K; apply NE, to_Z_inj; assumption).
    destruct (to_Z_bounded (stride sh)).
    assert (Z1 := Z.div_mod (to_Z k) 4096 ltac:(lia)). assert (Z2 := Z.div_mod (to_Z k') 4096 ltac:(lia)).
    assert (M : (to_Z k' mod 4096 < to_Z k mod 4096 \/ to_Z k mod 4096 < to_Z k' mod 4096)%Z) by lia.
    destruct M; [left|right]; nia.
  Qed.
  Lemma place_small sh k : (to_Z (place sh k) + to_Z (stride sh) < wB)%Z.
  Proof.
    rewrite place_spec. destruct (wide sh). destruct (to_Z_bounded (stride sh)). change wB with (2 ^ 63)%Z.
    assert (0 <= to_Z k mod 4096 < 4096)%Z by (apply Z.mod_pos_bound; lia). nia.
  Qed.
  Lemma row_written sh pages page k l : (forall n i, read_list n page i = read_list n pages.[high k] i) ->
    (high k <? length pages) = true -> (place sh k + stride sh <=? how_many page) = true ->
    (List.length l <= 2 + width sh * 4)%nat ->
    let pages' := pages.[high k <- write_list page (place sh k) l] in
    read_list (List.length l) pages'.[high k] (place sh k) = l /\
    forall k', k' <> k -> read_list (2 + width sh * 4) pages'.[high k'] (place sh k') =
                          read_list (2 + width sh * 4) pages.[high k'] (place sh k').
  Proof.
    intros Page L B Fits pages'. destruct (wide sh) as [Wide _].
    assert (W : within page (place sh k) (List.length l)).
    { unfold within. apply leb_spec in B. rewrite add_spec, Z.mod_small in B.
      - lia.
      - generalize (place_small sh k), (to_Z_bounded (place sh k)), (to_Z_bounded (stride sh)). lia. }
    split.
    - unfold pages'. rewrite get_set_same by assumption. apply read_same. assumption.
    - intros k' NE. unfold pages'. destruct (key_dec (high k) (high k')) as [E|E].
      + rewrite <- E, get_set_same by assumption. rewrite <- Page. apply read_other; [assumption| |].
        * generalize (place_small sh k'). lia.
        * destruct (apart sh k k' NE (eq_sym E)); [left|right]; lia.
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
  Lemma set_row_ok k x sh pages others p' : set_row k x sh pages others = Some p' ->
    get k p' = x /\ forall k', k' <> k -> get k' p' = get k' (Rows sh pages others).
  Proof.
    unfold set_row. cbv zeta. destruct (high k <? length pages) eqn:L; [|discriminate].
    destruct (_ <=? _) eqn:B; [|discriminate].
    assert (Write := fun l => row_written sh pages _ k l (fun n => read_page sh _ n) L B). cbv zeta in Write.
    destruct (row_of (width sh) x) as [v w U|] eqn:R.
    - intro E. inversion E; subst; clear E. destruct (said_row _ _ _ _ _ (Things.get k others) R) as [Long S].
      rewrite write_words.
      match goal with |- context [set_two ?p ?i v w] =>
        change (write_list (set_two p i v w) (i + 1 + 1) (WB.words U)) with (write_list p i (v :: w :: WB.words U))
      end.
      destruct (Write (v :: w :: WB.words U)) as [Same Others]; [lia|]. split.
      + rewrite get_rows, <- Long, Same. exact S.
      + intros k' NE. rewrite !get_rows, (Others k' NE). reflexivity.
    - destruct (among k x others) as [others'|] eqn:A; [|discriminate]. intro E. inversion E; subst; clear E.
      match goal with |- context [set_two ?p ?i 0 0] =>
        change (set_two p i 0 0) with (write_list p i [0; 0])
      end.
      apply among_ok in A. destruct A as [A Other]. destruct (Write [0; 0]) as [Same Others]; [simpl; lia|]. split.
      + rewrite get_rows, (said_zero _ _ _ _ Same). exact A.
      + intros k' NE. rewrite !get_rows, (Others k' NE), (Other k' NE). reflexivity.
  Qed.
  Lemma get_made k sh : get k (Rows sh (make 4096 (make_words 0 0)) (Things.empty tt)) = None.
  Proof.
    unfold get, make_words, word. rewrite !get_make. apply Things.get_empty.
  Qed.
  Lemma get_same k x p p' : set k x p = Some p' -> get k p' = x.
  Proof.
    destruct p as [|sh pages others]; [destruct x as [[U w]|]|]; cbn [set]; intro E.
    - apply set_row_ok in E. apply E.
    - inversion E. reflexivity.
    - apply set_row_ok in E. apply E.
  Qed.
  Lemma get_other k k' x p p' : set k x p = Some p' -> k' <> k -> get k' p' = get k' p.
  Proof.
    destruct p as [|sh pages others]; [destruct x as [[U w]|]|]; cbn [set]; intros E NE.
    - apply set_row_ok in E. destruct E as [_ E]. rewrite (E k' NE). apply get_made.
    - inversion E. reflexivity.
    - apply set_row_ok in E. destruct E as [_ E]. apply E. assumption.
  Qed.
  Lemma alike_ok n p : forall i U, alike n p i U = true -> load n p i = U.
  Proof.
    induction n as [|n IH]; intros i [|a b c d U]; cbn [alike load]; try discriminate; [reflexivity|]. unfold is_four, is_two.
    destruct (_ =? a) eqn:A; [|discriminate]. destruct (_ =? b) eqn:B; [|discriminate].
    destruct (_ =? c) eqn:C; [|discriminate]. destruct (_ =? d) eqn:D; [|discriminate].
    apply Uint63.eqb_spec in A, B, C, D. intro H. rewrite (IH _ _ H). congruence.
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
  Lemma put_ok k U w p : told get set WordCount.add k U w p (put k U w p).
  Proof.
    unfold put, put_new, told. destruct p as [|sh pages others].
    { destruct (set k _ Nothing) eqn:S; [|exact I]. auto. }
    cbv zeta. set (page := pages.[high k]). set (i := place sh k).
    set (a := word page i). set (b := word page (i + 1)).
    destruct (if b =? 0 then a =? 0 else false) eqn:Z.
    - destruct (Things.get k others) eqn:O; [exact I|]. destruct (set k _ _) eqn:S; [|exact I].
      split; [|reflexivity]. unfold get. cbv zeta. fold page i a b.
      destruct (b =? 0); [|discriminate]. rewrite Z. exact O.
    - destruct (high k <? length pages) eqn:L; [|exact I]. destruct (_ <=? _) eqn:B; [|exact I].
      destruct (alike _ _ _ U) eqn:A; [|exact I]. apply alike_ok in A.
      destruct (row_of (width sh) _) as [v' w' U'|] eqn:R; [|exact I].
      exists (if b =? 0 then [a] else [a; b]). split; [|split].
      + unfold get. cbv zeta. fold page i a b. rewrite A.
        destruct (b =? 0); [rewrite Z|]; reflexivity.
      + assert (U' = U) as ->.
        { clear - R. cbn [row_of] in R. destruct (WordCount.add _ w) as [|x [|y [|]]]; try discriminate;
            destruct (_ =? 0); try discriminate; destruct (as_long _ U); congruence. }
        rewrite get_rows, get_set_same by assumption. fold i.
        destruct (said_row _ _ _ _ _ (Things.get k others) R) as [Long S].
        destruct (wide sh) as [Wide _]. apply leb_spec in B.
        assert (Small := place_small sh k). fold i in Small.
        rewrite add_spec, Z.mod_small in B by (generalize (to_Z_bounded i), (to_Z_bounded (stride sh)); lia).
        rewrite read_changed; [|unfold within; lia|lia].
        rewrite read_linked in A. refine (eq_trans _ S). f_equal. do 2 f_equal.
        assert (E := f_equal WB.words A). rewrite <- E. symmetry. apply (words_linked (width sh)), read_length.
      + intros k' NE. rewrite !get_rows.
        destruct (row_written sh pages page k [v'; w'] (fun n i => eq_refl) L B) as [_ H]; [simpl; lia|].
        rewrite <- (H k' NE). reflexivity.
  Qed.
  Lemma take_ok k p x p' : take k p = Some (x, p') -> get k p = Some x /\ changed get k None p p'.
  Proof.
    unfold take. destruct p as [|sh pages others]; [discriminate|]. cbv zeta. set (page := pages.[high k]).
    set (i := place sh k). set (v := word page i). set (w := word page (i + 1)).
    destruct (if w =? 0 then v =? 0 else false) eqn:Z.
    - destruct (Things.take k others) as [[y others']|] eqn:T; [|discriminate]. intro E. inversion E; subst; clear E.
      apply Things.take_ok in T. destruct T as (G & None & Other).
      assert (Row : forall others, get k (Rows sh pages others) = Things.get k others).
      { intro o. unfold get. cbv zeta. fold page i v w. destruct (w =? 0); [rewrite Z; reflexivity|discriminate]. }
      split; [rewrite Row; exact G|]. split; [rewrite Row; exact None|].
      intros k' NE. rewrite !get_rows, (Other k' NE). reflexivity.
    - destruct (Things.get k others) eqn:G; [discriminate|]. destruct (high k <? length pages) eqn:L; [|discriminate].
      destruct (_ <=? _) eqn:B; [|discriminate]. intro E. inversion E; subst; clear E. split; [|split].
      + unfold get. cbv zeta. fold page i v w. destruct (w =? 0); [rewrite Z|]; reflexivity.
      + change (set_two page i 0 0) with (write_list page i [0; 0]).
        destruct (row_written sh pages page k [0; 0] (fun n i => eq_refl) L B) as [H _]; [simpl; lia|].
        rewrite get_rows. fold i in H |- *. rewrite (said_zero _ _ _ _ H). exact G.
      + intros k' NE. rewrite !get_rows. change (set_two page i 0 0) with (write_list page i [0; 0]).
        destruct (row_written sh pages page k [0; 0] (fun n i => eq_refl) L B) as [_ H]; [simpl; lia|].
        fold i in H. rewrite (H k' NE). reflexivity.
  Qed.
End ArrayPool.

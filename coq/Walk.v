(* The checker: it goes through the tree of states as a certificate says, and returns a value
   of the problem's covers, such as their number. [walk_sound] proves that the value is right,
   for all sets of bits that do what [BITS] says, and all values that are put together as
   [VALUE] says. No axioms.

   The certificate is a source of records, which is not trusted: whatever it says, a value
   that the checker returns is right. *)
Require Import Arith NArith List Lia Bool Permutation FMapPositive.
Import ListNotations.
Require Import Counting Problem States Slots Pools Missing Images Rest.
Require Clauses.
Local Open Scope N_scope.

(* l', which is l without some things that are not to be kept *)
Inductive sifted {A} (keep : A -> Prop) : list A -> list A -> Prop :=
| sifted_nil : sifted keep [] []
| sifted_kept m l l' : sifted keep l l' -> sifted keep (m :: l) (m :: l')
| sifted_left m l l' : ~ keep m -> sifted keep l l' -> sifted keep (m :: l) l'.
Lemma sifted_filter {A} (keep : A -> Prop) f l :
  (forall m, In m l -> keep m -> f m = true) -> sifted keep l (filter f l).
Proof.
  induction l as [|m l IH]; intro H; simpl; [constructor|]. assert (S := IH (fun n Hn => H n (or_intror Hn))).
  destruct (f m) eqn:E; constructor; try assumption. intro K. rewrite (H m (or_introl eq_refl) K) in E. discriminate.
Qed.
Lemma sifted_all {A} (keep : A -> Prop) l : sifted keep l l.
Proof. induction l; constructor; assumption. Qed.
Lemma sifted_twice {A} (keep : A -> Prop) l1 l2 : sifted keep l1 l2 ->
  forall l3, sifted keep l2 l3 -> sifted keep l1 l3.
Proof.
  induction 1 as [|m l l' H IH|m l l' NK H IH]; intros l3 H3; [assumption| |constructor; auto].
  inversion H3; subst; constructor; auto.
Qed.
Lemma sifted_in {A} (keep : A -> Prop) l l' m : sifted keep l l' -> In m l' -> In m l.
Proof. induction 1; simpl; tauto. Qed.
Lemma sifted_keeps {A} (keep : A -> Prop) l l' m : sifted keep l l' -> keep m -> In m l -> In m l'.
Proof.
  intros H K. induction H as [|m' l l' H IH|m' l l' NK H IH]; simpl; [tauto|tauto|].
  intros [->|Hm]; [contradiction|auto].
Qed.
Lemma sifted_nodup {A B} (keep : A -> Prop) (f : A -> B) l l' : sifted keep l l' -> NoDup (map f l) -> NoDup (map f l').
Proof.
  induction 1 as [|m l l' H IH|m l l' NK H IH]; simpl; intro ND; inversion ND as [|? ? Nx ND']; subst; auto.
  constructor; [|auto]. intro K. apply Nx. apply in_map_iff in K. destruct K as (m' & <- & K).
  apply in_map. eapply sifted_in; eassumption.
Qed.

(* The thing of the only key that is in; none if no key is; or it is not known, as several are. *)
Fixpoint only {K A} (is_in : K -> bool) (l : list (K * A)) : option (option A) :=
  match l with
  | [] => Some None
  | (k, x) :: r =>
      if is_in k then if existsb (fun y => is_in (fst y)) r then None else Some (Some x) else only is_in r
  end.
Definition only_one {K A} (is_in : K -> Prop) (l : list (K * A)) (x : option A) : Prop :=
  match x with
  | Some x => exists k, In (k, x) l /\ forall k' x', In (k', x') l -> is_in k' -> k' = k
  | None => forall k' x', In (k', x') l -> ~ is_in k'
  end.
Lemma only_ok {K A} (is_in : K -> bool) (l : list (K * A)) x : only is_in l = Some x ->
  only_one (fun k => is_in k = true) l x.
Proof.
  induction l as [|[k y] l IH]; cbn [only]; [intro E; inversion E; intros k' x' []|].
  destruct (is_in k) eqn:I.
  - destruct (existsb _ l) eqn:X; [discriminate|]. intro E. inversion E; subst. exists k. split; [left; reflexivity|].
    intros k' x' [F|H] I'; [inversion F; reflexivity|]. exfalso. rewrite <- not_true_iff_false in X. apply X.
    apply existsb_exists. exists (k', x'). auto.
  - intro E. specialize (IH E). destruct x as [x|]; cbn [only_one] in *.
    + destruct IH as (k1 & H & G). exists k1. split; [right; exact H|].
      intros k' x' [F|H'] I'; [inversion F; congruence|eapply G; eassumption].
    + intros k' x' [F|H] I'; [inversion F; congruence|apply (IH k' x' H I')].
Qed.

(* what comes of each thing and its number, from k on; the last one first *)
Fixpoint along {A B} (f : N -> A -> B) (k : N) (l : list A) (r : list (N * B)) : list (N * B) :=
  match l with [] => r | x :: l => along f (N.succ k) l ((k, f k x) :: r) end.

Module Type BITS.
  Parameter t : Type.
  Parameter den : t -> N.
  Parameter of_N : N -> t.
  Parameter of_blocks : list (N * N) -> t.
  Parameters eqb subb disjb : t -> t -> bool.
  Parameters diff union inter : t -> t -> t.
  Parameter testb : t -> N -> bool.
  (* no bit in both of the first two but those of the third *)
  Parameter no_more : t -> t -> t -> bool.
  (* Things that are found by names, whatever these are. *)
  Parameter name : Type.
  Parameter name_of : N -> name.
  Parameter same_name : name -> name -> bool.
  Parameter table : Type -> Type.
  Parameter tabled : forall {A}, list A -> table A.
  Parameter named : forall {A}, name -> table A -> option A.
  (* Names of numbers below n, for which there is room; and tables that have places for all of them. *)
  Parameter has_room : N -> bool.
  Parameter blank : forall {A}, N -> table A.
  Parameter put : forall {A}, name -> A -> table A -> table A.
  Parameter roomy : forall {A}, N -> table A -> Prop.
  Parameter blank_roomy : forall A n, has_room n = true -> roomy n (@blank A n).
  Parameter named_blank : forall A n i, named i (@blank A n) = None.
  Parameter put_roomy : forall A n i (x : A) t, roomy n t -> roomy n (put i x t).
  Parameter named_put : forall A n i j (x : A) t, has_room n = true -> roomy n t -> i < n -> j < n ->
    named (name_of j) (put (name_of i) x t) = if j =? i then Some x else named (name_of j) t.
  Parameter named_in : forall A n (l : list A) x, named n (tabled l) = Some x -> In x l.
  Parameter named_tabled : forall A n (l : list A) i x, has_room n = true -> N.of_nat (length l) <= n ->
    named (name_of i) (tabled l) = Some x -> nth_error l (N.to_nat i) = Some x.
  Parameter name_before : name -> name.
  Parameter name_before_ok : forall n i, has_room n = true -> i < n -> name_before (name_of (N.succ i)) = name_of i.
  Parameter tabled_back : forall {A}, list A -> table A.   (* the last one first *)
  Parameter named_tabled_back : forall A n (l : list A) i x, has_room n = true -> N.of_nat (length l) <= n ->
    named (name_of i) (tabled_back l) = Some x -> nth_error (rev l) (N.to_nat i) = Some x.
  Parameter same_name_ok : forall n i j, has_room n = true -> i < n -> j < n -> same_name (name_of i) (name_of j) = (i =? j).
  (* for each thing its number, from one on, and the set of this number if it is one of those meant *)
  Parameter bits_along : forall {A}, (A -> bool) -> N -> list A -> list (N * t) -> list (N * t).
  Parameter bits_along_ok : forall A (one : A -> bool) k l r,
    bits_along one k l r = along (fun i x => of_blocks (if one x then [(i, 1)] else [])) k l r.
  (* Things listed with a set each, and those of them whose set may be inside of another:
     all for which it is so are among these. *)
  Parameter listing : Type -> Type.
  Parameter listed : forall {A}, (A -> t) -> list A -> listing A.
  Parameter perhaps : forall {A}, t -> listing A -> list A.
  Parameter perhaps_ok : forall A (f : A -> t) u l,
    sifted (fun m => subb (f m) u = true) l (perhaps u (listed f l)).
  (* Things for some of the bits from one on, so many: that of the only one of these that is there; what is handed
     over for none, if no such bit is there, and what is for several, if there may be several. *)
  Parameter switch : Type -> Type.
  Parameter switch_of : forall {A}, N -> N -> list (N * A) -> switch A.
  Parameter switched : forall {A}, t -> switch A -> A -> A -> A.
  Parameter switched_ok : forall A a n (l : list (N * A)) u none several,
    switched u (switch_of a n l) none several = several \/
    exists x, switched u (switch_of a n l) none several = match x with Some y => y | None => none end /\
              only_one (fun c => c < n /\ mem (a + c) (den u)) l x.
  Parameter den_of_N : forall n, den (of_N n) = n.
  Parameter den_of_blocks : forall l, den (of_blocks l) = bits_of l.
  Parameter eqb_ok : forall a b, eqb a b = true -> den a = den b.
  Parameter subb_ok : forall a b, subb a b = Counting.subb (den a) (den b).
  Parameter disjb_ok : forall a b, disjb a b = true -> N.land (den a) (den b) = 0.
  Parameter den_diff : forall a b, den (diff a b) = N.ldiff (den a) (den b).
  Parameter den_union : forall a b, den (union a b) = N.lor (den a) (den b).
  Parameter den_inter : forall a b, den (inter a b) = N.land (den a) (den b).
  Parameter testb_ok : forall a i, testb a i = true -> N.testbit (den a) i = true.
  Parameter no_more_ok : forall u p s, no_more u p s = true -> sub (N.land (den u) (den p)) (den s).
End BITS.

(* Something that is known of a family of sets of options, [Val e Q v], once it is known of
   what the family is made of. *)
Module Type VALUE.
  Parameter t : Type.
  Parameter env : Type.                       (* what else there is to know of options *)
  Parameter Val : env -> (N -> Prop) -> t -> Prop.
  Parameters zero one : t.
  Parameters add mul : t -> t -> t.
  Parameter mul_all : list t -> t.            (* the product of many *)
  Parameter take : env -> N -> t -> t.
  Parameter ext : forall e (Q R : N -> Prop) v, (forall X, Q X <-> R X) -> Val e Q v -> Val e R v.
  Parameter none : forall e (Q : N -> Prop), (forall X, ~ Q X) -> Val e Q zero.
  Parameter empty : forall e (Q : N -> Prop), (forall X, Q X <-> X = 0) -> Val e Q one.
  Parameter either : forall e (Q R : N -> Prop) a b, (forall X, Q X -> R X -> False) ->
    Val e Q a -> Val e R b -> Val e (fun X => Q X \/ R X) (add a b).
  Parameter with_option : forall e (Q : N -> Prop) k v, (forall Y, Q Y -> ~ mem k Y) ->
    Val e Q v -> Val e (fun X => exists Y, Q Y /\ X = N.setbit Y k) (take e k v).
  Parameter both : forall e (Q R : N -> Prop) a b,
    (forall Y Z, Q Y -> R Z -> disj Y Z) ->
    (forall x y x' y', Q x -> R y -> Q x' -> R y' -> N.lor x y = N.lor x' y' -> x = x' /\ y = y') ->
    Val e Q a -> Val e R b ->
    Val e (fun X => exists Y Z, Q Y /\ R Z /\ X = N.lor Y Z) (mul a b).
  Parameter many : forall e (Q : N -> Prop) vs, Val e Q (fold_left (fun x v => mul v x) vs one) -> Val e Q (mul_all vs).
  (* whether it is how many sets there are, and no more: then it can be counted forwards *)
  Parameter counts : bool.
  Parameter number : t -> N.
  Parameter number_iff : counts = true -> forall e Q v, Val e Q v <-> Counts Q (number v).
  Parameter number_add : counts = true -> forall a b, number (add a b) = number a + number b.
  Parameter of_number : N -> t.
  Parameter number_of : counts = true -> forall n, number (of_number n) = n.
End VALUE.

(* Where the states wait that a sweep has not come to. [put] adds ways to one of them,
   and says that it is new, or that it was there, or that it does not know. *)
Inductive outcome (pool : Type) := Fresh (p : pool) | Joined (p : pool) | Unlike.
Arguments Fresh {pool}.
Arguments Joined {pool}.
Arguments Unlike {pool}.
Definition told {key state value pool} (get : key -> pool -> option (state * value))
    (set : key -> option (state * value) -> pool -> option pool) (add : value -> value -> value)
    k U w p (o : outcome pool) : Prop :=
  match o with
  | Fresh p' => get k p = None /\ set k (Some (U, w)) p = Some p'
  | Joined p' => exists v, get k p = Some (U, v) /\ changed get k (Some (U, add v w)) p p'
  | Unlike => True
  end.
Module Type WEIGHED.
  Parameters state value : Type.
  Parameter add : value -> value -> value.
End WEIGHED.
Module Type QUEUES.
  Include WEIGHED.
  Include POOL with Definition thing := (state * value)%type.
  Parameter put : key -> state -> value -> t -> outcome t.
  Parameter put_ok : forall k U w p, told get set add k U w p (put k U w p).
End QUEUES.
Module Putting (W : WEIGHED) (P : POOL with Definition thing := (W.state * W.value)%type) <: QUEUES.
  Include W.
  Include P.
  Definition put (k : key) (U : state) (w : value) (p : t) : outcome t :=
    match get k p with
    | None => match set k (Some (U, w)) p with Some p' => Fresh p' | None => Unlike end
    | Some _ => Unlike
    end.
  Lemma put_ok k U w p : told get set add k U w p (put k U w p).
  Proof. unfold put, told. destruct (get k p); [exact I|]. destruct (set k _ p) eqn:S; [|exact I]. auto. Qed.
End Putting.

(* The state that is there may be another one that is the same for a reason that the pool does
   not know of. *)
Module Merging (Q : QUEUES).
  Definition merge (same : Q.state -> bool) (k : Q.key) (w : Q.value) (p : Q.t) : option Q.t :=
    match Q.get k p with
    | Some (T, v) => if same T then Q.set k (Some (T, Q.add v w)) p else None
    | None => None
    end.
  Lemma merge_ok same k w p p' : merge same k w p = Some p' ->
    exists T v, same T = true /\ Q.get k p = Some (T, v) /\ changed Q.get k (Some (T, Q.add v w)) p p'.
  Proof.
    unfold merge. destruct (Q.get k p) as [[T v]|]; [|discriminate]. destruct (same T) eqn:E; [|discriminate].
    intro S. exists T, v. split; [exact E|]. split; [reflexivity|]. split; [apply (Q.get_same _ _ _ _ S)|].
    intros k' NE. apply (Q.get_other _ _ _ _ _ S NE).
  Qed.
End Merging.

(* What a certificate is made of: a branch on an item; the state in a slot; "keep what comes
   next in a slot"; parts: how many, and which part each of the open items belongs to; a
   sweep: the items in their order, with multiplicities the options, each with a second place, by
   which the source knows its queue, and the place of the state itself; a shortage: more is
   missing than the options cover that the item, which all have, leaves; the image of the state
   in a slot; clauses; and with multiplicities a branch on an option, with it and without it. *)
Inductive record (key place : Type) :=
| Branch (item : place)
| Refer (slot : key)
| Keep (slot : key)
| Product (parts : nat) (part_of : list place)
| Sweep (first : place) (order : list (place * place))
| Shortage (item : N)
| Image (slot : key)
| Clauses
| TakeOrLeave (option : N).
Arguments Branch {key place}.
Arguments Refer {key place}.
Arguments Keep {key place}.
Arguments Product {key place}.
Arguments Sweep {key place}.
Arguments Shortage {key place}.
Arguments Image {key place}.
Arguments Clauses {key place}.
Arguments TakeOrLeave {key place}.

(* The source of the certificate: the next record; and in a sweep, the places of the
   states that are in a queue, in runs of neighbours, the first one and how many; that of a child
   that belongs to it; in an image, the option for which the next one that fits stands; and of
   clauses about a problem, the next step. *)
Record source (key place src : Type) := Source {
  next_record :> src -> option (record key place * src);
  queue : place -> src -> list (place * nat) * src;
  target : place -> src -> place * src;
  image : src -> N * src;
  step_of : problem -> src -> option (Clauses.step * src) }.
Arguments next_record {key place src}.
Arguments queue {key place src}.
Arguments target {key place src}.
Arguments image {key place src}.
Arguments step_of {key place src}.

Module Make (B : BITS) (V : VALUE) (S : STORE) (Ms : MISSING)
    (P : QUEUES with Definition state := B.t with Definition value := V.t with Definition add := V.add
                with Definition key := B.name)
    (D : QUEUES with Definition state := (B.t * Ms.t)%type with Definition value := V.t
                with Definition add := V.add with Definition key := P.key).
  Notation record := (record S.key P.key).
  Notation source := (source S.key P.key).
  Module PH := Held P.
  Module DH := Held D.
  Module PM := Merging P.
  Module DM := Merging D.
  (* ---------- the problem, prepared ---------- *)
  Record option_ := Opt { ix : N; nd : B.t; kl : B.t; out : B.t; fl : Ms.flags; uses : opt }.
  CoInductive delayed (A : Type) := Delay (x : A).
  Arguments Delay {A}.
  (* Options: all of them, if they are few; listed; or divided by a secondary item that all of them have with a
     colour: which of them may fit into a state where it has one, for each colour, and where it is not known. Made
     where it is asked for. *)
  Definition choice := B.t -> list option_.
  Inductive index := All | Listed (l : B.listing option_) | Divided (colours : B.switch choice) (otherwise : choice).
  Inductive entry := Once (bit : B.t) (l : list option_) (listing : delayed index) | Often (at_ : place) (none one : Ms.caps) (l : list option_) (owners : B.t).
  (* Options, what all of them need, and what they need together: if two states differ in nothing of
     that, or what all need is in neither, the same of them fit. Made where it is asked for. *)
  Record group := Group { in_all : B.t; in_any : B.t; members : list option_ }.
  Record prepared := {
    prim : B.t; items : delayed (list N); all : list option_; entries : list (N * entry); table : B.table (N * entry); start : B.t; missing : Ms.t;
    nothing : Ms.t;       (* for all items with multiplicities that nothing is missing any more *)
    has_mults : bool;     (* there are such items *)
    (* for parts: the options of each item, the number of the first secondary item, how many bits each
       of these has, how many items there are, whether one is secondary, and those with multiplicities *)
    having : B.table (list option_); first_secondary : N; bits_each : N; all_items : N; has_secondary : bool; often_covered : list N;
    (* for shortages: items that all options have, how many items the largest option has, the
       bits of items that are to be covered once, and those that are options' own *)
    common : list N; largest : N; once_sets : delayed (list B.t); own_bits : B.t; groups : delayed (list group) }.
  Definition once_bits (q : prepared) : list B.t := let (l) := once_sets q in l.

  (* What an option needs and takes of primary items is the same. *)
  Definition primary_bits (n : N) (bit : N -> B.t) (o : opt) : B.t :=
    fold_right (fun ic s => if fst ic <? n then B.union (bit (fst ic)) s else s) (B.of_blocks []) o.
  Definition others (n : N) (o : opt) : opt := filter (fun ic => n <=? fst ic) o.
  Definition bit_of_primary (once : bool) (i : N) : B.t := B.of_blocks (if once then [(i, 1)] else []).
  (* where an item is among those with multiplicities *)
  Fixpoint place_of (i : N) (js : list N) : option nat :=
    match js with
    | [] => None
    | j :: r => if i =? j then Some O else option_map S (place_of i r)
    end.
  Definition place_in (ml : list N) (i : N) : option place :=
    match place_of i ml with Some n => Some (place_at (N.of_nat (length ml)) (N.of_nat n)) | None => None end.
  Definition places_by (where_is : N -> option place) (o : opt) : list place :=
    flat_map (fun ic => match where_is (fst ic) with Some x => [x] | None => [] end) o.
  Definition prepare_option (p : problem) (k : N) (o : opt) : option_ :=
    let primary := primary_bits (np p) (fun i => bit_of_primary (plain p i) i) o in
    {| ix := k; nd := B.union primary (B.of_blocks (flat_map (need1 p) (others (np p) o) ++ own_blocks p k));
       kl := B.union primary (B.of_blocks (flat_map (kill1 p) (others (np p) o) ++ own_blocks p k));
       out := B.of_blocks (own_blocks p k); fl := Ms.flags_at (N.of_nat (length (mults p))) (places_by (place_in (mults p)) o); uses := o |}.
  Fixpoint prepare_options (p : problem) (k : N) (os : list opt) : list option_ :=
    match os with [] => [] | o :: r => prepare_option p k o :: prepare_options p (N.succ k) r end.

  (* the options of each item, in their order *)
  Definition lists := PositiveMap.t (list option_).
  Definition list_of (t : lists) (i : N) : list option_ :=
    match PositiveMap.find (N.succ_pos i) t with Some l => l | None => [] end.
  Definition put_first (m : option_) (t : lists) (items : list N) : lists :=
    fold_right (fun i t => PositiveMap.add (N.succ_pos i) (m :: list_of t i) t) t items.
  Fixpoint all_lists (ms : list option_) (os : list opt) : lists :=
    match ms, os with
    | m :: ms', o :: os' => put_first m (all_lists ms' os') (nodup N.eq_dec (map fst o))
    | _, _ => PositiveMap.empty _
    end.
  (* The same for n items, in a table. *)
  Definition rows := B.table (list option_).
  Definition row (n : N) (t : rows) (i : N) : list option_ :=
    if i <? n then match B.named (B.name_of i) t with Some l => l | None => [] end else [].
  Definition put_row (n : N) (m : option_) (t : rows) (items : list N) : rows :=
    fold_right (fun i t => B.put (B.name_of i) (m :: row n t i) t) t items.
  Definition rows_of (n : N) (ms : list option_) : rows :=
    fold_left (fun t m => put_row n m t (nodup N.eq_dec (map fst (uses m)))) (rev_append ms []) (B.blank n).
  (* in which colour an option has a secondary item, 0 if in none *)
  Definition color_in (s : N) (m : option_) : N :=
    match find (fun ic => fst ic =? s) (uses m) with Some (_, c) => c | None => 0 end.
  Definition by_color (s : N) (l : list option_) : lists :=
    fold_right (fun m t => put_first m t [color_in s m]) (PositiveMap.empty _) l.
  Definition candidates (ol : list option_) (l : delayed index) (U : B.t) : list option_ :=
    let (l) := l in
    match l with
    | All => ol
    | Listed l => B.perhaps U l
    | Divided d otherwise => B.switched U d (fun _ => []) otherwise U
    end.
  (* By these items, one after the other, as long as it is worth it. There are so many primary items, and so many
     bits for each secondary one. (A few options are no listing: what is on the way to them is not in the
     processor's cache, either.) *)
  Fixpoint index_by (n width : N) (ss : list N) (l : list option_) : delayed index :=
    match ss with
    | [] => Delay (Listed (B.listed nd l))
    | s :: r =>
        Delay (
          if shorter 24 l then Listed (B.listed nd l) else
          let t := by_color s l in
          match list_of t 0 with
          | [] => Divided (B.switch_of (n + (s - n) * width) width
                     (map (fun c => let l := snd c in
                             (Pos.pred_N (fst c), if shorter 9 l then fun _ => l else candidates l (index_by n width r l)))
                          (PositiveMap.elements t)))
                    (candidates l (index_by n width r l))
          | _ => let (x) := index_by n width r l in x
          end)
    end.
  (* the bits of an item *)
  Definition item_block (n width i : N) : N * N := if i <? n then (i, 1) else (n + (i - n) * width, width).
  Definition unlisted : delayed index := Delay All.
  Definition index_of (n width : N) (l : list option_) : delayed index :=
    if shorter 4 l then unlisted else
    index_by n width (match l with [] => [] | m :: _ => map fst (others n (uses m)) end) l.
  Definition owners_of (l : list option_) : B.t := fold_left (fun s m => B.union (out m) s) l (B.of_blocks []).
  (* of an item that is once, or at a place among so many with multiplicities *)
  Definition entry_of (n width often : N) (at_ : option place) (bit : B.t) (l : list option_) : entry :=
    match at_ with
    | None => Once bit l (index_of n width l)
    | Some x => Often x (Ms.cap_at often x 0) (Ms.cap_at often x 1) l (owners_of l)
    end.
  (* of item 0, 1, ... *)
  Definition all_entries (p : problem) (ml : list N) (bit : N -> B.t) (list_at : N -> list option_) : list (N * entry) :=
    let n := np p in
    let width := W p in
    fold_left (fun e i => (i, entry_of n width (N.of_nat (length ml)) (place_in ml i) (bit i) (list_at i)) :: e) (upto (length (bounds p))) [].
  (* Each option is in the group of its first primary item, of n. *)
  Definition is_first (n i : N) (m : option_) : bool :=
    match find (fun ic => fst ic <? n) (uses m) with Some (j, _) => j =? i | None => false end.
  Definition group_of (l : list option_) : list group :=
    match l with
    | [] => []
    | m :: r => [Group (fold_left (fun s m => B.inter (nd m) s) r (nd m)) (fold_left (fun s m => B.union (nd m) s) r (nd m)) l]
    end.
  Definition groups_of (n : N) (es : list (N * entry)) : list group :=
    flat_map (fun ie => group_of (filter (is_first n (fst ie)) (match snd ie with Once _ l _ | Often _ _ _ l _ => l end))) es.
  (* for shortages, of which there are none without multiplicities *)
  Definition common_of (p : problem) : list N :=
    filter (fun i => forallb (fun o => has o i) (opts p)) (all_primaries p).
  Definition nothing_of (p : problem) : Ms.t := Ms.of_list (map (fun _ => (0, 0)) (mults p)).
  Definition has_mults_of (ml : list N) : bool := match ml with [] => false | _ => true end.
  (* (Bounds in one pass, and how many items there are once.) *)
  Definition largest_of (p : problem) : N :=
    let n := np p in fold_left (fun m o => N.max (N.of_nat (length (filter (fun ic => fst ic <? n) o))) m) (opts p) 0.
  Lemma largest_in {A} (f : A -> N) l : forall m,
    (forall o, In o l -> f o <= fold_left (fun m o => N.max (f o) m) l m) /\ m <= fold_left (fun m o => N.max (f o) m) l m.
  Proof.
    induction l as [|a l IH]; intro m; cbn [fold_left]; [split; [intros o []|lia]|]. destruct (IH (N.max (f a) m)) as [H1 H2].
    split; [intros o [<-|Ho]; [lia|auto]|lia].
  Qed.
  Definition once_bits_of (p : problem) : list B.t :=
    map (fun ib => B.of_blocks [(fst ib, 1)]) (filter (fun ib => is_once (snd ib)) (all_bounded p)).
  Definition first_bounds (p : problem) : list (N * N) := map snd (filter (fun ib => negb (is_once (snd ib))) (all_bounded p)).
  Lemma once_bits_plain p : once_bits_of p = map (fun i => B.of_blocks [(i, 1)]) (plains p).
  Proof.
    unfold once_bits_of, plains, all_primaries. rewrite all_bounded_ok. induction (upto _) as [|i l IH]; [reflexivity|].
    cbn [map filter snd]. change (is_once (bound p i)) with (plain p i). destruct (plain p i); cbn [map fst]; rewrite IH; reflexivity.
  Qed.
  Lemma first_bounds_ok p : first_bounds p = first_missing p.
  Proof.
    unfold first_bounds, first_missing. rewrite mults_filter, all_bounded_ok. induction (upto _) as [|i l IH]; [reflexivity|].
    cbn [map filter snd]. change (is_once (bound p i)) with (plain p i). destruct (plain p i); cbn [map negb snd]; rewrite IH; reflexivity.
  Qed.
  Definition primary_set (p : problem) : B.t := B.of_blocks (primary_blocks p).
  Definition full_set (p : problem) : B.t := B.union (primary_set p) (B.of_blocks [other_block p]).
  Lemma den_primary_set p : B.den (primary_set p) = prims p.
  Proof. apply B.den_of_blocks. Qed.
  Lemma den_full_set p : B.den (full_set p) = full p.
  Proof. unfold full_set, full. rewrite B.den_union, B.den_of_blocks, den_primary_set. cbn [other_block bits_of fold_right fst snd]. rewrite N.lor_0_r. reflexivity. Qed.
  (* of its items with multiplicities, its prepared options, and those of each item *)
  Definition prepared_of (p : problem) (ml : list N) (bit : N -> B.t) (ms : list option_) (lists : rows) : prepared :=
    let n := np p + ns p in
    let all_of := all_entries p ml bit (row n lists) in
    {| prim := primary_set p; items := Delay (rev_append (upto (length (bounds p))) []); all := ms;
       entries := all_of; table := B.tabled all_of; having := lists; first_secondary := np p; bits_each := W p;
       all_items := n; has_secondary := negb (ns p =? 0); often_covered := ml;
       start := full_set p; missing := Ms.of_list (first_missing p);
       nothing := nothing_of p; has_mults := has_mults_of ml;
       common := match ml with [] => [] | _ => common_of p end;
       largest := match ml with [] => 0 | _ => largest_of p end;
       once_sets := Delay (match ml with [] => [] | _ => once_bits_of p end);
       own_bits := B.of_blocks (match ml with [] => [] | _ => [(outs p, N.of_nat (length (opts p)))] end);
       groups := Delay (groups_of (np p) all_of) |}.
  (* The same, where what is asked of the problem is worked out once for all options, and each use is looked
     at once: the number of an item is turned into a name, and what is there is the item's. (Whatever goes
     through all options or items does so without recursion that is as deep: OCaml's collector would look
     at all of its stack, again and again.) *)
  Record facts := Facts {
    primaries : N; everything : N; colours : N; width : N; bits : B.table (N * B.t); is_often : bool; often_number : N; places : B.table place; no_flags : Ms.flags; first_own : N }.
  Record uses_of := Uses { primary_part : B.t; has_primary : bool; other_part : opt; names_of : list B.name }.
  Fixpoint part_uses (f : facts) (o : opt) : uses_of :=
    match o with
    | [] => Uses (B.of_blocks []) false [] []
    | (i, c) as use :: r =>
        let u := part_uses f r in
        let x := B.name_of i in
        match B.named x (bits f) with
        | Some (_, b) => Uses (B.union b (primary_part u)) true (other_part u) (x :: names_of u)
        | None => Uses (primary_part u) (has_primary u) (use :: other_part u) (x :: names_of u)
        end
    end.
  (* (Without secondary items an option needs what it takes.) *)
  Definition option_with (f : facts) (k : N) (primary : B.t) (o' : opt) (owned : list (N * N)) (fl : Ms.flags) (o : opt) : option_ :=
    let own := B.of_blocks owned in
    match o' with
    | [] => let s := B.union primary own in Opt k s s own fl o
    | _ =>
        Opt k (B.union primary (B.of_blocks (flat_map (need_blocks (primaries f) (width f) (fun _ => true)) o' ++ owned)))
              (B.union primary (B.of_blocks (flat_map (kill_blocks (primaries f) (width f) (fun _ => true)) o' ++ owned))) own fl o
    end.
  Lemma option_with_ok f k primary o' owned fl o : option_with f k primary o' owned fl o =
    Opt k (B.union primary (B.of_blocks (flat_map (need_blocks (primaries f) (width f) (fun _ => true)) o' ++ owned)))
          (B.union primary (B.of_blocks (flat_map (kill_blocks (primaries f) (width f) (fun _ => true)) o' ++ owned))) (B.of_blocks owned) fl o.
  Proof. destruct o'; reflexivity. Qed.
  Definition prepare_with (f : facts) (k : N) (o : opt) : option (option_ * list B.name) :=
    let u := part_uses f o in
    let o' := other_part u in
    if has_primary u && forallb (fun ic => (primaries f <=? fst ic) && ((fst ic <? everything f) && (snd ic <=? colours f))) o' then
      let owned := if is_often f then [(first_own f + k, 1)] else [] in
      let fl := if is_often f then Ms.flags_at (often_number f) (places_by (fun i => B.named (B.name_of i) (places f)) o) else no_flags f in
      Some (option_with f k (primary_part u) o' owned fl o, names_of u)
    else None.
  (* Rows of items that there are. *)
  Definition row_in (t : rows) (x : B.name) : list option_ := match B.named x t with Some l => l | None => [] end.
  Fixpoint put_in (sure : bool) (m : option_) (t : rows) (names : list B.name) : rows :=
    match names with
    | [] => t
    | x :: r =>
        let t := put_in sure m t r in
        if (if sure then false else existsb (B.same_name x) r) then t else B.put x (m :: match B.named x t with Some l => l | None => [] end) t
    end.
  (* whether it is seen at once that an option with many items has none of them twice *)
  Definition surely (o : opt) : bool := if shorter 32 o then false else all_different (map fst o).
  (* m without as many as l has *)
  Fixpoint behind_all {A C} (l : list A) (m : list C) : list C :=
    match l, m with _ :: l, _ :: m => behind_all l m | _, _ => m end.
  (* of k options, the last one first, with the rows of their items; their numbers are those of items, if there are enough *)
  Fixpoint prepare_all (f : facts) (k : N) (ks : list (N * B.t)) (os : list opt) (ms : list option_) (t : rows) : option (list option_ * rows) :=
    match os with
    | [] => Some (ms, t)
    | o :: r =>
        let k := match ks with (j, _) :: _ => j | [] => N.pred k end in
        match prepare_with f k o with Some (m, names) => prepare_all f k (tl ks) r (m :: ms) (put_in (surely o) m t names) | None => None end
    end.
  (* from place k of so many on *)
  Fixpoint put_places (often k : N) (ml : list N) (t : B.table place) : B.table place :=
    match ml with [] => t | i :: r => put_places often (N.succ k) r (B.put (B.name_of i) (place_at often k) t) end.
  (* the last item first, whose name comes before x *)
  Fixpoint with_entries (n width often : N) (at_ : B.table place) (t : rows) (x : B.name) (marked : list (N * B.t)) (e : list (N * entry)) : list (N * entry) :=
    match marked with
    | [] => e
    | (i, b) :: r =>
        let x := B.name_before x in
        with_entries n width often at_ t x r ((i, entry_of n width often (B.named x at_) b (row_in t x)) :: e)
    end.
  Definition prepare (p : problem) : option prepared :=
    let marked := B.bits_along is_once 0 (bounds p) [] in
    let n := match marked with [] => 0 | (i, _) :: _ => N.succ i end in
    let everything := n + ns p in
    if B.has_room everything then
      let ml := mults p in
      let often := has_mults_of ml in
      let width := W p in
      let many := N.of_nat (length ml) in
      let at_ := if often then put_places many 0 ml (B.blank everything) else B.blank 0 in
      let f := Facts n everything (nc p) width (B.tabled_back marked) often many at_ (Ms.flags_at 0 []) (if often then outs p else 0) in
      let ks := match behind_all marked (opts p) with [] => behind_all (behind_all (opts p) marked) marked | _ => [] end in
      let k := match ks with [] => fold_left (fun k _ => N.succ k) (opts p) 0 | _ => 0 end in
      match prepare_all f k ks (rev_append (opts p) []) [] (B.blank everything) with
      | None => None
      | Some (ms, lists) =>
          let all_of := with_entries n width many at_ lists (B.name_of n) marked [] in
          let primary := if often then primary_set p else B.of_blocks (if n =? 0 then [] else [(0, n)]) in
          Some {| prim := primary; items := Delay (fold_left (fun l ib => fst ib :: l) marked []); all := ms;
                  entries := all_of; table := B.tabled all_of; having := lists; first_secondary := n; bits_each := width;
                  all_items := everything; has_secondary := negb (ns p =? 0); often_covered := ml;
                  start := B.union primary (B.of_blocks [(n, ns p * width + if often then N.of_nat (length (opts p)) else 0)]);
                  missing := Ms.of_list (if often then first_bounds p else []);
                  nothing := nothing_of p; has_mults := often;
                  common := if often then common_of p else [];
                  largest := if often then largest_of p else 0;
                  once_sets := Delay (if often then once_bits_of p else []);
                  own_bits := B.of_blocks (if often then [(outs p, N.of_nat (length (opts p)))] else []);
                  groups := Delay (groups_of n all_of) |}
      end
    else None.

  (* ---------- the walk ---------- *)
  Section Walk.
    Variable src : Type.
    Variable next : source src.
    Variable e : V.env.
    Variable q : prepared.

    (* a state that was kept, and its value *)
    Inductive slot := Empty | Full (U : B.t) (M : Ms.t) (v : V.t).
    Definition slots := S.t slot.
    Record world := World { rest : src; kept : slots }.
    Definition answer := option (V.t * world).
    Definition keep (k : S.key) (U : B.t) (M : Ms.t) (v : V.t) (w : world) : world :=
      {| rest := rest w; kept := S.set _ k (Full U M v) (kept w) |}.

    Definition is_fit (m : option_) (U : B.t) (M : Ms.t) : bool := if B.subb (nd m) U then Ms.can M (fl m) else false.
    Definition fit (m : option_) (U : B.t) (M : Ms.t) : option Ms.t :=
      if is_fit m U M then Some (Ms.less M (fl m)) else None.
    Definition same U M T R : bool :=
      Ms.eq M R &&
      (B.eqb U T || (B.eqb (B.inter U (prim q)) (B.inter T (prim q)) &&
                     let (gs) := groups q in
                     let differ := B.union (B.diff U T) (B.diff T U) in
                     forallb (fun g => if B.disjb (in_any g) differ then true else
                                       if B.subb (in_all g) U || B.subb (in_all g) T
                                       then forallb (fun m => Bool.eqb (is_fit m U M) (is_fit m T M)) (members g) else true) gs)).

    Definition done U M : bool := B.disjb U (prim q) && Ms.eq M (nothing q).

    Section Children.
      Variable child : B.t -> Ms.t -> world -> answer.

      (* a child for each option that fits *)
      Fixpoint once U M (ol : list option_) (acc : V.t) (w : world) : answer :=
        match ol with
        | [] => Some (acc, w)
        | m :: r =>
            match fit m U M with
            | None => once U M r acc w
            | Some R =>
                match child (B.diff U (kl m)) R w with
                | None => None
                | Some (v, w') => once U M r (V.add acc (V.take e (ix m) v)) w'
                end
            end
        end.

      (* Where no other item is open, those that fit are the covers. (If there are two at most, it costs more
         to look.) *)
      Fixpoint so_many U (ol : list option_) (n : N) : N :=
        match ol with [] => n | m :: r => so_many U r (if B.subb (nd m) U then N.succ n else n) end.
      Definition is_last U (bit : B.t) : bool := V.counts && (negb (has_mults q) && B.no_more U (prim q) bit).
      Definition branch U M (bit : B.t) (ol : list option_) (w : world) : answer :=
        match ol with
        | _ :: _ :: _ :: _ => if is_last U bit then Some (V.of_number (so_many U ol 0), w) else once U M ol V.zero w
        | _ => once U M ol V.zero w
        end.

      (* a child for each option that comes first, and one for none *)
      Fixpoint fewer (wanted : N) U M ol : bool :=
        if wanted =? 0 then false else
        match ol with [] => true | m :: r => fewer (if is_fit m U M then N.pred wanted else wanted) U M r end.
      Definition too_few (n : place) one U M ol : bool :=
        if Ms.roomy M one then false else fewer (fst (Ms.bounds_at M n)) U M ol.
      Fixpoint often (n : place) none one U M (ol : list option_) (w : world) : answer :=
        match ol with
        | [] =>
            match Ms.limit M none with
            | Some R => child U R w
            | None => Some (V.zero, w)
            end
        | m :: r =>
            match fit m U M with
            | None => often n none one (B.diff U (out m)) M r w
            | Some R =>
                if too_few n one U M ol then Some (V.zero, w) else
                match child (B.diff U (kl m)) R w with
                | None => None
                | Some (v, w') =>
                    match often n none one (B.diff U (out m)) M r w' with
                    | None => None
                    | Some (v', w'') => Some (V.add (V.take e (ix m) v) v', w'')
                    end
                end
            end
        end.

      (* with the option of a number, if it fits, and without it *)
      Definition take_or_leave (k : N) U M (w : world) : answer :=
        match find (fun m => ix m =? k) (all q) with
        | None => None
        | Some m =>
            match fit m U M with
            | None => None
            | Some R =>
                match child (B.diff U (kl m)) R w with
                | None => None
                | Some (v, w') =>
                    match child (B.diff U (out m)) M w' with
                    | None => None
                    | Some (v', w'') => Some (V.add (V.take e (ix m) v) v', w'')
                    end
                end
            end
        end.

      (* A part has the bits of its open items, and what the options need that have one; the rest of the
         state loses what these take. What they have to do with others is seen by the options that have one
         of their secondary items. *)
      Definition having_one (items : list N) : list option_ := flat_map (row (all_items q) (having q)) items.
      Definition block_of (i : N) : N * N := item_block (first_secondary q) (bits_each q) i.
      Definition bits_of_items (items : list N) : B.t := B.of_blocks (map block_of items).
      Definition entries_of (names : list B.name) : list (N * entry) :=
        fold_right (fun n l => match B.named n (table q) with Some ie => ie :: l | None => l end) [] names.
      (* Those that fit. One that has several of the items is there once, if it is one of the last four. *)
      Fixpoint is_among (n : nat) (k : N) (l : list option_) : bool :=
        match n, l with S n, m :: r => if ix m =? k then true else is_among n k r | _, _ => false end.
      Fixpoint with_fitting U M (l found : list option_) : list option_ :=
        match l with
        | [] => found
        | m :: r => with_fitting U M r (if is_among 4 (ix m) found then found else if is_fit m U M then m :: found else found)
        end.
      Definition fitting_in U M (es : list (N * entry)) : list option_ :=
        fold_left (fun found ie => with_fitting U M (match snd ie with Once _ l _ | Often _ _ _ l _ => l end) found) es [].
      Definition bits_in (es : list (N * entry)) : B.t :=
        fold_right (fun ie s => match snd ie with Once b _ _ => B.union b s | Often _ _ _ _ _ => s end) (B.of_blocks []) es.
      Definition with_bits (bits : option_ -> B.t) (s : B.t) (l : list option_) : B.t :=
        fold_right (fun m s => if B.subb (bits m) s then s else B.union (bits m) s) s l.
      Definition secondary_of (l : list option_) : list N :=
        if negb (has_secondary q) then [] else
        map (fun x => Pos.pred_N (fst x)) (PositiveMap.elements
          (fold_right (fun m t => fold_right (fun ic t => PositiveMap.add (N.succ_pos (fst ic)) tt t) t
             (others (first_secondary q) (uses m))) (PositiveMap.empty unit) l)).
      (* What is missing of a part with these items, and of the others: what does not belong there is closed. *)
      Definition missing_of_parts M (es : list (N * entry)) : Ms.t * Ms.t :=
        if has_mults q then Ms.divide M (flat_map (fun ie => match snd ie with Once _ _ _ => [] | Often x _ _ _ _ => [x] end) es) else (M, M).
      (* The part A, and what its options take, K, have no bits but those of its items, and with
         multiplicities those that are these options' own. *)
      Definition belongs (A K : B.t) (bits : B.t) (items : list N) (fitting : list option_) : bool :=
        let bits := if has_mults q then fold_right (fun m s => B.union (out m) s) bits fitting else bits in
        B.subb A bits && (B.subb K bits && (if has_mults q then forallb (fun i => i <? all_items q) items else true)).
      Definition is_in (m : option_) (A : B.t) (MA : Ms.t) (taken_elsewhere : B.t) : bool :=
        B.subb (nd m) A && (B.disjb (kl m) taken_elsewhere && Ms.can MA (fl m)).
      Definition apart U M A K MA C MC (bits : B.t) (items : list N) (fitting : list option_) : bool :=
        let secondary := secondary_of fitting in
        belongs A K (match secondary with [] => bits | _ => B.union bits (bits_of_items secondary) end) (items ++ secondary) fitting &&
        ((if has_mults q then forallb (fun m => Ms.can MA (fl m)) fitting else true) &&
         forallb (fun m => if is_fit m U M then if is_in m C MC A then true else is_in m A MA C else true) (having_one secondary)).
      (* The part's bits, and those of its options. Without secondary items and multiplicities, options need what they take. *)
      Definition part_in U (bits K : B.t) (fitting : list option_) : B.t :=
        if negb (has_mults q || has_secondary q) then B.inter U K else with_bits nd (B.inter U bits) fitting.
      (* [vs] are the values of parts before these; so this is no recursion as deep as there are parts. *)
      Fixpoint factors U M (ps : list (list B.name)) (vs : list V.t) (w : world) : option (list V.t * world) :=
        match ps with
        | [] => if done U M then Some (vs, w) else None
        | names :: r =>
            let es := entries_of names in
            let items := map fst es in
            let bits := bits_in es in
            let fitting := fitting_in U M es in
            let K := with_bits kl bits fitting in
            let A := part_in U bits K fitting in
            let C := B.diff U K in
            let (MA, MC) := missing_of_parts M es in
            if apart U M A K MA C MC bits items fitting then
              match child A MA w with
              | None => None
              | Some (v, w') => factors C MC r (v :: vs) w'
              end
            else None
        end.
      Definition product U M (ps : list (list B.name)) (w : world) : answer :=
        match factors U M ps [] w with Some (vs, w') => Some (V.mul_all vs, w') | None => None end.
    End Children.

    (* ---------- a sweep ---------- *)
    (* The states that it has not come to are in a pool, each with the number of ways to come
       there. It goes through the items in their order, and through the states that are in
       the queue of each; their children go into the pool, or to those that are there. *)
    Record stop := Stop { bit_of : B.t; options_of : list option_; queue_of : P.key }.
    Record run := Run { from : src; pool : P.t; waiting : N; total : V.t }.
    (* [l] has those before, the last one first: so this is no recursion as deep as there are items. *)
    Fixpoint stops (order : list (P.key * P.key)) (l : list stop) : option (list stop) :=
      match order with
      | [] => Some (rev_append l [])
      | (i, k) :: r =>
          match B.named i (table q) with
          | Some (_, Once bit ol _) => stops r (Stop bit ol k :: l)
          | _ => None
          end
      end.
    (* from the first one on that is open *)
    Fixpoint from_open (l : list stop) (U : B.t) : list stop :=
      match l with
      | [] => []
      | st :: r => if B.subb (bit_of st) U then l else from_open r U
      end.
    (* the children of U, to which w ways lead *)
    Fixpoint expand U (w : V.t) (later : list stop) (ol : list option_) (s : src) p n (sum : V.t) :
        option run :=
      match ol with
      | [] => Some (Run s p n sum)
      | m :: r =>
          if is_fit m U (missing q) then
            let C := B.diff U (kl m) in
            match from_open later C with
            | [] => if B.disjb C (prim q) then expand U w later r s p n (V.add sum w) else None
            | st :: _ =>
                let (k, s') := target next (queue_of st) s in
                match P.put k C w p with
                | Fresh p' => expand U w later r s' p' (N.succ n) sum
                | Joined p' => expand U w later r s' p' n sum
                | Unlike =>
                    match PM.merge (fun T => same C (missing q) T (missing q)) k w p with
                    | Some p' => expand U w later r s' p' n sum
                    | None => None
                    end
                end
            end
          else expand U w later r s p n sum
      end.
    (* [span] is what may be open at this stop, [fitting] the options that then fit. *)
    Fixpoint each (st : stop) (span : B.t) (fitting : B.listing option_) (later : list stop) (n : nat) (k : P.key) (r : run) : option run :=
      match n with
      | O => Some r
      | S n =>
          match P.take k (pool r) with
          | None => None
          | Some ((U, w), p) =>
              if B.subb (bit_of st) U && B.subb U span then
                match expand U w (from_open later U) (B.perhaps U fitting) (from r) p (N.pred (waiting r)) (total r) with
                | None => None
                | Some r' => each st span fitting later n (P.after k) r'
                end
              else None
          end
      end.
    (* run by run *)
    Fixpoint in_runs {state} (step : nat -> P.key -> state -> option state) (ks : list (P.key * nat)) (r : state) :
        option state :=
      match ks with
      | [] => Some r
      | (k, n) :: ks => match step n k r with Some r' => in_runs step ks r' | None => None end
      end.
    Fixpoint go_through (l : list stop) (span : B.t) (r : run) : option run :=
      match l with
      | [] => Some r
      | st :: later =>
          let (ks, s) := queue next (queue_of st) (from r) in
          let fitting := B.listed nd (filter (fun m => B.subb (nd m) span) (options_of st)) in
          match in_runs (each st span fitting later) ks (Run s (pool r) (waiting r) (total r)) with
          | None => None
          | Some r' => go_through later (B.diff span (bit_of st)) r'
          end
      end.
    Definition sweep U (first : P.key) (order : list (P.key * P.key)) (w : world) : answer :=
      if V.counts then
        match stops order [], P.set first (Some (U, V.one)) (P.empty tt) with
        | Some l, Some p =>
            match go_through l (start q) (Run (rest w) p 1 V.zero) with
            | Some r =>
                match waiting r with
                | 0 => Some (total r, {| rest := from r; kept := kept w |})
                | _ => None
                end
            | None => None
            end
        | _, _ => None
        end
      else None.

    (* ---------- a sweep of options ---------- *)
    (* With multiplicities it goes through the options: a state waits for the first one that
       fits, and has two children, with it and without it. So it is known which options are
       to come, and how often an item can be covered at most. *)
    Record decision := Decision {
      about : option_;
      last_of : list B.t;            (* items of it that are in no option to come *)
      to_come : Ms.caps;             (* how many there are with its other items *)
      gone : B.t;                    (* the options that are not to come, from this one on *)
      line_of : D.key }.
    Record plan := Plan {
      decisions : list decision; coming : B.t; needed : B.t; left : list N }.
    Definition with_numbers (l : list option_) : PositiveMap.t option_ :=
      fold_right (fun m t => PositiveMap.add (N.succ_pos (ix m)) m t) (PositiveMap.empty _) l.
    Definition numbered : PositiveMap.t option_ := with_numbers (all q).
    Definition owned : B.t := fold_right (fun m s => B.union (out m) s) (B.of_N 0) (all q).
    Definition not_in (s : B.t) (l : list B.t) : list B.t := filter (fun b => negb (B.subb b s)) l.
    Fixpoint where_flagged (fl : list bool) (ns : list N) : list (option N) :=
      match fl, ns with
      | b :: fl', n :: ns' => (if b then Some n else None) :: where_flagged fl' ns'
      | _, _ => []
      end.
    Fixpoint one_more (fl : list bool) (ns : list N) : list N :=
      match fl, ns with
      | b :: fl', n :: ns' => (if b then N.succ n else n) :: one_more fl' ns'
      | _, _ => []
      end.
    Fixpoint plan_of (named : B.table option_) (bits : list B.t) (owns : B.t)
        (order : list (P.key * P.key)) : option plan :=
      match order with
      | [] => Some (Plan [] (B.of_N 0) (B.of_N 0) (map (fun _ => 0) (Ms.den (missing q))))
      | (i, k) :: r =>
          match B.named i named, plan_of named bits owns r with
          | Some m, Some l =>
              let c := B.union (out m) (coming l) in
              let last := if B.subb (B.inter (nd m) (prim q)) (needed l) then []
                          else not_in (needed l) (filter (fun b => B.subb b (nd m)) bits) in
              Some (Plan (Decision m last (Ms.caps_of (where_flagged (Ms.flag_list (fl m)) (left l))) (B.diff owns c) k :: decisions l)
                         c (B.union (nd m) (needed l)) (one_more (Ms.flag_list (fl m)) (left l)))
          | _, _ => None
          end
      end.
    (* what is missing, where it is known how much can come; none if there are no covers *)
    Definition limited (last : list B.t) (most : Ms.caps) U M : option Ms.t :=
      if existsb (fun b => B.subb b U) last then None else Ms.limit M most.
    (* from the first one on that fits *)
    Fixpoint settle (l : list decision) U M : option (B.t * Ms.t * list decision) :=
      match l with
      | [] => Some (U, M, [])
      | d :: r =>
          if is_fit (about d) U M then Some (U, M, l) else
          let C := B.diff U (out (about d)) in
          match limited (last_of d) (to_come d) C M with
          | Some R => settle r C R
          | None => None
          end
      end.
    Definition decided (d : decision) (later : list decision) U M :=
      match limited (last_of d) (to_come d) U M with
      | Some R => settle later U R
      | None => None
      end.
    Record course := Course { at_ : src; lines : D.t; standing : N; sum : V.t }.
    (* a state to which w ways lead, if it has covers *)
    Definition arrive (x : option (B.t * Ms.t * list decision)) (w : V.t) (r : course) : option course :=
      match x with
      | None => Some r
      | Some (C, R, l) =>
          match l with
          | [] => if done C R then Some (Course (at_ r) (lines r) (standing r) (V.add (sum r) w)) else None
          | d :: _ =>
              let (k, s) := target next (line_of d) (at_ r) in
              match D.put k (C, R) w (lines r) with
              | Fresh p => Some (Course s p (N.succ (standing r)) (sum r))
              | Joined p => Some (Course s p (standing r) (sum r))
              | Unlike =>
                  match DM.merge (fun x => let (T, L) := x in same C R T L) k w (lines r) with
                  | Some p => Some (Course s p (standing r) (sum r))
                  | None => None
                  end
              end
          end
      end.
    Fixpoint decide (d : decision) (later : list decision) (n : nat) (k : D.key) (r : course) : option course :=
      match n with
      | O => Some r
      | S n =>
          match D.take k (lines r) with
          | None => None
          | Some ((U, M, w), p) =>
              let m := about d in
              if B.disjb U (gone d) then
                match fit m U M with
                | Some R =>
                    match arrive (decided d later (B.diff U (kl m)) R) w
                                 (Course (at_ r) p (N.pred (standing r)) (sum r)) with
                    | None => None
                    | Some r' =>
                        match arrive (decided d later (B.diff U (out m)) M) w r' with
                        | None => None
                        | Some r'' => decide d later n (P.after k) r''
                        end
                    end
                | None => None
                end
              else None
          end
      end.
    Fixpoint decide_all (l : list decision) (r : course) : option course :=
      match l with
      | [] => Some r
      | d :: later =>
          let (ks, s) := queue next (line_of d) (at_ r) in
          match in_runs (decide d later) ks (Course s (lines r) (standing r) (sum r)) with
          | None => None
          | Some r' => decide_all later r'
          end
      end.
    (* Options that do not fit are not in the order: they are out. *)
    Definition sweep_options U M (first : D.key) (order : list (D.key * D.key)) (w : world) : answer :=
      if V.counts then
        let owns := owned in
        match plan_of (B.tabled (all q)) (once_bits q) owns order with
        | None => None
        | Some l =>
            let others := B.diff owns (coming l) in
            let C := B.diff U others in
            if B.disjb C others && same C M U M then
              match limited (not_in (needed l) (once_bits q)) (Ms.caps_of (map Some (left l))) C M with
              | None => Some (V.zero, w)
              | Some R =>
                  match decisions l with
                  | [] => if done C R then Some (V.one, w) else None
                  | ds =>
                      match D.set first (Some (C, R, V.one)) (D.empty tt) with
                      | Some p =>
                          match decide_all ds (Course (rest w) p 1 V.zero) with
                          | Some r =>
                              match standing r with
                              | 0 => Some (sum r, {| rest := at_ r; kept := kept w |})
                              | _ => None
                              end
                          | None => None
                          end
                      | None => None
                      end
                  end
              end
            else None
        end
      else None.

    (* ---------- a shortage ---------- *)
    Definition at_most U M (e : entry) : N :=
      match e with
      | Once bit _ _ => if B.subb bit U then 1 else 0
      | Often n _ _ _ _ => snd (Ms.bounds_at M n)
      end.
    (* At one look: no option that is not out is without the item. *)
    Definition all_own U (e : entry) : bool :=
      match e with Once _ _ _ => false | Often _ _ _ _ owners => B.subb (B.inter U (own_bits q)) owners end.
    Definition is_short U M (i : N) : bool :=
      match B.named (B.name_of i) (table q) with
      | Some (i, e) =>
          (existsb (N.eqb i) (common q) ||
           has_mults q && (all_own U e || forallb (fun m => if is_fit m U M then has (uses m) i else true) (all q))) &&
          (largest q * at_most U M e <?
           Ms.lows M + N.of_nat (length (filter (fun b => B.subb b U) (once_bits q))))
      | None => false
      end.

    (* ---------- an image ---------- *)
    (* The options, each with its image, which is one of those that are left: all of them are met. *)
    Fixpoint paired (l : list option_) (left : PositiveMap.t option_) (s : src) :
        option (list (option_ * option_) * src) :=
      match l with
      | [] => if PositiveMap.is_empty left then Some ([], s) else None
      | m :: r =>
          let (k, s') := image next s in
          match PositiveMap.find (N.succ_pos k) left with
          | Some m' =>
              match paired r (PositiveMap.remove (N.succ_pos k) left) s' with
              | Some (ps, s'') => Some ((m, m') :: ps, s'')
              | None => None
              end
          | None => None
          end
      end.
    (* whether each open item has an option *)
    Definition supplied U (fitting : list option_) : bool :=
      B.subb (B.inter U (prim q)) (fold_right (fun m s => B.union (nd m) s) (B.of_blocks []) fitting).
    Definition named_of (f : option_ * option_ -> option_) (ps : list (option_ * option_)) : named :=
      map (fun x => (ix (fst x), uses (f x))) ps.
    Definition under_names (ps : list (option_ * option_)) : list (N * (opt * opt)) :=
      map (fun x => (ix (fst x), (uses (fst x), uses (snd x)))) ps.
    (* The state has as many covers, v, as T, which was kept. *)
    Definition image_of U M T R (v : V.t) (w : world) : answer :=
      if V.counts && negb (has_mults q) && Ms.eq M R then
        let here := filter (fun m => is_fit m U M) (all q) in
        let there := filter (fun m => is_fit m T M) (all q) in
        match paired there (with_numbers here) (rest w) with
        | None => None
        | Some (ps, s) =>
            let w' := {| rest := s; kept := kept w |} in
            if supplied U here then
              if supplied T there && partnered (first_secondary q) (under_names ps)
              then Some (v, w') else None
            else Some (V.zero, w')
        end
      else None.

    (* ---------- clauses ---------- *)
    (* They are about the options that fit, and the items that are open. *)
    Definition by_clauses U M (w : world) : answer :=
      if V.counts && negb (has_mults q) then
        let (all_items) := items q in
        let opened := filter (B.testb U) all_items in
        if B.subb (B.inter U (prim q)) (bits_of_items opened) then
          let p := rest_of (first_secondary q) opened (map uses (filter (fun m => is_fit m U M) (all q))) in
          match Clauses.by_clauses (step_of next p) p (rest w) with
          | Some (n, s) => Some (V.of_number n, {| rest := s; kept := kept w |})
          | None => None
          end
        else None
      else None.

    Definition is_open U M (e : entry) : bool :=
      match e with
      | Often n _ _ _ _ => negb (snd (Ms.bounds_at M n) =? 0)
      | Once bit _ _ => B.subb bit U
      end.
    (* the names of the open items of each part *)
    Definition parts_of U M (parts : nat) (part_of : list P.key) : list (list B.name) :=
      let names_in t part := match B.named part t with Some l => l | None => [] end in
      let sort_in st (ie : N * entry) :=
        let '(name, left, t) := st in
        match left with
        | part :: left' =>
            if is_open U M (snd ie) then (P.after name, left', B.put part (name :: names_in t part) t)
            else (P.after name, left, t)
        | [] => st
        end in
      let '(_, _, t) := fold_left sort_in (entries q) (B.name_of 0, part_of, B.blank (N.of_nat parts)) in
      rev_append (map (fun part => names_in t (B.name_of part)) (upto parts)) [].

    Definition open (child : B.t -> Ms.t -> world -> answer) U M (r : record) (w : world) : answer :=
      match r with
      | Branch i =>
          match B.named i (table q) with
          | Some (_, Once bit ol listing) => if B.subb bit U then branch child U M bit (candidates ol listing U) w else None
          | Some (_, Often n none one ol _) => often child n none one U M ol w
          | None => None
          end
      | Product n l => product child U M (parts_of U M n l) w
      | Sweep first order =>
          if has_mults q then sweep_options U M first order w else sweep U first order w
      | Shortage i => if is_short U M i then Some (V.zero, w) else None
      | TakeOrLeave k => if has_mults q then take_or_leave child k U M w else None
      | _ => None
      end.
    Fixpoint node (depth : nat) U M (w : world) : answer :=
      match depth with
      | O => None
      | S d =>
          if done U M then Some (V.one, w) else
          match next (rest w) with
          | None => None
          | Some (Refer slot, s) =>
              match S.get _ Empty slot (kept w) with
              | Full T R v => if same U M T R then Some (v, {| rest := s; kept := kept w |}) else None
              | Empty => None
              end
          | Some (Image slot, s) =>
              match S.get _ Empty slot (kept w) with
              | Full T R v => image_of U M T R v {| rest := s; kept := kept w |}
              | Empty => None
              end
          | Some (Clauses, s) => by_clauses U M {| rest := s; kept := kept w |}
          | Some (Keep slot, s) =>
              match next s with
              | None => None
              | Some (r, s') =>
                  match open (node d) U M r {| rest := s'; kept := kept w |} with
                  | Some (v, w') => Some (v, keep slot U M v w')
                  | None => None
                  end
              end
          | Some (r, s) => open (node d) U M r {| rest := s; kept := kept w |}
          end
      end.

    (* ---------- options that are given ---------- *)
    (* They are taken, one after the other; [named] has the prepared options by their numbers. *)
    Fixpoint given (child : B.t -> Ms.t -> world -> answer) (named : PositiveMap.t option_) (ks : list N) U M w : answer :=
      match ks with
      | [] => child U M w
      | k :: r =>
          match PositiveMap.find (N.succ_pos k) named with
          | Some m =>
              if ix m =? k then
                match fit m U M with
                | None => Some (V.zero, w)
                | Some R =>
                    match given child named r (B.diff U (kl m)) R w with
                    | Some (v, w') => Some (V.take e k v, w')
                    | None => None
                    end
                end
              else None
          | None => None
          end
      end.
  End Walk.
  Arguments World {src}.
  Arguments rest {src}.
  Arguments kept {src}.

  (* Of a prepared problem, what is known of the covers that have some options. *)
  Definition walk_given {src} (next : source src) (e : V.env) q depth named (ks : list N) (s : src) :
      option (V.t * src) :=
    match given src e (node src next e q depth) named ks (start q) (missing q)
                {| rest := s; kept := S.empty _ Empty |} with
    | Some (v, w) => Some (v, rest w)
    | None => None
    end.
  (* The tree is no deeper than this: a level closes an item, or takes an option, if there are multiplicities. *)
  Definition depth_of (p : problem) : nat :=
    let more {A} (l : list A) (n : nat) := fold_left (fun n _ => S n) l n in
    more (bounds p) (if forallb is_once (bounds p) then 2%nat else more (opts p) 2%nat).
  Definition walk {src} (next : source src) (e : V.env) (p : problem) (s : src) : option (V.t * src) :=
    match prepare p with
    | None => None
    | Some q => walk_given next e q (depth_of p) (PositiveMap.empty _) [] s
    end.

  (* ---------- it is right ---------- *)
  Section Sound.
    Variable src : Type.
    Variable next : source src.
    Variable e : V.env.
    Variable p : problem.
    Hypothesis WF : forall o, In o (opts p) -> wf p o.
    Definition ms := prepare_options p 0 (opts p).
    Hypothesis Room : B.has_room (np p + ns p) = true.
    Definition q : prepared := prepared_of p (mults p) (fun i => B.of_blocks [(i, 1)]) ms (rows_of (np p + ns p) ms).
    Notation Sols U M := (MSol p (B.den U) (Ms.den M)).
    Notation hask k i := (has (option_at p k) i = true).

    (* the prepared options are the options *)
    Lemma prepared_spec os m : forall k0, In m (prepare_options p k0 os) <->
      exists j, (j < length os)%nat /\ m = prepare_option p (k0 + N.of_nat j) (nth j os []).
    Proof.
      induction os as [|o os IH]; intro k0; simpl.
      - split; [tauto|]. intros (j & H & _). lia.
      - rewrite IH. split.
        + intros [<-|(j & L & ->)].
          * exists O. split; [lia|]. rewrite N.add_0_r. reflexivity.
          * exists (S j). split; [lia|]. f_equal. lia.
        + intros (j & L & ->). destruct j as [|j].
          * left. rewrite N.add_0_r. reflexivity.
          * right. exists j. split; [lia|]. f_equal. lia.
    Qed.
    Lemma ms_spec m : In m ms <-> V p (ix m) /\ m = prepare_option p (ix m) (option_at p (ix m)).
    Proof.
      unfold ms. rewrite prepared_spec. unfold V, option_at. split.
      - intros (j & L & ->). simpl. rewrite Nat2N.id. split; [lia|reflexivity].
      - intros (L & E). exists (N.to_nat (ix m)). split; [lia|]. rewrite N.add_0_l, N2Nat.id. exact E.
    Qed.
    Lemma one_of_number m m' : In m ms -> In m' ms -> ix m = ix m' -> m = m'.
    Proof. rewrite !ms_spec. intros [_ E] [_ E'] I. congruence. Qed.
    Lemma ms_of k : V p k -> In (prepare_option p k (option_at p k)) ms.
    Proof. intro H. apply ms_spec. simpl. auto. Qed.
    Lemma primary_and_others (f : N * N -> list (N * N)) o :
      (forall i c, i < np p -> bits_of (f (i, c)) = bits_of (if plain p i then [(i, 1)] else [])) ->
      N.lor (B.den (primary_bits (np p) (fun i => bit_of_primary (plain p i) i) o)) (bits_of (flat_map f (others (np p) o))) =
      bits_of (flat_map f o).
    Proof.
      intro H. induction o as [|[i c] o IH]; [cbn; rewrite B.den_of_blocks; reflexivity|].
      cbn [primary_bits fold_right others filter flat_map fst]. rewrite bits_of_app, <- IH.
      fold (primary_bits (np p) (fun i => bit_of_primary (plain p i) i) o). fold (others (np p) o).
      destruct (N.ltb_spec i (np p)) as [L|L], (N.leb_spec (np p) i) as [G|G]; try lia.
      - rewrite B.den_union. unfold bit_of_primary at 1. rewrite B.den_of_blocks, <- (H i c L). symmetry. apply N.lor_assoc.
      - cbn [flat_map]. rewrite bits_of_app, !N.lor_assoc. f_equal. apply N.lor_comm.
    Qed.
    Lemma nd_den m : In m ms -> B.den (nd m) = need p (ix m).
    Proof.
      intro H. apply ms_spec in H. destruct H as [_ ->]. cbn [nd ix prepare_option].
      rewrite B.den_union, B.den_of_blocks, bits_of_app, bits_of_own, N.lor_assoc, primary_and_others; [reflexivity|].
      intros i c L. unfold need1, need_blocks. destruct (N.ltb_spec i (np p)); [reflexivity|lia].
    Qed.
    Lemma kl_den m : In m ms -> B.den (kl m) = kill p (ix m).
    Proof.
      intro H. apply ms_spec in H. destruct H as [_ ->]. cbn [kl ix prepare_option].
      rewrite B.den_union, B.den_of_blocks, bits_of_app, bits_of_own, N.lor_assoc, primary_and_others; [reflexivity|].
      intros i c L. unfold kill1, kill_blocks. destruct (N.ltb_spec i (np p)); [reflexivity|lia].
    Qed.
    Lemma out_den m : In m ms -> multy p -> B.den (out m) = own p (ix m).
    Proof.
      intros H Mm. apply ms_spec in H. destruct H as [_ E].
      assert (G : out m = B.of_blocks (own_blocks p (ix m))) by (rewrite E at 1; reflexivity).
      rewrite G, B.den_of_blocks, bits_of_own. unfold own_of, own. unfold multy in Mm. destruct (mults p); [congruence|reflexivity].
    Qed.
    Lemma map_places (f : N -> bool) h js :
      (forall k j, nth_error js k = Some j -> f j = h k) -> map f js = map h (seq 0 (length js)).
    Proof.
      assert (G : forall js s, (forall k j, nth_error js k = Some j -> f j = h (s + k)%nat) -> map f js = map h (seq s (length js))).
      { clear js. induction js as [|j js IH]; intros s H; [reflexivity|]. cbn [map length seq]. f_equal.
        - rewrite (H O j eq_refl). f_equal. lia.
        - apply IH. intros k j' E. rewrite (H (S k) j' E). f_equal. lia. }
      apply (G js O).
    Qed.
    Lemma mults_nodup : NoDup (mults p).
    Proof. rewrite mults_filter. apply NoDup_filter, Clauses.upto_nodup. Qed.
    Lemma place_spec i js n : place_of i js = Some n -> nth_error js n = Some i.
    Proof.
      revert n. induction js as [|j js IH]; simpl; [discriminate|]. intro n.
      destruct (N.eqb_spec i j) as [->|]; [intro E; inversion E; reflexivity|].
      destruct (place_of i js); simpl; [|discriminate]. intro E. inversion E. simpl. auto.
    Qed.
    Lemma place_none i js : place_of i js = None -> ~ In i js.
    Proof.
      induction js as [|j js IH]; simpl; [tauto|]. destruct (N.eqb_spec i j); [discriminate|].
      destruct (place_of i js); simpl; [discriminate|]. intros H [->|H']; [tauto|]. apply IH; auto.
    Qed.
    Lemma place_in_spec i x : place_in (mults p) i = Some x -> nth_error (mults p) (unary x) = Some i.
    Proof.
      unfold place_in. destruct (place_of i (mults p)) eqn:E; [|discriminate]. intro H. inversion H. rewrite unary_at, Nat2N.id.
      apply place_spec, E.
    Qed.
    Lemma place_in_none i : place_in (mults p) i = None -> ~ In i (mults p).
    Proof. unfold place_in. destruct (place_of i (mults p)) eqn:E; [discriminate|]. intros _. apply place_none, E. Qed.
    Lemma same_place k n i : nth_error (mults p) k = Some i -> nth_error (mults p) n = Some i -> n = k.
    Proof.
      intros Hk Hn. apply (proj1 (NoDup_nth_error (mults p)) mults_nodup); [|congruence].
      apply nth_error_Some. congruence.
    Qed.
    Lemma flags_places o : Ms.flag_list (Ms.flags_at (N.of_nat (length (mults p))) (places_by (place_in (mults p)) o)) = flags p o.
    Proof.
      rewrite Ms.flag_list_at, Nat2N.id. symmetry. apply map_places. intros k j Hk. apply eq_true_iff_eq.
      unfold has, places_by. rewrite !existsb_exists. split.
      - intros (ic & Hic & E). apply N.eqb_eq in E. destruct (place_in (mults p) (fst ic)) as [x|] eqn:P.
        + exists x. split; [apply in_flat_map; exists ic; rewrite P; split; [exact Hic|left; reflexivity]|].
          apply place_in_spec in P. rewrite E in P. apply Nat.eqb_eq, (same_place _ _ _ Hk P).
        + apply place_in_none in P. rewrite E in P. destruct P. apply nth_error_In in Hk. exact Hk.
      - intros (x & Hx & E). apply Nat.eqb_eq in E. apply in_flat_map in Hx. destruct Hx as (ic & Hic & Hx). exists ic. split; [exact Hic|].
        destruct (place_in (mults p) (fst ic)) as [y|] eqn:P; [|destruct Hx]. destruct Hx as [->|[]].
        apply place_in_spec in P. rewrite E in P. apply N.eqb_eq. congruence.
    Qed.
    Lemma fl_list m : In m ms -> Ms.flag_list (fl m) = flags p (option_at p (ix m)).
    Proof. intro H. apply ms_spec in H. destruct H as [_ ->]. apply flags_places. Qed.
    Lemma take_fl m M : In m ms -> take (Ms.den M) (flags p (option_at p (ix m))) = if Ms.can M (fl m) then Some (Ms.den (Ms.less M (fl m))) else None.
    Proof. intro H. rewrite <- (fl_list m H). apply Ms.take_ok. Qed.

    Lemma put_first_spec m t items i : NoDup items ->
      list_of (put_first m t items) i = if in_dec N.eq_dec i items then m :: list_of t i else list_of t i.
    Proof.
      intro ND. induction ND as [|j l Hj ND IH]; [reflexivity|].
      unfold put_first. simpl fold_right. fold (put_first m t l). unfold list_of at 1.
      destruct (N.eq_dec j i) as [->|NE].
      - rewrite PositiveMap.gss. destruct (in_dec N.eq_dec i (i :: l)) as [_|K]; [|destruct K; left; reflexivity].
        f_equal. rewrite IH. destruct (in_dec N.eq_dec i l); [contradiction|reflexivity].
      - rewrite PositiveMap.gso.
        2:{ intro E. apply NE. rewrite <- (N.pos_pred_succ j), <- (N.pos_pred_succ i). congruence. }
        fold (list_of (put_first m t l) i). rewrite IH.
        destruct (in_dec N.eq_dec i l) as [K|K], (in_dec N.eq_dec i (j :: l)) as [K'|K'];
          try reflexivity; simpl in K'; tauto.
    Qed.
    Lemma has_in o i : has o i = true <-> In i (nodup N.eq_dec (map fst o)).
    Proof.
      rewrite nodup_In, has_iff, in_map_iff. split.
      - intros (c & H). exists (i, c). auto.
      - intros ([j c] & E & H). simpl in E. subst. eauto.
    Qed.
    Lemma lists_spec i os m : forall k0,
      In m (list_of (all_lists (prepare_options p k0 os) os) i) <->
      exists j, (j < length os)%nat /\ m = prepare_option p (k0 + N.of_nat j) (nth j os []) /\
                has (nth j os []) i = true.
    Proof.
      induction os as [|o os IH]; intro k0; simpl.
      - unfold list_of. rewrite PositiveMap.gempty. split; [intros []|]. intros (j & H & _). lia.
      - rewrite put_first_spec by apply NoDup_nodup.
        assert (G : (exists j, (j < length os)%nat /\ m = prepare_option p (N.succ k0 + N.of_nat j) (nth j os []) /\
                       has (nth j os []) i = true) <->
                    (exists j, (S j < S (length os))%nat /\ m = prepare_option p (k0 + N.of_nat (S j)) (nth j os []) /\
                       has (nth j os []) i = true)).
        { split; intros (j & L & E & H); exists j; (split; [lia|]); (split; [|assumption]); rewrite E; f_equal; lia. }
        destruct (in_dec N.eq_dec i (nodup N.eq_dec (map fst o))) as [K|K].
        + apply has_in in K. simpl. rewrite IH, G. split.
          * intros [<-|(j & L & E & H)]; [exists O|exists (S j)]; [|tauto].
            rewrite N.add_0_r. split; [lia|]. auto.
          * intros ([|j] & L & E & H); [left; rewrite N.add_0_r in E; auto|right; exists j; auto].
        + rewrite IH, G. split.
          * intros (j & L & E & H). exists (S j). auto.
          * intros ([|j] & L & E & H); [destruct K; apply has_in; assumption|exists j; auto].
    Qed.
    Lemma list_spec i m : In m (list_of (all_lists ms (opts p)) i) <-> In m ms /\ hask (ix m) i.
    Proof.
      unfold ms at 1. rewrite lists_spec, ms_spec. unfold V, option_at. split.
      - intros (j & L & -> & H). simpl. rewrite Nat2N.id. split; [split; [lia|reflexivity]|assumption].
      - intros [[L E] H]. exists (N.to_nat (ix m)). rewrite N.add_0_l, N2Nat.id. split; [lia|]. auto.
    Qed.
    Lemma lists_nodup i os : forall k0,
      NoDup (map ix (list_of (all_lists (prepare_options p k0 os) os) i)).
    Proof.
      induction os as [|o os IH]; intro k0; simpl.
      - unfold list_of. rewrite PositiveMap.gempty. constructor.
      - rewrite put_first_spec by apply NoDup_nodup.
        destruct (in_dec _ _ _); [|apply IH]. simpl. constructor; [|apply IH].
        rewrite in_map_iff. intros (m & E & H). apply lists_spec in H.
        destruct H as (j & _ & -> & _). simpl in E. lia.
    Qed.
    (* What is left when a secondary item has a colour. *)
    (* in a table they are the same *)
    Lemma put_row_same n m items : B.has_room n = true -> (forall i, In i items -> i < n) -> forall t t',
      B.roomy n t -> (forall i, row n t i = list_of t' i) ->
      B.roomy n (put_row n m t items) /\ forall i, row n (put_row n m t items) i = list_of (put_first m t' items) i.
    Proof.
      intros R L t t' T E. induction items as [|j l IH]; [auto|].
      destruct IH as [T' E']; [intros; apply L; right; assumption|]. assert (Lj := L j (or_introl eq_refl)).
      cbn [put_row put_first fold_right]. fold (put_row n m t l). fold (put_first m t' l). split; [apply B.put_roomy; exact T'|].
      intro i. unfold row at 1, list_of at 1. destruct (N.ltb_spec i n) as [Li|Li].
      - rewrite (B.named_put _ n) by assumption. destruct (N.eqb_spec i j) as [->|NE].
        + rewrite PositiveMap.gss, <- E'. reflexivity.
        + rewrite PositiveMap.gso; [|intro K; apply NE; rewrite <- (N.pos_pred_succ i), <- (N.pos_pred_succ j); congruence].
          fold (list_of (put_first m t' l) i). rewrite <- E'. unfold row. destruct (N.ltb_spec i n); [reflexivity|lia].
      - rewrite PositiveMap.gso; [|intro K; assert (i = j) by (rewrite <- (N.pos_pred_succ i), <- (N.pos_pred_succ j); congruence); lia].
        fold (list_of (put_first m t' l) i). rewrite <- E'. unfold row. destruct (N.ltb_spec i n); [lia|reflexivity].
    Qed.
    Lemma rows_same i : row (np p + ns p) (rows_of (np p + ns p) ms) i = list_of (all_lists ms (opts p)) i.
    Proof.
      unfold rows_of. rewrite rev_append_rev, app_nil_r, <- fold_left_rev_right, rev_involutive.
      set (n := np p + ns p) in *. unfold ms. revert WF. generalize 0 as k. revert i.
      assert (G : forall os k, (forall o, In o os -> wf p o) ->
        let t := fold_right (fun m t => put_row n m t (nodup N.eq_dec (map fst (uses m)))) (B.blank n) (prepare_options p k os) in
        B.roomy n t /\ forall i, row n t i = list_of (all_lists (prepare_options p k os) os) i).
      { induction os as [|o os IH]; intros k H; cbn [prepare_options fold_right all_lists].
        - split; [apply B.blank_roomy; exact Room|]. intro i. unfold row, list_of. rewrite B.named_blank, PositiveMap.gempty.
          destruct (i <? n); reflexivity.
        - destruct (IH (N.succ k) (fun o' H' => H o' (or_intror H'))) as [T E]. apply put_row_same; [exact Room| |exact T|exact E].
          intros i Hi. apply nodup_In, in_map_iff in Hi. destruct Hi as ([j c] & <- & Hi).
          destruct (H o (or_introl eq_refl)) as [R _]. specialize (R j c Hi). unfold n. cbn [fst]. lia. }
      intros i k H. apply (G (opts p) k H).
    Qed.
    Lemma list_of_color s l c : list_of (by_color s l) c = filter (fun m => color_in s m =? c) l.
    Proof.
      induction l as [|m l IH]; [unfold list_of; simpl; rewrite PositiveMap.gempty; reflexivity|].
      cbn [by_color fold_right filter]. fold (by_color s l). rewrite put_first_spec, IH by (repeat constructor; simpl; tauto).
      destruct (in_dec _ _ _) as [K|K], (N.eqb_spec (color_in s m) c) as [E|E]; simpl in K; tauto.
    Qed.
    Lemma color_of_element s l k l' : In (k, l') (PositiveMap.elements (by_color s l)) ->
      l' = filter (fun m => color_in s m =? Pos.pred_N k) l.
    Proof.
      intro H. apply PositiveMap.elements_complete in H. rewrite <- list_of_color. unfold list_of.
      assert (E : N.pos (N.succ_pos (Pos.pred_N k)) = N.pos k).
      { rewrite N.succ_pos_spec, N.pos_pred_spec. apply N.succ_pred. discriminate. }
      injection E as ->. rewrite H. reflexivity.
    Qed.
    Lemma element_of_color s l m : In m l ->
      In (N.succ_pos (color_in s m), list_of (by_color s l) (color_in s m)) (PositiveMap.elements (by_color s l)).
    Proof.
      intro H. assert (F : In m (list_of (by_color s l) (color_in s m))).
      { rewrite list_of_color. apply filter_In. split; [exact H|apply N.eqb_refl]. }
      apply PositiveMap.elements_correct. unfold list_of in *. destruct (PositiveMap.find _ _); [reflexivity|destruct F].
    Qed.
    Lemma has_color s m : In m ms -> color_in s m <> 0 -> In (s, color_in s m) (option_at p (ix m)).
    Proof.
      intros H NZ. apply ms_spec in H. destruct H as [_ E].
      assert (U : uses m = option_at p (ix m)) by (rewrite E at 1; reflexivity).
      unfold color_in in *. rewrite U in *. destruct (find _ _) as [[j c]|] eqn:F; [|congruence].
      apply find_some in F. destruct F as [F G]. apply N.eqb_eq in G. simpl in G. subst j. exact F.
    Qed.
    Lemma color_less s m : In m ms -> np p <= s -> color_in s m <> 0 -> color_in s m < W p.
    Proof.
      intros H L NZ. assert (I := has_color s m H NZ). apply ms_spec in H. destruct H as [Vm _].
      destruct (V_wf p WF _ Vm) as [R _]. destruct (R _ _ I) as [G|[_ G]]; [lia|]. unfold W. lia.
    Qed.
    Lemma needs_color s m : In m ms -> np p <= s -> color_in s m <> 0 -> mem (base p s + color_in s m) (need p (ix m)).
    Proof.
      intros H L NZ. assert (I := has_color s m H NZ). apply mem_lor. left. apply mem_fold.
      exists s, (color_in s m). split; [exact I|]. apply mem_need1. right. split; [exact L|]. exists (color_in s m). auto.
    Qed.
    Lemma index_by_ok U ss : (forall s, In s ss -> np p <= s) -> forall l, (forall m, In m l -> In m ms) ->
      sifted (fun m => B.subb (nd m) U = true) l (candidates l (index_by (np p) (W p) ss l) U).
    Proof.
      induction ss as [|s ss IH]; intros G l H; [apply B.perhaps_ok|]. assert (IH' := IH (fun s' Hs => G s' (or_intror Hs))).
      cbn [index_by candidates]. destruct (shorter 24 l); [apply B.perhaps_ok|]. cbv zeta.
      destruct (list_of (by_color s l) 0) as [|m0 l0] eqn:Z; [|destruct (index_by _ _ _ _) eqn:E; specialize (IH' l H); rewrite E in IH'; exact IH'].
      assert (NZ : forall m, In m l -> color_in s m <> 0).
      { intros m Hm C. rewrite list_of_color in Z. apply (in_nil (a := m)). rewrite <- Z. apply filter_In. split; [exact Hm|].
        apply N.eqb_eq, C. }
      assert (Ls := G s (or_introl eq_refl)).
      match goal with |- context [map ?g (PositiveMap.elements _)] => set (f := g) end.
      assert (Its : forall m, In m l -> B.subb (nd m) U = true -> exists y,
        In (color_in s m, y) (map f (PositiveMap.elements (by_color s l))) /\
        color_in s m < W p /\ mem (base p s + color_in s m) (B.den U)).
      { intros m Hm S. eexists. split; [|split].
        - apply in_map_iff. eexists. split; [|exact (element_of_color s l m Hm)]. unfold f. cbn [fst snd]. rewrite N.pos_pred_succ. reflexivity.
        - apply color_less; auto.
        - rewrite B.subb_ok, nd_den in S by auto. apply subb_ok in S. apply S, needs_color; auto. }
      unfold choice. match goal with |- context [B.switched U (B.switch_of ?a ?n ?cs) ?none ?several] =>
        destruct (B.switched_ok _ a n cs U none several) as [->|([x|] & -> & F)] end; [exact (IH' l H)| |]; fold (base p s) in F.
      - destruct F as (c & Hc & K). apply in_map_iff in Hc. destruct Hc as ([k l'] & E & Hk). inversion E; subst; clear E. cbn [fst snd] in *.
        apply color_of_element in Hk. eapply sifted_twice with (l2 := l').
        2:{ match goal with |- context [if ?b then _ else _] => destruct b end; [apply sifted_all|]. apply IH'. intros m Hm. rewrite Hk in Hm.
          apply filter_In in Hm. apply H, Hm. }
        subst l'.
        apply sifted_filter. intros m Hm S. apply N.eqb_eq. destruct (Its m Hm S) as (y & Hy & Sy). apply (K _ _ Hy Sy).
      - replace [] with (filter (fun _ : option_ => false) l) by (clear; induction l; auto). apply sifted_filter.
        intros m Hm S. destruct (Its m Hm S) as (y & Hy & Sy). destruct (F _ _ Hy Sy).
    Qed.
    Lemma candidates_ok U l : (forall m, In m l -> In m ms) ->
      sifted (fun m => B.subb (nd m) U = true) l (candidates l (index_of (np p) (W p) l) U).
    Proof.
      intro H. unfold index_of. destruct (shorter 4 l); [apply sifted_all|]. apply index_by_ok; [|exact H]. intros s Hs. destruct l as [|m l]; [destruct Hs|]. apply in_map_iff in Hs.
      destruct Hs as (ic & <- & Hs). apply filter_In in Hs. apply N.leb_le, Hs.
    Qed.
    Definition good (i : N) (ol : list option_) : Prop :=
      NoDup (map ix ol) /\ (forall m, In m ol <-> In m ms /\ hask (ix m) i).
    Definition entry_right (i : N) (en : entry) : Prop :=
      match en with
      | Once bit ol listing =>
          B.den bit = N.setbit 0 i /\ mem i (prims p) /\ good i ol /\ listing = index_of (np p) (W p) ol
      | Often n none _ ol owners =>
          nth_error (mults p) (unary n) = Some i /\ none = Ms.cap_at (N.of_nat (length (mults p))) n 0 /\ good i ol /\ owners = owners_of ol
      end.
    Lemma entry_right_in i en : In (i, en) (entries q) -> entry_right i en.
    Proof.
      assert (G : good i (row (np p + ns p) (rows_of (np p + ns p) ms) i)).
      { rewrite rows_same. split; [apply lists_nodup|]. intro m. apply list_spec. }
      simpl. unfold all_entries. cbv zeta.
      assert (U : forall j, In j (upto (length (bounds p))) -> j < np p).
      { intros j Hj. apply in_upto in Hj. exact Hj. }
      assert (E0 : forall en', In (i, en') [] -> entry_right i en') by (intros en' []).
      revert E0. generalize (@nil (N * entry)).
      induction (upto (length (bounds p))) as [|j l IH]; intros t E0; cbn [fold_left]; [apply E0|].
      apply IH; [intros; apply U; right; assumption|]. intros en' [E|Ht]; [|apply E0; exact Ht].
      inversion E; subst. unfold entry_of.
      destruct (place_in (mults p) i) as [n|] eqn:Hp.
      + split; [apply place_in_spec; assumption|]. split; [reflexivity|]. split; [assumption|reflexivity].
      + split; [rewrite B.den_of_blocks; apply bits_of_one|]. split; [|auto]. apply place_in_none in Hp. rewrite in_mults in Hp. apply mem_prims.
        specialize (U i (or_introl eq_refl)). destruct (plain p i); tauto.
    Qed.
    Lemma entry_there i : i < np p -> exists en, In (i, en) (entries q).
    Proof.
      intro L. simpl. unfold all_entries. cbv zeta. unfold np in L. apply in_upto in L. revert L. generalize (@nil (N * entry)).
      assert (Keep : forall l e x, In x e -> In x (fold_left (fun e i => (i, entry_of (np p) (W p) (N.of_nat (length (mults p))) (place_in (mults p) i) (B.of_blocks [(i, 1)])
          (row (np p + ns p) (rows_of (np p + ns p) ms) i)) :: e) l e)).
      { induction l as [|j l IH]; intros e0 x Hx; [exact Hx|]. cbn [fold_left]. apply IH. right. exact Hx. }
      induction (upto (length (bounds p))) as [|j l IH]; intros t []; cbn [fold_left].
      - subst j. eexists. apply Keep. left. reflexivity.
      - apply IH. assumption.
    Qed.
    Lemma entry_spec name i en : B.named name (table q) = Some (i, en) -> entry_right i en.
    Proof. intro H. apply entry_right_in, (B.named_in _ name), H. Qed.

    Lemma fit_take m U M : In m ms ->
      match fit m U M with Some R => Some (Ms.den R) | None => None end =
      if B.subb (nd m) U then take (Ms.den M) (flags p (option_at p (ix m))) else None.
    Proof.
      intro Hm. unfold fit, is_fit. rewrite (take_fl m M Hm). destruct (B.subb _ _); [|reflexivity].
      destruct (Ms.can M _); reflexivity.
    Qed.
    Lemma fit_some m U M R : In m ms -> fit m U M = Some R ->
      sub (need p (ix m)) (B.den U) /\ take (Ms.den M) (flags p (option_at p (ix m))) = Some (Ms.den R).
    Proof.
      intros Hm E. assert (F := fit_take m U M Hm). rewrite E, B.subb_ok, (nd_den m Hm) in F.
      destruct (Counting.subb _ _) eqn:Sb; [|discriminate]. apply subb_ok in Sb. auto.
    Qed.
    Lemma fit_none m U M : In m ms -> fit m U M = None -> ~ fits p (B.den U) (Ms.den M) (ix m).
    Proof.
      intros Hm E. assert (F := fit_take m U M Hm). rewrite E, B.subb_ok, (nd_den m Hm) in F.
      intros [Sb T]. apply subb_ok in Sb. rewrite Sb in F. congruence.
    Qed.
    Lemma is_fit_iff m U M : In m ms -> (is_fit m U M = true <-> fits p (B.den U) (Ms.den M) (ix m)).
    Proof.
      intro Hm. assert (I : is_fit m U M = match fit m U M with Some _ => true | None => false end).
      { unfold fit. destruct (is_fit m U M); reflexivity. }
      rewrite I. destruct (fit m U M) eqn:E.
      - apply fit_some in E; [|assumption]. unfold fits. split; [|reflexivity].
        intros _. destruct E as [? ->]. split; [assumption|discriminate].
      - split; [discriminate|]. intro H. destruct (fit_none m U M Hm E H).
    Qed.

    Lemma in_groups m : In m ms -> exists g, In g (groups_of (np p) (entries q)) /\ In m (members g) /\
      sub (B.den (in_all g)) (B.den (nd m)) /\ sub (B.den (nd m)) (B.den (in_any g)).
    Proof.
      intro Hm. assert (Hm' := Hm). apply ms_spec in Hm'. destruct Hm' as [Vk Em].
      assert (U : uses m = option_at p (ix m)) by (rewrite Em at 1; reflexivity).
      destruct (V_wf p WF _ Vk) as [_ (i & c & Hi & L)].
      destruct (find (fun ic => fst ic <? np p) (uses m)) as [[j d]|] eqn:F.
      2:{ exfalso. rewrite U in F. apply (find_none _ _ F) in Hi. cbn [fst] in Hi. apply N.ltb_lt in L. congruence. }
      assert (Fj := find_some _ _ F). cbn [fst] in Fj. rewrite U in Fj. destruct Fj as [Hj Lj]. apply N.ltb_lt in Lj.
      destruct (entry_there j Lj) as (en & He). assert (Re := entry_right_in j en He).
      set (l := match en with Once _ l _ | Often _ _ _ l _ => l end).
      assert (Hl : In m l).
      { assert (G : good j l) by (destruct en; apply Re). apply G. split; [exact Hm|]. apply has_iff. eauto. }
      assert (Hf : In m (filter (is_first (np p) j) l)).
      { apply filter_In. split; [exact Hl|]. unfold is_first. rewrite F. apply N.eqb_refl. }
      assert (Sub : forall g, In g (group_of (filter (is_first (np p) j) l)) -> In g (groups_of (np p) (entries q))).
      { intros g Hg. unfold groups_of. apply in_flat_map. exists (j, en). split; [exact He|exact Hg]. }
      destruct (filter (is_first (np p) j) l) as [|m0 r] eqn:Fl; [destruct Hf|].
      eexists. split; [apply Sub; left; reflexivity|]. cbn [members in_all in_any]. split; [exact Hf|]. clear - Hf. split.
      - assert (G : forall r s, (forall b, mem b (B.den (fold_left (fun s m => B.inter (nd m) s) r s)) -> mem b (B.den s)) /\
                      (In m r -> sub (B.den (fold_left (fun s m => B.inter (nd m) s) r s)) (B.den (nd m)))).
        { clear. induction r as [|x r IH]; intro s; [split; [auto|intros []]|]. cbn [fold_left]. destruct (IH (B.inter (nd x) s)) as [I1 I2].
          split; [intros b Hb; apply I1 in Hb; rewrite B.den_inter in Hb; apply mem_land in Hb; tauto|].
          intros [->|H]; [|auto]. intros b Hb. apply I1 in Hb. rewrite B.den_inter in Hb. apply mem_land in Hb. tauto. }
        destruct (G r (nd m0)) as [G1 G2]. destruct Hf as [->|H]; [exact G1|auto].
      - assert (G : forall r s, (forall b, mem b (B.den s) -> mem b (B.den (fold_left (fun s m => B.union (nd m) s) r s))) /\
                      (In m r -> sub (B.den (nd m)) (B.den (fold_left (fun s m => B.union (nd m) s) r s)))).
        { clear. induction r as [|x r IH]; intro s; [split; [auto|intros []]|]. cbn [fold_left]. destruct (IH (B.union (nd x) s)) as [I1 I2].
          split; [intros b Hb; apply I1; rewrite B.den_union; apply mem_lor; tauto|].
          intros [->|H]; [|auto]. intros b Hb. apply I1. rewrite B.den_union. apply mem_lor. tauto. }
        destruct (G r (nd m0)) as [G1 G2]. destruct Hf as [->|H]; [exact G1|auto].
    Qed.
    Lemma group_same U M T :
      forallb (fun g => if B.disjb (in_any g) (B.union (B.diff U T) (B.diff T U)) then true else
                        if B.subb (in_all g) U || B.subb (in_all g) T
                        then forallb (fun m => Bool.eqb (is_fit m U M) (is_fit m T M)) (members g) else true)
              (groups_of (np p) (entries q)) = true ->
      forall m, In m ms -> is_fit m U M = is_fit m T M.
    Proof.
      rewrite forallb_forall. intros H m Hm. destruct (in_groups m Hm) as (g & Hg & Mg & S1 & S2). specialize (H g Hg).
      destruct (B.disjb _ _) eqn:D.
      - apply B.disjb_ok in D. rewrite B.den_union, !B.den_diff in D.
        assert (N0 : forall b, mem b (B.den (nd m)) -> (mem b (B.den U) <-> mem b (B.den T))).
        { intros b Hb. assert (Z := mem_0 b). rewrite <- D in Z. rewrite mem_land, mem_lor, !mem_ldiff in Z. specialize (S2 b Hb).
          destruct (mem_dec b (B.den U)), (mem_dec b (B.den T)); tauto. }
        unfold is_fit. assert (E : B.subb (nd m) U = B.subb (nd m) T).
        { rewrite !B.subb_ok. apply eq_true_iff_eq. rewrite !subb_ok. split; intros S b Hb; apply (N0 b Hb), S, Hb. }
        rewrite E. reflexivity.
      - destruct (B.subb (in_all g) U) eqn:SU, (B.subb (in_all g) T) eqn:ST; cbn [orb] in H;
          try (rewrite forallb_forall in H; apply eqb_prop, H, Mg).
        assert (No : forall X, B.subb (in_all g) X = false -> is_fit m X M = false).
        { intros X SX. unfold is_fit. destruct (B.subb (nd m) X) eqn:Sm; [exfalso|reflexivity].
          rewrite B.subb_ok in Sm, SX. apply subb_ok in Sm. assert (G : Counting.subb (B.den (in_all g)) (B.den X) = true); [|congruence].
          apply subb_ok. intros b Hb. apply Sm, S1, Hb. }
        rewrite (No U SU), (No T ST). reflexivity.
    Qed.
    Lemma same_ok U M T R : same q U M T R = true -> forall X, Sols T R X <-> Sols U M X.
    Proof.
      unfold same. rewrite andb_true_iff, orb_true_iff, andb_true_iff. intros [HM H].
      apply Ms.eq_ok in HM. rewrite <- HM. destruct H as [H|[HP H]].
      - apply B.eqb_ok in H. rewrite H. tauto.
      - apply B.eqb_ok in HP. rewrite !B.den_inter in HP. simpl in HP, H. rewrite den_primary_set in HP.
        assert (E : forall i, mem i (prims p) -> (mem i (B.den U) <-> mem i (B.den T))).
        { intros i Hi. generalize (mem_land i (B.den U) (prims p)), (mem_land i (B.den T) (prims p)).
          rewrite HP. tauto. }
        assert (F : forall k, V p k -> (fits p (B.den U) (Ms.den M) k <-> fits p (B.den T) (Ms.den M) k)).
        { intros k Vk. assert (Eq := group_same U M T H _ (ms_of k Vk)). clear H. rename Eq into H.
          generalize (is_fit_iff _ U M (ms_of k Vk)), (is_fit_iff _ T M (ms_of k Vk)).
          rewrite H. simpl. tauto. }
        intro X. split; apply same_sol; try (intros i Hi; specialize (E i Hi); tauto);
          intros k Vk Hf; apply (F k Vk) in Hf; apply Hf.
    Qed.

    Definition Known (kept : slots) : Prop :=
      forall s T R v, S.get _ Empty s kept = Full T R v -> V.Val e (Sols T R) v.
    Definition right (f : B.t -> Ms.t -> world src -> answer src) : Prop :=
      forall U M w v w', Known (kept w) -> length (Ms.den M) = length (mults p) ->
        f U M w = Some (v, w') -> V.Val e (Sols U M) v /\ Known (kept w').

    (* ---------- a sweep ---------- *)
    (* What is proved goes backwards: if what waits after a step is worth n, each state the
       number of its covers times the ways that lead to it, then what waited before it was
       worth that less what the step has added to the total. At the end nothing waits. *)
    Notation ways := V.number.
    Section Worth.
      Variable state : Type.
      Variable covers_of : state -> N -> Prop.
      Inductive Worth : list (state * V.t) -> N -> Prop :=
      | worth_none : Worth [] 0
      | worth_state U w l c n : Counts (covers_of U) c -> Worth l n -> Worth ((U, w) :: l) (ways w * c + n).
      Lemma worth_permuted l l' n : Permutation l l' -> Worth l n -> Worth l' n.
      Proof.
        intro HP. revert n. induction HP as [|[U w] l l' HP IH|[U w] [T v] l|l l' l'' HP1 IH1 HP2 IH2];
          intros n H; try (inversion H; subst).
        - constructor.
        - constructor; auto.
        - match goal with H : Worth (_ :: _) _ |- _ => inversion H; subst end.
          rewrite N.add_assoc, (N.add_comm (_ * _)), <- N.add_assoc. repeat constructor; assumption.
        - auto.
        - auto.
      Qed.
      (* from a total and things that wait to others *)
      Definition Goes (holds : list (state * V.t) -> Prop) (total : V.t)
          (holds' : list (state * V.t) -> Prop) (total' : V.t) : Prop :=
        forall l, holds l -> exists l', holds' l' /\ forall n', Worth l' n' ->
        exists n, Worth l n /\ ways total' + n' = ways total + n.
      Lemma goes_on a s b t c u : Goes a s b t -> Goes b t c u -> Goes a s c u.
      Proof.
        intros AB BC l Hl. destruct (AB l Hl) as (l1 & H1 & W1). destruct (BC l1 H1) as (l2 & H2 & W2).
        exists l2. split; [assumption|]. intros n2 Hn2. destruct (W2 n2 Hn2) as (n1 & Hn1 & E1).
        destruct (W1 n1 Hn1) as (n & Hn & E). exists n. split; [assumption|]. congruence.
      Qed.
      Lemma goes_nowhere a s : Goes a s a s.
      Proof. intros l Hl. exists l. split; [assumption|]. eauto. Qed.
    End Worth.
    Lemma in_runs_ok {state} (goes : state -> state -> Prop) step : (forall r, goes r r) ->
      (forall r1 r2 r3, goes r1 r2 -> goes r2 r3 -> goes r1 r3) ->
      (forall n k r r', step n k r = Some r' -> goes r r') ->
      forall ks r r', in_runs step ks r = Some r' -> goes r r'.
    Proof.
      intros Refl Trans Step. induction ks as [|[k n] ks IH]; intros r r'; cbn [in_runs].
      { intro E. inversion E; subst. apply Refl. }
      destruct (step n k r) as [r1|] eqn:E; [|discriminate]. intro E'.
      apply (Trans _ r1); [apply (Step n k); exact E|apply IH; exact E'].
    Qed.
    Arguments Worth {state}.
    Arguments worth_none {state covers_of}.
    Arguments worth_permuted {state covers_of}.
    Arguments Goes {state}.
    Arguments goes_on {state covers_of a s b t c u}.
    Arguments goes_nowhere {state covers_of a s}.
    Section Numbers.
      Hypothesis HC : V.counts = true.
      Lemma number_zero : ways V.zero = 0.
      Proof.
        apply (Counts_unique (fun _ => False)); [|apply Counts_none; auto].
        apply (V.number_iff HC e). apply V.none. auto.
      Qed.
      Lemma number_one : ways V.one = 1.
      Proof.
        apply (Counts_unique (fun X => X = 0)); [|apply (Counts_one _ 0); tauto].
        apply (V.number_iff HC e). apply V.empty. tauto.
      Qed.

    End Numbers.

    Lemma child_counts m U M R c : In m ms -> fit m U M = Some R -> Counts (Sols (B.diff U (kl m)) R) c ->
      Counts (fun X => Sols U M X /\ mem (ix m) X) c.
    Proof.
      intros Hm F HN. assert (Vm : V p (ix m)) by (apply ms_spec in Hm; tauto).
      apply fit_some in F; [|assumption]. destruct F as [Sb T].
      rewrite B.den_diff, (kl_den m Hm) in HN.
      eapply Counts_ext; [intro X; symmetry; apply (take_iff p WF); eassumption|].
      apply Counts_image; [|assumption]. intros x y Hx Hy.
      apply setbit_inj; eapply (take_fresh p WF); eassumption.
    Qed.
    Lemma left_out m U M X : In m ms -> multy p ->
      (Sols U M X /\ ~ mem (ix m) X) <-> Sols (B.diff U (out m)) M X.
    Proof.
      intros Hm Mm. rewrite B.den_diff, (out_den m Hm Mm). apply leave_iff; try assumption.
      apply ms_spec in Hm. tauto.
    Qed.

    Section Swept.
      Hypothesis M0 : mults p = [].
      Hypothesis HC : V.counts = true.
      Notation Sols0 U := (Sols U (missing q)).
      Lemma nothing_missing : Ms.den (missing q) = [].
      Proof. cbn [q prepared_of missing]. rewrite Ms.den_of_list. unfold first_missing. rewrite M0. reflexivity. Qed.
      Notation Worth := (Worth (fun U => Sols0 U)).

      Lemma plain_done U X : B.disjb U (prim q) = true -> (Sols0 U X <-> X = 0).
      Proof.
        intro D. apply B.disjb_ok in D. simpl in D. rewrite den_primary_set in D.
        rewrite nothing_missing. apply (done_iff p WF); [|reflexivity|rewrite M0; reflexivity].
        apply land0_ok. rewrite D. reflexivity.
      Qed.
      Lemma plain_child m U c : In m ms -> is_fit m U (missing q) = true -> Counts (Sols0 (B.diff U (kl m))) c ->
        Counts (fun X => Sols0 U X /\ mem (ix m) X) c.
      Proof.
        intros Hm F HN. assert (E : fit m U (missing q) = Some (Ms.less (missing q) (fl m))) by (unfold fit; rewrite F; reflexivity).
        apply (child_counts m U _ _ c Hm E). destruct (fit_some m U _ _ Hm E) as [_ T].
        apply take_length in T. rewrite nothing_missing in *.
        destruct (Ms.den (Ms.less (missing q) (fl m))); [exact HN|discriminate].
      Qed.
      (* the covers that have one of these options *)
      Definition Having U (ks : list N) (X : N) : Prop := Sols0 U X /\ exists k, In k ks /\ mem k X.
      Lemma having_others m U ol : In m ms -> is_fit m U (missing q) = false ->
        forall X, Having U (map ix ol) X <-> Having U (map ix (m :: ol)) X.
      Proof.
        intros Hm F X. split; intros (HS & k & Hk & Hk'); (split; [assumption|]); exists k.
        - split; [right|]; assumption.
        - destruct Hk as [<-|Hk]; [exfalso|auto].
          assert (G : is_fit m U (missing q) = true); [|congruence]. apply is_fit_iff; [assumption|].
          eapply sol_fits; eassumption.
      Qed.
      (* the covers that have this option, and those that have one of the others *)
      Lemma having_both i U m ol : mem i (prims p) -> NoDup (map ix (m :: ol)) ->
        (forall m', In m' (m :: ol) -> In m' ms /\ hask (ix m') i) -> is_fit m U (missing q) = true ->
        forall a b, Counts (Sols0 (B.diff U (kl m))) a -> Counts (Having U (map ix ol)) b ->
        Counts (Having U (map ix (m :: ol))) (a + b).
      Proof.
        intros Pi ND HM F a b Ha Hb. destruct (HM m (or_introl eq_refl)) as [Hm Mi]. apply (plain_child m U a Hm F) in Ha.
        eapply Counts_ext; [|apply Counts_union; [|exact Ha|exact Hb]].
        - intro X. unfold Having. simpl. split.
          + intros [[HS Hk]|(HS & k & Hk & Hk')]; (split; [assumption|]); eauto.
          + intros (HS & k & [<-|Hk] & Hk'); [left; auto|right; eauto].
        - intros X [HS Hk] (_ & k & Hin & Hk'). inversion ND as [|? ? Nx _]; subst. apply Nx. assert (ix m = k) as ->; [|assumption].
          apply in_map_iff in Hin. destruct Hin as (m' & <- & Hm'). destruct (HM m' (or_intror Hm')) as [_ Mi'].
          eapply (clash (V p) (need p) (kill p) (prims p) (h_prim p) (B.den U) X i);
            [apply HS|exact Hk|exact Hk'|assumption| |]; apply need_prim; assumption.
      Qed.
      (* of the last item *)
      Lemma so_many_ok i U : mem i (prims p) -> (forall j, mem j (B.den U) -> mem j (prims p) -> j = i) ->
        forall ol n, NoDup (map ix ol) -> (forall m, In m ol -> In m ms /\ hask (ix m) i) ->
        exists c, so_many U ol n = n + c /\ Counts (Having U (map ix ol)) c.
      Proof.
        intros Pi Last. induction ol as [|m ol IH]; intros n ND HM; cbn [so_many].
        { exists 0. split; [lia|]. apply Counts_none. intros X (_ & k & [] & _). }
        destruct (HM m (or_introl eq_refl)) as [Hm Mi]. assert (ND' := ND). inversion ND' as [|? ? _ ND2]; subst.
        destruct (IH (if B.subb (nd m) U then N.succ n else n) ND2 (fun m' H => HM m' (or_intror H))) as (c & E & HCc).
        assert (Fit : is_fit m U (missing q) = B.subb (nd m) U).
        { unfold is_fit. destruct (B.subb (nd m) U); [|reflexivity].
          assert (T := take_fl m (missing q) Hm). rewrite nothing_missing in T. unfold flags in T. rewrite M0 in T.
          destruct (Ms.can _ _); [reflexivity|discriminate]. }
        destruct (B.subb (nd m) U) eqn:F.
        - exists (1 + c). split; [rewrite E; lia|]. apply (having_both i); try assumption.
          apply (Counts_one _ 0). intro X. rewrite nothing_missing.
          apply (done_iff p WF); [|reflexivity|rewrite M0; reflexivity].
          intros j Hj Pj. rewrite B.den_diff, mem_ldiff in Hj. destruct Hj as [Uj Nj]. apply Nj.
          rewrite (Last j Uj Pj), (kl_den m Hm). apply ms_spec in Hm. apply (h_prim p); [tauto|exact Pi|]. apply need_prim; assumption.
        - exists c. split; [exact E|]. apply (Counts_ext _ _ _ (having_others m U ol Hm Fit) HCc).
      Qed.
      Lemma expand_ok i U w later : mem i (prims p) ->
        forall ol s P n sum r l, PH.Holds P n l -> NoDup (map ix ol) ->
        (forall m, In m ol -> In m ms /\ hask (ix m) i) ->
        expand src next q U w later ol s P n sum = Some r ->
        exists l', PH.Holds (pool src r) (waiting src r) l' /\ forall n', Worth l' n' ->
        exists c n0, Worth l n0 /\ Counts (Having U (map ix ol)) c /\
          ways (total src r) + n' = ways sum + ways w * c + n0.
      Proof.
        intro Pi. induction ol as [|m ol IH]; intros s P n sum r l HP ND HM; cbn [expand].
        { intro E. inversion E; subst. exists l. split; [assumption|]. intros n' W. exists 0, n'.
          split; [assumption|]. split; [|simpl; lia]. apply Counts_none. intros X (_ & k & [] & _). }
        inversion ND as [|? ? Nx ND']; subst. destruct (HM m) as [Hm Mi]; [left; reflexivity|].
        assert (HM' : forall m', In m' ol -> In m' ms /\ hask (ix m') i) by (intros; apply HM; right; assumption).
        destruct (is_fit m U (missing q)) eqn:F.
        2:{ intro E. apply IH with (l := l) in E; try assumption. destruct E as (l' & HP' & HW).
            exists l'. split; [assumption|]. intros n' W. destruct (HW n' W) as (c & n0 & W0 & HCc & E).
            exists c, n0. split; [assumption|]. split; [|assumption]. apply (Counts_ext _ _ _ (having_others m U ol Hm F) HCc). }
        assert (Both := having_both i U m ol Pi ND HM F).
        destruct (from_open later _) as [|st l1].
        - destruct (B.disjb _ (prim q)) eqn:D; [|discriminate]. intro E.
          apply IH with (l := l) in E; try assumption. destruct E as (l' & HP' & HW).
          exists l'. split; [assumption|]. intros n' W. destruct (HW n' W) as (c & n0 & W0 & HCc & E).
          exists (1 + c), n0. split; [assumption|]. split.
          + apply Both; [|assumption]. apply (Counts_one _ 0). intro X. apply plain_done. assumption.
          + rewrite V.number_add in E by assumption. lia.
        - destruct (target next (queue_of st) s) as [k s'].
          (* with v + w ways to a state T that has the covers of the child, and was there with v *)
          assert (More : forall T v P', P.get k P = Some (T, v) -> changed P.get k (Some (T, V.add v w)) P P' ->
            (forall X, Sols0 T X <-> Sols0 (B.diff U (kl m)) X) ->
            expand src next q U w later ol s' P' n sum = Some r ->
            exists l', PH.Holds (pool src r) (waiting src r) l' /\ forall n', Worth l' n' ->
            exists c n0, Worth l n0 /\ Counts (Having U (map ix (m :: ol))) c /\
              ways (total src r) + n' = ways sum + ways w * c + n0).
          { intros T v P' G S HS E. destruct (PH.holds_get _ _ _ _ _ G HP) as (l0 & HL & Merged & _).
            specialize (Merged _ _ S). apply IH with (l := (T, V.add v w) :: l0) in E; try assumption.
            destruct E as (l' & HP' & HW).
            exists l'. split; [assumption|]. intros n' W. destruct (HW n' W) as (c & n0 & W0 & HCc & E).
            inversion W0 as [|? ? ? cT n1 HT W1]; subst.
            exists (cT + c), (ways v * cT + n1). split; [|split].
            * apply (worth_permuted _ _ _ (Permutation_sym HL)). constructor; assumption.
            * apply Both; [|assumption]. eapply Counts_ext; [exact HS|exact HT].
            * rewrite V.number_add in E by assumption. lia. }
          assert (PO := P.put_ok k (B.diff U (kl m)) w P).
          destruct (P.put k _ w P) as [P'|P'|].
          + destruct PO as [G S]. assert (HP1 := PH.holds_put _ _ _ _ _ _ G (PH.set_changed _ _ _ _ S) HP). intro E.
            apply IH with (l := (B.diff U (kl m), w) :: l) in E; try assumption. destruct E as (l' & HP' & HW).
            exists l'. split; [assumption|]. intros n' W. destruct (HW n' W) as (c & n0 & W0 & HCc & E).
            inversion W0 as [|? ? ? cC n1 HT W1]; subst.
            exists (cC + c), n1. split; [assumption|]. split; [apply Both; assumption|]. lia.
          + destruct PO as (v & G & S). intro E. eapply More; [exact G|exact S|tauto|exact E].
          + destruct (PM.merge _ k w P) as [P'|] eqn:Mg; [|discriminate]. intro E.
            apply PM.merge_ok in Mg. destruct Mg as (T & v & HS & G & S).
            eapply More; [exact G|exact S|apply same_ok; exact HS|exact E].
      Qed.

      Definition stop_ok (st : stop) : Prop :=
        exists i, B.den (bit_of st) = N.setbit 0 i /\ mem i (prims p) /\ good i (options_of st).
      Lemma stops_ok order : forall l0 l, (forall st, In st l0 -> stop_ok st) -> stops q order l0 = Some l ->
        forall st, In st l -> stop_ok st.
      Proof.
        induction order as [|[i k] order IH]; intros l0 l H0; cbn [stops].
        - intro E. inversion E; subst. intros st H. apply H0. rewrite rev_append_rev, app_nil_r in H. apply in_rev. exact H.
        - destruct (B.named i (table q)) as [[j [bit ol li|n ol]]|] eqn:Ht; try discriminate.
          apply IH. intros st [<-|H]; [|apply H0; exact H].
          exists j. destruct (entry_spec _ j _ Ht) as (Hb & Pi & G & _). auto.
      Qed.
      (* an item that is open has one of its options that fit in each cover *)
      Lemma all_having i bit ol fitting U : B.den bit = N.setbit 0 i -> mem i (prims p) -> good i ol ->
        sifted (fun m => B.subb (nd m) U = true) ol fitting ->
        B.subb bit U = true -> forall X, Having U (map ix fitting) X <-> Sols0 U X.
      Proof.
        intros Hb Pi (ND & G) HF Sb X. split; [intros [HS _]; assumption|]. intro HX. split; [assumption|].
        rewrite B.subb_ok, Hb in Sb. apply subb_ok in Sb.
        destruct HX as [[F _ C] _]. destruct (C i) as (k & Hk & Nk); [apply Sb, mem_single; reflexivity|assumption|].
        exists k. split; [|assumption]. destruct (F k Hk) as [Vk Sk].
        apply in_map_iff. exists (prepare_option p k (option_at p k)). split; [reflexivity|].
        apply (sifted_keeps _ _ _ _ HF).
        - rewrite B.subb_ok, (nd_den _ (ms_of k Vk)). apply subb_ok. exact Sk.
        - apply G. split; [apply ms_of; assumption|]. simpl. apply need_prim in Nk; assumption.
      Qed.

      Definition goes (r r' : run src) : Prop :=
        Goes (fun U => Sols0 U) (PH.Holds (pool src r) (waiting src r)) (total src r)
                                (PH.Holds (pool src r') (waiting src r')) (total src r').
      Lemma each_ok st span later : stop_ok st ->
        forall n k r r', each src next q st span (B.listed nd (filter (fun m => B.subb (nd m) span) (options_of st))) later n k r = Some r' ->
        goes r r'.
      Proof.
        intros (i & Hb & Pi & G). set (fitting := B.listed nd _). induction n as [|n IH]; intros k r r'; cbn [each].
        { intro E. inversion E; subst. apply goes_nowhere. }
        destruct (P.take k (pool src r)) as [[[U w] P]|] eqn:Hk; [|discriminate].
        apply P.take_ok in Hk. destruct Hk as [Hk S].
        destruct (B.subb _ U && _) eqn:Sb; [|discriminate]. apply andb_true_iff in Sb. destruct Sb as [Sb Spanned].
        assert (HF : sifted (fun m => B.subb (nd m) U = true) (options_of st) (B.perhaps U fitting)).
        { eapply sifted_twice; [apply sifted_filter|apply B.perhaps_ok]. intros m _. cbv beta.
          rewrite !B.subb_ok in *. intro Hm. apply subb_ok. apply subb_ok in Hm, Spanned. intros b Hb'. auto. }
        destruct (expand _ _ _ _ _ _ _ _ _ _ _) as [r1|] eqn:E; [|discriminate]. intro E'. apply IH in E'.
        eapply goes_on; [|exact E']. clear E' IH. intros l Hl.
        destruct (PH.holds_get _ _ _ _ _ Hk Hl) as (l0 & HL & _ & Drop). specialize (Drop _ S).
        apply (expand_ok i U w _ Pi) with (l := l0) in E; [|assumption| |].
        2:{ apply (sifted_nodup _ _ _ _ HF), G. }
        2:{ intros m Hm. apply G. apply (sifted_in _ _ _ _ HF Hm). }
        destruct E as (l' & HP' & HW). exists l'. split; [assumption|]. intros n' W.
        destruct (HW n' W) as (c & n0 & W0 & HCc & E). exists (ways w * c + n0). split; [|lia].
        apply (worth_permuted _ _ _ (Permutation_sym HL)). constructor; [|assumption].
        eapply Counts_ext; [|exact HCc]. apply (all_having i (bit_of st) (options_of st)); assumption.
      Qed.
      Lemma go_through_ok l : (forall st, In st l -> stop_ok st) -> forall span r r',
        go_through src next q l span r = Some r' -> goes r r'.
      Proof.
        induction l as [|st l IH]; intros Hl span r r'; cbn [go_through].
        { intro E. inversion E; subst. apply goes_nowhere. }
        destruct (queue next (queue_of st) (from src r)) as [ks s].
        destruct (in_runs _ _ _) as [r1|] eqn:E; [|discriminate]. intro E'.
        apply IH in E'; [|intros; apply Hl; right; assumption]. eapply goes_on; [|exact E'].
        apply (in_runs_ok goes) in E; [exact E|intro; apply goes_nowhere|intros r2 r3 r4; apply goes_on|].
        apply each_ok. apply Hl. left. reflexivity.
      Qed.
    End Swept.

    Lemma sweep_ok : mults p = [] -> forall U first order w v w', Known (kept w) ->
      sweep src next q U first order w = Some (v, w') -> V.Val e (Sols U (missing q)) v /\ Known (kept w').
    Proof.
      intros M0 U first order w v w' K. unfold sweep. destruct V.counts eqn:HC; [|discriminate].
      destruct (stops q order []) as [l|] eqn:Hl; [|discriminate].
      destruct (P.set first _ (P.empty tt)) as [P|] eqn:S; [|discriminate].
      destruct (go_through _ _ _ _ _ _) as [r|] eqn:E; [|discriminate].
      destruct (waiting src r) eqn:HW; [|discriminate]. intro E'. inversion E'; subst. split; [|exact K].
      apply go_through_ok in E; try assumption. 2:{ eapply stops_ok; [|exact Hl]. intros st []. }
      destruct (E [(U, V.one)]) as (l' & HP & HB).
      { apply (PH.holds_put _ _ _ _ _ _ (P.get_empty _) (PH.set_changed _ _ _ _ S) PH.holds_empty). }
      rewrite HW in HP. apply PH.holds_none in HP. subst l'.
      destruct (HB 0 worth_none) as (n & W & En). inversion W as [|? ? ? c n1 Hc W1]; subst.
      inversion W1; subst. simpl in En. rewrite number_zero, number_one in En by assumption.
      apply (V.number_iff HC). replace (V.number (total src r)) with c by lia. assumption.
    Qed.

    (* ---------- a sweep of options ---------- *)
    Section Decided.
      Hypothesis MM : multy p.
      Hypothesis HC : V.counts = true.
      Definition covers_of (state : B.t * Ms.t) (X : N) : Prop := Sols (fst state) (snd state) X.
      Notation Worth := (Worth covers_of).
      Definition numbers (l : list decision) : list N := map (fun d => ix (about d)) l.

      (* Only these options can still be taken; so how often an item can be covered at most is
         how many there are with it. *)
      Definition Coming (ks : list N) U : Prop := forall k, V p k -> sub (need p k) (B.den U) -> In k ks.
      Definition Last (last : list B.t) (ks : list N) : Prop := forall b, In b last ->
        exists i, B.den b = N.setbit 0 i /\ mem i (prims p) /\ forall k, In k ks -> ~ hask k i.
      Definition how_many (ks : list N) (j : N) : N := N.of_nat (length (filter (fun k => has (option_at p k) j) ks)).
      Definition MostOf (most : list (option N)) (ks : list N) : Prop :=
        Forall2 (fun j x => forall n, x = Some n -> how_many ks j <= n) (mults p) most.
      Definition Most (most : Ms.caps) (ks : list N) : Prop :=
        exists l, most = Ms.caps_of l /\ MostOf l ks.
      Lemma limited_ok last most ks U M : Last last ks -> Most most ks -> Coming ks U ->
        match limited last most U M with
        | Some R => forall X, Sols U M X <-> Sols U R X
        | None => forall X, ~ Sols U M X
        end.
      Proof.
        intros HL (caps & -> & HM) HCo. unfold limited. destruct (existsb _ last) eqn:E.
        - apply existsb_exists in E. destruct E as (b & Hb & Sb). destruct (HL b Hb) as (i & Db & Pi & No).
          rewrite B.subb_ok, Db in Sb. apply subb_ok in Sb. intros X [[F _ C] _].
          destruct (C i) as (k & Hk & Nk); [apply Sb, mem_single; reflexivity|assumption|].
          destruct (F k Hk) as [Vk Sk]. apply (No k); [auto|]. apply need_prim in Nk; assumption.
        - assert (G : forall X, Sol (V p) (need p) (kill p) (prims p) (B.den U) X ->
                        Forall2 (fun j x => forall n, x = Some n -> degree p X j <= n) (mults p) caps).
          { intros X HX. unfold MostOf in HM. clear E. induction HM as [|j x js l H HM IH]; constructor; [|exact IH].
            intros n Hn. eapply N.le_trans; [|apply H; exact Hn]. apply deg_le. intros k Vk Hk Hh.
            apply filter_In. split; [|assumption]. apply HCo; [assumption|]. apply (sol_fit _ _ _ _ _ _ HX k Hk). }
          assert (L := Ms.limit_ok M caps). destruct (Ms.limit M (Ms.caps_of caps)) as [R|]; intro X.
          + split; intros [HS HW]; (split; [assumption|]); assert (I := limit_iff p (Ms.den M) caps X (G X HS));
              rewrite L in I; tauto.
          + intros [HS HW]. assert (I := limit_iff p (Ms.den M) caps X (G X HS)). rewrite L in I. tauto.
      Qed.
      Lemma own_needed k : mem (outs p + k) (need p k).
      Proof. apply mem_lor. right. apply mem_own. auto. Qed.
      Lemma coming_gone ks U g : (forall k, V p k -> ~ In k ks -> mem (outs p + k) (B.den g)) ->
        B.disjb U g = true -> Coming ks U.
      Proof.
        intros G DJ k Vk Sk. destruct (in_dec N.eq_dec k ks) as [|NI]; [assumption|exfalso].
        apply B.disjb_ok in DJ. assert (D : disj (B.den U) (B.den g)) by (apply land0_ok; rewrite DJ; reflexivity).
        apply (D (outs p + k)); [apply Sk, own_needed|auto].
      Qed.
      Lemma coming_less m ks U T : Coming (ix m :: ks) U -> mem (outs p + ix m) (B.den T) ->
        Coming ks (B.diff U T).
      Proof.
        intros H HT k Vk Sk. rewrite B.den_diff in Sk. destruct (H k Vk) as [E|]; [| |assumption].
        - intros b Hb. specialize (Sk b Hb). apply mem_ldiff in Sk. tauto.
        - exfalso. specialize (Sk _ (own_needed k)). apply mem_ldiff in Sk. apply (proj2 Sk). rewrite <- E. assumption.
      Qed.
      Lemma own_out m : In m ms -> mem (outs p + ix m) (B.den (out m)).
      Proof. intro Hm. rewrite out_den by assumption. apply mem_single. reflexivity. Qed.
      Lemma own_kl m : In m ms -> mem (outs p + ix m) (B.den (kl m)).
      Proof. intro Hm. rewrite kl_den by assumption. apply mem_lor. right. apply mem_own. auto. Qed.

      Definition decision_ok (d : decision) (later : list decision) : Prop :=
        In (about d) ms /\ Last (last_of d) (numbers later) /\ Most (to_come d) (numbers later) /\
        forall k, V p k -> ~ In k (numbers (d :: later)) -> mem (outs p + k) (B.den (gone d)).
      Fixpoint planned (l : list decision) : Prop :=
        match l with [] => True | d :: later => decision_ok d later /\ planned later end.
      Definition Left (x : option (B.t * Ms.t * list decision)) (X : N) : Prop :=
        match x with Some (C, R, _) => Sols C R X | None => False end.
      Lemma settle_ok l : planned l -> forall U M, Coming (numbers l) U ->
        forall X, Left (settle l U M) X <-> Sols U M X.
      Proof.
        induction l as [|d l IH]; intros HP U M HCo X; cbn [settle]; [simpl; tauto|].
        destruct HP as [(Hm & HL & HM & _) HP]. destruct (is_fit (about d) U M) eqn:F; [simpl; tauto|].
        assert (C := coming_less (about d) (numbers l) U _ HCo (own_out _ Hm)).
        assert (L := limited_ok _ _ _ (B.diff U (out (about d))) M HL HM C).
        assert (O : Sols U M X <-> Sols (B.diff U (out (about d))) M X).
        { rewrite <- left_out by assumption. split; [|tauto]. intro HX. split; [assumption|]. intro Hk.
          assert (is_fit (about d) U M = true); [|congruence]. apply is_fit_iff; [assumption|].
          eapply sol_fits; eassumption. }
        rewrite O. cbv zeta. destruct (limited _ _ _ _) as [R|].
        - rewrite IH by assumption. symmetry. apply L.
        - split; [intros []|]. apply L.
      Qed.
      Lemma decided_ok d later U M : decision_ok d later -> planned later -> Coming (numbers later) U ->
        forall X, Left (decided d later U M) X <-> Sols U M X.
      Proof.
        intros (_ & HL & HM & _) HP HCo X. unfold decided. assert (L := limited_ok _ _ _ U M HL HM HCo).
        destruct (limited _ _ _ _) as [R|].
        - rewrite settle_ok by assumption. symmetry. apply L.
        - split; [intros []|]. apply L.
      Qed.
      Lemma done_ok U M X : done q U M = true -> (Sols U M X <-> X = 0).
      Proof.
        unfold done. rewrite andb_true_iff. intros [DJ Z]. apply Ms.eq_ok in Z. rewrite Z. cbn [q prepared_of nothing]. unfold nothing_of. rewrite Ms.den_of_list.
        apply B.disjb_ok in DJ. simpl in DJ. rewrite den_primary_set in DJ. apply (done_iff p WF).
        - apply land0_ok. rewrite DJ. reflexivity.
        - apply forallb_forall. intros b Hb. apply in_map_iff in Hb. destruct Hb as (? & <- & _). reflexivity.
        - apply map_length.
      Qed.

      Lemma arrive_ok x w r r' l : DH.Holds (lines src r) (standing src r) l -> arrive src next q x w r = Some r' ->
        exists l', DH.Holds (lines src r') (standing src r') l' /\ forall n', Worth l' n' ->
        exists c n0, Worth l n0 /\ Counts (Left x) c /\ ways (sum src r') + n' = ways (sum src r) + ways w * c + n0.
      Proof.
        intro HP. destruct x as [[[C R] [|d later]]|]; cbn [arrive].
        - destruct (done q C R) eqn:E0; [|discriminate]. intro E. inversion E; subst. simpl.
          exists l. split; [assumption|]. intros n' W. exists 1, n'. split; [assumption|]. split.
          + apply (Counts_one _ 0). intro X. apply done_ok. assumption.
          + rewrite V.number_add by assumption. lia.
        - destruct (target next (line_of d) (at_ src r)) as [k s].
          assert (More : forall T L v P', D.get k (lines src r) = Some (T, L, v) ->
            changed D.get k (Some (T, L, V.add v w)) (lines src r) P' -> (forall X, Sols T L X <-> Sols C R X) ->
            exists l', DH.Holds P' (standing src r) l' /\ forall n', Worth l' n' ->
            exists c n0, Worth l n0 /\ Counts (Sols C R) c /\ ways (sum src r) + n' = ways (sum src r) + ways w * c + n0).
          { intros T L v P' G S HS. destruct (DH.holds_get _ _ _ _ _ G HP) as (l0 & HL & Merged & _).
            specialize (Merged _ _ S). exists ((T, L, V.add v w) :: l0). split; [assumption|].
            intros n' W. inversion W as [|? ? ? cT n1 HT W1]; subst.
            exists cT, (ways v * cT + n1). split; [|split].
            - apply (worth_permuted _ _ _ (Permutation_sym HL)). constructor; assumption.
            - eapply Counts_ext; [|exact HT]. exact HS.
            - rewrite V.number_add by assumption. lia. }
          assert (DO := D.put_ok k (C, R) w (lines src r)).
          destruct (D.put k _ w _) as [P'|P'|].
          + destruct DO as [G S]. assert (HP1 := DH.holds_put _ _ _ _ _ _ G (DH.set_changed _ _ _ _ S) HP).
            intro E. inversion E; subst. simpl. exists ((C, R, w) :: l). split; [assumption|].
            intros n' W. inversion W as [|? ? ? cC n1 HT W1]; subst. exists cC, n1.
            split; [assumption|]. split; [exact HT|]. lia.
          + destruct DO as (v & G & S). intro E. inversion E; subst. apply (More C R v P' G S). tauto.
          + destruct (DM.merge _ k w _) as [P'|] eqn:Mg; [|discriminate]. intro E. inversion E; subst.
            apply DM.merge_ok in Mg. destruct Mg as ([T L] & v & HS & G & S).
            apply (More T L v P' G S). apply same_ok. exact HS.
        - intro E. inversion E; subst. exists l. split; [assumption|]. intros n' W. exists 0, n'.
          split; [assumption|]. split; [apply Counts_none; auto|]. lia.
      Qed.
      Definition course_goes (r r' : course src) : Prop :=
        Goes covers_of (DH.Holds (lines src r) (standing src r)) (sum src r)
                       (DH.Holds (lines src r') (standing src r')) (sum src r').
      Lemma decide_ok d later : decision_ok d later -> planned later -> forall n k r r',
        decide src next q d later n k r = Some r' -> course_goes r r'.
      Proof.
        intros HD HP. assert (Hm := proj1 HD). induction n as [|n IH]; intros k r r'; cbn [decide].
        { intro E. inversion E; subst. apply goes_nowhere. }
        destruct (D.take k (lines src r)) as [[[[U M] w] P]|] eqn:Hk; [|discriminate]. cbv zeta.
        apply D.take_ok in Hk. destruct Hk as [Hk S].
        destruct (B.disjb U (gone d)) eqn:DJ; [|discriminate].
        destruct (fit (about d) U M) as [R|] eqn:F; [|discriminate].
        destruct (arrive _ _ _ _ w _) as [r1|] eqn:E1; [|discriminate].
        destruct (arrive _ _ _ _ w r1) as [r2|] eqn:E2; [|discriminate].
        intro E'. apply IH in E'. eapply goes_on; [|exact E']. clear E' IH. intros l Hl.
        destruct (DH.holds_get _ _ _ _ _ Hk Hl) as (l0 & HL & _ & Drop). specialize (Drop _ S).
        apply (arrive_ok _ _ _ _ l0) in E1; [|exact Drop]. destruct E1 as (l1 & H1 & W1).
        apply (arrive_ok _ _ _ _ l1) in E2; [|exact H1]. destruct E2 as (l2 & H2 & W2).
        exists l2. split; [exact H2|]. intros n2 Wn2.
        destruct (W2 n2 Wn2) as (c2 & n1 & Wn1 & C2 & E2). destruct (W1 n1 Wn1) as (c1 & n0 & Wn0 & C1 & E1).
        exists (ways w * (c1 + c2) + n0). split.
        2:{ simpl in E1. rewrite N.mul_add_distr_l. lia. }
        apply (worth_permuted _ _ _ (Permutation_sym HL)). constructor; [|assumption].
        assert (Co : Coming (numbers (d :: later)) U) by (eapply coming_gone; [apply HD|exact DJ]).
        apply Counts_ext with (Q := fun X => (Sols U M X /\ mem (ix (about d)) X) \/ (Sols U M X /\ ~ mem (ix (about d)) X)).
        { intro X. unfold covers_of. simpl. destruct (mem_dec (ix (about d)) X); tauto. }
        apply Counts_union; [tauto| |].
        - apply (child_counts _ _ _ R); try assumption. eapply Counts_ext; [|exact C1].
          apply decided_ok; try assumption. eapply coming_less; [exact Co|apply own_kl; assumption].
        - eapply Counts_ext; [|exact C2]. intro X. rewrite left_out by assumption.
          apply decided_ok; try assumption. eapply coming_less; [exact Co|apply own_out; assumption].
      Qed.
      Lemma decide_all_ok l : planned l -> forall r r', decide_all src next q l r = Some r' -> course_goes r r'.
      Proof.
        induction l as [|d l IH]; intros HP r r'; cbn [decide_all].
        { intro E. inversion E; subst. apply goes_nowhere. }
        destruct HP as [HD HP]. destruct (queue next (line_of d) (at_ src r)) as [ks s].
        destruct (in_runs _ _ _) as [r1|] eqn:E; [|discriminate]. intro E'.
        apply IH in E'; [|assumption]. eapply goes_on; [|exact E'].
        apply (in_runs_ok course_goes) in E; [exact E|intro; apply goes_nowhere|intros r2 r3 r4; apply goes_on|].
        apply decide_ok; assumption.
      Qed.

      (* ---------- the plan ---------- *)
      Lemma numbered_ok k m : PositiveMap.find k (numbered q) = Some m -> In m ms.
      Proof.
        unfold numbered, with_numbers. simpl. induction ms as [|a l IH]; simpl.
        - rewrite PositiveMap.gempty. discriminate.
        - destruct (Pos.eq_dec k (N.succ_pos (ix a))) as [->|NE].
          + rewrite PositiveMap.gss. intro E. inversion E. auto.
          + rewrite PositiveMap.gso by assumption. auto.
      Qed.
      Lemma owned_ok k : V p k -> mem (outs p + k) (B.den (owned q)).
      Proof.
        intro Vk. assert (H := ms_of k Vk). assert (G := own_out _ H). revert H G. simpl ix.
        unfold owned. simpl all. generalize ms. induction l as [|a l IH]; intros Hin Hk; [destruct Hin|].
        simpl. rewrite B.den_union, mem_lor. destruct Hin as [->|Hin]; [left; exact Hk|right; auto].
      Qed.
      Lemma once_bits_ok b : In b (once_bits q) -> exists i, B.den b = N.setbit 0 i /\ mem i (prims p).
      Proof.
        cbn [q prepared_of once_bits once_sets]. destruct (mults p) eqn:M0; [destruct (MM M0)|].
        rewrite once_bits_plain, in_map_iff. intros (i & <- & Hi). exists i.
        split; [rewrite B.den_of_blocks; apply bits_of_one|]. apply filter_In in Hi. destruct Hi as [Hi Pl]. apply mem_prims.
        split; [apply in_upto; exact Hi|exact Pl].
      Qed.
      Lemma not_in_ok s ks bits : (forall b, In b bits -> In b (once_bits q)) ->
        (forall k, In k ks -> sub (need p k) (B.den s)) -> Last (not_in s bits) ks.
      Proof.
        intros HS HK b Hb. unfold not_in in Hb. apply filter_In in Hb. destruct Hb as [Hb NS].
        destruct (once_bits_ok b (HS b Hb)) as (i & Db & Pi). exists i. split; [assumption|]. split; [assumption|].
        intros k Hk Hh. assert (B.subb b s = true) as E; [|rewrite E in NS; discriminate].
        rewrite B.subb_ok, Db. apply subb_ok. intros j Hj. apply mem_single in Hj. subst j.
        apply (HK k Hk). apply need_prim; assumption.
      Qed.
      Definition counted (l : list N) (ks : list N) : Prop :=
        Forall2 (fun j n => how_many ks j = n) (mults p) l.
      Lemma flagged_ok l ks o : counted l ks -> MostOf (where_flagged (flags p o) l) ks.
      Proof.
        unfold counted, MostOf, flags. induction 1 as [|j n js l Hn H IH]; simpl; constructor; [|exact IH].
        intros m E. destruct (has o j); inversion E. lia.
      Qed.
      Lemma one_more_ok l ks k : counted l ks -> counted (one_more (flags p (option_at p k)) l) (k :: ks).
      Proof.
        unfold counted, flags. induction 1 as [|j n js l Hn H IH]; simpl; constructor; [|exact IH].
        unfold how_many in *. simpl. destruct (has (option_at p k) j); simpl length; lia.
      Qed.
      Lemma plan_ok order : forall l, plan_of q (B.tabled (all q)) (once_bits q) (owned q) order = Some l ->
        let ks := numbers (decisions l) in
        planned (decisions l) /\
        (forall b, mem b (B.den (coming l)) -> exists k, In k ks /\ b = outs p + k) /\
        (forall k, In k ks -> sub (need p k) (B.den (needed l))) /\ counted (left l) ks.
      Proof.
        cbv zeta. induction order as [|[i k] order IH]; intro l; cbn [plan_of].
        - intro E. inversion E; subst. simpl. split; [exact I|]. split; [|split].
          + rewrite B.den_of_N. intros b Hb. destruct (mem_0 b Hb).
          + intros k [].
          + rewrite Ms.den_of_list. unfold counted, first_missing. induction (mults p); simpl; constructor; [reflexivity|assumption].
        - destruct (B.named i _) as [m|] eqn:Fm; [|discriminate].
          destruct (plan_of q _ _ _ order) as [l0|]; [|discriminate]. destruct (IH l0 eq_refl) as (HP & HCo & HN & HL).
          apply B.named_in in Fm. cbn [q prepared_of all] in Fm. intro E. inversion E; subst; clear E. cbn [decisions coming needed left].
          assert (HCo' : forall b, mem b (B.den (B.union (out m) (coming l0))) ->
                    exists k0, In k0 (ix m :: numbers (decisions l0)) /\ b = outs p + k0).
          { intros b Hb. rewrite B.den_union, mem_lor, out_den in Hb by assumption. destruct Hb as [Hb|Hb].
            - apply mem_single in Hb. exists (ix m). simpl. auto.
            - destruct (HCo b Hb) as (k0 & ? & ?). exists k0. simpl. auto. }
          split; [split; [|assumption]|]; [|split; [exact HCo'|split]].
          + split; [assumption|]. cbn [last_of to_come gone about]. split; [|split].
            * destruct (B.subb _ (needed l0)); [intros b []|]. apply not_in_ok; [|assumption].
              intros b Hb. apply filter_In in Hb. tauto.
            * rewrite fl_list by assumption. eexists. split; [reflexivity|]. apply flagged_ok. assumption.
            * intros k0 Vk NI. rewrite B.den_diff, mem_ldiff. split; [apply owned_ok; assumption|].
              intro Hb. destruct (HCo' _ Hb) as (k1 & Hk1 & E). apply NI. simpl.
              assert (k0 = k1) as -> by lia. exact Hk1.
          + intros k0 Hk0 b Hb. rewrite B.den_union, mem_lor. destruct Hk0 as [<-|Hk0].
            * left. cbn [about] in Hb. rewrite nd_den by assumption. exact Hb.
            * right. apply (HN k0); assumption.
          + rewrite fl_list by assumption. apply one_more_ok. assumption.
      Qed.
      Lemma sweep_options_ok U M first order w v w' : Known (kept w) ->
        sweep_options src next q U M first order w = Some (v, w') -> V.Val e (Sols U M) v /\ Known (kept w').
      Proof.
        intro K. unfold sweep_options. rewrite HC. cbv zeta.
        destruct (plan_of q _ _ _ order) as [l|] eqn:Hl; [|discriminate].
        destruct (plan_ok order l Hl) as (HP & HCo & HN & HL).
        set (others := B.diff (owned q) (coming l)). set (C := B.diff U others).
        destruct (B.disjb C others && same q C M U M) eqn:HS; [|discriminate].
        apply andb_true_iff in HS. destruct HS as [DJ HS].
        assert (SC : forall X, Sols U M X <-> Sols C M X) by (apply same_ok; assumption).
        assert (Co : Coming (numbers (decisions l)) C).
        { eapply coming_gone; [|exact DJ]. intros k Vk NI. unfold others. rewrite B.den_diff, mem_ldiff.
          split; [apply owned_ok; assumption|]. intro Hb. destruct (HCo _ Hb) as (k1 & Hk1 & E).
          apply NI. assert (k = k1) as -> by lia. exact Hk1. }
        assert (HM : Most (Ms.caps_of (map Some (left l))) (numbers (decisions l))).
        { eexists. split; [reflexivity|]. unfold MostOf. clear - HL. unfold counted in HL. induction HL as [|j n js l0 Hn H IH]; simpl; constructor; [|exact IH].
          intros n0 E. inversion E. subst. apply N.le_refl. }
        assert (L := limited_ok _ _ _ C M (not_in_ok (needed l) _ (once_bits q) (fun b H => H) HN) HM Co).
        destruct (limited _ _ C M) as [R|].
        2:{ intro E. inversion E; subst. split; [|assumption]. apply V.none. intros X HX. apply SC in HX. apply (L X HX). }
        destruct (decisions l) as [|d ds].
        { destruct (done q C R) eqn:HD; [|discriminate]. intro E. inversion E; subst. split; [|assumption].
          apply V.empty. intro X. rewrite SC, L. apply done_ok. assumption. }
        destruct (D.set first _ (D.empty tt)) as [P|] eqn:S; [|discriminate].
        destruct (decide_all _ _ _ _ _) as [r|] eqn:E; [|discriminate].
        destruct (standing src r) eqn:HW; [|discriminate]. intro E'. inversion E'; subst. split; [|exact K].
        apply decide_all_ok in E; [|assumption]. destruct (E [(C, R, V.one)]) as (l' & HP' & HB).
        { apply (DH.holds_put _ _ _ _ _ _ (D.get_empty _) (DH.set_changed _ _ _ _ S) DH.holds_empty). }
        rewrite HW in HP'. apply DH.holds_none in HP'. subst l'.
        destruct (HB 0 worth_none) as (n & W & En). inversion W as [|? ? ? c n1 Hc W1]; subst.
        inversion W1; subst. simpl in En. rewrite number_zero, number_one in En by assumption.
        apply (V.number_iff HC). replace (V.number (sum src r)) with c by lia.
        eapply Counts_ext; [|exact Hc]. intro X. rewrite SC, L. unfold covers_of. simpl. tauto.
      Qed.
    End Decided.

    Section Children.
      Variable child : B.t -> Ms.t -> world src -> answer src.
      Hypothesis CH : right child.

      (* what the child of an option says of the covers that have it *)
      Lemma child_ok m U M R w v w' : In m ms -> Known (kept w) -> length (Ms.den M) = length (mults p) ->
        fit m U M = Some R -> child (B.diff U (kl m)) R w = Some (v, w') ->
        V.Val e (fun X => Sols U M X /\ mem (ix m) X) (V.take e (ix m) v) /\ Known (kept w').
      Proof.
        intros Hm K L F H. assert (Vm : V p (ix m)) by (apply ms_spec in Hm; tauto).
        apply fit_some in F; [|assumption]. destruct F as [Sb T].
        apply CH in H; [|assumption|]. 2:{ rewrite <- L. apply take_length in T. assumption. }
        destruct H as [HV K']. split; [|assumption]. rewrite B.den_diff, (kl_den m Hm) in HV.
        eapply V.ext.
        2:{ apply V.with_option; [|exact HV]. intros Y HY. eapply take_fresh; eassumption. }
        intro X. symmetry. apply (take_iff p WF); assumption.
      Qed.

      Lemma once_ok i U M : mem i (prims p) -> length (Ms.den M) = length (mults p) ->
        forall ol acc w v w' (Q : N -> Prop), Known (kept w) -> NoDup (map ix ol) ->
        (forall m, In m ol -> In m ms /\ hask (ix m) i) ->
        V.Val e Q acc -> (forall X k, Q X -> In k (map ix ol) -> Sols U M X -> mem k X -> False) ->
        once src e child U M ol acc w = Some (v, w') ->
        V.Val e (fun X => Q X \/ (Sols U M X /\ exists k, In k (map ix ol) /\ mem k X)) v /\ Known (kept w').
      Proof.
        intros Pi L. induction ol as [|m ol IH]; intros acc w v w' Q K ND HM HQ HD; cbn [once].
        - intro E. inversion E; subst. split; [|assumption]. eapply V.ext; [|exact HQ].
          intro X. split; [tauto|]. intros [H|(_ & k & [] & _)]; assumption.
        - inversion ND as [|? ? Nx ND']; subst. destruct (HM m) as [Hm Mi]; [left; reflexivity|].
          destruct (fit m U M) as [R|] eqn:F.
          + destruct (child _ R w) as [[v1 w1]|] eqn:E; [|discriminate].
            apply (child_ok m U M R) in E; try assumption. destruct E as [HV K'].
            intro H. apply IH with (Q := fun X => Q X \/ (Sols U M X /\ mem (ix m) X)) in H; try assumption.
            * destruct H as [H K'']. split; [|assumption]. eapply V.ext; [|exact H]. intro X. split.
              -- intros [[H'|[HS Hk]]|(HS & k & Hk & Hk')]; [tauto| |]; right; (split; [assumption|]);
                 [exists (ix m)|exists k]; simpl; auto.
              -- intros [H'|(HS & k & [<-|Hk] & Hk')]; [tauto|tauto|]. right. eauto.
            * intros; apply HM; right; assumption.
            * apply V.either; try assumption. intros X HX [HS Hk]. apply (HD X (ix m)); simpl; auto.
            * intros X k [HX|[_ Hk]] Hin HS Hk'; [apply (HD X k); simpl; auto|].
              apply Nx. assert (ix m = k) as ->; [|assumption].
              apply in_map_iff in Hin. destruct Hin as (m' & <- & Hm').
              destruct (HM m') as [_ Mi']; [right; assumption|].
              eapply (clash (V p) (need p) (kill p) (prims p) (h_prim p) (B.den U) X i);
                [apply HS|exact Hk|exact Hk'|assumption| |]; apply need_prim; assumption.
          + intro H. apply IH with (Q := Q) in H; try assumption.
            * destruct H as [H K']. split; [|assumption]. eapply V.ext; [|exact H]. intro X. split.
              -- intros [H'|(HS & k & Hk & Hk')]; [tauto|]. right. split; [assumption|]. exists k. simpl. auto.
              -- intros [H'|(HS & k & [<-|Hk] & Hk')]; [tauto| |]; [exfalso|right; eauto].
                 apply (fit_none m U M Hm F). eapply sol_fits; eassumption.
            * intros; apply HM; right; assumption.
            * intros X k HX Hin. apply HD; simpl; auto.
      Qed.

      Lemma no_more_missing M : mults p = [] -> length (Ms.den M) = length ([] : list N) ->
        Ms.den M = Ms.den (missing q).
      Proof. intros M0 L. rewrite (nothing_missing M0). destruct (Ms.den M); [reflexivity|discriminate]. Qed.
      Lemma branch_ok i U M bit ol w v w' : mem i (prims p) -> B.den bit = N.setbit 0 i -> length (Ms.den M) = length (mults p) ->
        Known (kept w) -> NoDup (map ix ol) -> (forall m, In m ol -> In m ms /\ hask (ix m) i) ->
        branch src e q child U M bit ol w = Some (v, w') ->
        V.Val e (fun X => Sols U M X /\ exists k, In k (map ix ol) /\ mem k X) v /\ Known (kept w').
      Proof.
        intros Pi Hb L K ND HM. assert (One : once src e child U M ol V.zero w = Some (v, w') ->
          V.Val e (fun X => Sols U M X /\ exists k, In k (map ix ol) /\ mem k X) v /\ Known (kept w')).
        { intro H. apply once_ok with (i := i) (Q := fun _ => False) in H; try assumption; [|apply V.none; auto|auto].
          destruct H as [H K']. split; [|exact K']. eapply V.ext; [|exact H]. intro X. tauto. }
        unfold branch. destruct ol as [|m1 [|m2 [|m3 ol]]]; try exact One. destruct (is_last q U bit) eqn:E; [|exact One].
        unfold is_last in E. apply andb_true_iff in E. destruct E as [HC E]. apply andb_true_iff in E. destruct E as [M0 E].
        cbn [q prepared_of has_mults prim] in M0, E. apply B.no_more_ok in E. rewrite den_primary_set, Hb in E.
        destruct (mults p) eqn:M0'; [clear M0|discriminate M0].
        assert (G : forall j, mem j (B.den U) -> mem j (prims p) -> j = i).
        { intros j Hu Hp. apply mem_single, E, mem_land. auto. }
        destruct (so_many_ok M0' i U Pi G _ 0 ND HM) as (c & -> & Hc). intro H. inversion H; subst. split; [|exact K].
        apply (V.number_iff HC). rewrite (V.number_of HC). eapply Counts_ext; [|exact Hc]. intro X. unfold Having.
        rewrite (no_more_missing M M0' L). tauto.
      Qed.

      Lemma cap_at_ok n i X : nth_error (mults p) (unary n) = Some i -> degree p X i = 0 ->
        Forall2 (fun j x => forall m, x = Some m -> degree p X j <= m) (mults p) (cap_list (length (mults p)) n 0).
      Proof.
        intros Hn D. unfold cap_list. set (k0 := unary n) in *. clearbody k0. clear n. rename k0 into n.
        assert (G : forall js s, (forall k j, nth_error js k = Some j -> (s + k)%nat = n -> j = i) ->
          Forall2 (fun j x => forall m, x = Some m -> degree p X j <= m) js
                  (map (fun j => if (j =? n)%nat then Some 0 else None) (seq s (length js)))).
        { induction js as [|j js IH]; intros s H; cbn [length seq map]; constructor.
          - intros m E. destruct (Nat.eqb_spec s n) as [->|]; [|discriminate]. inversion E; subst.
            rewrite (H O j eq_refl) by lia. rewrite D. apply N.le_refl.
          - apply IH. intros k j' Hk E. apply (H (S k) j' Hk). lia. }
        apply G. intros k j Hk E. simpl in E. subst k. congruence.
      Qed.
      Lemma fewer_than U M ol : forall wanted, fewer wanted U M ol = (N.of_nat (length (filter (fun m => is_fit m U M) ol)) <? wanted).
      Proof.
        induction ol as [|m ol IH]; intro wanted; cbn [fewer filter]; destruct (N.eqb_spec wanted 0) as [->|NZ];
          [reflexivity|symmetry; apply N.ltb_lt; simpl; lia|symmetry; apply N.ltb_ge; lia|]. rewrite IH.
        destruct (is_fit m U M); [|reflexivity]. cbn [length]. apply eq_true_iff_eq. rewrite !N.ltb_lt. lia.
      Qed.
      Lemma often_ok i n one : nth_error (mults p) (unary n) = Some i ->
        forall ol U M w v w', Known (kept w) -> length (Ms.den M) = length (mults p) ->
        (forall m, In m ol -> In m ms /\ hask (ix m) i) ->
        (forall k, V p k -> sub (need p k) (B.den U) -> hask k i -> In k (map ix ol)) ->
        often src e child n (Ms.cap_at (N.of_nat (length (mults p))) n 0) one U M ol w = Some (v, w') ->
        V.Val e (Sols U M) v /\ Known (kept w').
      Proof.
        intros Hn. assert (Hi : In i (mults p)) by (eapply nth_error_In; eassumption).
        induction ol as [|m ol IH]; intros U M w v w' K L HM HA; cbn [often].
        - assert (NF : forall k, V p k -> sub (need p k) (B.den U) -> hask k i -> False).
          { intros k Vk Sb Hh. destruct (HA k Vk Sb Hh). }
          assert (L0 := fun X (HX : Sol (V p) (need p) (kill p) (prims p) (B.den U) X) =>
            limit_iff p (Ms.den M) _ X (cap_at_ok n i X Hn (deg_none p X i (fun k Vk Hk Hh =>
              NF k Vk (proj2 (sol_fit _ _ _ _ _ _ HX k Hk)) Hh)))).
          assert (LA := Ms.limit_at_ok M (N.of_nat (length (mults p))) n 0). rewrite Nat2N.id in LA. rewrite LA in L0.
          destruct (Ms.limit M _) as [R|] eqn:E.
          + intro H. apply CH in H; [|assumption|].
            2:{ apply limit_length in LA. congruence. }
            destruct H as [H K']. split; [|assumption]. eapply V.ext; [|exact H]. intro X. split; intros [HS HW];
              (split; [assumption|]); apply (L0 X HS); assumption.
          + intro H. inversion H; subst. split; [|assumption]. apply V.none. intros X [HS HW]. apply (L0 X HS HW).
        - destruct (HM m) as [Hm Mi]; [left; reflexivity|].
          assert (Mm : multy p) by (intro E0; rewrite E0 in Hi; destruct Hi).
          assert (HM' : forall m', In m' ol -> In m' ms /\ hask (ix m') i) by (intros; apply HM; right; assumption).
          assert (HA' : forall k, V p k -> sub (need p k) (B.den (B.diff U (out m))) -> hask k i -> In k (map ix ol)).
          { intros k Vk Sb Hh. rewrite B.den_diff, (out_den m Hm Mm) in Sb.
            destruct (HA k Vk) as [E|]; try assumption.
            - intros b Hb. specialize (Sb b Hb). apply mem_ldiff in Sb. tauto.
            - exfalso. assert (Hb : mem (outs p + k) (need p k)).
              { apply mem_lor. right. apply mem_own. subst k. auto. }
              specialize (Sb _ Hb). apply mem_ldiff in Sb. apply (proj2 Sb). rewrite <- E.
              apply mem_single. reflexivity. }
          destruct (fit m U M) as [R|] eqn:F.
          + destruct (too_few n one U M (m :: ol)) eqn:TF.
            * intro E. inversion E; subst. split; [|assumption]. apply V.none. intros X HX.
              unfold too_few in TF. destruct (Ms.roomy M one); [discriminate|]. rewrite fewer_than, Ms.bounds_at_ok in TF. apply N.ltb_lt in TF.
              assert (G : degree p X i <= N.of_nat (length (map ix (filter (fun m => is_fit m U M) (m :: ol))))).
              { apply deg_le. intros k Vk Hk Hh. destruct (sol_fits p (B.den U) (Ms.den M) X k HX Hk) as [_ Fk].
                destruct (in_map_iff ix (m :: ol) k) as [Hin _].
                destruct Hin as (m' & <- & Hm'); [apply HA; try assumption; apply Fk|].
                apply in_map. apply filter_In. split; [assumption|]. apply is_fit_iff; [apply HM; assumption|assumption]. }
              rewrite map_length in G. destruct HX as [_ HW]. assert (W := within_at p _ X _ i HW Hn). lia.
            * destruct (child _ R w) as [[v1 w1]|] eqn:E; [|discriminate].
              apply (child_ok m U M R) in E; try assumption. destruct E as [HV K'].
              destruct (often _ _ _ n _ _ (B.diff U (out m)) M ol w1) as [[v2 w2]|] eqn:E2; [|discriminate].
              apply IH in E2; try assumption. destruct E2 as [HV2 K2].
              intro E. inversion E; subst. split; [|assumption]. eapply V.ext.
              2:{ apply V.either; [|exact HV|exact HV2]. intros X [_ Hk] HX.
                  apply left_out in HX; tauto. }
              intro X. simpl. rewrite <- left_out by assumption.
              destruct (mem_dec (ix m) X); tauto.
          + intro H. apply IH in H; try assumption. destruct H as [H K']. split; [|assumption].
            eapply V.ext; [|exact H]. intro X. rewrite <- left_out by assumption. split; [tauto|].
            intro HX. split; [assumption|]. intro Hk. apply (fit_none m U M Hm F).
            eapply sol_fits; eassumption.
      Qed.

      Lemma take_or_leave_ok k U M w v w' : multy p -> Known (kept w) -> length (Ms.den M) = length (mults p) ->
        take_or_leave src e q child k U M w = Some (v, w') -> V.Val e (Sols U M) v /\ Known (kept w').
      Proof.
        intros Mm K L. unfold take_or_leave. destruct (find _ _) as [m|] eqn:Fm; [|discriminate].
        apply find_some in Fm. destruct Fm as [Hm _]. cbn [q prepared_of all] in Hm.
        destruct (fit m U M) as [R|] eqn:F; [|discriminate].
        destruct (child _ R w) as [[v1 w1]|] eqn:E; [|discriminate].
        apply (child_ok m U M R) in E; try assumption. destruct E as [HV K'].
        destruct (child _ M w1) as [[v2 w2]|] eqn:E2; [|discriminate].
        apply CH in E2; try assumption. destruct E2 as [HV2 K2].
        intro E. inversion E; subst. split; [|assumption]. eapply V.ext.
        2:{ apply V.either; [|exact HV|exact HV2]. intros X [_ Hk] HX. apply left_out in HX; tauto. }
        intro X. simpl. rewrite <- left_out by assumption. destruct (mem_dec (ix m) X); tauto.
      Qed.

      (* A bit that an option needs or takes is one of its items, if it is not its own. *)
      Lemma bits_of_one_item k b : V p k -> forall T, mem b (need_of p (option_at p k)) \/ mem b (kill_of p (option_at p k)) ->
        mem b (bits_of (map (block_of q) T)) -> exists i, In i T /\ hask k i.
      Proof.
        intros Vk T Hb HT. apply mem_bits_of in HT. destruct HT as (a & n & HT & La & Lb).
        apply in_map_iff in HT. destruct HT as (i & E & Hi). exists i. split; [exact Hi|].
        assert (Hw : wf p (option_at p k)) by (apply WF, nth_In; unfold V in Vk; lia).
        assert (G : exists j c, In (j, c) (option_at p k) /\
          ((j < np p /\ b = j) \/ (np p <= j /\ exists d, b = base p j + d /\ d < W p))).
        { destruct Hb as [Hb|Hb]; apply mem_fold in Hb; destruct Hb as (j & c & Hj & Hb); exists j, c; (split; [exact Hj|]).
          - apply mem_need1 in Hb. destruct Hb as [(L & _ & ->)|(L & d & -> & Hd)]; [auto|]. right. split; [exact L|].
            exists d. split; [reflexivity|]. destruct Hw as [Hw _]. specialize (Hw j c Hj). unfold W in *. lia.
          - apply mem_kill1 in Hb. destruct Hb as [(L & _ & ->)|(L & d & -> & Hd & _)]; eauto 6. }
        destruct G as (j & c & Hj & Hb'). apply has_iff. exists c. assert (i = j) as ->; [|exact Hj].
        unfold block_of, item_block in E. cbn [q prepared_of first_secondary bits_each] in E.
        assert (Bg := base_ge p). destruct (N.ltb_spec i (np p)) as [Li|Li]; inversion E; subst a n; clear E.
        - destruct Hb' as [[_ ->]|(_ & d & -> & _)]; [lia|]. specialize (Bg j d). lia.
        - fold (base p i) in La, Lb. destruct Hb' as [[L ->]|(L & d & -> & Hd)].
          + specialize (Bg i 0). lia.
          + destruct (base_inj p i (base p j + d - base p i) j d) as [-> _]; try assumption; try reflexivity; lia.
      Qed.
      Lemma belongs_ok A K bits T l k b : V p k -> (forall m, In m l -> In m ms /\ exists i, In i T /\ hask (ix m) i) ->
        (forall b, mem b (B.den bits) -> mem b (bits_of (map (block_of q) T))) ->
        belongs q A K bits T l = true -> mem b (B.den A) \/ mem b (B.den K) -> mem b (need p k) \/ mem b (kill p k) ->
        exists i, In i T /\ hask k i.
      Proof.
        intros Vk Hl Hbits HB AK Hb. assert (Hb' : (mem b (need_of p (option_at p k)) \/ mem b (kill_of p (option_at p k))) \/ mem b (own_of p k)).
        { destruct Hb as [Hb|Hb]; apply mem_lor in Hb; tauto. }
        clear Hb. unfold belongs in HB. cbn [q prepared_of has_mults] in HB. cbv zeta in HB.
        rewrite !andb_true_iff, !B.subb_ok, !subb_ok in HB. destruct HB as (HA & HK & Low).
        assert (HB : mem b (B.den (if has_mults_of (mults p) then fold_right (fun m s => B.union (out m) s) bits l else bits)))
          by (destruct AK; auto). clear HA HK AK.
        destruct (has_mults_of (mults p)) eqn:HM.
        - assert (Mm : multy p) by (unfold multy; destruct (mults p); [discriminate|congruence]).
          rewrite forallb_forall in Low.
          assert (G : (exists m, In m l /\ b = outs p + ix m) \/ mem b (bits_of (map (block_of q) T))).
          { clear - HB Hl Hbits Mm. induction l as [|m l IH]; cbn [fold_right] in HB; [right; apply Hbits, HB|].
            rewrite B.den_union, mem_lor in HB. destruct HB as [HB|HB].
            - left. exists m. split; [left; reflexivity|]. destruct (Hl m (or_introl eq_refl)) as [Hm _].
              rewrite (out_den m Hm Mm) in HB. unfold own in HB. apply mem_single in HB. exact HB.
            - destruct (IH (fun x Hx => Hl x (or_intror Hx)) HB) as [(m' & H & E)|H]; [|auto].
              left. exists m'. split; [right|]; assumption. }
          destruct G as [(m & Hm & ->)|G].
          + destruct Hb' as [Hb|Hb]; [apply (used_low p WF k _ Vk) in Hb; lia|]. apply mem_own in Hb. destruct Hb as [_ E].
            assert (k = ix m) as -> by lia. apply (Hl m Hm).
          + destruct Hb' as [Hb|Hb]; [apply (bits_of_one_item k b Vk T Hb G)|]. exfalso. apply mem_own in Hb. destruct Hb as [_ ->].
            apply mem_bits_of in G. destruct G as (a & n & G & La & Lb). apply in_map_iff in G. destruct G as (i & E & Hi).
            specialize (Low i Hi). apply N.ltb_lt in Low. cbn [q prepared_of all_items] in Low.
            unfold block_of, item_block in E. cbn [q prepared_of first_secondary bits_each] in E. unfold outs in Lb.
            destruct (N.ltb_spec i (np p)); inversion E; subst a n; [lia|].
            assert (i - np p + 1 <= ns p) as Q by lia.
            apply (N.mul_le_mono_r _ _ (W p)) in Q. rewrite N.mul_add_distr_r, N.mul_1_l in Q. lia.
        - apply Hbits in HB. destruct Hb' as [Hb|Hb]; [apply (bits_of_one_item k b Vk T Hb HB)|]. exfalso. apply mem_own in Hb.
          destruct Hb as [Mm _]. unfold multy in Mm. destruct (mults p); [congruence|discriminate].
      Qed.
      Lemma entries_of_right names : forall i en, In (i, en) (entries_of q names) -> entry_right i en.
      Proof.
        intros i en. induction names as [|n l IH]; [intros []|]. cbn [entries_of fold_right]. fold (entries_of q l).
        destruct (B.named n (table q)) as [[j ej]|] eqn:Hn; [|exact IH]. intros [E|H]; [|auto].
        inversion E; subst. apply (entry_spec n), Hn.
      Qed.
      Lemma options_of_entry i en m : entry_right i en ->
        In m (match snd (i, en) with Once _ l _ | Often _ _ _ l _ => l end) <-> In m ms /\ hask (ix m) i.
      Proof. destruct en as [bit ol li|n none one ol owners]; cbn [snd entry_right]; intros H; apply H. Qed.
      Lemma is_among_ok n k : forall l, is_among n k l = true -> exists m, In m l /\ ix m = k.
      Proof.
        induction n as [|n IH]; intros [|m l]; cbn [is_among]; try discriminate. destruct (N.eqb_spec (ix m) k) as [E|_].
        - intros _. exists m. split; [left; reflexivity|exact E].
        - intro H. destruct (IH l H) as (x & Hx & E). exists x. split; [right; exact Hx|exact E].
      Qed.
      Lemma in_with_fitting U M l m : forall found, (forall x, In x l \/ In x found -> In x ms) ->
        (In m (with_fitting U M l found) <-> In m found \/ In m l /\ is_fit m U M = true).
      Proof.
        induction l as [|x l IH]; intros found H; cbn [with_fitting]; [simpl; tauto|].
        assert (G : forall y, In y (if is_among 4 (ix x) found then found else if is_fit x U M then x :: found else found) ->
          In y found \/ y = x /\ is_fit x U M = true).
        { intro y. destruct (is_among _ _ _); [auto|]. destruct (is_fit x U M); [|auto]. intros [<-|]; auto. }
        rewrite IH.
        2:{ intros y [Hy|Hy]; [apply H; left; right; exact Hy|]. apply G in Hy. destruct Hy as [Hy|[-> _]]; apply H; [right; exact Hy|left; left; reflexivity]. }
        split.
        - intros [Hm|[Hm F]]; [|right; split; [right; exact Hm|exact F]]. apply G in Hm. destruct Hm as [Hm|[-> F]]; [auto|]. right. split; [left; reflexivity|exact F].
        - intros [Hm|[[->|Hm] F]]; [left|left|auto].
          + destruct (is_among _ _ _); [exact Hm|]. destruct (is_fit x U M); [right|]; exact Hm.
          + destruct (is_among _ _ _) eqn:A.
            * apply is_among_ok in A. destruct A as (y & Hy & E). rewrite <- (one_of_number y m); [exact Hy|apply H; right; exact Hy|apply H; left; left; reflexivity|exact E].
            * rewrite F. left. reflexivity.
      Qed.
      Lemma in_fitting U M es m : forall found, (forall x, In x found -> In x ms) -> (forall i en, In (i, en) es -> entry_right i en) ->
        (In m (fold_left (fun found ie => with_fitting U M (match snd ie with Once _ l _ | Often _ _ _ l _ => l end) found) es found) <->
         In m found \/ (exists ie, In ie es /\ In m (match snd ie with Once _ l _ | Often _ _ _ l _ => l end)) /\ is_fit m U M = true).
      Proof.
        induction es as [|[i en] es IH]; intros found Hf He; cbn [fold_left].
        - split; [auto|]. intros [H|((ie & [] & _) & _)]. exact H.
        - set (l := match snd (i, en) with Once _ l _ | Often _ _ _ l _ => l end).
          assert (Hl : forall x, In x l -> In x ms) by (intros x Hx; apply (options_of_entry i en x (He i en (or_introl eq_refl))); exact Hx).
          assert (HF : forall x, In x l \/ In x found -> In x ms) by (intros x [Hx|Hx]; auto).
          rewrite IH; [|intros x Hx; apply (in_with_fitting U M l x found HF) in Hx; destruct Hx as [Hx|[Hx _]]; auto|intros j ej H; apply He; right; exact H].
          rewrite (in_with_fitting U M l m found HF). split.
          + intros [[H|[H F]]|((ie & Hi & H) & F)]; [auto| |]; right; (split; [|exact F]); [exists (i, en)|exists ie]; simpl; auto.
          + intros [H|((ie & [<-|Hi] & H) & F)]; [auto|left; right; auto|]. right. split; [exists ie; auto|exact F].
      Qed.
      Lemma bits_in_entries es : (forall i en, In (i, en) es -> entry_right i en) ->
        forall b, mem b (B.den (bits_in es)) -> mem b (bits_of (map (block_of q) (map fst es))).
      Proof.
        intros Es b. induction es as [|[i en] es IH]; cbn [bits_in fold_right map fst snd]; [rewrite B.den_of_blocks; auto|].
        fold (bits_in es). specialize (IH (fun j ej H => Es j ej (or_intror H))). cbn [bits_of fold_right].
        fold (bits_of (map (block_of q) (map fst es))). rewrite mem_lor. destruct en as [bit ol li|n none one ol owners]; [|auto].
        rewrite B.den_union, mem_lor. intros [Hb|Hb]; [left|auto].
        destruct (Es i _ (or_introl eq_refl)) as (Eb & Pi & _). rewrite Eb in Hb. apply mem_single in Hb. subst b.
        apply mem_prims in Pi. unfold block_of, item_block. cbn [q prepared_of first_secondary bits_each].
        destruct (N.ltb_spec i (np p)); [|lia]. cbn [fst snd]. apply mem_block. lia.
      Qed.
      Lemma mem_with_bits bits s l b : mem b (B.den (with_bits bits s l)) <->
        mem b (B.den s) \/ exists m, In m l /\ mem b (B.den (bits m)).
      Proof.
        induction l as [|m l IH]; cbn [with_bits fold_right].
        - split; [auto|]. intros [H|(m & [] & _)]. exact H.
        - fold (with_bits bits s l). assert (G : mem b (B.den (if B.subb (bits m) (with_bits bits s l) then with_bits bits s l
              else B.union (bits m) (with_bits bits s l))) <-> mem b (B.den (bits m)) \/ mem b (B.den (with_bits bits s l))).
          { destruct (B.subb _ _) eqn:Sb; [|rewrite B.den_union; apply mem_lor].
            rewrite B.subb_ok in Sb. apply subb_ok in Sb. specialize (Sb b). tauto. }
          rewrite G, IH. split.
          + intros [H|[H|(m' & H & H')]]; [right; exists m; simpl; auto|auto|right; exists m'; simpl; auto].
          + intros [H|(m' & [<-|H] & H')]; [auto|auto|right; right; eauto].
      Qed.
      Lemma factors_more ps : forall U M vs w, factors src q child U M ps vs w =
        match factors src q child U M ps [] w with
        | Some (l, w') => Some (l ++ vs, w')
        | None => None
        end.
      Proof.
        induction ps as [|names ps IH]; intros U M vs w; cbn [factors].
        - destruct (done q U M); reflexivity.
        - cbv zeta. destruct (missing_of_parts q M _) as [MA MC]. destruct (apart _ _ _ _ _ _ _ _ _ _ _); [|reflexivity].
          destruct (child _ _ w) as [[v w']|]; [|reflexivity]. rewrite (IH _ _ (v :: vs)), (IH _ _ [v]).
          destruct (factors _ _ _ _ _ _ [] w') as [[l w'']|]; [|reflexivity]. rewrite <- app_assoc. reflexivity.
      Qed.
      Lemma flat_same m b : In m ms -> has_mults_of (mults p) = false -> ns p = 0 ->
        (mem b (need p (ix m)) <-> mem b (kill p (ix m))).
      Proof.
        intros Hm Nm Ns. apply ms_spec in Hm. destruct Hm as [Vm _].
        assert (P : mem b (need p (ix m)) \/ mem b (kill p (ix m)) -> mem b (prims p)).
        { unfold need, kill, own_of. destruct (mults p); [|discriminate]. rewrite !N.lor_0_r. intro H.
          destruct (sec_bits p _ b (V_wf p WF _ Vm) H) as [G|G]; [exact G|]. unfold outs in G. rewrite Ns in G. lia. }
        assert (S := h_prim p (ix m) b Vm). tauto.
      Qed.
      Lemma factors_ok : forall ps U M w vs w', Known (kept w) -> length (Ms.den M) = length (mults p) ->
        factors src q child U M ps [] w = Some (vs, w') -> V.Val e (Sols U M) (fold_left (fun x v => V.mul v x) vs V.one) /\ Known (kept w').
      Proof.
        induction ps as [|names ps IH]; intros U M w v w' K L; cbn [factors].
        - destruct (done q U M) eqn:D; [|discriminate]. intro E. inversion E; subst.
          split; [|assumption]. apply V.empty. intro X. apply done_ok. exact D.
        - cbv zeta. set (es := entries_of q names). set (items := map fst es). set (bits := bits_in es). set (fitting := fitting_in U M es).
          set (Ks := with_bits kl bits fitting). set (A := part_in q U bits Ks fitting). set (C := B.diff U Ks).
          destruct (missing_of_parts q M es) as [MA MC] eqn:HM.
          destruct (apart q U M A Ks MA C MC bits items fitting) eqn:HP; [|discriminate].
          set (g := fun j => existsb (N.eqb j) items).
          assert (DM : Ms.den MA = close false (map g (mults p)) (Ms.den M) /\ Ms.den MC = close true (map g (mults p)) (Ms.den M)).
          { assert (Es := entries_of_right names). fold es in Es.
            unfold missing_of_parts in HM. cbn [q prepared_of has_mults] in HM. destruct (mults p) as [|j js] eqn:M0; cbn [has_mults_of] in HM.
            - inversion HM; subst. split; reflexivity.
            - rewrite <- M0 in *. set (xs := flat_map _ es) in HM. assert (D := Ms.divide_ok M xs). cbv zeta in D. rewrite L, HM in D. cbn [fst snd] in D.
              assert (G : map g (mults p) = at_places (length (mults p)) xs).
              { apply map_places. intros k i Hk. apply eq_true_iff_eq. unfold g. rewrite !existsb_exists. split.
                - intros (i' & Hi & E). apply N.eqb_eq in E. subst i'. apply in_map_iff in Hi. destruct Hi as ([i' en] & E & Hi). cbn [fst] in E. subst i'.
                  assert (R := Es _ _ Hi). destruct en as [bit ol li|x none one ol owners].
                  + destruct R as (_ & Pi & _). apply mem_prims in Pi. apply nth_error_In, in_mults in Hk. destruct Hk as [_ Hk]. destruct Pi. congruence.
                  + exists x. split; [apply in_flat_map; eexists; split; [exact Hi|left; reflexivity]|]. apply Nat.eqb_eq, (same_place _ _ _ Hk), R.
                - intros (x & Hx & E). apply Nat.eqb_eq in E. apply in_flat_map in Hx. destruct Hx as ([i' en] & Hi & Hx).
                  assert (R := Es _ _ Hi). destruct en as [bit ol li|y none one ol owners]; [destruct Hx|]. destruct Hx as [->|[]].
                  destruct R as (R & _). rewrite E, Hk in R. inversion R; subst i'. exists i. split; [|apply N.eqb_refl].
                  apply in_map_iff. exists (i, Often x none one ol owners). auto. }
              rewrite G. exact D. }
          destruct DM as [DMA DMC].
          destruct (child A MA w) as [[v1 w1]|] eqn:E1; [|discriminate].
          apply CH in E1; [|assumption|rewrite DMA, close_length; exact L]. destruct E1 as [HA K1].
          rewrite factors_more. destruct (factors _ _ _ C MC ps [] w1) as [[v2 w2]|] eqn:E2; [|discriminate].
          apply IH in E2; [|assumption|rewrite DMC, close_length; exact L]. destruct E2 as [HC K2].
          intro E. inversion E; subst. split; [|assumption]. rewrite fold_left_app. cbn [fold_left].
          unfold apart in HP. cbv zeta in HP. set (sec := secondary_of q fitting) in HP. rewrite !andb_true_iff, forallb_forall in HP.
          destruct HP as (ST & FT & FA). set (T := items ++ sec) in *.
          assert (Es := entries_of_right names). fold es in Es.
          assert (Can : forall m R, In m ms -> (Ms.can R (fl m) = true <-> take (Ms.den R) (flags p (option_at p (ix m))) <> None)).
          { intros m R Hm. rewrite (take_fl m R Hm). destruct (Ms.can R _); split; congruence. }
          assert (HF : forall m, In m fitting <-> In m ms /\ fits p (B.den U) (Ms.den M) (ix m) /\ exists i, In i items /\ hask (ix m) i).
          { intro m. unfold fitting, fitting_in. rewrite in_fitting by (intros x []; contradiction || apply Es).
            split.
            - intros [[]|(((i & en) & Hi & Hm) & F)]. apply (options_of_entry _ _ _ (Es _ _ Hi)) in Hm. destruct Hm as [Hm Hh]. split; [exact Hm|].
              split; [apply (is_fit_iff m U M Hm), F|]. exists i. split; [apply in_map_iff; exists (i, en); auto|exact Hh].
            - intros (Hm & F & i & Hi & Hh). right. split; [|apply (is_fit_iff m U M Hm), F]. apply in_map_iff in Hi.
              destruct Hi as ((j & en) & Ej & Hi). cbn [fst] in Ej. subst j. exists (i, en). split; [exact Hi|].
              apply (options_of_entry _ _ _ (Es _ _ Hi)). auto. }
          assert (HT : forall m, In m fitting -> In m ms /\ exists i, In i T /\ hask (ix m) i).
          { intros m Hm. apply HF in Hm. destruct Hm as (Hm & _ & i & Hi & Hh). split; [exact Hm|].
            exists i. split; [apply in_app_iff; auto|exact Hh]. }
          assert (BT : forall b, mem b (B.den (match sec with [] => bits | _ => B.union bits (bits_of_items q sec) end)) ->
                       mem b (bits_of (map (block_of q) T))).
          { assert (Own := bits_in_entries es Es). intros b Hb. unfold T. rewrite map_app, bits_of_app. apply mem_lor. destruct sec as [|x l]; [left; auto|].
            rewrite B.den_union in Hb. unfold bits_of_items in Hb. rewrite B.den_of_blocks in Hb. apply mem_lor in Hb.
            destruct Hb as [Hb|Hb]; [left; auto|right; exact Hb]. }
          assert (KB : forall b, mem b (B.den Ks) <-> mem b (B.den bits) \/ exists m, In m fitting /\ mem b (kill p (ix m))).
          { intro b. unfold Ks. rewrite mem_with_bits. apply or_iff_compat_l.
            split; intros (m & Hm & H); exists m; (split; [exact Hm|]); rewrite (kl_den m (proj1 (HT m Hm))) in *; exact H. }
          assert (AB : forall b, mem b (B.den A) <-> (mem b (B.den U) /\ mem b (B.den bits)) \/
                         exists m, In m fitting /\ mem b (need p (ix m))).
          { intro b. unfold A, part_in. cbn [q prepared_of has_mults has_secondary]. destruct (negb _) eqn:Flat.
            - apply negb_true_iff, orb_false_iff in Flat. destruct Flat as [Nm Ns]. apply negb_false_iff, N.eqb_eq in Ns.
              rewrite B.den_inter, mem_land, KB. split.
              + intros [Ub [Hb|(m & Hm & Hb)]]; [auto|]. right. exists m. split; [exact Hm|]. apply (flat_same m); auto. apply (HT m Hm).
              + intros [[Ub Hb]|(m & Hm & Hb)]; [auto|]. split; [|right; exists m; split; [exact Hm|]; apply (flat_same m); auto; apply (HT m Hm)].
                apply HF in Hm. apply Hm. exact Hb.
            - rewrite mem_with_bits, B.den_inter, mem_land. apply or_iff_compat_l.
              split; intros (m & Hm & H); exists m; (split; [exact Hm|]); rewrite (nd_den m (proj1 (HT m Hm))) in *; exact H. }
          assert (CB : forall b, mem b (B.den C) <-> mem b (B.den U) /\ ~ mem b (B.den Ks)).
          { intro b. unfold C. rewrite B.den_diff. apply mem_ldiff. }
          assert (PK : forall i m, mem i (prims p) -> In m fitting -> (mem i (need p (ix m)) <-> mem i (kill p (ix m)))).
          { intros i m Pi Hm. apply (h_prim p); [|exact Pi]. apply ms_spec, (HT m Hm). }
          assert (SP : forall k, V p k -> fits p (B.den U) (Ms.den M) k ->
            (sub (need p k) (B.den A) /\ disj (kill p k) (B.den C) /\ take (Ms.den MA) (flags p (option_at p k)) <> None) \/
            (sub (need p k) (B.den C) /\ disj (kill p k) (B.den A) /\ take (Ms.den MC) (flags p (option_at p k)) <> None)).
          { intros k Vk Fk. assert (Hm := ms_of k Vk). set (m := prepare_option p k (option_at p k)) in *.
            assert (In_ : forall X MX O, is_in m X MX O = true -> Ms.den MX = Ms.den MX ->
              sub (need p k) (B.den X) /\ disj (kill p k) (B.den O) /\ take (Ms.den MX) (flags p (option_at p k)) <> None).
            { intros X MX O H _. unfold is_in in H. rewrite !andb_true_iff, B.subb_ok, subb_ok in H. destruct H as (H1 & H2 & H3).
              rewrite (nd_den m Hm) in H1. split; [exact H1|]. split; [|exact (proj1 (Can m MX Hm) H3)].
              apply B.disjb_ok in H2. rewrite (kl_den m Hm) in H2. intros b Hb Hb'.
              apply (mem_0 b). rewrite <- H2. apply mem_land. auto. }
            destruct (existsb (fun i => has (option_at p k) i) items) eqn:HI.
            { left. apply existsb_exists in HI. destruct HI as (i & Hi & Hh).
              assert (Fm : In m fitting) by (apply HF; split; [exact Hm|split; [exact Fk|eauto]]).
              split; [|split].
              - intros b Hb. apply AB. right. exists m. auto.
              - intros b Hb Hc. apply CB in Hc. apply (proj2 Hc), KB. right. exists m. auto.
              - cbn [q prepared_of has_mults] in FT. destruct (mults p) as [|j js] eqn:M0; cbn [has_mults_of] in FT.
                + rewrite DMA, <- M0. apply take_close. split; [apply Fk|]. rewrite M0. intros j [].
                + rewrite forallb_forall in FT. apply (proj1 (Can m MA Hm) (FT m Fm)). }
            destruct (existsb (fun i => has (option_at p k) i) sec) eqn:HS.
            { apply existsb_exists in HS. destruct HS as (i & Hi & Hh). specialize (FA m).
              lapply FA; [clear FA; intro FA|].
              2:{ apply in_flat_map. exists i. split; [exact Hi|]. cbn [q prepared_of having all_items]. rewrite rows_same.
                  apply list_spec. split; [exact Hm|exact Hh]. }
              rewrite (proj2 (is_fit_iff m U M Hm) Fk) in FA. destruct (is_in m C MC A) eqn:I.
              - right. apply (In_ _ _ _ I eq_refl).
              - left. apply (In_ _ _ _ FA eq_refl). }
            right. assert (No : forall i, In i T -> hask k i -> False).
            { intros i Hi Hh. apply in_app_iff in Hi. destruct Hi as [Hi|Hi].
              - assert (existsb (fun i => has (option_at p k) i) items = true); [|congruence]. apply existsb_exists. eauto.
              - assert (existsb (fun i => has (option_at p k) i) sec = true); [|congruence]. apply existsb_exists. eauto. }
            assert (Far : forall b, mem b (B.den A) \/ mem b (B.den Ks) -> mem b (need p k) \/ mem b (kill p k) -> False).
            { intros b Hb Hb'. destruct (belongs_ok A Ks _ T fitting k b Vk HT BT ST Hb Hb') as (i & Hi & Hh). apply (No i Hi Hh). }
            split; [|split].
            - intros b Hb. apply CB. split; [apply (proj1 Fk b Hb)|]. intro Kb. apply (Far b); auto.
            - intros b Hb Ab. apply (Far b); auto.
            - rewrite DMC. apply take_close. split; [apply Fk|]. intros j Hj Hh. unfold g.
              destruct (existsb (N.eqb j) items) eqn:G; [exfalso|reflexivity]. apply existsb_exists in G.
              destruct G as (i & Hi & G). apply N.eqb_eq in G. subst i. apply (No j); [apply in_app_iff; auto|exact Hh]. }
          rewrite DMA, DMC in *.
          destruct (parts_sol p WF g (B.den U) (B.den A) (B.den C) (Ms.den M)) as (P1 & P2 & P3).
          + intros b Hb. apply AB in Hb. destruct Hb as [Hb|(m & Hm & Hb)]; [tauto|]. apply HF in Hm. apply Hm. exact Hb.
          + intros b Hb. apply CB in Hb. tauto.
          + intros i Pi Ai Ci. apply CB in Ci. apply (proj2 Ci), KB. apply AB in Ai.
            destruct Ai as [[_ Hi]|(m & Hm & Hi)]; [auto|]. right. exists m. split; [exact Hm|]. apply PK; assumption.
          + intros i Ui Pi. rewrite AB, CB. destruct (mem_dec i (B.den Ks)) as [Ki|Ki]; [left|auto]. apply KB in Ki.
            destruct Ki as [Ki|(m & Hm & Ki)]; [auto|]. right. exists m. split; [exact Hm|]. apply PK; assumption.
          + exact SP.
          + eapply V.ext; [|apply V.both; [exact P1|exact P2|exact HA|exact HC]]. intro X. symmetry. apply P3.
      Qed.

      Lemma all_own_ok U i en : entry_right i en -> mults p <> [] -> all_own q U en = true ->
        forall k, V p k -> sub (need p k) (B.den U) -> has (option_at p k) i = true.
      Proof.
        destruct en as [bit ol li|n none one ol owners]; cbn [all_own]; [discriminate|]. intros (_ & _ & G & ->) Mm S k Vk Sk.
        assert (Own : mem (outs p + k) (B.den (owners_of ol))).
        { rewrite B.subb_ok in S. apply subb_ok in S. apply S. rewrite B.den_inter, mem_land. split.
          - apply Sk. unfold need. apply mem_lor. right. apply mem_own. auto.
          - cbn [q prepared_of own_bits]. rewrite B.den_of_blocks. unfold V in Vk. destruct (mults p); [congruence|].
            apply mem_bits_of. exists (outs p), (N.of_nat (length (opts p))). split; [left; reflexivity|lia]. }
        assert (M : forall l s, mem (outs p + k) (B.den (fold_left (fun s m => B.union (out m) s) l s)) ->
                      mem (outs p + k) (B.den s) \/ exists m, In m l /\ mem (outs p + k) (B.den (out m))).
        { induction l as [|m l IH]; intros s H; [auto|]. cbn [fold_left] in H. apply IH in H.
          rewrite B.den_union, mem_lor in H. destruct H as [[H|H]|(m' & H & H')]; [right; exists m; simpl; auto|auto|].
          right. exists m'. simpl. auto. }
        apply M in Own. destruct Own as [Own|(m & Hm & Own)].
        - rewrite B.den_of_blocks in Own. destruct (mem_0 _ Own).
        - apply G in Hm. destruct Hm as [Hm Hh]. rewrite (out_den m Hm Mm) in Own. unfold own in Own. apply mem_single in Own.
          assert (k = ix m) as -> by lia. exact Hh.
      Qed.
      Lemma short_ok U M i : is_short q U M i = true -> forall X, ~ Sols U M X.
      Proof.
        unfold is_short. generalize (B.name_of i). clear i. intro name.
        destruct (B.named name (table q)) as [[i en]|] eqn:Ht; [|discriminate].
        rewrite andb_true_iff. intros [Hc S] X HX. apply N.ltb_lt in S.
        apply orb_true_iff in Hc.
        assert (Mm : mults p <> []).
        { intro M0. destruct Hc as [Hc|Hc]; cbn [q prepared_of common has_mults] in Hc; rewrite M0 in Hc; discriminate. }
        assert (Common : forall k, mem k X -> has (option_at p k) i = true).
        { intros k Hk. destruct (sol_fits p _ _ X k HX Hk) as [Vk F].
          destruct Hc as [Hc|Hc].
          - cbn [q prepared_of common] in Hc. unfold common_of in Hc. destruct (mults p); [discriminate|].
            apply existsb_exists in Hc. destruct Hc as (j & Hj & E). apply N.eqb_eq in E. subst j.
            apply filter_In in Hj. destruct Hj as [_ Hj]. rewrite forallb_forall in Hj. apply Hj, nth_In. unfold V in Vk. lia.
          - apply andb_true_iff in Hc. destruct Hc as [_ Hc]. apply orb_true_iff in Hc. destruct Hc as [Hc|Hc].
            { apply (all_own_ok U i en (entry_spec _ _ _ Ht) Mm Hc k Vk), F. }
            rewrite forallb_forall in Hc.
            assert (Hm := ms_of k Vk). specialize (Hc _ Hm). change (ix (prepare_option p k (option_at p k))) with k in *.
            assert (G : is_fit (prepare_option p k (option_at p k)) U M = true) by (apply is_fit_iff; assumption).
            rewrite G in Hc. exact Hc. }
        assert (Largest : forall o, In o (opts p) -> primaries_in p o <= largest q).
        { cbn [q prepared_of largest]. destruct (mults p); [congruence|]. unfold largest_of. cbv zeta.
          intros o Ho. apply (proj1 (largest_in (primaries_in p) (opts p) 0) o Ho). }
        assert (Most : degree p X i <= at_most U M en).
        { apply entry_spec in Ht. destruct en as [bit ol li|n none one ol owners]; cbn [at_most].
          - destruct Ht as (Hb & Pi & _). assert (D := deg_plain p _ _ _ _ HX Pi).
            rewrite B.subb_ok, Hb. destruct (N.testbit (B.den U) i) eqn:T; unfold b2n in D.
            + destruct (Counting.subb _ _) eqn:Sb; [exact D|]. exfalso.
              assert (Sb' : sub (N.setbit 0 i) (B.den U)); [|apply subb_ok in Sb'; congruence].
              intros b H. apply mem_single in H. subst b. exact T.
            + destruct (Counting.subb _ _); lia.
          - destruct Ht as (Hn & _). destruct HX as [_ HW]. rewrite Ms.bounds_at_ok. apply (within_at p _ X _ i HW Hn). }
        assert (G := shortage p _ _ _ _ _ _ HX Common Largest Most).
        assert (E : length (filter (fun b => B.subb b U) (once_bits q)) =
                    length (filter (N.testbit (B.den U)) (plains p))).
        { cbn [q prepared_of once_bits once_sets]. destruct (mults p); [congruence|]. clear. rewrite once_bits_plain. induction (plains p) as [|j l IH]; [reflexivity|]. cbn [map filter].
          assert (T : B.subb (B.of_blocks [(j, 1)]) U = N.testbit (B.den U) j).
          { rewrite B.subb_ok, B.den_of_blocks, bits_of_one. apply eq_true_iff_eq. rewrite subb_ok. split.
            - intro Hs. apply Hs, mem_single. reflexivity.
            - intros Hj b H. apply mem_single in H. subst b. exact Hj. }
          rewrite T. destruct (N.testbit (B.den U) j); cbn [length]; rewrite IH; reflexivity. }
        rewrite E, Ms.lows_ok in S. lia.
      Qed.
      Lemma open_ok U M r w v w' : Known (kept w) -> length (Ms.den M) = length (mults p) ->
        open src next e q child U M r w = Some (v, w') -> V.Val e (Sols U M) v /\ Known (kept w').
      Proof.
        intros K L. destruct r as [i|s|s|n l|f l|i|s| |k];
          [simpl open|discriminate|discriminate|simpl open|simpl open|cbn [open]|discriminate|discriminate|simpl open].
        - rename i into name. destruct (B.named name _) as [[i [bit ol li|n none one ol owners]]|] eqn:Ht; [| |discriminate].
          + destruct (B.subb bit U) eqn:Sb; [|discriminate].
            destruct (entry_spec _ i (Once bit ol li) Ht) as (Hb & Pi & (ND & G) & ->). intro H.
            assert (HF := candidates_ok U ol (fun m Hm => proj1 (proj1 (G m) Hm))). apply (sifted_nodup _ _ _ _ HF) in ND.
            rewrite B.subb_ok, Hb in Sb. apply subb_ok in Sb.
            assert (Ui : mem i (B.den U)) by (apply Sb, mem_single; reflexivity).
            apply branch_ok with (i := i) in H; try assumption.
            * destruct H as [H K']. split; [|assumption]. eapply V.ext; [|exact H]. intro X. split; [tauto|].
              intro HX. split; [assumption|]. assert (HX' := HX). destruct HX' as [[F _ C] _].
              destruct (C i Ui Pi) as (k & Hk & Nk). exists k. split; [|assumption].
              destruct (F k Hk) as [Vk Sk]. apply in_map_iff. exists (prepare_option p k (option_at p k)).
              split; [reflexivity|]. apply (sifted_keeps _ _ _ _ HF).
              -- rewrite B.subb_ok, (nd_den _ (ms_of k Vk)). apply subb_ok. exact Sk.
              -- apply G. split; [apply ms_of; assumption|]. simpl. apply need_prim in Nk; assumption.
            * intros m Hm. apply G. apply (sifted_in _ _ _ _ HF Hm).
          + destruct (entry_spec _ i (Often n none one ol owners) Ht) as (Hn & -> & (ND & G) & _).
            apply often_ok with (i := i); try assumption.
            * intros m Hm. apply G. assumption.
            * intros k Vk _ Hh. apply in_map_iff. exists (prepare_option p k (option_at p k)).
              split; [reflexivity|]. apply G. split; [apply ms_of; assumption|]. exact Hh.
        - unfold product. destruct (factors _ _ _ _ _ _ [] w) as [[vs w1]|] eqn:E1; [|discriminate]. intro E0. inversion E0; subst.
          apply factors_ok in E1; try assumption. split; [apply V.many|]; apply E1.
        - destruct (mults p) eqn:M0; cbn [has_mults_of].
          + rewrite (no_more_missing M M0 L). apply sweep_ok; assumption.
          + destruct V.counts eqn:HC; [|unfold sweep_options; rewrite HC; discriminate].
            apply sweep_options_ok; [unfold multy; congruence|assumption|assumption].
        - destruct (is_short q U M i) eqn:S; [|discriminate]. intro E. inversion E; subst.
          split; [|assumption]. apply V.none. intros X HX. apply (short_ok U M i S X HX).
        - destruct (mults p) eqn:M0; [discriminate|]. apply take_or_leave_ok; [unfold multy|assumption|rewrite M0; assumption]. congruence.
      Qed.
    End Children.

    (* ---------- an image ---------- *)
    Lemma numbers_ok : NoDup (map ix ms).
    Proof.
      unfold ms. clear WF. generalize 0. induction (opts p) as [|o os IH]; intro k; simpl; constructor; [|apply IH].
      rewrite in_map_iff. intros (m & E & H). apply prepared_spec in H. destruct H as (j & _ & ->). simpl in E. lia.
    Qed.
    Lemma numbers_of_some f : NoDup (map ix (filter f ms)).
    Proof.
      generalize numbers_ok. induction ms as [|m l IH]; simpl; intro D; [constructor|].
      inversion D as [|? ? N D']; subst. destruct (f m); [|auto]. simpl. constructor; [|auto].
      intro H. apply N. apply in_map_iff in H. destruct H as (m' & <- & H). apply filter_In in H. apply in_map. tauto.
    Qed.
    Lemma with_numbers_ok l : (forall m, In m l -> In m ms) ->
      (forall k m, PositiveMap.find k (with_numbers l) = Some m -> k = N.succ_pos (ix m)) /\
      (forall m, In m l <-> exists k, PositiveMap.find k (with_numbers l) = Some m).
    Proof.
      unfold with_numbers. induction l as [|a l IH]; intro I; cbn [fold_right].
      - split; [intros k m|intro m; split; [intros []|intros (k & H)]]; rewrite PositiveMap.gempty in *; discriminate.
      - destruct IH as [IH1 IH2]; [intros; apply I; right; assumption|]. split.
        + intros k m. destruct (Pos.eq_dec k (N.succ_pos (ix a))) as [->|NE].
          * rewrite PositiveMap.gss. intro E. inversion E. reflexivity.
          * rewrite PositiveMap.gso by assumption. apply IH1.
        + intro m. simpl. rewrite IH2. split.
          * intros [->|(k & H)]; [exists (N.succ_pos (ix m)); apply PositiveMap.gss|].
            destruct (Pos.eq_dec k (N.succ_pos (ix a))) as [E|NE].
            -- exists k. rewrite E, PositiveMap.gss. f_equal. apply one_of_number.
               ++ apply I. left. reflexivity.
               ++ apply I. right. apply IH2. eauto.
               ++ apply same_pos. rewrite <- E. apply IH1. exact H.
            -- exists k. rewrite PositiveMap.gso by assumption. exact H.
          * intros (k & H). destruct (Pos.eq_dec k (N.succ_pos (ix a))) as [->|NE].
            -- rewrite PositiveMap.gss in H. inversion H. auto.
            -- rewrite PositiveMap.gso in H by assumption. eauto.
    Qed.
    Lemma paired_ok l : forall left s ps s',
      (forall k m, PositiveMap.find k left = Some m -> k = N.succ_pos (ix m)) -> paired src next l left s = Some (ps, s') ->
      map fst ps = l /\ NoDup (map (fun x => ix (snd x)) ps) /\
      forall m, In m (map snd ps) <-> exists k, PositiveMap.find k left = Some m.
    Proof.
      induction l as [|m l IH]; intros left s ps s' Keys; cbn [paired].
      - destruct (PositiveMap.is_empty left) eqn:E; [|discriminate]. apply PositiveMap.is_empty_2 in E.
        intro H. inversion H; subst. split; [reflexivity|]. split; [constructor|]. intro m. split; [intros []|].
        intros (k & F). exact (E k m F).
      - destruct (image next s) as [k s1]. destruct (PositiveMap.find _ left) as [m'|] eqn:F; [|discriminate].
        destruct (paired _ _ l _ s1) as [[qs s2]|] eqn:E; [|discriminate]. intro H. inversion H; subst; clear H.
        assert (Ek := Keys _ _ F). apply IH in E.
        + destruct E as (E1 & D & S). simpl. rewrite E1. split; [reflexivity|]. split.
          * constructor; [|exact D]. rewrite in_map_iff. intros (x & Ex & Hx).
            destruct (proj1 (S (snd x))) as (j & J); [apply in_map; exact Hx|].
            destruct (Pos.eq_dec j (N.succ_pos k)) as [->|NE]; [rewrite PositiveMap.grs in J; discriminate|].
            rewrite PositiveMap.gro in J by assumption. apply Keys in J. congruence.
          * intro m0. rewrite S. split.
            -- intros [<-|(j & J)]; [eauto|]. destruct (Pos.eq_dec j (N.succ_pos k)) as [->|NE];
                 [rewrite PositiveMap.grs in J; discriminate|]. rewrite PositiveMap.gro in J by assumption. eauto.
            -- intros (j & J). destruct (Pos.eq_dec j (N.succ_pos k)) as [->|NE]; [left; congruence|].
               right. exists j. rewrite PositiveMap.gro by assumption. exact J.
        + intros j x. destruct (Pos.eq_dec j (N.succ_pos k)) as [->|NE]; [rewrite PositiveMap.grs; discriminate|].
          rewrite PositiveMap.gro by assumption. apply Keys.
    Qed.

    Lemma agree_iff k k' : mults p = [] -> V p k -> V p k' -> k <> k' ->
      (disj (need p k) (kill p k') <-> agree (np p) (option_at p k) (option_at p k')).
    Proof.
      intros M0 Vk Vk' NE. rewrite disj_iff by assumption. unfold compat, agree.
      split; intros H i c c' I I'; specialize (H i c c' I I'); [|tauto].
      destruct H as [H|[L E]]; [exact H|exfalso]. assert (In i (mults p)) by (apply in_mults; auto). rewrite M0 in *. auto.
    Qed.
    Lemma uses_eq m : In m ms -> uses m = option_at p (ix m).
    Proof. intro H. apply ms_spec in H. destruct H as [_ E]. rewrite E at 1. reflexivity. Qed.
    Lemma inj_of_nodup {A} (f : A -> N) l x y : NoDup (map f l) -> In x l -> In y l -> f x = f y -> x = y.
    Proof.
      induction l as [|a l IH]; simpl; intros D Hx Hy E; [destruct Hx|]. inversion D as [|? ? N D']; subst.
      destruct Hx as [->|Hx], Hy as [->|Hy]; [reflexivity| | |auto]; destruct N.
      - rewrite E. apply in_map. exact Hy.
      - rewrite <- E. apply in_map. exact Hx.
    Qed.
    (* Of one of the two directions: covers of T go to covers of U. *)
    Lemma leads_ok ps (f g : option_ * option_ -> option_) T U : mults p = [] ->
      NoDup (map (fun x => ix (fst x)) ps) -> NoDup (map (fun x => ix (f x)) ps) -> NoDup (map (fun x => ix (g x)) ps) ->
      (forall x, In x ps -> In (f x) ms /\ sub (need p (ix (f x))) T) ->
      (forall x, In x ps -> In (g x) ms /\ sub (need p (ix (g x))) U) ->
      (forall m, In m ms -> sub (need p (ix m)) T -> In m (map f ps)) ->
      (forall j, mem j U -> mem j (prims p) -> exists x, In x ps /\ mem j (need p (ix (g x)))) ->
      (forall j k d, uses_in (named_of g ps) j k d -> calm (np p) (named_of g ps) j \/ exists i, partners (np p) (named_of f ps) (named_of g ps) i j) ->
      leads (V p) (need p) (kill p) (prims p) T U (map (fun x => (ix (f x), ix (g x))) ps).
    Proof.
      intros M0 D DF DG HF HG All Open P.
      assert (Names : forall h, NoDup (map fst (named_of h ps))).
      { intro h. unfold named_of. rewrite map_map. exact D. }
      assert (At : forall h x, In x ps -> In (h x) ms -> In (ix (fst x), option_at p (ix (h x))) (named_of h ps)).
      { intros h x Hx Hm. apply in_map_iff. exists x. rewrite (uses_eq _ Hm). auto. }
      assert (Prim : forall i, i < np p -> mem i (prims p)).
      { intros i L. apply mem_prims. split; [exact L|]. destruct (plain p i) eqn:E; [reflexivity|exfalso].
        assert (In i (mults p)) by (apply in_mults; auto). rewrite M0 in *. auto. }
      assert (Use : forall h x i c, In x ps -> In (h x) ms ->
        (uses_in (named_of h ps) i (ix (fst x)) c <-> In (i, c) (option_at p (ix (h x))))).
      { intros h x i c Hx Hm. apply uses_in_one; [apply Names|apply At; assumption]. }
      assert (Named : forall h i k c, uses_in (named_of h ps) i k c -> exists x, In x ps /\ k = ix (fst x)).
      { intros h i k c (o & H & _). apply in_map_iff in H. destruct H as (x & E & Hx). inversion E; subst. eauto. }
      split.
      - intros k [Vk Sk]. assert (Hm := All _ (ms_of k Vk) Sk). apply in_map_iff in Hm. destruct Hm as (x & E & Hx).
        exists (ix (g x)). apply in_map_iff. exists x. rewrite E. auto.
      - intros k l H. apply in_map_iff in H. destruct H as (x & E & Hx). inversion E; subst.
        destruct (HG x Hx) as [Hm Sb]. split; [apply ms_spec; exact Hm|exact Sb].
      - intros k l l' H H'. apply in_map_iff in H, H'. destruct H as (x & E & Hx), H' as (y & E' & Hy).
        inversion E; inversion E'; subst. rewrite (inj_of_nodup _ ps x y DF Hx Hy); congruence.
      - intros k l k' l' H H' NE. apply in_map_iff in H, H'. destruct H as (x & E & Hx), H' as (y & E' & Hy).
        inversion E; inversion E'; subst. clear E E'.
        destruct (HF x Hx) as [Fx _], (HF y Hy) as [Fy _], (HG x Hx) as [Gx _], (HG y Hy) as [Gy _].
        assert (NE' : ix (g x) <> ix (g y)) by (intro E; apply NE; rewrite (inj_of_nodup _ ps x y DG Hx Hy E); reflexivity).
        rewrite !agree_iff by (assumption || (apply ms_spec; assumption)).
        apply (agree_images (np p) (named_of f ps) (named_of g ps) (ix (fst x)) _ _ (ix (fst y))); auto.
        intro E. apply NE. rewrite (inj_of_nodup _ ps x y D Hx Hy E). reflexivity.
      - intros j Uj Pj. destruct (Open j Uj Pj) as (x & Hx & Nj). apply need_prim in Nj; [|exact Pj].
        destruct (HG x Hx) as [Gx _]. apply has_iff in Nj. destruct Nj as (d & Hd).
        apply (Use g x j d Hx Gx) in Hd. apply mem_prims in Pj. destruct (P j _ d Hd) as [[L _]|(i & K & z & HA & HB & _)]; [lia|].
        assert (Pi : mem i (prims p)) by (apply Prim, K; tauto). apply mem_prims in Pj.
        assert (Both : forall y, In y ps -> (hask (ix (f y)) i <-> hask (ix (g y)) j)).
        { intros y Hy. rewrite !has_iff. destruct (HF y Hy) as [Fy _], (HG y Hy) as [Gy _]. split.
          - intros (c & H). apply (Use f y i c Hy Fy) in H. apply HA in H. destruct H as (d' & H).
            exists d'. apply (Use g y j d' Hy Gy). apply HB. eauto.
          - intros (d' & H). apply (Use g y j d' Hy Gy) in H. apply HB in H. destruct H as (c & H).
            exists c. apply (Use f y i c Hy Fy). apply HA. eauto. }
        exists i. split; [|split; [exact Pi|]].
        + destruct (HF x Hx) as [Fx Sx]. apply Sx, need_prim; [exact Pi|]. apply Both; [exact Hx|].
          apply has_iff. exists d. apply (Use g x j d Hx Gx). exact Hd.
        + intros k l H. apply in_map_iff in H. destruct H as (y & E & Hy). inversion E; subst.
          rewrite !need_prim by assumption. apply Both. exact Hy.
    Qed.
    Lemma supplied_ok U l : (forall m, In m l -> In m ms) ->
      (supplied q U l = true <->
       forall j, mem j (B.den U) -> mem j (prims p) -> exists m, In m l /\ mem j (need p (ix m))).
    Proof.
      intro I. unfold supplied. rewrite B.subb_ok, subb_ok, B.den_inter. cbn [q prepared_of prim]. rewrite den_primary_set.
      assert (E : forall j, mem j (B.den (fold_right (fun m s => B.union (nd m) s) (B.of_blocks []) l)) <->
        exists m, In m l /\ mem j (need p (ix m))).
      { intro j. induction l as [|m l IH]; cbn [fold_right].
        - rewrite B.den_of_blocks. split; [intro H; destruct (mem_0 j H)|intros (m & [] & _)].
        - rewrite B.den_union, mem_lor, IH, (nd_den m) by (intros; apply I; simpl; auto). split.
          + intros [H|(m' & H & H')]; [exists m|exists m']; simpl; auto.
          + intros (m' & [<-|H] & H'); eauto. }
      unfold sub. setoid_rewrite E. setoid_rewrite mem_land. firstorder.
    Qed.
    Lemma image_ok U M T R v0 w v w' : Known (kept w) -> length (Ms.den M) = length (mults p) ->
      V.Val e (Sols T R) v0 -> image_of src next q U M T R v0 w = Some (v, w') -> V.Val e (Sols U M) v /\ Known (kept w').
    Proof.
      intros K L HV. unfold image_of. destruct (V.counts && _ && _) eqn:C; [|discriminate].
      rewrite !andb_true_iff in C. destruct C as [[HC NM] EM]. apply Ms.eq_ok in EM. rewrite <- EM in HV.
      assert (M0 : mults p = []).
      { cbn [q prepared_of has_mults] in NM. destruct (mults p); [reflexivity|discriminate]. }
      rewrite M0 in L. destruct (Ms.den M) as [|x l] eqn:DM; [|discriminate]. clear L.
      assert (Plain : forall S X, MSol p S [] X <-> Sol (V p) (need p) (kill p) (prims p) S X).
      { intros S X. unfold MSol, within. rewrite M0. split; [tauto|]. intro; split; [assumption|constructor]. }
      assert (Fit : forall S m, In m (filter (fun m => is_fit m S M) (all q)) <-> In m ms /\ sub (need p (ix m)) (B.den S)).
      { intros S m. rewrite filter_In. change (all q) with ms. split; intros [Hm H]; (split; [exact Hm|]).
        - apply is_fit_iff in H; [|exact Hm]. apply H.
        - apply is_fit_iff; [exact Hm|]. split; [exact H|]. unfold flags. rewrite DM, M0. discriminate. }
      set (here := filter (fun m => is_fit m U M) (all q)) in *.
      set (there := filter (fun m => is_fit m T M) (all q)).
      assert (Here : forall m, In m here -> In m ms) by (intros m H; apply Fit in H; tauto).
      assert (There : forall m, In m there -> In m ms) by (intros m H; apply Fit in H; tauto).
      destruct (with_numbers_ok here Here) as [Keys Met].
      destruct (paired _ _ _ _ _) as [[ps s]|] eqn:E; [|discriminate].
      destruct (paired_ok _ _ _ _ _ Keys E) as (Ef & DS & Es). clear E.
      destruct (supplied q U here) eqn:SU.
      - destruct (supplied q T there && _) eqn:ST; [|discriminate]. apply andb_true_iff in ST. destruct ST as [ST HP].
        intro E. inversion E; subst v w'. split; [|exact K]. apply partnered_ok in HP.
        assert (Kept : forall f g, (forall x : option_ * option_, f (uses (fst x), uses (snd x)) = uses (g x)) ->
          kept_of f (under_names ps) = named_of g ps).
        { intros f g Efg. unfold kept_of, under_names, named_of. rewrite map_map. apply map_ext. intro x. cbn [fst snd]. rewrite Efg. reflexivity. }
        rewrite (Kept fst fst), (Kept snd snd) in HP by reflexivity. clear Kept. destruct HP as [PA PB].
        rewrite (supplied_ok U here Here) in SU. rewrite (supplied_ok T there There) in ST.
        assert (DF : NoDup (map (fun x => ix (fst x)) ps)) by (rewrite <- (map_map fst ix), Ef; apply numbers_of_some).
        assert (First : forall x, In x ps -> In (fst x) there) by (intros x Hx; rewrite <- Ef; apply in_map; exact Hx).
        assert (Second : forall x, In x ps -> In (snd x) here).
        { intros x Hx. apply Met, Es, in_map. exact Hx. }
        apply (V.number_iff HC). apply (V.number_iff HC) in HV. eapply Counts_ext; [intro X; symmetry; apply Plain|].
        apply (images_count (V p) (need p) (kill p) (prims p) (B.den T) (B.den U) (map (fun x => (ix (fst x), ix (snd x))) ps)).
        + apply leads_ok; try assumption.
          * intros x Hx. apply Fit, First. exact Hx.
          * intros x Hx. apply Fit, Second. exact Hx.
          * intros m Hm Sb. rewrite Ef. apply Fit. auto.
          * intros j Uj Pj. destruct (SU j Uj Pj) as (m & Hm & Nj). apply Met, Es in Hm. apply in_map_iff in Hm.
            destruct Hm as (x & <- & Hx). eauto.
        + unfold back. rewrite map_map. cbn [fst snd]. apply (leads_ok ps snd fst); try assumption.
          * intros x Hx. apply Fit, Second. exact Hx.
          * intros x Hx. apply Fit, First. exact Hx.
          * intros m Hm Sb. apply Es, Met, Fit. auto.
          * intros j Tj Pj. destruct (ST j Tj Pj) as (m & Hm & Nj). rewrite <- Ef in Hm. apply in_map_iff in Hm.
            destruct Hm as (x & <- & Hx). eauto.
          * intros i k c H. destruct (PA i k c H) as [G|(j & G)]; [left; exact G|]. right. exists j. apply partners_back. exact G.
        + eapply Counts_ext; [exact (Plain (B.den T))|]. exact HV.
      - intro E. inversion E; subst v w'. split; [|exact K]. apply V.none. intros X HX. apply Plain in HX.
        assert (supplied q U here = true); [|congruence]. apply (supplied_ok U here Here).
        intros j Uj Pj. destruct HX as [F _ Cv]. destruct (Cv j Uj Pj) as (k & Hk & Nk). destruct (F k Hk) as [Vk Sk].
        exists (prepare_option p k (option_at p k)). split; [apply Fit; split; [apply ms_of; exact Vk|exact Sk]|exact Nk].
    Qed.

    (* ---------- clauses ---------- *)
    Lemma by_clauses_ok U M w v w' : Known (kept w) -> length (Ms.den M) = length (mults p) ->
      by_clauses src next q U M w = Some (v, w') -> V.Val e (Sols U M) v /\ Known (kept w').
    Proof.
      intros K L. unfold by_clauses. destruct (V.counts && _) eqn:C; [|discriminate].
      apply andb_true_iff in C. destruct C as [HC NM].
      assert (M0 : mults p = []).
      { cbn [q prepared_of has_mults] in NM. destruct (mults p); [reflexivity|discriminate]. }
      rewrite M0 in L. destruct (Ms.den M) as [|x l] eqn:DM; [|discriminate]. clear L.
      cbn [q prepared_of items]. rewrite rev_append_rev, app_nil_r.
      set (opened := filter (B.testb U) (rev (upto (length (bounds p))))).
      set (here := filter (fun m => is_fit m U M) (all q)).
      destruct (B.subb _ (bits_of_items q opened)) eqn:Sb; [|discriminate].
      destruct (Clauses.by_clauses _ _ _) as [[n s]|] eqn:E; [|discriminate]. apply Clauses.by_clauses_right in E.
      intro H. inversion H; subst v w'. split; [|exact K].
      apply (V.number_iff HC). rewrite (V.number_of HC).
      assert (Fit : forall m, In m here <-> In m ms /\ sub (need p (ix m)) (B.den U)).
      { intro m. unfold here. rewrite filter_In. change (all q) with ms. split; intros [Hm G]; (split; [exact Hm|]).
        - apply is_fit_iff in G; [|exact Hm]. apply G.
        - apply is_fit_iff; [exact Hm|]. split; [exact G|]. unfold flags. rewrite DM, M0. discriminate. }
      assert (Uses : map uses here = map (option_at p) (map ix here)).
      { rewrite map_map. apply map_ext_in. intros m Hm. apply Fit in Hm. destruct Hm as [Hm _].
        apply ms_spec in Hm. destruct Hm as [_ Em]. rewrite Em at 1. reflexivity. }
      cbn [q prepared_of first_secondary] in E. fold q in E. rewrite Uses in E.
      apply (rest_counts p WF M0 (B.den U)) in E.
      - eapply Counts_ext; [|exact E]. intro X. unfold MSol, within. rewrite M0.
        split; [intro; split; [assumption|constructor]|tauto].
      - apply NoDup_filter, NoDup_rev. clear. induction (length (bounds p)) as [|j IH]; [constructor|].
        rewrite upto_succ. constructor; [|exact IH]. rewrite in_upto. lia.
      - intro i. unfold opened. rewrite filter_In, <- in_rev, in_upto. split.
        + intros [Li Ti]. split; [apply B.testb_ok, Ti|]. apply mem_prims. split; [exact Li|].
          apply (all_plain p M0), Li.
        + intros [Ui Pi]. rewrite B.subb_ok in Sb. apply subb_ok in Sb.
          assert (G := Sb i). rewrite B.den_inter, mem_land in G. cbn [q prepared_of prim] in G. rewrite den_primary_set in G.
          specialize (G (conj Ui Pi)). unfold bits_of_items in G. rewrite B.den_of_blocks in G. apply mem_bits_of in G.
          destruct G as (a & z & G & La & Lb). apply in_map_iff in G. destruct G as (j & Ej & Hj).
          unfold block_of, item_block in Ej. cbn [q prepared_of first_secondary bits_each] in Ej.
          assert (Lj := Hj). apply filter_In in Lj. rewrite <- in_rev, in_upto in Lj. destruct Lj as [Lj Tj].
          fold (np p) in Lj. destruct (N.ltb_spec j (np p)); [|lia]. inversion Ej; subst a z.
          assert (i = j) as -> by lia. auto.
      - apply numbers_of_some.
      - intro k. rewrite in_map_iff. split.
        + intros (m & <- & Hm). apply Fit in Hm. destruct Hm as [Hm Sm]. apply ms_spec in Hm. tauto.
        + intros [Vk Sk]. exists (prepare_option p k (option_at p k)). split; [reflexivity|]. apply Fit.
          split; [apply ms_of, Vk|exact Sk].
    Qed.

    Lemma keep_ok s U M v w : Known (kept w) -> V.Val e (Sols U M) v -> Known (kept (keep src s U M v w)).
    Proof.
      intros K H s' T R v' E. simpl in E.
      destruct (S.get_set _ Empty (Full U M v) s s' (kept w)) as [G|[G|G]]; rewrite G in E.
      - inversion E; subst. assumption.
      - apply (K s'). assumption.
      - discriminate.
    Qed.
    Lemma node_ok d : right (node src next e q d).
    Proof.
      induction d as [|d IH]; intros U M w v w' K L; cbn [node]; [discriminate|].
      destruct (done q U M) eqn:D.
      { intro E. inversion E; subst. split; [|assumption]. apply V.empty. intro X. apply done_ok. exact D. }
      destruct (next (rest w)) as [[r s]|]; [|discriminate].
      destruct r as [i|s'|s'|n l|f l|i|s'| |k].
      - apply open_ok; assumption.
      - destruct (S.get _ Empty _ (kept w)) as [|T R v0] eqn:E; [discriminate|].
        destruct (same q U M T R) eqn:HS; [|discriminate]. intro H. inversion H; subst. split; [|assumption].
        eapply V.ext; [apply same_ok; eassumption|]. eapply K. eassumption.
      - destruct (next s) as [[r s2]|]; [|discriminate].
        destruct (open _ _ _ _ _ U M r _) as [[v0 w0]|] eqn:E; [|discriminate].
        apply (open_ok (node src next e q d) IH) in E; try assumption. destruct E as [HV K'].
        intro H. inversion H; subst. split; [assumption|]. apply keep_ok; assumption.
      - apply open_ok; assumption.
      - apply open_ok; assumption.
      - apply open_ok; assumption.
      - destruct (S.get _ Empty _ (kept w)) as [|T R v0] eqn:E; [discriminate|].
        apply image_ok; [exact K|exact L|]. eapply K. eassumption.
      - apply by_clauses_ok; assumption.
      - apply open_ok; assumption.
    Qed.
    Lemma given_ok child named : right child -> (forall k m, PositiveMap.find k named = Some m -> In m ms) ->
      forall ks, NoDup ks -> forall U M w v w', Known (kept w) -> length (Ms.den M) = length (mults p) ->
      given src e child named ks U M w = Some (v, w') ->
      V.Val e (fun X => Sols U M X /\ forall k, In k ks -> mem k X) v /\ Known (kept w').
    Proof.
      intros CH HN. induction 1 as [|k ks Nk ND IH]; intros U M w v w' K L; cbn [given].
      - intro E. apply CH in E; try assumption. destruct E as [E K']. split; [|exact K'].
        eapply V.ext; [|exact E]. intro X. cbv beta. split; [intro HX; split; [exact HX|intros k []]|intros [HX _]; exact HX].
      - destruct (PositiveMap.find _ _) as [m|] eqn:F; [|discriminate]. apply HN in F. rename F into Hm.
        destruct (N.eqb_spec (ix m) k) as [<-|]; [|discriminate]. destruct (fit m U M) as [R|] eqn:F.
        + destruct (given _ _ _ _ _ _ _ _) as [[v1 w1]|] eqn:E; [|discriminate]. intro H. inversion H; subst; clear H.
          apply fit_some in F; [|exact Hm]. destruct F as [Sb T].
          apply IH in E; [|assumption|rewrite <- L; apply take_length in T; exact T]. destruct E as [E K']. split; [|exact K'].
          assert (Vk : V p (ix m)) by (apply ms_spec; exact Hm).
          rewrite B.den_diff, (kl_den m Hm) in E.
          eapply V.ext; [|apply V.with_option; [|exact E]].
          * intro X. cbv beta. split.
            -- intros (Y & [HY HG] & ->). destruct (proj2 (take_iff p WF _ _ _ _ Vk Sb T (N.setbit Y (ix m)))) as [HX HK]; [eauto|].
               split; [exact HX|]. intros k [<-|Hk]; [exact HK|]. apply mem_setbit. auto.
            -- intros [HX HG]. destruct (proj1 (take_iff p WF _ _ _ _ Vk Sb T X)) as (Y & HY & ->); [split; [exact HX|apply HG; left; reflexivity]|].
               exists Y. split; [|reflexivity]. split; [exact HY|]. intros k Hk. specialize (HG k (or_intror Hk)).
               apply mem_setbit in HG. destruct HG as [->|HG]; [contradiction|exact HG].
          * intros Y [HY _]. apply (take_fresh p WF _ _ _ _ Vk HY).
        + intro H. inversion H; subst. split; [|exact K]. apply V.none. intros X [HX HG].
          apply (fit_none m U M Hm F). eapply sol_fits; [exact HX|]. apply HG. left. reflexivity.
    Qed.
  End Sound.

  (* The problem is prepared as above. *)
  Lemma along_bounded {A} (f : N -> N * N -> A) bs : forall k r,
    along f k bs (map (fun ib => (fst ib, f (fst ib) (snd ib))) r) = map (fun ib => (fst ib, f (fst ib) (snd ib))) (bounded k bs r).
  Proof. induction bs as [|b bs IH]; intros k r; [reflexivity|]. cbn [along bounded]. rewrite <- IH. reflexivity. Qed.
  Definition bit_at (p : problem) (i : N) : B.t := bit_of_primary (plain p i) i.
  Lemma marked_ok p : B.bits_along is_once 0 (bounds p) [] = map (fun i => (i, bit_at p i)) (upto (length (bounds p))).
  Proof.
    rewrite B.bits_along_ok. refine (eq_trans (along_bounded (fun i b => B.of_blocks (if is_once b then [(i, 1)] else [])) (bounds p) 0 []) _).
    fold (all_bounded p). rewrite all_bounded_ok, map_map. reflexivity.
  Qed.
  Lemma number_of_marked p :
    match B.bits_along is_once 0 (bounds p) [] with [] => 0 | (i, _) :: _ => N.succ i end = np p.
  Proof.
    rewrite marked_ok. unfold np. destruct (length (bounds p)) as [|n]; [reflexivity|]. rewrite upto_succ. cbn [map]. lia.
  Qed.
  Lemma upto_length n : length (upto n) = n.
  Proof. induction n as [|n IH]; [reflexivity|]. rewrite upto_succ. cbn [length]. rewrite IH. reflexivity. Qed.
  Lemma nth_upto n : forall k i, nth_error (rev (upto n)) k = Some i -> i = N.of_nat k.
  Proof.
    induction n as [|n IH]; intros k i; [destruct k; discriminate|]. rewrite upto_succ. cbn [rev].
    assert (L : length (rev (upto n)) = n) by (rewrite rev_length; apply upto_length).
    destruct (Nat.lt_ge_cases k n) as [H|H]; [rewrite nth_error_app1 by lia; apply IH|].
    rewrite nth_error_app2, L by lia. destruct (k - n)%nat as [|d] eqn:E; cbn [nth_error].
    - intro F. inversion F. f_equal. lia.
    - destruct d; discriminate.
  Qed.
  Section Same.
    Variable p : problem.
    Variable f : facts.
    Hypothesis Fn : primaries f = np p.
    Hypothesis Fe : everything f = np p + ns p.
    Hypothesis Fc : colours f = nc p.
    Hypothesis Fw : width f = W p.
    Hypothesis Fb : forall i j b, B.named (B.name_of i) (bits f) = Some (j, b) -> i < np p /\ b = bit_at p i.
    Hypothesis Fo : is_often f = has_mults_of (mults p).
    Hypothesis Fm : often_number f = N.of_nat (length (mults p)).
    Hypothesis Fp : is_often f = true -> forall i, i < np p + ns p -> B.named (B.name_of i) (places f) = place_in (mults p) i.
    Hypothesis Fl : no_flags f = Ms.flags_at 0 [].
    Hypothesis Fi : is_often f = true -> first_own f = outs p.
    Lemma part_uses_ok o : forallb (fun ic => primaries f <=? fst ic) (other_part (part_uses f o)) = true ->
      primary_part (part_uses f o) = primary_bits (np p) (bit_at p) o /\ other_part (part_uses f o) = others (np p) o /\
      has_primary (part_uses f o) = existsb (fun ic => fst ic <? np p) o.
    Proof.
      rewrite Fn. induction o as [|[i c] o IH]; [auto|]. cbn [part_uses]. cbv zeta.
      assert (Other : forallb (fun ic => np p <=? fst ic) ((i, c) :: other_part (part_uses f o)) = true ->
        primary_part (part_uses f o) = primary_bits (np p) (bit_at p) ((i, c) :: o) /\
        (i, c) :: other_part (part_uses f o) = others (np p) ((i, c) :: o) /\
        has_primary (part_uses f o) = existsb (fun ic => fst ic <? np p) ((i, c) :: o)).
      { cbn [forallb fst]. rewrite andb_true_iff. intros [Li H]. destruct (IH H) as (E1 & E2 & E3).
        cbn [primary_bits others fold_right filter existsb fst]. rewrite Li. apply N.leb_le in Li.
        destruct (N.ltb_spec i (np p)); [lia|]. rewrite E1, E2, E3. auto. }
      destruct (B.named _ _) as [[j b]|] eqn:E; [|exact Other].
      cbn [primary_part other_part has_primary]. intro H. destruct (IH H) as (E1 & E2 & E3).
      apply Fb in E. destruct E as [L ->]. cbn [primary_bits others fold_right filter existsb fst].
      destruct (N.ltb_spec i (np p)); [|lia]. destruct (N.leb_spec (np p) i); [lia|]. rewrite E1, E2. auto.
    Qed.
    Lemma names_of_ok o : names_of (part_uses f o) = map B.name_of (map fst o).
    Proof.
      induction o as [|[i c] o IH]; [reflexivity|]. cbn [part_uses map fst]. cbv zeta. rewrite <- IH.
      destruct (B.named _ _) as [[j b]|]; reflexivity.
    Qed.
    Lemma prepare_with_ok k o m names : prepare_with f k o = Some (m, names) ->
      wf_opt p o = true /\ m = prepare_option p k o /\ names = map B.name_of (map fst o).
    Proof.
      unfold prepare_with. cbv zeta. destruct (_ && _) eqn:H; [|discriminate]. apply andb_true_iff in H. destruct H as [P H].
      assert (H1 : forallb (fun ic => primaries f <=? fst ic) (other_part (part_uses f o)) = true).
      { rewrite forallb_forall in *. intros x Hx. specialize (H x Hx). apply andb_true_iff in H. tauto. }
      destruct (part_uses_ok o H1) as (E1 & E2 & E3). rewrite E1, E2, E3, names_of_ok in *. intro E. inversion E; subst. clear E.
      split; [|split; [|reflexivity]].
      - unfold wf_opt, wf_bits. rewrite P, andb_true_r. rewrite forallb_forall in *. intros ic Hic.
        destruct (N.ltb_spec (fst ic) (np p)) as [L|L]; [reflexivity|]. cbn [orb]. rewrite <- Fe, <- Fc.
        assert (I : In ic (others (np p) o)) by (apply filter_In; split; [exact Hic|apply N.leb_le; exact L]).
        specialize (H ic I). rewrite andb_true_iff in H. apply H.
      - rewrite option_with_ok. unfold prepare_option. cbv zeta.
        assert (G : forall g h : N * N -> list (N * N), (forall i c, np p <= i -> g (i, c) = h (i, c)) ->
          flat_map g (others (np p) o) = flat_map h (others (np p) o)).
        { intros g h Gh. clear - Gh. induction o as [|[i c] o' IHo]; [reflexivity|]. cbn [others filter fst]. fold (others (np p) o').
          destruct (N.leb_spec (np p) i) as [L|L]; [|exact IHo]. cbn [flat_map]. rewrite (Gh i c L), IHo. reflexivity. }
        assert (Own : (if is_often f then [(first_own f + k, 1)] else []) = own_blocks p k).
        { unfold own_blocks. rewrite Fo in *. destruct (mults p); [reflexivity|]. cbn [has_mults_of] in *. rewrite Fi; reflexivity. }
        assert (Flags : (if is_often f then Ms.flags_at (often_number f) (places_by (fun i => B.named (B.name_of i) (places f)) o) else no_flags f) =
                        Ms.flags_at (N.of_nat (length (mults p))) (places_by (place_in (mults p)) o)).
        { rewrite Fm, Fl, Fo in *. destruct (mults p) as [|j0 js0] eqn:M0; cbn [has_mults_of] in *.
          - assert (Z : places_by (place_in []) o = []) by (clear; induction o as [|ic o IH]; [reflexivity|exact IH]). rewrite Z. reflexivity.
          - rewrite <- M0 in *. f_equal. unfold places_by. rewrite !flat_map_concat_map. f_equal. apply map_ext_in. intros ic Hic.
            rewrite Fp; [reflexivity|reflexivity|]. destruct (N.ltb_spec (fst ic) (np p)) as [Li|Li]; [lia|].
            assert (I : In ic (others (np p) o)) by (apply filter_In; split; [exact Hic|apply N.leb_le; exact Li]).
            rewrite forallb_forall in H. specialize (H ic I). rewrite !andb_true_iff in H. destruct H as (_ & H & _). apply N.ltb_lt in H. lia. }
        rewrite Own, Flags, Fn, Fw. fold (bit_at p). change (fun i => bit_of_primary (plain p i) i) with (bit_at p).
        rewrite (G (need_blocks _ _ _) (need1 p)); [rewrite (G (kill_blocks _ _ _) (kill1 p))|].
        + reflexivity.
        + intros i c L. unfold kill1, kill_blocks. destruct (N.ltb_spec i (np p)); [lia|reflexivity].
        + intros i c L. unfold need1, need_blocks. destruct (N.ltb_spec i (np p)); [lia|reflexivity].
    Qed.
    Hypothesis Room : B.has_room (np p + ns p) = true.
    Lemma put_in_ok sure m t is_ : (sure = true -> NoDup is_) -> (forall i, In i is_ -> i < np p + ns p) ->
      put_in sure m t (map B.name_of is_) = put_row (np p + ns p) m t (nodup N.eq_dec is_).
    Proof.
      induction is_ as [|i is_ IH]; intros Su U; [reflexivity|]. cbn [map put_in nodup]. cbv zeta.
      rewrite IH by ((intro H; apply Su in H; inversion H; assumption) || (intros j Hj; apply U; right; exact Hj)).
      assert (Ui : i < np p + ns p) by (apply U; left; reflexivity).
      assert (E : existsb (B.same_name (B.name_of i)) (map B.name_of is_) = if in_dec N.eq_dec i is_ then true else false).
      { assert (Same : forall j, In j is_ -> B.same_name (B.name_of i) (B.name_of j) = (i =? j))
          by (intros j Hj; apply (B.same_name_ok _ _ _ Room Ui), U; right; exact Hj).
        destruct (in_dec N.eq_dec i is_) as [H|H].
        - apply existsb_exists. exists (B.name_of i). split; [apply in_map, H|]. rewrite Same by exact H. apply N.eqb_refl.
        - apply not_true_is_false. intro X. apply existsb_exists in X. destruct X as (x & Hx & X). apply in_map_iff in Hx.
          destruct Hx as (j & <- & Hj). rewrite Same in X by exact Hj. apply N.eqb_eq in X. subst j. contradiction. }
      assert (E' : (if sure then false else existsb (B.same_name (B.name_of i)) (map B.name_of is_)) = if in_dec N.eq_dec i is_ then true else false).
      { destruct sure; [|exact E]. assert (H := Su eq_refl). inversion H. destruct (in_dec N.eq_dec i is_); [contradiction|reflexivity]. }
      rewrite E'. destruct (in_dec N.eq_dec i is_); [reflexivity|]. unfold put_row. cbn [fold_right]. f_equal. f_equal.
      unfold row. apply N.ltb_lt in Ui. rewrite Ui. reflexivity.
    Qed.
    Lemma prepare_options_app a b : forall k, prepare_options p k (a ++ b) = prepare_options p k a ++ prepare_options p (k + N.of_nat (length a)) b.
    Proof.
      induction a as [|o a IH]; intro k; cbn [app prepare_options length]; [rewrite N.add_0_r; reflexivity|].
      rewrite IH. do 3 f_equal. lia.
    Qed.
    Lemma prepare_all_ok os : forall k ks ms t ms' t', ks = [] /\ k = N.of_nat (length os) \/ map fst ks = upto (length os) ->
      prepare_all f k ks os ms t = Some (ms', t') ->
      (forall o, In o os -> wf_opt p o = true) /\ ms' = prepare_options p 0 (rev os) ++ ms /\
      t' = fold_left (fun t m => put_row (np p + ns p) m t (nodup N.eq_dec (map fst (uses m)))) (rev (prepare_options p 0 (rev os))) t.
    Proof.
      induction os as [|o os IH]; intros k ks ms t ms' t' K; cbn [prepare_all].
      - intro E. inversion E; subst. split; [intros o []|split; reflexivity].
      - cbv zeta. assert (K' : match ks with (j, _) :: _ => j | [] => N.pred k end = N.of_nat (length os) /\
          (tl ks = [] /\ N.of_nat (length os) = N.of_nat (length os) \/ map fst (tl ks) = upto (length os))).
        { cbn [length] in K. rewrite upto_succ in K. destruct K as [[-> ->]|K]; [split; [lia|auto]|].
          destruct ks as [|[j b] ks]; inversion K. auto. }
        destruct K' as [-> K'].
        destruct (prepare_with f _ o) as [[m names]|] eqn:E; [|discriminate]. intro E'.
        destruct (IH _ _ _ _ _ _ K' E') as (WF & -> & ->). destruct (prepare_with_ok _ _ _ _ E) as (Wo & -> & ->).
        split; [intros o' [<-|Ho]; auto|]. cbn [rev]. rewrite prepare_options_app, rev_length, N.add_0_l. cbn [prepare_options].
        rewrite rev_app_distr, <- app_assoc. split; [reflexivity|]. cbn [rev app fold_left]. f_equal.
        apply put_in_ok; [unfold surely; destruct (shorter 32 o); [discriminate|apply all_different_ok]|]. intros i Hi. apply in_map_iff in Hi. destruct Hi as (ic & <- & Hic).
        unfold wf_opt, wf_bits in Wo. apply andb_true_iff in Wo. destruct Wo as [Wo _]. rewrite forallb_forall in Wo. specialize (Wo ic Hic).
        rewrite orb_true_iff, andb_true_iff, !N.ltb_lt in Wo. lia.
    Qed.
  End Same.
  Lemma count_ok {A} (l : list A) : forall k, fold_left (fun k _ => N.succ k) l k = k + N.of_nat (length l).
  Proof. induction l as [|x l IH]; intro k; cbn [fold_left length]; [lia|]. rewrite IH. lia. Qed.
  Lemma behind_all_ok {A C} (l : list A) : forall m : list C, behind_all l m = skipn (length l) m.
  Proof. induction l as [|x l IH]; intros [|y m]; [reflexivity|reflexivity|reflexivity|apply IH]. Qed.
  Lemma skipn_upto d : forall n, skipn d (upto n) = upto (n - d).
  Proof. induction d as [|d IH]; intros [|n]; [reflexivity|reflexivity|reflexivity|]. rewrite upto_succ. apply IH. Qed.
  Lemma row_in_ok n t i : i < n -> row_in t (B.name_of i) = row n t i.
  Proof. intro L. unfold row. apply N.ltb_lt in L. rewrite L. reflexivity. Qed.
  Lemma with_entries_ok p n at_ t : B.has_room n = true -> np p <= n ->
    (forall i, i < np p -> B.named (B.name_of i) at_ = place_in (mults p) i) ->
    with_entries (np p) (W p) (N.of_nat (length (mults p))) at_ t (B.name_of (np p)) (map (fun i => (i, bit_at p i)) (upto (length (bounds p)))) [] =
    all_entries p (mults p) (fun i => B.of_blocks [(i, 1)]) (row n t).
  Proof.
    intros Room Le At. unfold all_entries. cbv zeta. generalize (@nil (N * entry)).
    assert (U : N.of_nat (length (bounds p)) <= np p) by apply N.le_refl. unfold np at 2. revert U.
    induction (length (bounds p)) as [|l IH]; intros U e; [reflexivity|]. rewrite upto_succ, Nat2N.inj_succ. cbn [map fold_left with_entries]. cbv zeta.
    set (j := N.of_nat l) in *. assert (L : j < np p) by lia. rewrite (B.name_before_ok n) by (exact Room || lia).
    rewrite (row_in_ok n) by lia.
    rewrite At by exact L.
    assert (E : entry_of (np p) (W p) (N.of_nat (length (mults p))) (place_in (mults p) j) (bit_at p j) (row n t j) =
                entry_of (np p) (W p) (N.of_nat (length (mults p))) (place_in (mults p) j) (B.of_blocks [(j, 1)]) (row n t j)).
    { unfold entry_of. destruct (place_in (mults p) j) eqn:P; [reflexivity|]. apply place_in_none in P. rewrite in_mults in P.
      unfold bit_at, bit_of_primary. destruct (plain p j); [reflexivity|tauto]. }
    rewrite E. apply IH. lia.
  Qed.
  Lemma primary_blocks_once p : mults p = [] -> primary_blocks p = if np p =? 0 then [] else [(0, np p)].
  Proof.
    intro M. unfold primary_blocks. rewrite all_bounded_ok.
    assert (A : forall i, i < np p -> plain p i = true).
    { intros i L. destruct (plain p i) eqn:E; [reflexivity|]. assert (H : In i (mults p)) by (apply in_mults; auto). rewrite M in H. destruct H. }
    unfold np in *. induction (length (bounds p)) as [|n IH]; [reflexivity|]. rewrite upto_succ. cbn [map fold_right fst snd].
    change (is_once (bound p (N.of_nat n))) with (plain p (N.of_nat n)). rewrite A by lia. rewrite IH by (intros; apply A; lia).
    destruct n as [|n]; [reflexivity|]. replace (N.of_nat (S n) =? 0) with false by (symmetry; apply N.eqb_neq; lia).
    replace (N.of_nat (S (S n)) =? 0) with false by (symmetry; apply N.eqb_neq; lia). cbn [block_with].
    rewrite N.add_0_l, N.eqb_refl. repeat f_equal; lia.
  Qed.
  Lemma put_places_ok n often ml : B.has_room n = true -> NoDup ml -> (forall i, In i ml -> i < n) -> forall k t, B.roomy n t ->
    forall i, i < n -> B.named (B.name_of i) (put_places often k ml t) =
      match place_of i ml with Some j => Some (place_at often (k + N.of_nat j)) | None => B.named (B.name_of i) t end.
  Proof.
    intros Room ND. induction ND as [|j ml Nj ND IH]; intros Lt k t R i L; [reflexivity|]. cbn [put_places place_of].
    rewrite IH; [|intros; apply Lt; right; assumption|apply B.put_roomy, R|exact L].
    rewrite (B.named_put _ n) by (assumption || (apply Lt; left; reflexivity)).
    destruct (N.eqb_spec i j) as [->|NE].
    - destruct (place_of j ml) as [m|] eqn:P; [|rewrite N.add_0_r; reflexivity].
      apply place_spec, nth_error_In in P. contradiction.
    - destruct (place_of i ml) as [m|]; [|reflexivity]. cbn [option_map]. do 2 f_equal. lia.
  Qed.
  Lemma places_are p : B.has_room (np p + ns p) = true -> forall i, i < np p + ns p ->
    B.named (B.name_of i) (put_places (N.of_nat (length (mults p))) 0 (mults p) (B.blank (np p + ns p))) = place_in (mults p) i.
  Proof.
    intros Room i L. rewrite (put_places_ok (np p + ns p)); try assumption.
    - unfold place_in. destruct (place_of i (mults p)); [reflexivity|]. apply B.named_blank.
    - apply mults_nodup.
    - intros j Hj. apply in_mults in Hj. lia.
    - apply B.blank_roomy, Room.
  Qed.
  Lemma prepared_ok p q0 : prepare p = Some q0 -> (forall o, In o (opts p) -> wf p o) /\ q0 = q p.
  Proof.
    unfold prepare. cbv zeta. rewrite number_of_marked, marked_ok. destruct (B.has_room _) eqn:Room; [|discriminate].
    set (at_ := if has_mults_of (mults p) then put_places _ 0 _ _ else _).
    assert (At : forall i, i < np p + ns p -> B.named (B.name_of i) at_ = place_in (mults p) i).
    { intros i L. unfold at_. destruct (has_mults_of (mults p)) eqn:HM; [apply places_are; assumption|].
      destruct (mults p) eqn:M0; [|discriminate]. apply B.named_blank. }
    set (f := Facts _ _ _ _ _ _ _ _ _ _). set (ks := match behind_all _ (opts p) with [] => _ | _ => [] end). destruct (prepare_all f _ ks _ [] _) as [[ms0 lists0]|] eqn:E; [|discriminate].
    rewrite rev_append_rev, app_nil_r in E. apply (prepare_all_ok p f) in E; try reflexivity; try exact Room.
    2:{ intros i j b Hn. unfold f in Hn. cbn [bits] in Hn. apply (B.named_tabled_back _ _ _ _ _ Room) in Hn.
        2:{ rewrite map_length, upto_length. unfold np. lia. }
        rewrite <- map_rev, nth_error_map in Hn.
        destruct (nth_error (rev (upto _)) _) as [j'|] eqn:Nj; [|discriminate]. inversion Hn; subst. clear Hn.
        assert (Ij := nth_upto _ _ _ Nj). rewrite N2Nat.id in Ij. subst j.
        split; [|reflexivity]. apply nth_error_In, in_rev, in_upto in Nj. exact Nj. }
    2:{ intros _. exact At. }
    2:{ unfold f. cbn [is_often first_own]. intros ->. reflexivity. }
    2:{ rewrite rev_length. destruct ks as [|x l] eqn:Ek; [left; split; [reflexivity|rewrite count_ok; reflexivity]|]. right. rewrite <- Ek. unfold ks in *.
        destruct (behind_all _ (opts p)) eqn:Eb in *; [|discriminate]. rewrite behind_all_ok in Eb. apply (f_equal (@length opt)) in Eb.
        rewrite skipn_length, map_length, upto_length in Eb. cbn [length] in Eb. rewrite !behind_all_ok, <- skipn_map, map_map, map_id, skipn_upto.
        rewrite skipn_length, map_length, upto_length. f_equal. lia. }
    destruct E as (WF & Em & El). rewrite rev_involutive in Em, El. rewrite app_nil_r in Em. subst ms0 lists0. fold (ms p). intro E. inversion E as [E']. clear E E'. split.
    { intros o Ho. apply wf_opt_ok. apply WF. apply -> in_rev. exact Ho. }
    assert (R : forall l, fold_left (fun t m => put_row (np p + ns p) m t (nodup N.eq_dec (map fst (uses m)))) (rev l) (B.blank (np p + ns p)) = rows_of (np p + ns p) l)
      by (intro l; unfold rows_of; rewrite rev_append_rev, app_nil_r; reflexivity).
    rewrite R, (with_entries_ok p (np p + ns p)) by (exact Room || lia || (intros i L; apply At; lia)).
    unfold q, prepared_of. cbv zeta.
    assert (P : (if has_mults_of (mults p) then primary_set p else B.of_blocks (if np p =? 0 then [] else [(0, np p)])) = primary_set p).
    { unfold primary_set. destruct (mults p) eqn:M; [|reflexivity]. cbn [has_mults_of]. rewrite (primary_blocks_once p M). reflexivity. }
    rewrite P.
    assert (I : fold_left (fun (l : list N) (ib : N * B.t) => fst ib :: l) (map (fun i => (i, bit_at p i)) (upto (length (bounds p)))) [] =
                rev_append (upto (length (bounds p))) []).
    { generalize (@nil N). induction (upto _) as [|i l IH]; intro r; [reflexivity|]. apply IH. }
    assert (B : (if has_mults_of (mults p) then first_bounds p else []) = first_missing p).
    { rewrite first_bounds_ok. unfold first_missing. destruct (mults p); reflexivity. }
    rewrite I, B. unfold full_set, other_block. destruct (mults p); reflexivity.
  Qed.
  Lemma prepared_room p q0 : prepare p = Some q0 -> B.has_room (np p + ns p) = true.
  Proof. unfold prepare. cbv zeta. rewrite number_of_marked. destruct (B.has_room _); [reflexivity|discriminate]. Qed.
  Theorem walk_given_sound src (next : source src) e p q0 depth named ks s v s' :
    prepare p = Some q0 -> named = PositiveMap.empty _ \/ named = numbered q0 -> NoDup ks ->
    walk_given next e q0 depth named ks s = Some (v, s') ->
    V.Val e (fun X => is_cover p X /\ forall k, In k ks -> mem k X) v.
  Proof.
    intros Q EN ND. assert (Room := prepared_room _ _ Q). apply prepared_ok in Q. destruct Q as [WF ->]. unfold walk_given.
    destruct (given _ _ _ _ _ _ _ _) as [[v0 w]|] eqn:E; [|discriminate].
    intro H. inversion H; subst. apply (given_ok src e p WF) in E; try assumption.
    - destruct E as [E _]. simpl in E. rewrite den_full_set, Ms.den_of_list in E.
      eapply V.ext; [|exact E]. intro X. cbv beta. rewrite (cover_sol p WF). reflexivity.
    - apply node_ok; assumption.
    - intros k m. destruct EN as [-> | ->]; [rewrite PositiveMap.gempty; discriminate|apply numbered_ok].
    - intros s0 T R u. simpl. rewrite S.get_empty. discriminate.
    - cbn [q prepared_of missing]. rewrite Ms.den_of_list. unfold first_missing. apply map_length.
  Qed.
  Theorem walk_sound src (next : source src) e p s v s' :
    walk next e p s = Some (v, s') -> V.Val e (is_cover p) v.
  Proof.
    unfold walk. destruct (prepare p) as [q0|] eqn:Q; [|discriminate]. intro H.
    apply (walk_given_sound _ _ _ _ _ _ _ _ _ _ _ Q) in H; [|auto|constructor].
    eapply V.ext; [|exact H]. intro X. cbv beta. split; [intros [HX _]; exact HX|]. intro HX. split; [exact HX|intros k []].
  Qed.
End Make.

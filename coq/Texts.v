(* The reader of Knuth.v over machine words: it goes through a text once, and finds names in arrays.
   What it reads is what [read] reads ([read_in_pieces_right], the last theorem); of some texts it says
   nothing: where lines end with a carriage return, or with a byte order mark. *)
Require Import Arith NArith ZArith List Lia Bool Ascii Uint63.
Require PArray.
Import ListNotations.
Require Import Counting Problem Knuth.

(* ---------- characters as numbers ---------- *)
Definition bit_at (x i : int) : bool := negb ((x >> i) land 1 =? 0)%uint63.
Definition char_of (x : int) : ascii :=
  Ascii (bit_at x 0) (bit_at x 1) (bit_at x 2) (bit_at x 3) (bit_at x 4) (bit_at x 5) (bit_at x 6) (bit_at x 7).
Definition twice (b : bool) (x : int) : int := if b then (x + x + 1)%uint63 else (x + x)%uint63.
Definition code_of (c : ascii) : int :=
  let 'Ascii a b c d e f g h := c in twice a (twice b (twice c (twice d (twice e (twice f (twice g (twice h 0))))))).
(* A text: up to seven characters in each number, the first one lowest, and a 1 above the last one. *)
Fixpoint chars_in (f : nat) (x : int) : list ascii :=
  match f with
  | O => []
  | S f => if (x <=? 1)%uint63 then [] else char_of (x land 255)%uint63 :: chars_in f (x >> 8)%uint63
  end.
Definition text_of_words (l : list int) : list ascii := flat_map (chars_in 7) l.

(* no blank, nor the end of a line, nor a bar or a colon, and nothing that UTF-8 has to do with *)
Definition plain_char (c : ascii) : bool :=
  ordinary c && negb (c =? ":")%char && negb (c =? "|")%char && (let 'Ascii _ _ _ _ _ _ _ h := c in negb h).
Definition is_plain (c : int) : bool :=
  ((32 <? c) && ((c <? 127) && (negb (c =? 58) && negb (c =? 124))))%uint63.

(* ---------- names as numbers ---------- *)
(* Seven characters in each number, too, but the last one lowest, below a 1; the last number first. *)
Definition key := (list int * int)%type.
Definition push (c : int) (k : key) : key :=
  let (l, x) := k in
  if (x <? 562949953421312)%uint63 then (l, (x << 8) + c)%uint63 else (x :: l, 256 + c)%uint63.
Definition key_of (w : word) : key := fold_left (fun k c => push (code_of c) k) w ([], 1%uint63).
Fixpoint letters (f : nat) (x : int) (w : word) : word :=
  match f with
  | O => w
  | S f => if (x <? 256)%uint63 then w else letters f (x >> 8)%uint63 (char_of (x land 255)%uint63 :: w)
  end.
Definition word_of_key (k : key) : word :=
  let (l, x) := k in fold_left (fun w x => letters 7 x w) (x :: l) [].

(* ---------- what is found by names ---------- *)
Inductive bucket (A : Type) := NoMore | Entry (l : list int) (x : int) (a : A) (r : bucket A).
Arguments NoMore {A}.
Arguments Entry {A}.
Fixpoint eq_ints (l m : list int) : bool :=
  match l, m with
  | [], [] => true
  | x :: l, y :: m => if (x =? y)%uint63 then eq_ints l m else false
  | _, _ => false
  end.
Fixpoint in_bucket {A} (l : list int) (x : int) (b : bucket A) : option A :=
  match b with
  | NoMore => None
  | Entry m y a r => if (x =? y)%uint63 then (if eq_ints l m then Some a else in_bucket l x r) else in_bucket l x r
  end.
Record entries (A : Type) := Entries { buckets : PArray.array (bucket A); shift : int; how_many : N }.
Arguments Entries {A}.
Arguments buckets {A}.
Arguments shift {A}.
Arguments how_many {A}.
Definition place_of_key (s : int) (l : list int) (x : int) : int :=
  ((match l with
    | [] => x
    | _ => fold_left (fun h y => ((h lxor (h >> 31)) * 0x1e3779b97f4a7c15 + y)%uint63) l x
    end * 0x1e3779b97f4a7c15) >> s)%uint63.
Definition seek {A} (l : list int) (x : int) (t : entries A) : option A :=
  in_bucket l x (PArray.get (buckets t) (place_of_key (shift t) l x)).
Definition insert {A} (l : list int) (x : int) (a : A) (t : entries A) : option (entries A) :=
  let b := buckets t in
  let i := place_of_key (shift t) l x in
  if (i <? PArray.length b)%uint63
  then Some (Entries (PArray.set b i (Entry l x a (PArray.get b i))) (shift t) (N.succ (how_many t)))
  else None.
(* with 2^(63 - s) buckets *)
Definition no_entries A (s : int) : entries A := Entries (PArray.make (1 << (63 - s))%uint63 NoMore) s 0.
(* for about as many names as a list is long, 128 to 2^20 *)
Fixpoint shift_from (steps : nat) (s n : int) : int :=
  match steps with
  | O => s
  | S steps => if ((1 << (63 - s)) <? n)%uint63 then shift_from steps (s - 1)%uint63 n else s
  end.
Definition shift_for {A} (l : list A) : int := shift_from 13 56 (fold_left (fun n _ => n + 1)%uint63 l 0%uint63).

(* ---------- words of a line ---------- *)
Record token := Token { before : list int; last : int; plain : bool }.
Definition word_of (t : token) : word := word_of_key (before t, last t).
Definition token_of (w : word) : token := let (l, x) := key_of w in Token l x false.
Definition add_token (l : list int) (x : int) (p : bool) (ts : list token) : list token :=
  if (x =? 1)%uint63 then ts else Token l x p :: ts.

Record item := Item { use_of : N * N; is_primary : bool }.
Definition declare_key (l : list int) (x : int) (primary : bool) (t : entries item) : option (entries item) :=
  match seek l x t with Some _ => None | None => insert l x (Item (how_many t, 0%N) primary) t end.
Definition declare_token (k : token) (primary : bool) (t : entries item) : option (entries item) :=
  if (if plain k then true else item_name (word_of k)) then declare_key (before k) (last k) primary t else None.
Fixpoint tell_secondary (ts : list token) (t : entries item) : option (entries item) :=
  match ts with
  | [] => Some t
  | k :: r => match declare_token k false t with Some t => tell_secondary r t | None => None end
  end.
Fixpoint tell_items (ts : list token) (t : entries item) (ls : list (N * N)) : option (entries item * list (N * N)) :=
  match ts with
  | [] => Some (t, back ls)
  | k :: r =>
      if plain k then
        match declare_token k true t with Some t => tell_items r t ((1, 1)%N :: ls) | None => None end
      else
      let w := word_of k in
      match behind "|" w with
      | Some w' =>
          match tell_secondary (match w' with [] => r | _ => token_of w' :: r end) t with
          | Some t => Some (t, back ls)
          | None => None
          end
      | None =>
          match read_item w with
          | Some (name, l) =>
              match declare_token (token_of name) true t with Some t => tell_items r t (l :: ls) | None => None end
          | None => None
          end
      end
  end.
(* [has], without a call for each *)
Fixpoint holds (o : opt) (i : N) : bool :=
  match o with [] => false | (j, _) :: r => if (j =? i)%N then true else holds r i end.
(* No item twice: one by one, or of many in ascending order. *)
Fixpoint all_new (o : opt) : bool := match o with [] => true | (i, _) :: r => if holds r i then false else all_new r end.
Definition distinct (o : opt) : bool := if shorter 32 o then all_new o else all_different (map fst o).
(* [some] says whether there was a primary item *)
Fixpoint tell_row (its : entries item) (ts : list token) (o : opt) (some : bool) (cost : Z) (cs : entries N) :
    option (opt * Z * entries N) :=
  match ts with
  | [] => if some && cost_ok cost && distinct o then Some (back o, cost, cs) else None
  | k :: r =>
      if plain k then
        match seek (before k) (last k) its with
        | Some (Item ((i, _) as ic) p) =>
            tell_row its r (ic :: o) (if p then true else some) cost cs
        | None => None
        end
      else
      let w := word_of k in
      match behind "|" w with
      | Some d =>
          match read_cost d with
          | Some z => if fits_64 z && fits_64 (cost + z) then tell_row its r o some (cost + z) cs else None
          | None => None
          end
      | None =>
          let (name, color) := parted ":" w in
          let (l, x) := key_of name in
          match seek l x its with
          | None => None
          | Some (Item (i, c0) p) =>
              match color with
              | None => tell_row its r ((i, c0) :: o) (if p then true else some) cost cs
              | Some c =>
                  if negb p && color_name c then
                    let (l, x) := key_of c in
                    match seek l x cs with
                    | Some n => tell_row its r ((i, n) :: o) some cost cs
                    | None =>
                        let n := N.succ (how_many cs) in
                        match insert l x n cs with
                        | Some cs => tell_row its r ((i, n) :: o) some cost cs
                        | None => None
                        end
                    end
                  else None
              end
          end
      end
  end.
(* What was read up to here; options and their costs backwards (without costs they all cost nothing). *)
Inductive so_far := Nothing | Options (its : entries item) (ls : list (N * N)) (os : list opt) (zs : list Z) (cs : entries N).
Definition add_cost (z : Z) (zs : list Z) (os : list opt) : list Z :=
  match zs, z with [], Z0 => [] | [], _ => z :: map (fun _ => 0%Z) os | _, _ => z :: zs end.
Definition all_costs (zs : list Z) (os : list opt) : list Z := match zs with [] => map (fun _ => 0%Z) os | _ => zs end.
Definition is_comment (k : token) : bool :=
  if plain k then false else match behind "|" (word_of k) with Some _ => true | None => false end.
Definition tell_line (ts : list token) (s : so_far) : option so_far :=
  match ts with
  | [] => Some s
  | k :: _ =>
      if is_comment k then Some s else
      match s with
      | Nothing =>
          match tell_items ts (no_entries item (shift_for ts)) [] with
          | Some (its, ls) => Some (Options its ls [] [] (no_entries N 51))
          | None => None
          end
      | Options its ls os zs cs =>
          match tell_row its ts [] false 0%Z cs with
          | Some (o, z, cs) => Some (Options its ls (o :: os) (add_cost z zs os) cs)
          | None => None
          end
      end
  end.

(* ---------- the text ---------- *)
Record reading := Reading { word_before : list int; word_last : int; word_plain : bool; line : list token; told : so_far }.
Fixpoint read_seven (f : nat) (x : int) (l : list int) (y : int) (p : bool) (ts : list token) (s : so_far) : option reading :=
  match f with
  | O => Some (Reading l y p ts s)
  | S f =>
      if (x <=? 1)%uint63 then Some (Reading l y p ts s) else
      let c := (x land 255)%uint63 in
      let x := (x >> 8)%uint63 in
      if is_plain c then
        if (y <? 562949953421312)%uint63 then read_seven f x l ((y << 8) + c)%uint63 p ts s
        else read_seven f x (y :: l) (256 + c)%uint63 p ts s
      else if (c =? 10)%uint63 then
        match tell_line (back (add_token l y p ts)) s with
        | Some s => read_seven f x [] 1%uint63 true [] s
        | None => None
        end
      else if ((c =? 32) || (c =? 9))%uint63 then read_seven f x [] 1%uint63 true (add_token l y p ts) s
      else if (c =? 13)%uint63 then None
      else let (l, y) := push c (l, y) in read_seven f x l y false ts s
  end.
Fixpoint read_on (xs : list int) (r : reading) : option reading :=
  match xs with
  | [] => Some r
  | x :: xs =>
      match read_seven 7 x (word_before r) (word_last r) (word_plain r) (line r) (told r) with
      | Some r => read_on xs r
      | None => None
      end
  end.
Definition end_of (r : reading) : option so_far :=
  tell_line (back (add_token (word_before r) (word_last r) (word_plain r) (line r))) (told r).
Definition at_end (r : option reading) : option so_far := match r with Some r => end_of r | None => None end.
(* the problem, and what its options cost, if any costs something *)
Definition what_was_read (s : option so_far) : option (problem * list Z) :=
  match s with
  | Some (Options its ls os zs cs) =>
      Some ({| bounds := ls; ns := how_many its - fold_left (fun n _ => N.succ n) ls 0%N; nc := how_many cs; opts := back os |}, back zs)
  | _ => None
  end.
Definition no_text : reading := Reading [] 1%uint63 true [] Nothing.
Definition starts_well (xs : list int) : bool :=
  match xs with [] => false | x :: _ => negb ((x <=? 1) || (x land 255 =? 239))%uint63 end.
(* Of a text that is there as a whole: for proofs. *)
Definition read_fast (xs : list int) : option (problem * list Z) :=
  if starts_well xs then what_was_read (at_end (read_on xs no_text)) else None.
(* The same of a text in so many pieces, each of which is made when it is come to: so it need not be kept. *)
Fixpoint pieces_from (piece : int -> list int) (n : nat) (k : int) : list int :=
  match n with O => [] | S n => piece k ++ pieces_from piece n (k + 1)%uint63 end.
Fixpoint read_pieces (piece : int -> list int) (n : nat) (k : int) (r : reading) : option reading :=
  match n with
  | O => Some r
  | S n => match read_on (piece k) r with Some r => read_pieces piece n (k + 1)%uint63 r | None => None end
  end.
Definition read_in_pieces (piece : int -> list int) (n : nat) : option (problem * list Z) :=
  if starts_well (piece 0%uint63) then what_was_read (at_end (read_pieces piece n 0%uint63 no_text)) else None.

(* ---------- it is right: characters and names ---------- *)
Lemma by_trying (P : int -> bool) : forallb (fun n => P (of_Z (Z.of_nat n))) (seq 0 256) = true ->
  forall c, (to_Z c < 256)%Z -> P c = true.
Proof.
  rewrite forallb_forall. intros H c L. destruct (to_Z_bounded c) as [G _].
  replace c with (of_Z (Z.of_nat (Z.to_nat (to_Z c)))); [apply H, in_seq; lia|].
  rewrite Z2Nat.id by exact G. apply of_to_Z.
Qed.
Lemma low_byte x : (to_Z (x land 255)%uint63 < 256)%Z.
Proof.
  rewrite land_spec'. change (to_Z 255) with (Z.ones 8). rewrite Z.land_ones by lia.
  apply Z.mod_pos_bound. reflexivity.
Qed.
Lemma code_char c : (to_Z c < 256)%Z -> code_of (char_of c) = c.
Proof.
  intro L. apply Uint63.eqb_spec. revert c L. apply (by_trying (fun c => code_of (char_of c) =? c)%uint63).
  vm_compute. reflexivity.
Qed.
Lemma char_code c : char_of (code_of c) = c.
Proof. destruct c as [[] [] [] [] [] [] [] []]; vm_compute; reflexivity. Qed.
Lemma code_low c : (to_Z (code_of c) < 256)%Z.
Proof. destruct c as [[] [] [] [] [] [] [] []]; vm_compute; reflexivity. Qed.
Lemma plain_ok c : (to_Z c < 256)%Z -> is_plain c = plain_char (char_of c).
Proof.
  intro L. apply eqb_prop. revert c L. apply (by_trying (fun c => Bool.eqb (is_plain c) (plain_char (char_of c)))).
  vm_compute. reflexivity.
Qed.
(* what the other characters are *)
Definition kind_ok (c : int) : bool :=
  let a := char_of c in
  Bool.eqb (c =? 10)%uint63 (a =? newline)%char
  && Bool.eqb ((c =? 32) || (c =? 9))%uint63 (blank a)
  && Bool.eqb (c =? 13)%uint63 (a =? return_)%char
  && (negb ((c =? 10) || (c =? 32) || (c =? 9))%uint63 || negb (ordinary a)).
Lemma kinds c : (to_Z c < 256)%Z -> kind_ok c = true.
Proof. revert c. apply by_trying. vm_compute. reflexivity. Qed.

Lemma letters_app f : forall x w v, letters f x (w ++ v) = letters f x w ++ v.
Proof.
  induction f as [|f IH]; intros x w v; cbn [letters]; [reflexivity|]. destruct (x <? 256)%uint63; [reflexivity|].
  apply (IH _ (_ :: w) v).
Qed.
Lemma fold_letters_app l : forall w v,
  fold_left (fun w x => letters 7 x w) l (w ++ v) = fold_left (fun w x => letters 7 x w) l w ++ v.
Proof. induction l as [|x l IH]; intros w v; cbn [fold_left]; [reflexivity|]. rewrite letters_app. apply IH. Qed.
Lemma letters_fuel f : forall x w, (to_Z x < 256 ^ Z.of_nat (S f))%Z -> letters (S f) x w = letters f x w.
Proof.
  induction f as [|f IH]; intros x w L.
  - cbn [letters]. change (256 ^ Z.of_nat 1)%Z with (to_Z 256) in L. apply ltb_spec in L. rewrite L. reflexivity.
  - remember (S f) as g. cbn [letters]. destruct (x <? 256)%uint63 eqn:E; [subst g; cbn [letters]; rewrite E; reflexivity|].
    subst g. rewrite IH; [cbn [letters]; rewrite E; reflexivity|].
    rewrite lsr_spec. change (2 ^ to_Z 8)%Z with 256%Z. apply Z.div_lt_upper_bound; [lia|].
    rewrite (Nat2Z.inj_succ (S f)), Z.pow_succ_r in L by lia. exact L.
Qed.
Definition started (k : key) : Prop := (1 <= to_Z (snd k))%Z.
Lemma byte_above x c : (to_Z x < 562949953421312)%Z -> (to_Z c < 256)%Z ->
  to_Z ((x << 8) + c)%uint63 = (256 * to_Z x + to_Z c)%Z.
Proof.
  intros L M. destruct (to_Z_bounded x), (to_Z_bounded c). rewrite add_spec, lsl_spec. change (2 ^ to_Z 8)%Z with 256%Z.
  rewrite (Z.mod_small (to_Z x * 256)) by (change wB with 9223372036854775808%Z; lia).
  rewrite Z.mod_small by (change wB with 9223372036854775808%Z; lia). lia.
Qed.
Lemma byte_of x c : (to_Z x < 562949953421312)%Z -> (to_Z c < 256)%Z ->
  (((x << 8) + c) land 255)%uint63 = c /\ (((x << 8) + c) >> 8)%uint63 = x.
Proof.
  intros L M. assert (B := byte_above x c L M). destruct (to_Z_bounded x), (to_Z_bounded c). split; apply to_Z_inj.
  - rewrite land_spec'. change (to_Z 255) with (Z.ones 8). rewrite Z.land_ones, B by lia. change (2 ^ 8)%Z with 256%Z.
    rewrite Z.add_comm, Z.mul_comm, Z.mod_add by lia. apply Z.mod_small. lia.
  - rewrite lsr_spec, B. change (2 ^ to_Z 8)%Z with 256%Z. rewrite Z.add_comm, Z.mul_comm, Z.div_add, Z.div_small; lia.
Qed.
Lemma push_word c k : (to_Z c < 256)%Z -> started k ->
  word_of_key (push c k) = word_of_key k ++ [char_of c] /\ started (push c k) /\ snd (push c k) <> 1%uint63.
Proof.
  intros M. destruct k as [l x]. unfold started. cbn [snd]. intro P. destruct (to_Z_bounded c) as [C _].
  assert (NotOne : forall y, (256 <= to_Z y)%Z -> (1 <= to_Z y)%Z /\ y <> 1%uint63).
  { intros y L. split; [lia|]. intros ->. change (to_Z 1) with 1%Z in L. lia. }
  assert (Step : forall x, (1 <= to_Z x < 562949953421312)%Z -> letters 7 ((x << 8) + c)%uint63 [] = letters 7 x [char_of c]).
  { intros y [P' L]. cbn [letters]. destruct (byte_of y c L M) as [-> ->].
    destruct (((y << 8) + c) <? 256)%uint63 eqn:E.
    { apply ltb_spec in E. rewrite byte_above in E by assumption. change (to_Z 256) with 256%Z in E. lia. }
    symmetry. apply (letters_fuel 6). apply Z.lt_le_trans with 562949953421312%Z; [exact L|]. vm_compute. discriminate. }
  unfold push. destruct (x <? 562949953421312)%uint63 eqn:E; unfold word_of_key; cbn [snd].
  - apply ltb_spec in E. change (to_Z 562949953421312) with 562949953421312%Z in E.
    split; [|apply NotOne; rewrite byte_above by assumption; lia].
    cbn [fold_left]. rewrite Step by lia. change [char_of c] with ([] ++ [char_of c]). rewrite letters_app. apply fold_letters_app.
  - assert (E1 : (256 + c)%uint63 = ((1 << 8) + c)%uint63) by reflexivity. rewrite E1.
    split; [|apply NotOne; rewrite byte_above; change (to_Z 1) with 1%Z; lia].
    cbn [fold_left]. rewrite Step by (change (to_Z 1) with 1%Z; lia).
    change (letters 7 1 [char_of c]) with [char_of c]. change [char_of c] with ([] ++ [char_of c]). rewrite letters_app. apply fold_letters_app.
Qed.
Lemma key_of_more w c : key_of (w ++ [c]) = push (code_of c) (key_of w).
Proof. unfold key_of. rewrite fold_left_app. reflexivity. Qed.
Lemma key_word w : word_of_key (key_of w) = w /\ started (key_of w) /\ (snd (key_of w) = 1%uint63 -> w = []).
Proof.
  induction w as [|c w (IH & S & _)] using rev_ind; [split; [reflexivity|]; split; [vm_compute; discriminate|reflexivity]|].
  rewrite key_of_more. destruct (push_word (code_of c) (key_of w) (code_low c) S) as (E & S' & N).
  rewrite E, IH, char_code. split; [reflexivity|]. split; [exact S'|]. intro K. destruct (N K).
Qed.
Lemma key_inj v w : key_of v = key_of w -> v = w.
Proof. intro E. rewrite <- (proj1 (key_word v)), <- (proj1 (key_word w)), E. reflexivity. Qed.

(* ---------- it is right: what is found by names ---------- *)
Lemma eq_ints_ok l : forall m, eq_ints l m = true <-> l = m.
Proof.
  induction l as [|x l IH]; intros [|y m]; cbn [eq_ints]; try (split; [discriminate|discriminate]); [tauto|].
  destruct (x =? y)%uint63 eqn:E.
  - apply Uint63.eqb_spec in E. subst y. rewrite IH. split; [intros ->; reflexivity|intro H; inversion H; reflexivity].
  - split; [discriminate|]. intro H. inversion H; subst. rewrite (proj2 (Uint63.eqb_spec y y) eq_refl) in E. discriminate.
Qed.
Lemma seek_none A s l x : seek l x (no_entries A s) = None.
Proof. unfold seek, no_entries. cbn [buckets]. rewrite PArray.get_make. reflexivity. Qed.
Lemma in_entry {A} l x m y (a : A) r : in_bucket l x (Entry m y a r) =
  if (x =? y)%uint63 && eq_ints l m then Some a else in_bucket l x r.
Proof. cbn [in_bucket]. destruct (x =? y)%uint63; reflexivity. Qed.
Lemma seek_insert A l x (a : A) t t' m y : insert l x a t = Some t' ->
  seek m y t' = (if (y =? x)%uint63 && eq_ints m l then Some a else seek m y t) /\ how_many t' = N.succ (how_many t).
Proof.
  unfold insert. cbv zeta. destruct (_ <? _)%uint63 eqn:L; [|discriminate]. intro E. inversion E; subst. clear E.
  split; [|reflexivity]. unfold seek. cbn [buckets shift].
  destruct ((y =? x)%uint63 && eq_ints m l) eqn:K.
  - apply andb_true_iff in K. destruct K as [Kx Kl]. apply Uint63.eqb_spec in Kx. apply eq_ints_ok in Kl. subst.
    rewrite PArray.get_set_same by exact L. rewrite in_entry, (proj2 (Uint63.eqb_spec x x) eq_refl), (proj2 (eq_ints_ok l l) eq_refl). reflexivity.
  - destruct (Uint63.eqs (place_of_key (shift t) l x) (place_of_key (shift t) m y)) as [P|P].
    + rewrite <- P, PArray.get_set_same by exact L. rewrite in_entry, K. reflexivity.
    + rewrite PArray.get_set_other by exact P. reflexivity.
Qed.
(* Both tables have the same names, and what is found here is told by the number that is found there. *)
Definition alike {A} (f : N -> A) (t : entries A) (T : table) : Prop :=
  how_many t = size T /\ (exists L, good T L) /\
  forall w, seek (fst (key_of w)) (snd (key_of w)) t = option_map f (find w T).
Lemma alike_none A (f : N -> A) s : alike f (no_entries A s) no_names.
Proof.
  split; [reflexivity|]. split; [exists []; apply no_names_good|]. intro w. rewrite seek_none.
  destruct w as [|[] w]; reflexivity.
Qed.
Lemma find_add w v t : find v (add w t) = if list_eq_dec ascii_dec v w then Some (size t) else find v t.
Proof.
  rewrite !find_code. unfold add. cbn [ids]. destruct (list_eq_dec ascii_dec v w) as [->|NE].
  - apply FMapPositive.PositiveMap.gss.
  - apply FMapPositive.PositiveMap.gso. intro E. apply NE, code_inj. exact E.
Qed.
Lemma alike_add {A} (f : N -> A) t T w a t' : alike f t T -> find w T = None -> f (size T) = a ->
  insert (fst (key_of w)) (snd (key_of w)) a t = Some t' -> alike f t' (add w T).
Proof.
  intros (C & (L & G) & S) F Ea I. split; [|split].
  - rewrite (proj2 (seek_insert _ _ _ _ _ _ [] 0%uint63 I)), C. reflexivity.
  - exists (L ++ [w]). apply add_good; [exact G|]. intro H. apply In_nth_error in H. destruct H as [j H].
    rewrite (good_in _ _ G j w H) in F. discriminate.
  - intro v. rewrite (proj1 (seek_insert _ _ _ _ _ _ (fst (key_of v)) (snd (key_of v)) I)), find_add.
    destruct (list_eq_dec ascii_dec v w) as [->|NE].
    + rewrite (proj2 (Uint63.eqb_spec _ _) eq_refl), (proj2 (eq_ints_ok _ _) eq_refl). cbn [andb option_map]. congruence.
    + destruct (_ && _) eqn:K; [|apply S]. destruct NE. apply andb_true_iff in K. destruct K as [K1 K2].
      apply Uint63.eqb_spec in K1. apply eq_ints_ok in K2. apply key_inj.
      rewrite (surjective_pairing (key_of v)), (surjective_pairing (key_of w)). congruence.
Qed.
Lemma alike_below {A} (f : N -> A) t T w i : alike f t T -> find w T = Some i -> (i < size T)%N.
Proof. intros (_ & (L & G) & _) E. rewrite (good_size _ _ G). apply (find_below _ _ _ _ G E). Qed.
Lemma alike_other {A} (f g : N -> A) t T : (forall i, (i < size T)%N -> f i = g i) -> alike f t T -> alike g t T.
Proof.
  intros H (C & G & S). split; [exact C|]. split; [exact G|]. intro w. rewrite S.
  destruct (find w T) as [i|] eqn:E; [|reflexivity]. cbn [option_map]. rewrite H; [reflexivity|].
  apply (alike_below f t T w); [repeat split; assumption|exact E].
Qed.

(* ---------- it is right: words ---------- *)
Definition stands_for (k : token) (w : word) : Prop :=
  (before k, last k) = key_of w /\ w <> [] /\ (plain k = true -> forallb plain_char w = true).
Lemma word_of_ok k w : stands_for k w -> word_of k = w.
Proof. intros (E & _). unfold word_of. rewrite E. apply key_word. Qed.
Lemma token_of_ok w : w <> [] -> stands_for (token_of w) w.
Proof. intro NE. unfold token_of. destruct (key_of w) as [l x] eqn:E. split; [symmetry; exact E|]. split; [exact NE|discriminate]. Qed.
Lemma plain_parts c : plain_char c = true ->
  ordinary c = true /\ (c =? ":")%char = false /\ (c =? "|")%char = false /\ (let 'Ascii _ _ _ _ _ _ _ h := c in negb h) = true.
Proof. unfold plain_char. rewrite !andb_true_iff, !negb_true_iff. tauto. Qed.
Lemma plain_free s w : s = ":"%char \/ s = "|"%char -> forallb plain_char w = true -> free s w = true.
Proof.
  intros S H. unfold free. rewrite forallb_forall in *. intros c Hc. specialize (H c Hc). apply plain_parts in H.
  destruct H as (_ & H1 & H2 & _). apply negb_true_iff. destruct S as [-> | ->]; assumption.
Qed.
Lemma plain_utf8 w : forallb plain_char w = true -> utf8 w = true.
Proof.
  induction w as [|c w IH]; intro H; [reflexivity|]. cbn [forallb] in H. apply andb_true_iff in H. destruct H as [Hc H].
  apply plain_parts in Hc. cbn [utf8]. destruct c as [a b c d e f g h]. destruct Hc as (_ & _ & _ & ->). apply IH. exact H.
Qed.
Lemma plain_name w : w <> [] -> forallb plain_char w = true -> item_name w = true.
Proof.
  intros NE H. unfold item_name. rewrite !(plain_free _ w) by auto. unfold full_word. destruct w as [|c w]; [congruence|].
  rewrite (plain_utf8 _ H), !andb_true_r. rewrite forallb_forall in *. intros d Hd. apply (plain_parts d), H. exact Hd.
Qed.
Lemma plain_behind w : forallb plain_char w = true -> behind "|" w = None.
Proof.
  destruct w as [|c w]; [reflexivity|]. cbn [forallb behind]. rewrite andb_true_iff. intros [H _]. apply plain_parts in H.
  destruct H as (_ & _ & -> & _). reflexivity.
Qed.
Lemma key_pair k w : (before k, last k) = key_of w -> before k = fst (key_of w) /\ last k = snd (key_of w).
Proof. intros <-. auto. Qed.

(* ---------- it is right: lines ---------- *)
Definition first_items (primary : N) (i : N) : item := Item (i, 0%N) (i <? primary)%N.
Definition all_primary (i : N) : item := Item (i, 0%N) true.
Lemma declare_ok f k w b t T t' : stands_for k w -> alike f t T -> f (size T) = Item (size T, 0%N) b ->
  declare_token k b t = Some t' -> exists T', declare w T = Some T' /\ alike f t' T' /\ size T' = N.succ (size T).
Proof.
  intros K Al Ef. assert (Wk := word_of_ok k w K). destruct K as (Ek & NE & Pl). unfold declare_token, declare_key.
  destruct (if plain k then true else item_name (word_of k)) eqn:Nm; [|discriminate].
  assert (Name : item_name w = true).
  { destruct (plain k); [apply plain_name; auto|]. rewrite <- Wk. exact Nm. }
  destruct (key_pair k w Ek) as [-> ->]. destruct (seek _ _ t) eqn:S; [discriminate|]. intro I.
  assert (F : find w T = None).
  { destruct Al as (_ & _ & Al). rewrite Al in S. destruct (find w T); [discriminate|reflexivity]. }
  exists (add w T). unfold declare. rewrite Name, F. split; [reflexivity|]. split; [|reflexivity].
  eapply alike_add; [exact Al|exact F| |exact I]. rewrite Ef. destruct Al as (-> & _). reflexivity.
Qed.
Lemma secondary_ok primary ts ws : Forall2 stands_for ts ws -> forall t T t',
  alike (first_items primary) t T -> (primary <= size T)%N -> tell_secondary ts t = Some t' ->
  exists T', read_secondary ws T = Some T' /\ alike (first_items primary) t' T'.
Proof.
  induction 1 as [|k w ts ws K H IH]; intros t T t' Al Le; cbn [tell_secondary read_secondary].
  - intro E. inversion E; subst. eauto.
  - destruct (declare_token k false t) as [t1|] eqn:D; [|discriminate].
    destruct (declare_ok (first_items primary) k w false t T t1 K Al) as (T1 & -> & Al1 & S1).
    + unfold first_items. destruct (N.ltb_spec (size T) primary); [lia|reflexivity].
    + exact D.
    + apply IH; [exact Al1|lia].
Qed.
Lemma items_ok ts ws : Forall2 stands_for ts ws -> forall t T ls t' ls',
  alike all_primary t T -> size T = N.of_nat (length ls) -> tell_items ts t ls = Some (t', ls') ->
  exists T', read_items ws T ls = Some (T', ls') /\ alike (first_items (N.of_nat (length ls'))) t' T'.
Proof.
  assert (Other : forall t T (ls : list (N * N)), alike all_primary t T -> size T = N.of_nat (length ls) ->
            alike (first_items (N.of_nat (length (back ls)))) t T).
  { intros t T ls Al S. apply (alike_other all_primary); [|exact Al]. intros i L. unfold first_items, all_primary.
    rewrite back_rev, rev_length, <- S. apply N.ltb_lt in L. rewrite L. reflexivity. }
  induction 1 as [|k w ts ws K H IH]; intros t T ls t' ls' Al S; cbn [tell_items read_items].
  - intro E. inversion E; subst. exists T. split; [reflexivity|]. apply Other; assumption.
  - assert (Wk := word_of_ok k w K). destruct (plain k) eqn:Pk.
    + destruct K as (Ek & NE & Pl). assert (P := Pl Pk). rewrite (plain_behind w P). unfold read_item. rewrite parted_none by (apply plain_free; auto).
      destruct (declare_token k true t) as [t1|] eqn:D; [|discriminate].
      destruct (declare_ok all_primary k w true t T t1 (conj Ek (conj NE (fun _ => P))) Al eq_refl D) as (T1 & -> & Al1 & S1).
      apply IH; [exact Al1|]. cbn [length]. lia.
    + cbv zeta. rewrite Wk. destruct (behind "|" w) as [w'|] eqn:B.
      * destruct (tell_secondary _ t) as [t1|] eqn:E; [|discriminate]. intro E'. inversion E'; subst. clear E'.
        destruct (secondary_ok (N.of_nat (length (back ls)))
                    (match w' with [] => ts | _ => token_of w' :: ts end) (match w' with [] => ws | _ => w' :: ws end)) with (t := t) (T := T) (t' := t') as (T1 & -> & Al1).
        -- destruct w'; [exact H|]. constructor; [apply token_of_ok; discriminate|exact H].
        -- apply Other; assumption.
        -- rewrite back_rev, rev_length, S. apply N.le_refl.
        -- exact E.
        -- exists T1. split; [reflexivity|exact Al1].
      * destruct (read_item w) as [[name l]|]; [|discriminate].
        destruct (declare_token (token_of name) true t) as [t1|] eqn:D; [|discriminate].
        destruct name as [|c name]; [cbn in D; discriminate|].
        assert (NE : c :: name <> []) by (intro; discriminate).
        destruct (declare_ok all_primary (token_of (c :: name)) (c :: name) true t T t1 (token_of_ok _ NE) Al eq_refl D) as (T1 & -> & Al1 & S1).
        apply IH; [exact Al1|]. cbn [length]. lia.
Qed.

Lemma holds_has o i : holds o i = has o i.
Proof. induction o as [|[j c] o IH]; [reflexivity|]. cbn [holds]. rewrite IH. unfold has. cbn [existsb fst]. destruct (j =? i)%N; reflexivity. Qed.
Lemma distinct_ok o : distinct o = true -> NoDup (map fst o).
Proof.
  unfold distinct. destruct (shorter 32 o); [|apply all_different_ok].
  induction o as [|[i c] o IH]; [constructor|]. cbn [all_new map fst]. rewrite holds_has. destruct (has o i) eqn:E; [discriminate|].
    intro H. constructor; [|apply IH, H]. intro I. apply in_map_iff in I. destruct I as ([j d] & <- & I). apply not_true_iff_false in E. apply E.
    apply existsb_exists. exists (j, d). split; [exact I|apply N.eqb_refl].
Qed.
Lemma row_distinct its ts : forall o some cost cs x, tell_row its ts o some cost cs = Some x -> NoDup (map fst o).
Proof.
  assert (Less : forall ic (o : opt), NoDup (map fst (ic :: o)) -> NoDup (map fst o)) by (intros ic o H; inversion H; assumption).
  induction ts as [|k ts IH]; intros o some cost cs x; cbn [tell_row].
  - destruct (distinct o) eqn:D; [intros _; apply distinct_ok, D|rewrite andb_false_r; discriminate].
  - destruct (plain k); [destruct (seek _ _ _) as [[[i c] p]|]; [|discriminate]; intro E; eapply Less, IH, E|]. cbv zeta.
    destruct (behind "|" _) as [d|]; [destruct (read_cost d); [|discriminate]; destruct (_ && _); [apply IH|discriminate]|].
    destruct (parted _ _) as [name color]. destruct (key_of name) as [l y]. destruct (seek l y its) as [[[i c0] p]|]; [|discriminate].
    destruct color as [c|]; [|intro E; eapply Less, IH, E]. destruct (_ && _); [|discriminate]. destruct (key_of c) as [l' y'].
    destruct (seek l' y' cs); [|destruct (insert _ _ _ _); [|discriminate]]; intro E; eapply Less, IH, E.
Qed.
Lemma not_there its ts o some cost cs i c x : tell_row its ts ((i, c) :: o) some cost cs = Some x -> has o i = false.
Proof.
  intro E. apply row_distinct in E. cbn [map fst] in E. inversion E as [|? ? N _]; subst. apply not_true_iff_false. intro H. apply N.
  apply existsb_exists in H. destruct H as ([j d] & H & F). apply N.eqb_eq in F. cbn [fst] in F. subst. apply in_map_iff. exists (i, d). auto.
Qed.
Lemma row_reads primary its It ts ws : alike (first_items primary) its It -> Forall2 stands_for ts ws ->
  forall o some cost cs Cs o' cost' cs',
  alike N.succ cs Cs -> some = existsb (fun ic => fst ic <? primary)%N o ->
  tell_row its ts o some cost cs = Some (o', cost', cs') ->
  exists Cs', read_row primary It ws o cost Cs = Some (o', cost', Cs') /\ alike N.succ cs' Cs'.
Proof.
  intro Ai. induction 1 as [|k w ts ws K H IH]; intros o some cost cs Cs o' cost' cs' Ac Es; cbn [tell_row read_row].
  - rewrite <- Es. destruct (some && cost_ok cost); [|discriminate]. destruct (distinct o); [|discriminate]. intro E. inversion E; subst. eauto.
  - assert (Wk := word_of_ok k w K).
    assert (Found : forall v, seek (fst (key_of v)) (snd (key_of v)) its = option_map (first_items primary) (find v It)) by apply Ai.
    assert (FoundC : forall v, seek (fst (key_of v)) (snd (key_of v)) cs = option_map N.succ (find v Cs)) by apply Ac.
    assert (More : forall i c, (if (i <? primary)%N then true else some) = existsb (fun ic => fst ic <? primary)%N ((i, c) :: o)).
    { intros i c. cbn [existsb fst]. rewrite <- Es. destruct (i <? primary)%N; reflexivity. }
    destruct (plain k) eqn:Pk.
    + destruct K as (Ek & NE & Pl). assert (P := Pl Pk). rewrite (plain_behind w P), parted_none by (apply plain_free; auto).
      destruct (key_pair k w Ek) as [-> ->]. rewrite Found. destruct (find w It) as [i|]; [|discriminate].
      cbn [option_map first_items fst]. unfold first_items. intro E. rewrite (not_there _ _ _ _ _ _ _ _ _ E). revert E. apply IH; [exact Ac|apply More].
    + cbv zeta. rewrite Wk. destruct (behind "|" w) as [d|].
      { destruct (read_cost d) as [z|]; [|discriminate]. destruct (_ && _); [|discriminate]. apply IH; assumption. }
      destruct (parted ":" w) as [name color]. specialize (Found name). destruct (key_of name) as [l x]. cbn [fst snd] in Found.
      rewrite Found. destruct (find name It) as [i|]; [|discriminate]. cbn [option_map]. unfold first_items.
      destruct color as [c|]; [|intro E; rewrite (not_there _ _ _ _ _ _ _ _ _ E); revert E; apply IH; [exact Ac|apply More]].
      rewrite N.leb_antisym. destruct (i <? primary)%N eqn:Ip; cbn [negb andb]; [discriminate|].
      destruct (color_name c); [|discriminate].
      assert (FC := FoundC c). destruct (key_of c) as [l' x'] eqn:Kc. cbn [fst snd] in FC. rewrite FC.
      assert (Same : forall n, some = existsb (fun ic => fst ic <? primary)%N ((i, n) :: o)).
      { intro n. cbn [existsb fst]. rewrite Ip, <- Es. reflexivity. }
      destruct (find c Cs) as [n|] eqn:Fc; cbn [option_map].
      { intro E. rewrite (not_there _ _ _ _ _ _ _ _ _ E). revert E. apply IH; [exact Ac|apply Same]. }
      destruct (insert l' x' _ cs) as [cs1|] eqn:I; [|discriminate].
      intro E. rewrite (not_there _ _ _ _ _ _ _ _ _ E). revert E.
      destruct Ac as (Sc & Gc & Ac). rewrite <- Sc. apply IH; [|apply Same].
      apply (alike_add N.succ cs Cs c (N.succ (how_many cs)) cs1); [repeat split; assumption|exact Fc|rewrite Sc; reflexivity|].
      rewrite Kc. exact I.
Qed.

(* [k] reads the lines behind those that were read. *)
Definition goes_on (s : so_far) (k : list (list word) -> option named) : Prop :=
  match s with
  | Nothing => k = read_words
  | Options its ls os zs cs =>
      exists It rs Cs, alike (first_items (N.of_nat (length ls))) its It /\ alike N.succ cs Cs /\
        os = map fst rs /\ all_costs zs os = map snd rs /\
        k = fun L => read_options It ls L rs Cs
  end.
Lemma line_ok ts ws s s' k : Forall2 stands_for ts ws -> goes_on s k -> tell_line ts s = Some s' ->
  exists k', goes_on s' k' /\ forall L, k (filter counts (ws :: L)) = k' (filter counts L).
Proof.
  intros H G. destruct H as [|t w ts ws K H]; cbn [tell_line].
  - intro E. inversion E; subst. exists k. split; [exact G|reflexivity].
  - assert (Wk := word_of_ok t w K).
    assert (C : is_comment t = negb (counts (w :: ws))).
    { unfold is_comment, counts. destruct (plain t) eqn:Pt; [|rewrite Wk; destruct (behind "|" w); reflexivity].
      rewrite (plain_behind w); [reflexivity|]. apply K. exact Pt. }
    rewrite C. cbn [filter]. destruct (counts (w :: ws)); cbn [negb].
    2: { intro E. inversion E; subst. exists k. split; [exact G|reflexivity]. }
    assert (F := Forall2_cons t w K H). destruct s as [|its ls os zs cs].
    + destruct (tell_items (t :: ts) _ []) as [[its ls]|] eqn:E; [|discriminate]. intro E'. inversion E'; subst. clear E'.
      destruct (items_ok _ _ F _ no_names [] its ls (alike_none _ _ _) eq_refl E) as (It & R & Al).
      cbn [goes_on] in G. subst k. eexists. split.
      * exists It, [], no_names. split; [exact Al|]. split; [apply alike_none|]. split; [reflexivity|]. split; reflexivity.
      * intro L. cbn [read_words]. rewrite R. reflexivity.
    + destruct (tell_row its (t :: ts) [] false 0 cs) as [[[o z] cs1]|] eqn:E; [|discriminate]. intro E'. inversion E'; subst. clear E'.
      destruct G as (It & rs & Cs & Ai & Ac & -> & Ez & ->).
      destruct (row_reads _ its It _ _ Ai F [] false 0%Z cs Cs o z cs1 Ac eq_refl E) as (Cs1 & R & Ac1).
      eexists. split.
      * exists It, ((o, z) :: rs), Cs1. split; [exact Ai|]. split; [exact Ac1|]. split; [reflexivity|]. split; [|reflexivity].
        cbn [map snd]. rewrite <- Ez. unfold all_costs, add_cost. destruct zs as [|z0 zs]; [destruct z|]; reflexivity.
      * intro L. unfold read_options. cbn [read_rows]. rewrite R. reflexivity.
Qed.

(* ---------- it is right: the text ---------- *)
Lemma scan_before t : forall w ws ls, scan w ws ls t = rev ls ++ scan w ws [] t.
Proof.
  induction t as [|c t IH]; intros w ws ls; cbn [scan].
  - rewrite !back_rev. cbn [rev app]. reflexivity.
  - destruct (ordinary c); [apply IH|]. destruct (c =? newline)%char.
    + rewrite IH, (IH _ _ [_]). cbn [rev app]. rewrite <- app_assoc. reflexivity.
    + destruct (_ || _); apply IH.
Qed.
(* The word that is being read, the words before it in this line, and what was read before it. *)
Definition reads (l : list int) (y : int) (p : bool) (ts : list token) (s : so_far)
    (w : word) (ws : list word) (k : list (list word) -> option named) : Prop :=
  (l, y) = key_of (back w) /\ (p = true -> forallb plain_char (back w) = true) /\ Forall2 stands_for ts ws /\ goes_on s k.
Lemma add_token_ok l y p ts s w ws k : reads l y p ts s w ws k -> Forall2 stands_for (add_token l y p ts) (add_word w ws).
Proof.
  intros (E & P & F & _). unfold add_token, add_word.
  assert (W := key_word (back w)). rewrite <- E in W. cbn [snd] in W. destruct W as (W & _ & One).
  destruct (y =? 1)%uint63 eqn:Y.
  - apply Uint63.eqb_spec in Y. specialize (One Y). rewrite back_rev in One. destruct w as [|c w]; [exact F|].
    apply (f_equal (@length ascii)) in One. rewrite rev_length in One. discriminate.
  - destruct w as [|c w].
    + cbn in E. inversion E; subst. rewrite (proj2 (Uint63.eqb_spec 1 1) eq_refl) in Y. discriminate.
    + constructor; [|exact F]. split; [exact E|]. split; [|exact P]. rewrite back_rev. intro N.
      apply (f_equal (@length ascii)) in N. rewrite rev_length in N. discriminate.
Qed.
Lemma Forall2_back ts ws : Forall2 stands_for ts ws -> Forall2 stands_for (back ts) (back ws).
Proof.
  rewrite !back_rev. induction 1; [constructor|]. cbn [rev]. apply Forall2_app; [assumption|]. constructor; [assumption|constructor].
Qed.
Lemma back_more {A} (c : A) w : back (c :: w) = back w ++ [c].
Proof. rewrite !back_rev. reflexivity. Qed.
Lemma seven_ok f : forall x l y p ts s w ws k r, reads l y p ts s w ws k -> read_seven f x l y p ts s = Some r ->
  exists w' ws' k', reads (word_before r) (word_last r) (word_plain r) (line r) (told r) w' ws' k' /\
    forall t, k (filter counts (scan w ws [] (chars_in f x ++ t))) = k' (filter counts (scan w' ws' [] t)).
Proof.
  assert (End : forall l y p ts s w ws k r, reads l y p ts s w ws k -> Some (Reading l y p ts s) = Some r ->
    exists w' ws' k', reads (word_before r) (word_last r) (word_plain r) (line r) (told r) w' ws' k' /\
      forall t, k (filter counts (scan w ws [] t)) = k' (filter counts (scan w' ws' [] t))).
  { intros l y p ts s w ws k r R E. inversion E; subst. exists w, ws, k. split; [exact R|reflexivity]. }
  induction f as [|f IH]; intros x l y p ts s w ws k r R; [apply End; exact R|].
  cbn [read_seven chars_in]. destruct (x <=? 1)%uint63; [apply End; exact R|]. cbv zeta.
  assert (L := low_byte x). set (c := (x land 255)%uint63) in *. clearbody c. set (x' := (x >> 8)%uint63). clearbody x'. clear x.
  cbn [app].
  assert (R' := R). destruct R' as (E & P & F & G).
  (* one more character of the word *)
  assert (Pushed : forall p', (p' = true -> p = true /\ plain_char (char_of c) = true) ->
            reads (fst (push c (l, y))) (snd (push c (l, y))) p' ts s (char_of c :: w) ws k).
  { intros p' Hp. split; [|split; [|split; assumption]].
    - rewrite <- surjective_pairing, back_more, key_of_more, code_char, E by exact L. reflexivity.
    - intro T. destruct (Hp T) as [T1 T2]. rewrite back_more, forallb_app, (P T1). cbn [forallb]. rewrite T2. reflexivity. }
  assert (K := kinds c L). unfold kind_ok in K. cbv zeta in K. rewrite !andb_true_iff in K. destruct K as (((K1 & K2) & K3) & K4).
  apply eqb_prop in K1, K2, K3. rewrite (plain_ok c L). destruct (plain_char (char_of c)) eqn:Pc.
  - assert (O : ordinary (char_of c) = true) by (apply plain_parts; exact Pc).
    specialize (Pushed p (fun T => conj T eq_refl)). unfold push in Pushed.
    destruct (y <? 562949953421312)%uint63; cbn [fst snd] in Pushed; intro N;
      destruct (IH _ _ _ _ _ _ _ _ _ _ Pushed N) as (w' & ws' & k' & R' & H); exists w', ws', k'; (split; [exact R'|]);
      intro t; cbn [scan]; rewrite O; apply H.
  - destruct (c =? 10)%uint63 eqn:NL; [|destruct ((c =? 32) || (c =? 9))%uint63 eqn:BL].
    + assert (O : ordinary (char_of c) = false) by (destruct (ordinary (char_of c)); [discriminate K4|reflexivity]).
      destruct (tell_line _ s) as [s1|] eqn:T; [|discriminate].
      destruct (line_ok _ (back (add_word w ws)) s s1 k (Forall2_back _ _ (add_token_ok _ _ _ _ _ _ _ _ R)) G T) as (k1 & G1 & H1).
      intro N. assert (R1 : reads [] 1 true [] s1 [] [] k1) by (split; [reflexivity|]; split; [reflexivity|]; split; [constructor|exact G1]).
      destruct (IH _ _ _ _ _ _ _ _ _ _ R1 N) as (w' & ws' & k' & R' & H). exists w', ws', k'. split; [exact R'|].
      intro t. cbn [scan]. rewrite O, <- K1, scan_before. cbn [rev app]. rewrite H1. apply H.
    + assert (O : ordinary (char_of c) = false).
      { destruct (ordinary (char_of c)); [|reflexivity]. cbn [negb] in K4. cbn [orb] in K4. rewrite BL in K4. discriminate K4. }
      intro N. assert (R1 : reads [] 1 true (add_token l y p ts) s [] (add_word w ws) k).
      { split; [reflexivity|]. split; [reflexivity|]. split; [eapply add_token_ok; exact R|exact G]. }
      destruct (IH _ _ _ _ _ _ _ _ _ _ R1 N) as (w' & ws' & k' & R' & H). exists w', ws', k'. split; [exact R'|].
      intro t. cbn [scan]. rewrite O, <- K1, <- K2. cbn [orb]. apply H.
    + destruct (c =? 13)%uint63 eqn:CR; [discriminate|].
      specialize (Pushed false ltac:(intro; discriminate)). destruct (push c (l, y)) as [l' y']. cbn [fst snd] in Pushed. intro N.
      destruct (IH _ _ _ _ _ _ _ _ _ _ Pushed N) as (w' & ws' & k' & R' & H). exists w', ws', k'. split; [exact R'|].
      intro t. cbn [scan]. rewrite <- K1, <- K2, <- K3. cbn [orb andb]. destruct (ordinary (char_of c)); apply H.
Qed.
Lemma all_ok xs : forall r w ws k s, reads (word_before r) (word_last r) (word_plain r) (line r) (told r) w ws k ->
  at_end (read_on xs r) = Some s -> exists k', goes_on s k' /\ k (filter counts (scan w ws [] (text_of_words xs))) = k' [].
Proof.
  induction xs as [|x xs IH]; intros r w ws k s R; cbn [read_on].
  - cbn [at_end]. unfold end_of. intro T. destruct (line_ok _ (back (add_word w ws)) _ s k (Forall2_back _ _ (add_token_ok _ _ _ _ _ _ _ _ R)) (proj2 (proj2 (proj2 R))) T) as (k1 & G1 & H1).
    exists k1. split; [exact G1|]. apply (H1 []).
  - destruct (read_seven 7 x _ _ _ _ _) as [r1|] eqn:E; [|discriminate]. intro N.
    destruct (seven_ok 7 x _ _ _ _ _ _ _ _ r1 R E) as (w1 & ws1 & k1 & R1 & H1).
    destruct (IH r1 w1 ws1 k1 s R1 N) as (k' & G & H). exists k'. split; [exact G|].
    unfold text_of_words. cbn [flat_map]. rewrite H1. exact H.
Qed.
Lemma no_mark_first a t : (a =? "239")%char = false -> without_mark (a :: t) = a :: t.
Proof. intro M. destruct t as [|b [|c t]]; [reflexivity|reflexivity|]. cbn [without_mark]. rewrite M. reflexivity. Qed.
Lemma no_mark_here xs x : (x <=? 1)%uint63 = false -> (x land 255 =? 239)%uint63 = false ->
  without_mark (text_of_words (x :: xs)) = text_of_words (x :: xs).
Proof.
  intros E N. assert (S : exists t, text_of_words (x :: xs) = char_of (x land 255) :: t).
  { unfold text_of_words. cbn [flat_map]. remember 6%nat as f. cbn [chars_in]. rewrite E. cbn [app]. eauto. }
  destruct S as [t ->]. apply no_mark_first. assert (L := low_byte x). revert N. generalize dependent (x land 255)%uint63. intros c L.
  assert (K : ((c =? 239)%uint63 || negb (char_of c =? "239")%char) = true).
  { revert c L. apply by_trying. vm_compute. reflexivity. }
  intro N. rewrite N in K. apply negb_true_iff. exact K.
Qed.
Lemma counted_up {A} (l : list A) : forall n, fold_left (fun n _ => N.succ n) l n = (n + N.of_nat (length l))%N.
Proof. induction l as [|x l IH]; intro n; cbn [fold_left length]; [lia|]. rewrite IH. lia. Qed.
Theorem read_fast_right xs p zs : read_fast xs = Some (p, zs) ->
  exists d, read (text_of_words xs) = Some d /\ problem_of d = p /\ costs_of d = all_costs zs (opts p).
Proof.
  unfold read_fast. destruct xs as [|x xs]; [discriminate|]. cbn [starts_well]. destruct (_ || _)%bool eqn:M; [discriminate|]. cbn [negb].
  apply orb_false_iff in M. destruct M as [M1 M2]. unfold what_was_read, no_text.
  destruct (at_end (read_on (x :: xs) _)) as [[|its ls os zs' cs]|] eqn:E; try discriminate. intro E'. inversion E'; subst. clear E'.
  assert (R : reads [] 1 true [] Nothing [] [] read_words) by (split; [reflexivity|]; split; [reflexivity|]; split; [constructor|reflexivity]).
  destruct (all_ok (x :: xs) (Reading [] 1 true [] Nothing) [] [] read_words _ R E) as (k & G & H).
  destruct G as (It & rs & Cs & Ai & Ac & -> & Ez & ->).
  unfold read, lines. rewrite no_mark_here by assumption. rewrite H. unfold read_options. cbn [read_rows]. eexists. split; [reflexivity|].
  destruct Ai as (Si & (Li & Gi) & _), Ac as (Sc & (Lc & Gc) & _).
  unfold problem_of, costs_of. cbn [names limits colors rows]. rewrite !back_rev, !map_rev, Si, Sc.
  rewrite (good_list _ _ Gi), (good_list _ _ Gc), !rev_involutive, (good_size _ _ Gi), (good_size _ _ Gc).
  cbn [opts]. rewrite counted_up. split; [f_equal; lia|]. apply (f_equal (@rev Z)) in Ez. rewrite <- Ez. unfold all_costs. destruct zs' as [|z zs].
  - cbn [rev]. rewrite <- map_rev, <- (map_rev fst). reflexivity.
  - destruct (rev (z :: zs)) as [|z' zs'] eqn:E'; [|reflexivity]. apply (f_equal (@length Z)) in E'. rewrite rev_length in E'. discriminate.
Qed.
Lemma read_on_app a b : forall r, read_on (a ++ b) r = match read_on a r with Some r => read_on b r | None => None end.
Proof. induction a as [|x a IH]; intro r; [reflexivity|]. cbn [app read_on]. destruct (read_seven _ _ _ _ _ _ _); [apply IH|reflexivity]. Qed.
Lemma read_pieces_ok piece n : forall k r, read_pieces piece n k r = read_on (pieces_from piece n k) r.
Proof.
  induction n as [|n IH]; intros k r; [reflexivity|]. cbn [read_pieces pieces_from]. rewrite read_on_app.
  destruct (read_on _ r); [apply IH|reflexivity].
Qed.
Theorem read_in_pieces_right piece n p zs : read_in_pieces piece n = Some (p, zs) ->
  exists d, read (text_of_words (pieces_from piece n 0)) = Some d /\ problem_of d = p /\ costs_of d = all_costs zs (opts p).
Proof.
  unfold read_in_pieces. destruct (starts_well _) eqn:S; [|discriminate]. rewrite read_pieces_ok. intro H. apply read_fast_right.
  unfold read_fast. destruct n as [|n]; [discriminate H|]. cbn [pieces_from] in *.
  destruct (piece 0%uint63) as [|x l]; [discriminate S|]. cbn [app starts_well] in *. rewrite S. exact H.
Qed.

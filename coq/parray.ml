(* The arrays of Coq's library, as far as the checker uses them: `set` makes a new array, and
   the old one stays as it was. To be fast, the newest is a plain array, changed in place; an
   older one says where it differs from a newer one. (The checker never looks at older ones.)
   What must be believed is that this is as if each were a copy. *)
type 'a t = 'a version ref
and 'a version =
  | Newest of 'a array * 'a                (* the elements, and what is beyond them *)
  | Older of int * 'a * 'a t               (* one element, and where the others are *)

let make n default = ref (Newest (Array.make (if 0 <= n && n < 4194303 then n else 4194303) default, default))
let rec elements t = match !t with Newest (a, d) -> (a, d) | Older (_, _, newer) -> elements newer
let length t = Array.length (fst (elements t))
let default t = snd (elements t)
let rec get t i =
  match !t with
  | Newest (a, d) -> if 0 <= i && i < Array.length a then Array.unsafe_get a i else d
  | Older (j, x, newer) -> if i = j then x else get newer i
let copy t =
  let (_, d) = elements t in
  ref (Newest (Array.init (length t) (get t), d))
let rec set t i x =
  match !t with
  | Newest (a, _) as newest ->
    if 0 <= i && i < Array.length a then begin
      let newer = ref newest in
      t := Older (i, Array.unsafe_get a i, newer);
      Array.unsafe_set a i x;
      newer
    end
    else t
  | Older _ -> set (copy t) i x

(* The arrays of Coq's library, as far as the checker uses them: `set` makes a new array, and
   the old one stays as it was. To be fast, it is changed in place, and to ask for what was
   in an older one ends the program. (The checker never does.) What must be believed is that
   until then this is as if each were a copy. *)
exception Older

type 'a elements = { elements : 'a array; beyond : 'a; mutable newest : int }
type 'a t = { shared : 'a elements; version : int }

let make n default =
  let n = if 0 <= n && n < 4194303 then n else 4194303 in
  { shared = { elements = Array.make n default; beyond = default; newest = 0 }; version = 0 }
let length t = Array.length t.shared.elements
let default t = t.shared.beyond
let get t i =
  let s = t.shared in
  if s.newest <> t.version then raise Older;
  if 0 <= i && i < Array.length s.elements then Array.unsafe_get s.elements i else s.beyond
let set t i x =
  let s = t.shared in
  if s.newest <> t.version then raise Older;
  if 0 <= i && i < Array.length s.elements then begin
    Array.unsafe_set s.elements i x;
    s.newest <- t.version + 1;
    { shared = s; version = t.version + 1 }
  end
  else t

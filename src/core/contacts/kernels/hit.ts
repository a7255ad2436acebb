// The record in which the elementary tests hand over a contact. An undecided pair has the same form;
// its time is proven to be free of contact.

/** A contact of two features. */
@unmanaged
export class Hit {
  /** Both ids of the pair. */
  a: u32;
  b: u32;
  /** When they meet. */
  time: f64;
}

/** Bytes of a hit. */
export const HIT: usize = offsetof<Hit>();

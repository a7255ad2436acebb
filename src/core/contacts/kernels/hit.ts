// The record that the elementary tests write for each contact. An undecided pair has the same form;
// until its time it is proven to be free of contact. The search for near pairs writes the number of
// a row instead of a time.

/** A contact of two features. */
@unmanaged
export class Hit {
  /** Both ids of the pair. */
  a: u32;
  b: u32;
  /** The time of contact. */
  time: f64;
}

/** Bytes of a hit. */
export const HIT: usize = offsetof<Hit>();

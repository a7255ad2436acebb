// The earliest of all contacts: the answer of `firstContact`.
import type { ContactKind, Contacts } from '../core/contacts/contacts.ts';

/** The first contact of a step. */
export interface FirstContact {
  /** Proven lower bound of the time of contact. */
  readonly time: number;
  /** 0 for vertex–face, 1 for edge–edge. */
  readonly kind: ContactKind;
  /** The vertex, or the smaller of two edges, as in `Contacts`. */
  readonly a: number;
  /** The face, or the larger of two edges. */
  readonly b: number;
}

/**
 * The contact with the least time. If several have it, the first of them: contacts are sorted by
 * kind, a, b.
 */
export function earliestContact({ count, kind, a, b, time }: Contacts): FirstContact | null {
  let first = 0;
  for (let i = 1; i < count; i++) if (time[i] < time[first]) first = i;
  return count === 0 ? null : { time: time[first], kind: kind[first] as ContactKind, a: a[first], b: b[first] };
}

/** The time of the earliest contact; Infinity if there is none. */
export function timeOfEarliest(contacts: Contacts): number {
  return earliestContact(contacts)?.time ?? Number.POSITIVE_INFINITY;
}

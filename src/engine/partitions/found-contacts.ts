// The contacts of all partitions, until they are put in order. They stay in the columns of their
// partitions until then; normals and weights stay there until they are asked for, because most
// callers read times alone.
import type { Contacts } from '../../core/contacts/contacts.ts';
import { rowOrder } from '../../core/contacts/row-order.ts';

/** Some rows of a result: their numbers there, and their ids in the whole mesh. */
export interface OwnRows {
  /** Which rows. */
  readonly rows: Uint32Array;
  /** Their first ids. */
  readonly a: Uint32Array;
  /** Their second ids. */
  readonly b: Uint32Array;
}

/** The contacts of one partition. */
interface Piece extends OwnRows {
  /** Where all that the partition has found is. */
  readonly contacts: Contacts;
}

/** Contacts found so far. */
export class FoundContacts {
  /** Their number. */
  count = 0;
  private pieces: Piece[] = [];

  /** Forgets all contacts. */
  clear(): void {
    this.count = 0;
    this.pieces = [];
  }

  /** Adds rows of a result that stays until these have been described. */
  add(contacts: Contacts, own: OwnRows): void {
    this.pieces.push({ contacts, ...own });
    this.count += own.rows.length;
  }

  /** Writes all contacts, sorted by kind, a, b. */
  putInOrder(to: Contacts): void {
    const { pieces, count } = this;
    this.pieces = [];
    const kind = new Uint8Array(count);
    const first = new Uint32Array(count);
    let at = 0;
    for (const { contacts, rows, a } of pieces) {
      for (let i = 0; i < rows.length; i++) kind[at + i] = contacts.kind[rows[i]];
      first.set(a, at);
      at += rows.length;
    }
    const order = rowOrder(kind, first, count);
    /** The row that each contact gets. */
    const rowOf = first;
    for (let i = 0; i < count; i++) rowOf[order[i]] = i;
    to.reserve(count);
    to.count = count;
    at = 0;
    for (const { contacts, rows, a, b } of pieces) {
      for (let i = 0; i < rows.length; i++) to.putRow(rowOf[at + i], contacts, rows[i], a[i], b[i]);
      at += rows.length;
    }
    to.describeLater(() => {
      let from = 0;
      for (const { contacts, rows } of pieces) {
        const details = { normal: contacts.normal, weights: contacts.weights };
        for (let i = 0; i < rows.length; i++) to.takeDetails(rowOf[from + i], details, rows[i]);
        from += rows.length;
      }
    });
  }
}

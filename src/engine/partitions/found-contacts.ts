// The contacts of all partitions, until they are put in order. Normals and weights are left where
// they are until they are asked for: most callers read times alone.
import { Contacts } from '../../core/contacts/contacts.ts';
import { rowOrder } from '../../core/contacts/row-order.ts';

/** The contacts of one partition. */
interface Piece {
  readonly contacts: Contacts;
  /** The number of its first row among all that were found. */
  readonly first: number;
  /** Which of its rows were added. */
  readonly rows: Uint32Array;
}

/** Contacts found so far. */
export class FoundContacts {
  private readonly all = new Contacts();
  private pieces: Piece[] = [];

  /** Forgets all contacts. */
  clear(): void {
    this.all.clear();
    this.pieces = [];
  }

  /** Their number. */
  get count(): number {
    return this.all.count;
  }

  /**
   * Adds rows of a result that stays until these are put in order and described; `a` and `b` are
   * their ids.
   */
  add(contacts: Contacts, rows: Uint32Array, a: Uint32Array, b: Uint32Array): void {
    this.pieces.push({ contacts, first: this.count, rows });
    for (let i = 0; i < rows.length; i++) this.all.addRow(contacts, rows[i], a[i], b[i]);
  }

  /** Writes all contacts, sorted by kind, a, b. */
  putInOrder(to: Contacts): void {
    const { all, pieces } = this;
    this.pieces = [];
    const order = rowOrder(all.kind, all.a, all.count);
    to.take(all, order);
    to.describeLater(() => {
      const rowOf = new Uint32Array(order.length);
      for (let i = 0; i < order.length; i++) rowOf[order[i]] = i;
      for (const { contacts, first, rows } of pieces) {
        const details = { normal: contacts.normal, weights: contacts.weights };
        for (let i = 0; i < rows.length; i++) to.takeDetails(rowOf[first + i], details, rows[i]);
      }
    });
  }
}

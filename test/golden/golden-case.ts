// What a golden case is, and how the columns that several kinds of case share are hashed.
import type { Contacts, FirstContact, Proximities } from '../../src/index.ts';
import type { ColumnHashes } from './column-hashes.ts';

export interface GoldenCase {
  readonly name: string;
  /** Whether `npm test` runs it; `npm run golden` runs all. */
  readonly isQuick: boolean;
  /** Whether it reads GRAZE_DATA; without the data it is skipped. */
  readonly needsData?: boolean;
  run(hashes: ColumnHashes): void | Promise<void>;
}

/** All columns, cut to the number of contacts. */
export function addContacts(hashes: ColumnHashes, contacts: Contacts): void {
  const { count, truncated, kind, a, b, time, startsTouching, normal, weights, tally } = contacts.copy();
  hashes.addAll('', { count, truncated, kind, a, b, time, startsTouching, normal, weights, tally: textOf(tally) });
}

/** The same in fewer columns, for the further questions of a case. */
export function addContactsOf(hashes: ColumnHashes, question: string, contacts: Contacts): void {
  const { count, truncated, kind, a, b, time, startsTouching, normal, weights, tally } = contacts.copy();
  for (const part of [count, truncated, kind, a, b]) hashes.add(`${question}.pairs`, part);
  for (const part of [time, startsTouching]) hashes.add(`${question}.time`, part);
  for (const part of [normal, weights]) hashes.add(`${question}.normal`, part);
  hashes.add(`${question}.tally`, textOf(tally));
}

/** Cut to the number of pairs. */
export function addProximities(hashes: ColumnHashes, question: string, proximities: Proximities): void {
  const { count, kind, a, b, distance, normal, weights, tally } = proximities.copy();
  for (const part of [count, kind, a, b]) hashes.add(`${question}.pairs`, part);
  hashes.add(`${question}.distance`, distance);
  for (const part of [normal, weights]) hashes.add(`${question}.normal`, part);
  hashes.add(`${question}.tally`, textOf(tally));
}

export function addFirstContact(hashes: ColumnHashes, column: string, first: FirstContact | null): void {
  hashes.add(column, first && [first.time, first.kind, first.a, first.b]);
}

/** Counts by name, whatever the order of the names. */
export function textOf(counts: object): string {
  return JSON.stringify(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

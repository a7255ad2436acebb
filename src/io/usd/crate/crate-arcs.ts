// The values of a crate that are lists of paths, references and selections.
import type { ArcKind, LayerArc } from '../usd-layer.ts';
import type { CrateFile } from './crate-file.ts';
import { CRATE_TYPE } from './crate-types.ts';
import type { CrateValue } from './crate-value.ts';

/** Bits of the first byte of a list of edits; items of each kind follow in this order. */
const EXPLICIT_ITEMS = 2;
const ADDED = 4;
const PREPENDED = 32;
const APPENDED = 64;

/** Reads an item and returns it with the position behind it. */
type ItemReader<T> = (at: number) => { readonly item: T; readonly end: number };

/**
 * Reads the items of a list of edits that a layer alone applies: the explicit ones, or else the
 * prepended, added and appended ones. What it deletes comes from other layers.
 */
function listItems<T>(file: CrateFile, { rep }: CrateValue, bytesEach: number, read: ItemReader<T>): T[] {
  const bits = file.bytes.bytes(rep.at, 1, 'a list of edits')[0];
  let at = rep.at + 1;
  const itemsOf = (bit: number): T[] => {
    if ((bits & bit) === 0) return [];
    const count = file.bytes.count(at, bytesEach, 'items of a list');
    const items: T[] = [];
    at += 8;
    for (let i = 0; i < count; i++) {
      const { item, end } = read(at);
      items.push(item);
      at = end;
    }
    return items;
  };
  const explicit = itemsOf(EXPLICIT_ITEMS);
  const added = itemsOf(ADDED);
  const prepended = itemsOf(PREPENDED);
  const appended = itemsOf(APPENDED);
  return [...explicit, ...prepended, ...added, ...appended];
}

/** Returns the paths of a list of edits or of a plain list. */
export function pathsOf(file: CrateFile, value: CrateValue | undefined): readonly string[] {
  if (value === undefined || value.isBlocked) return [];
  const { bytes } = file;
  const read = (at: number) => ({ item: file.pathText(bytes.u32(at, 'a path')), end: at + 4 });
  if (value.rep.type === CRATE_TYPE.pathListOp) return listItems(file, value, 4, read);
  if (value.rep.type !== CRATE_TYPE.pathVector) return value.fail('a list of paths');
  const count = bytes.count(value.rep.at, 4, 'paths');
  return Array.from({ length: count }, (_, i) => read(value.rep.at + 8 + 4 * i).item);
}

/** Returns the names of a list of edits of strings. */
export function stringItemsOf(file: CrateFile, value: CrateValue | undefined): readonly string[] {
  if (value === undefined || value.isBlocked) return [];
  if (value.rep.type !== CRATE_TYPE.stringListOp) return value.fail('a list of strings');
  return listItems(file, value, 4, (at) => ({ item: file.string(file.bytes.u32(at, 'a string')), end: at + 4 }));
}

/** Returns the integers of a list of edits. */
export function integerItemsOf(file: CrateFile, value: CrateValue | undefined): readonly number[] {
  if (value === undefined || value.isBlocked) return [];
  if (value.rep.type !== CRATE_TYPE.int64ListOp) return value.fail('a list of integers');
  return listItems(file, value, 8, (at) => ({ item: file.bytes.u64(at, 'an integer'), end: at + 8 }));
}

/** Returns the arcs of a field that holds paths. */
export function pathArcs(file: CrateFile, value: CrateValue | undefined, kind: ArcKind): LayerArc[] {
  return pathsOf(file, value).map((path) => ({ kind, asset: '', path, offset: 0, scale: 1 }));
}

/** Returns the arcs of the field `references`. */
export function referenceArcs(file: CrateFile, value: CrateValue | undefined): LayerArc[] {
  if (value === undefined || value.isBlocked) return [];
  if (value.rep.type !== CRATE_TYPE.referenceListOp) return value.fail('a list of references');
  return listItems(file, value, 32, (at) => {
    const { item, end } = arcAt(file, at, 'references', true);
    return { item, end: dictionaryEnd(file, end) };
  });
}

/** Returns the arcs of the field `payload`, which early versions store without a list. */
export function payloadArcs(file: CrateFile, value: CrateValue | undefined): LayerArc[] {
  if (value === undefined || value.isBlocked) return [];
  const hasOffset = file.minor >= 8;
  const read = (at: number) => arcAt(file, at, 'payload', hasOffset);
  if (value.rep.type === CRATE_TYPE.payload) return [read(value.rep.at).item];
  if (value.rep.type !== CRATE_TYPE.payloadListOp) return value.fail('a payload');
  return listItems(file, value, hasOffset ? 24 : 8, read);
}

/** Returns the selected variants of a prim. */
export function selectionsOf(file: CrateFile, value: CrateValue | undefined): ReadonlyMap<string, string> {
  if (value === undefined || value.isBlocked) return new Map();
  if (value.rep.type !== CRATE_TYPE.variantSelections) return value.fail('selected variants');
  const { bytes } = file;
  const count = bytes.count(value.rep.at, 8, 'selected variants');
  const selections = new Map<string, string>();
  for (let i = 0; i < count; i++) {
    const at = value.rep.at + 8 + 8 * i;
    selections.set(file.string(bytes.u32(at, 'a variant set')), file.string(bytes.u32(at + 4, 'a variant')));
  }
  return selections;
}

function arcAt(file: CrateFile, at: number, kind: ArcKind, hasOffset: boolean): { item: LayerArc; end: number } {
  const view = file.bytes.view(at, hasOffset ? 24 : 8, 'a reference');
  const [asset, path] = [view.getUint32(0, true), view.getUint32(4, true)];
  const [offset, scale] = hasOffset ? [view.getFloat64(8, true), view.getFloat64(16, true)] : [0, 1];
  const text = file.pathText(path);
  const item = { kind, asset: file.string(asset), path: text === '/' ? '' : text, offset, scale };
  return { item, end: at + (hasOffset ? 24 : 8) };
}

/** Each entry is a key and the distance to its value representation, which ends the entry. */
function dictionaryEnd(file: CrateFile, at: number): number {
  const count = file.bytes.count(at, 20, 'entries of a dictionary');
  let end = at + 8;
  for (let i = 0; i < count; i++) {
    const distance = file.bytes.u64(end + 4, 'an entry of a dictionary');
    if (distance < 8) file.bytes.fail(end + 4, 'a distance of at least 8', String(distance));
    end += 4 + distance + 8;
  }
  return end;
}

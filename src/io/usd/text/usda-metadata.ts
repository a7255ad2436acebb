// The parentheses behind layers, prims and properties: names with values, some of which are lists
// of edits.
import type { ArcKind, LayerArc, PrimMetadata } from '../usd-layer.ts';
import type { UsdaScanner } from './usda-scanner.ts';
import { UsdaValue } from './usda-value.ts';

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const OPEN = 0x28;
const LESS = 0x3c;
const AT = 0x40;

/** The entries of one pair of parentheses. */
export type UsdaMetadata = ReadonlyMap<string, readonly UsdaValue[]>;

const NO_METADATA: UsdaMetadata = new Map();

/** Words that make a value a list of edits; the items of a deletion bring in nothing. */
const EDITS: ReadonlySet<string> = new Set(['prepend', 'append', 'add', 'delete', 'reorder']);
const WITHOUT_ITEMS: ReadonlySet<string> = new Set(['delete', 'reorder']);

/** Takes parentheses if they are next. */
export function takeMetadata(scanner: UsdaScanner): UsdaMetadata {
  if (!scanner.take('(')) return NO_METADATA;
  const entries = new Map<string, UsdaValue[]>();
  while (!scanner.take(')')) {
    const mark = scanner.peek();
    if (mark === QUOTE || mark === APOSTROPHE) {
      scanner.string();
      continue;
    }
    const first = scanner.word();
    const name = EDITS.has(first) ? scanner.word() : first;
    if (name === '') scanner.fail('a name or ")"');
    scanner.expect('=');
    const value = new UsdaValue(scanner.bytes, referenceRange(scanner), 'double');
    const known = entries.get(name);
    if (WITHOUT_ITEMS.has(first)) continue;
    if (known) known.push(value);
    else entries.set(name, [value]);
  }
  return entries;
}

/** A reference may consist of a file name, a path and parentheses with an offset. */
function referenceRange(scanner: UsdaScanner): { start: number; end: number } {
  const { start } = scanner.value(false);
  let end = scanner.at;
  if ([AT, LESS].includes(scanner.bytes[start])) {
    if (scanner.peek() === LESS) end = scanner.value(false).end;
    if (scanner.peek() === OPEN) end = scanner.value(false).end;
  }
  return { start, end };
}

/** Returns what the parentheses of a prim say. */
export function primMetadata(entries: UsdaMetadata): PrimMetadata {
  const flag = (name: string): boolean | undefined => {
    const value = entries.get(name)?.at(-1);
    return value && value.numbers('scalar')[0] === 1;
  };
  const arcs = (name: string, kind: ArcKind): LayerArc[] =>
    (entries.get(name) ?? []).flatMap((one) => arcsIn(one, kind));
  return {
    active: flag('active'),
    instanceable: flag('instanceable'),
    arcs: [
      ...arcs('inherits', 'inherits'),
      ...arcs('references', 'references'),
      ...arcs('payload', 'payload'),
      ...arcs('specializes', 'specializes'),
    ],
    selections: selectionsIn(entries.get('variants')?.at(-1)),
    hasClips: entries.has('clips') || entries.has('clipAssetPaths'),
    inactiveIds: (entries.get('inactiveIds') ?? []).flatMap((value) => [...value.numbers('scalar')]),
  };
}

function arcsIn(value: UsdaValue, kind: ArcKind): LayerArc[] {
  if (value.isBlocked) return [];
  const scanner = value.scanner();
  const arcs: LayerArc[] = [];
  const isList = scanner.take('[');
  while (!(isList && scanner.take(']'))) {
    const mark = scanner.peek();
    const asset = mark === AT ? scanner.asset() : '';
    const path = mark === LESS || scanner.peek() === LESS ? scanner.path() : '';
    if (mark !== AT && mark !== LESS) scanner.fail('a file name or a path');
    const offsets = isList || scanner.peek() === OPEN ? takeMetadata(scanner) : NO_METADATA;
    const numberOf = (name: string, otherwise: number): number =>
      offsets.get(name)?.at(-1)?.numbers('scalar')[0] ?? otherwise;
    arcs.push({ kind, asset, path, offset: numberOf('offset', 0), scale: numberOf('scale', 1) });
    if (!isList) break;
    scanner.take(',');
  }
  return arcs;
}

/** A dictionary of strings: `{ string set = "variant" }`. */
function selectionsIn(value: UsdaValue | undefined): ReadonlyMap<string, string> {
  const selections = new Map<string, string>();
  if (value === undefined || value.isBlocked) return selections;
  const scanner = value.scanner();
  scanner.expect('{');
  while (!scanner.take('}')) {
    scanner.typeName();
    const set = [QUOTE, APOSTROPHE].includes(scanner.peek()) ? scanner.string() : scanner.word();
    scanner.expect('=');
    selections.set(set, scanner.string());
    scanner.take(',');
  }
  return selections;
}

// Reads a layer from its text form: the statements of prims, variants and properties. Values are
// only skipped here, so that a large file costs a quick pass and the values that are asked for.
import type { Layer } from '../usd-layer.ts';
import { MAX_NAME_LENGTH, MAX_PRIM_DEPTH } from '../usd-limits.ts';
import { takeMetadata } from './usda-metadata.ts';
import { UsdaAttribute, UsdaPrim } from './usda-prim.ts';
import { type TextRange, UsdaScanner } from './usda-scanner.ts';
import { precisionOf, UsdaValue } from './usda-value.ts';

const MODIFIERS: ReadonlySet<string> = new Set(['custom', 'uniform', 'varying', 'config']);
const EDITS: ReadonlySet<string> = new Set(['prepend', 'append', 'add', 'delete', 'reorder']);
const SPECIFIERS: ReadonlySet<string> = new Set(['def', 'over', 'class']);
/** Lists of these may hold brackets in quotes, so they are skipped with care. */
const TEXT_TYPES = /^(string|token|asset|pathExpression|opaque|group|dictionary)/;

/** Reads a text layer; `layerName` is its path in a package. */
export function readUsda(bytes: Uint8Array, layerName: string): Layer {
  const scanner: UsdaScanner = new UsdaScanner(bytes);
  const head = new TextDecoder().decode(bytes.subarray(0, 64));
  const magic = /^#(?:usda|sdf) \S+/.exec(head);
  if (!magic) scanner.fail('"#usda 1.0"');
  scanner.at = magic[0].length;
  const entries = takeMetadata(scanner);
  const root = new UsdaPrim(undefined, '', 'def', '', new Map());
  while (!scanner.atEnd()) {
    const word = scanner.word();
    if (SPECIFIERS.has(word)) takePrim(scanner, root, word as UsdaPrim['specifier'], 1);
    else if (word === 'reorder') skipReorder(scanner);
    else scanner.fail('"def", "over" or "class"');
  }
  return {
    root,
    name: layerName,
    metadata: (name) => entries.get(name)?.at(-1),
    defaultPrim: entries.get('defaultPrim')?.at(-1)?.strings()[0] ?? '',
    subLayers: (entries.get('subLayers') ?? []).flatMap(assetsIn),
    hasRelocates: entries.has('relocates'),
  };
}

/** `def Mesh "name" ( … ) { … }` */
function takePrim(scanner: UsdaScanner, parent: UsdaPrim, specifier: UsdaPrim['specifier'], depth: number): void {
  if (depth > MAX_PRIM_DEPTH) scanner.fail(`at most ${MAX_PRIM_DEPTH} prims in prims`);
  const typeName = scanner.word();
  const name = nameOf(scanner);
  const entries = takeMetadata(scanner);
  const prim = new UsdaPrim(parent, `/${name}`, specifier, typeName, entries);
  if (!parent.children.has(name)) parent.children.set(name, prim);
  takeBody(scanner, prim, depth);
}

function takeBody(scanner: UsdaScanner, prim: UsdaPrim, depth: number): void {
  scanner.expect('{');
  while (!scanner.take('}')) {
    const word = scanner.word();
    if (SPECIFIERS.has(word)) takePrim(scanner, prim, word as UsdaPrim['specifier'], depth + 1);
    else if (word === 'variantSet') takeVariantSet(scanner, prim, depth);
    else if (word === 'reorder' && skipReorder(scanner)) continue;
    else if (word === '') scanner.fail('a statement or "}"');
    else takeProperty(scanner, prim, word);
  }
}

/** `variantSet "name" = { "variant" ( … ) { … } … }` */
function takeVariantSet(scanner: UsdaScanner, prim: UsdaPrim, depth: number): void {
  if (depth >= MAX_PRIM_DEPTH) scanner.fail(`at most ${MAX_PRIM_DEPTH} prims in prims`);
  const set = nameOf(scanner);
  const variants = prim.variants.get(set) ?? new Map<string, UsdaPrim>();
  prim.variants.set(set, variants);
  scanner.expect('=');
  scanner.expect('{');
  while (!scanner.take('}')) {
    const name = nameOf(scanner);
    const variant = new UsdaPrim(prim, `{${set}=${name}}`, 'over', '', takeMetadata(scanner));
    variants.set(name, variant);
    takeBody(scanner, variant, depth + 1);
  }
}

/** `reorder nameChildren = [ … ]` changes no geometry; false if a property follows instead. */
function skipReorder(scanner: UsdaScanner): boolean {
  const start = scanner.at;
  if (/^(nameChildren|properties|rootPrims|variantSets)$/.test(scanner.word()) && scanner.take('=')) {
    scanner.value(false);
    return true;
  }
  scanner.at = start;
  return false;
}

/** `custom uniform float3[] name = … ( … )`, with `.timeSamples`, `.connect` and the like. */
function takeProperty(scanner: UsdaScanner, prim: UsdaPrim, first: string): void {
  let edit = '';
  let word = first;
  let isFirst = true;
  while (MODIFIERS.has(word) || EDITS.has(word)) {
    if (EDITS.has(word)) edit = word;
    word = scanner.typeName();
    isFirst = false;
  }
  if (isFirst && scanner.bytes[scanner.at] === 0x5b) {
    scanner.value(false);
    word += '[]';
  }
  const full = scanner.word();
  if (full === '') scanner.fail('the name of a property');
  const dot = full.indexOf('.');
  const [name, field] = dot < 0 ? [full, ''] : [full.slice(0, dot), full.slice(dot + 1)];
  if (name.length > MAX_NAME_LENGTH) scanner.fail(`a name of at most ${MAX_NAME_LENGTH} letters`);
  if (word === 'rel') takeRelationship(scanner, prim, name, field, edit);
  else takeAttribute(scanner, prim, name, field, word);
}

function takeRelationship(scanner: UsdaScanner, prim: UsdaPrim, name: string, field: string, edit: string): void {
  // A relationship may name one of its targets to describe it: `rel name[</a>]`.
  if (scanner.peek() === 0x5b) scanner.value(false);
  if (scanner.take('=')) {
    const range = scanner.value(false);
    const value = new UsdaValue(scanner.bytes, range, 'double');
    if (field === '' && edit !== 'delete' && edit !== 'reorder') {
      const targets = value.isBlocked ? [] : value.strings();
      const known = prim.relationships.get(name) ?? [];
      for (const target of targets) known.push(target);
      prim.relationships.set(name, known);
    }
  }
  takeMetadata(scanner);
}

function takeAttribute(scanner: UsdaScanner, prim: UsdaPrim, name: string, field: string, typeName: string): void {
  const attribute = prim.attributes.get(name) ?? new UsdaAttribute(scanner.bytes, precisionOf(typeName));
  prim.attributes.set(name, attribute);
  const isNumeric = !TEXT_TYPES.test(typeName);
  if (scanner.take('=')) {
    if (field === 'timeSamples') takeSamples(scanner, attribute, isNumeric);
    else {
      const range = scanner.value(isNumeric && field === '');
      if (field === '' || field === 'default') attribute.setValue(range);
      if (field === 'spline') attribute.hasSpline = true;
    }
  }
  attribute.addMetadata(takeMetadata(scanner));
}

/** `{ 1: …, 2: …, }` */
function takeSamples(scanner: UsdaScanner, attribute: UsdaAttribute, isNumeric: boolean): void {
  const times: number[] = [];
  const ranges: TextRange[] = [];
  if (scanner.peek() !== 0x7b) {
    scanner.value(false);
    return;
  }
  scanner.expect('{');
  while (!scanner.take('}')) {
    const time = scanner.number();
    if (!Number.isFinite(time)) scanner.fail('a finite time', String(time));
    scanner.expect(':');
    times.push(time);
    ranges.push(scanner.value(isNumeric));
    if (!scanner.take(',') && scanner.peek() !== 0x7d) scanner.fail('"," or "}"');
  }
  attribute.setSamples(times, ranges);
}

function nameOf(scanner: UsdaScanner): string {
  const name = scanner.string();
  if (name === '' || name.length > MAX_NAME_LENGTH)
    scanner.fail(`a name of 1 to ${MAX_NAME_LENGTH} letters`, String(name.length));
  return name;
}

/** The names of files in a list such as `[ @a.usda@ (offset = 1), @b.usda@ ]`. */
function assetsIn(value: UsdaValue): string[] {
  const scanner = value.scanner();
  const found: string[] = [];
  scanner.take('[');
  while (scanner.peek() === 0x40) {
    found.push(scanner.asset());
    if (scanner.peek() === 0x28) scanner.value(false);
    scanner.take(',');
  }
  return found;
}

// Typed access to the JSON of a glTF document. Nothing in a file has the type that the
// specification asks for until one of these functions has looked.
import { FileError } from '../file-error.ts';

/** An object of the document, whose members have any type. */
export type GltfFields = Readonly<Record<string, unknown>>;

/** How many characters of a value an error message quotes. */
const QUOTED_CHARACTERS = 60;

/** Creates the error for an element of a glTF document, such as `nodes[3]`. */
export function gltfError(element: string, expected: string, found: unknown): FileError {
  return new FileError('glTF', { element }, expected, valueText(found));
}

/** A value as it stands in an error message: one short line of printable characters. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = String(value).replace(/[^\x20-\x7e\xa0-\uffff]/g, '?');
  return text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text;
}

/** Returns the value as an object. Throws `FileError`. */
export function fieldsOf(value: unknown, element: string): GltfFields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as GltfFields;
  throw gltfError(element, 'an object', value);
}

/** Returns the object in a field; undefined if there is none. Throws `FileError`. */
export function optionalFields(fields: GltfFields, key: string, element: string): GltfFields | undefined {
  return fields[key] === undefined ? undefined : fieldsOf(fields[key], `${element}.${key}`);
}

/** Returns the object of an extension; undefined if there is none. Throws `FileError`. */
export function extensionOf(fields: GltfFields, name: string, element: string): GltfFields | undefined {
  const extensions = optionalFields(fields, 'extensions', element);
  return extensions && optionalFields(extensions, name, `${element}.extensions`);
}

/** Returns the array in a field; an empty one if there is none. Throws `FileError`. */
export function listOf(fields: GltfFields, key: string, element?: string): readonly unknown[] {
  const value = fields[key] ?? [];
  if (Array.isArray(value)) return value;
  throw gltfError(element === undefined ? key : `${element}.${key}`, 'an array', value);
}

/** Returns the objects in a field of the document. Throws `FileError`. */
export function objectsOf(document: GltfFields, key: string): readonly GltfFields[] {
  const list = listOf(document, key);
  list.forEach((value, i) => {
    fieldsOf(value, `${key}[${i}]`);
  });
  return list as readonly GltfFields[];
}

/** Throws `FileError` unless the value is an index below `count`. */
export function checkedIndex(value: unknown, count: number, element: string): number {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < count) return value as number;
  throw gltfError(element, count === 0 ? 'no index, for there is nothing to name' : `an index below ${count}`, value);
}

/** Returns the index in a field; undefined if there is none. Throws `FileError`. */
export function optionalIndex(fields: GltfFields, key: string, count: number, element: string): number | undefined {
  return fields[key] === undefined ? undefined : checkedIndex(fields[key], count, `${element}.${key}`);
}

/** Returns the whole number in a field; `missing` if there is none. Throws `FileError`. */
export function wholeOf(fields: GltfFields, key: string, element: string, missing?: number): number {
  const value = fields[key] === undefined ? missing : fields[key];
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw gltfError(`${element}.${key}`, 'a whole number', value);
}

/** Returns the text in a field; undefined if there is none or it is empty. Throws `FileError`. */
export function optionalText(fields: GltfFields, key: string, element: string): string | undefined {
  const value = fields[key];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw gltfError(`${element}.${key}`, 'a string', value);
}

/**
 * Returns the finite numbers in a field, `count` of them if that is given; undefined if there are
 * none. Throws `FileError`.
 */
export function optionalNumbers(
  fields: GltfFields,
  key: string,
  element: string,
  count?: number,
): readonly number[] | undefined {
  if (fields[key] === undefined) return undefined;
  const numbers = listOf(fields, key, element);
  const place = `${element}.${key}`;
  if (count !== undefined && numbers.length !== count) throw gltfError(place, `${count} numbers`, numbers.length);
  const bad = numbers.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw gltfError(place, 'finite numbers', numbers[bad]);
  return numbers as readonly number[];
}

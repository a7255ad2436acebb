// Makes a module of kernels importable with a memory that several threads share. The compiled code
// is the same; only the declaration of the imported memory differs: it must say "shared" and name a
// maximum. So one binary serves both, and a page without threads pays nothing for them.

/** The most pages that 32-bit pointers can address: every shared memory declares them. */
export const MAX_PAGES = 65536;

/** The section of imports, and within it the kind of an imported memory. */
const IMPORT_SECTION = 2;
const MEMORY_KIND = 2;
/** The limits of a memory: without and with a maximum, and with a maximum and shared. */
const SHARED_LIMITS = 3;

/** The same module, whose imported memory is shared. The memory is its only import. */
export function threadedBinary(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let at = 8;
  while (bytes[at] !== IMPORT_SECTION) at = endOf(bytes, at);
  const end = endOf(bytes, at);
  const body = readSize(bytes, at + 1);
  // One import: the names of module and field, each with its length, then the kind.
  let kind = body.next + 1;
  for (let name = 0; name < 2; name++) {
    const length = readSize(bytes, kind);
    kind = length.next + length.value;
  }
  if (bytes[kind] !== MEMORY_KIND) throw new Error('The kernels import something other than a memory.');
  const initial = readSize(bytes, kind + 2);
  const imports = [
    ...bytes.subarray(body.next, kind + 1),
    SHARED_LIMITS,
    ...writeSize(initial.value),
    ...writeSize(MAX_PAGES),
  ];
  const head = [...bytes.subarray(0, at), IMPORT_SECTION, ...writeSize(imports.length), ...imports];
  const threaded = new Uint8Array(head.length + bytes.length - end);
  threaded.set(head);
  threaded.set(bytes.subarray(end), head.length);
  return threaded;
}

/** The first byte behind a section. */
function endOf(bytes: Uint8Array, section: number): number {
  const { value, next } = readSize(bytes, section + 1);
  return next + value;
}

/** An unsigned number of seven bits per byte, the lowest first, and the byte behind it. */
function readSize(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  let shift = 0;
  let next = at;
  do {
    value += (bytes[next] & 127) * 2 ** shift;
    shift += 7;
  } while (bytes[next++] > 127);
  return { value, next };
}

function writeSize(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...writeSize(Math.floor(value / 128))];
}

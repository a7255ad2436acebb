// Checks that a file which says that it is a baseline has what one has. It may have been edited or
// merged by hand, or come from somebody else.

const KINDS: ReadonlySet<unknown> = new Set(['crossing', 'passing', 'inside', 'touching', 'duplicate', 'near']);

/** The first thing that is not as in a baseline, such as `clashes[3].depth`; null if all is. */
export function baselineFault({ parts, size, clashes }: Record<string, unknown>): string | null {
  if (!isLength(size)) return 'size';
  const names = new Set<unknown>();
  const faultOfPart = (part: Fields): string | null => {
    names.add(part.name);
    if (typeof part.name !== 'string') return '.name';
    return isCount(part.faces) ? null : '.faces';
  };
  return faultOfList(parts, 'parts', faultOfPart) ?? faultOfList(clashes, 'clashes', (one) => faultOfClash(one, names));
}

type Fields = Readonly<Record<string, unknown>>;

function faultOfClash({ a, b, kind, depth, through, faces, rest }: Fields, names: ReadonlySet<unknown>): string | null {
  if (!names.has(a)) return '.a';
  if (!names.has(b)) return '.b';
  if (!KINDS.has(kind)) return '.kind';
  if (depth !== null && !isLength(depth)) return '.depth';
  if (through !== null && !isLength(through)) return '.through';
  if (!isObject(faces) || !isRanges(faces.a) || !isRanges(faces.b)) return '.faces';
  return isObject(rest) && isPlaces(rest.a) && isPlaces(rest.b) ? null : '.rest';
}

function faultOfList(list: unknown, name: string, faultOf: (item: Fields) => string | null): string | null {
  if (!Array.isArray(list)) return name;
  for (let i = 0; i < list.length; i++) {
    const fault = isObject(list[i]) ? faultOf(list[i]) : '';
    if (fault !== null) return `${name}[${i}]${fault}`;
  }
  return null;
}

/** Ascending ranges without a common number: others could ask for the same faces over and over. */
function isRanges(ranges: unknown): boolean {
  let last = -1;
  const isNext = (range: unknown): boolean => {
    if (!Array.isArray(range) || range.length !== 2 || !range.every(isCount)) return false;
    const isAscending = range[0] > last && range[1] >= range[0];
    last = range[1];
    return isAscending;
  };
  return Array.isArray(ranges) && ranges.every(isNext);
}

function isPlaces(faces: unknown): boolean {
  const isFace = (face: unknown): boolean => Array.isArray(face) && face.length === 9 && face.every(Number.isFinite);
  return Array.isArray(faces) && faces.every(isFace);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isLength(value: unknown): boolean {
  return Number.isFinite(value) && (value as number) >= 0;
}

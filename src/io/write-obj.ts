// Writes OBJ. Every number is the shortest text that reads back as the same double, so nothing is
// lost.
import { checkPolygons, checkWritable, numberText, type WritableMesh, type WritablePolygons } from './writable-mesh.ts';

/** An object of an OBJ file, whose parts share its vertices. */
export interface ObjObject {
  /** 3 finite coordinates per vertex. */
  readonly positions: Readonly<ArrayLike<number>>;
  /** Its parts, each with a name and the polygons of it. */
  readonly parts: readonly ObjPart[];
}

/** Polygons with a name. */
export interface ObjPart extends Omit<WritablePolygons, 'positions'> {
  /** The name; control characters are written as spaces. */
  readonly name: string;
}

/**
 * Returns the text of an OBJ file. Throws a RangeError if a coordinate is not finite or an index is
 * out of range.
 */
export function writeObj(mesh: WritableMesh): string {
  checkWritable(mesh);
  const { positions, triangles: t } = mesh;
  const lines: string[] = [];
  addVertices(positions, lines);
  for (let i = 0; i < t.length; i += 3) lines.push(`f ${t[i] + 1} ${t[i + 1] + 1} ${t[i + 2] + 1}\n`);
  return lines.join('');
}

/**
 * Returns the text of an OBJ file of several objects: a line `o NAME` for each part, and polygons as
 * they are. Throws a RangeError if a coordinate is not finite or an index is out of range.
 */
export function writeObjObjects(objects: readonly ObjObject[]): string {
  const lines: string[] = [];
  let first = 1;
  for (const { positions, parts } of objects) {
    // The vertices of a single part belong to it, as readers show them.
    if (parts.length !== 1) addVertices(positions, lines);
    for (const part of parts) {
      checkPolygons({ positions, ...part });
      lines.push(`o ${part.name.replace(/\p{Cc}/gu, ' ')}\n`);
      if (parts.length === 1) addVertices(positions, lines);
      addPolygons(part, first, lines);
    }
    first += positions.length / 3;
  }
  return lines.join('');
}

function addVertices(p: Readonly<ArrayLike<number>>, lines: string[]): void {
  for (let i = 0; i < p.length; i += 3)
    lines.push(`v ${numberText(p[i])} ${numberText(p[i + 1])} ${numberText(p[i + 2])}\n`);
}

/** `first` is the number of the first vertex in the file. */
function addPolygons({ counts, corners }: Omit<WritablePolygons, 'positions'>, first: number, lines: string[]): void {
  let at = 0;
  for (let i = 0; i < counts.length; i++) {
    let line = 'f';
    for (const end = at + counts[i]; at < end; at++) line += ` ${corners[at] + first}`;
    lines.push(`${line}\n`);
  }
}

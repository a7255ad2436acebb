// Writes OBJ. Every number is the shortest text that reads back as the same double, so nothing is
// lost.
import { checkWritable, numberText, type WritableMesh } from './writable-mesh.ts';

/**
 * Returns the text of an OBJ file. Throws a RangeError if a coordinate is not finite or an index is
 * out of range.
 */
export function writeObj(mesh: WritableMesh): string {
  checkWritable(mesh);
  const { positions: p, triangles: t } = mesh;
  const lines: string[] = [];
  for (let i = 0; i < p.length; i += 3) {
    lines.push(`v ${numberText(p[i])} ${numberText(p[i + 1])} ${numberText(p[i + 2])}\n`);
  }
  for (let i = 0; i < t.length; i += 3) lines.push(`f ${t[i] + 1} ${t[i + 1] + 1} ${t[i + 2] + 1}\n`);
  return lines.join('');
}

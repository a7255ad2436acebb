// Collects the names of triangles while a file is read: a name holds for all triangles up to the
// next name.
import type { TriangleNames } from './mesh-data.ts';

/** Names under construction. */
export class NameRuns {
  private readonly starts: number[] = [];
  private readonly runNames: string[] = [];

  /** Names the triangles from number `triangle` on; the empty name ends the last one. */
  start(name: string, triangle: number): void {
    this.starts.push(triangle);
    this.runNames.push(name);
  }

  /** Returns the names of `triangleCount` triangles; undefined if none of them has one. */
  toNames(triangleCount: number): TriangleNames | undefined {
    if (this.runNames.every((name) => name === '')) return undefined;
    const idOf = new Map<string, number>();
    const partOfTriangle = new Uint32Array(triangleCount);
    const nameUntil = (name: string, from: number, to: number): void => {
      if (from === to) return;
      const id = idOf.get(name) ?? idOf.size;
      idOf.set(name, id);
      partOfTriangle.fill(id, from, to);
    };
    nameUntil('', 0, this.starts[0]);
    this.runNames.forEach((name, i) => {
      nameUntil(name, this.starts[i], this.starts[i + 1] ?? triangleCount);
    });
    const names = [...idOf.keys()];
    return names.some((name) => name !== '') ? { names, partOfTriangle } : undefined;
  }
}

// The objects of a mesh, for people: a connected component, or all components of one name.
import type { TriMesh } from '../index.ts';

export interface MeshObjects {
  readonly names: string[];
  /** The object of each vertex. */
  readonly objectOf: Uint32Array;
}

export function meshObjects({ topology }: TriMesh, componentNames: readonly string[]): MeshObjects {
  const { componentOf, componentCount } = topology;
  const names: string[] = [];
  const objectOfName = new Map<string, number>();
  const objectOfComponent = Array.from({ length: componentCount }, (_, component) => {
    const name = componentNames[component] || `object ${component + 1}`;
    const known = objectOfName.get(name);
    if (known !== undefined) return known;
    objectOfName.set(name, names.length);
    return names.push(name) - 1;
  });
  // A vertex that no face uses has no component, and nothing ever asks for its object.
  return { names, objectOf: componentOf.map((component) => objectOfComponent[component] ?? 0) };
}

// The objects of a mesh, for people: a connected component, or all components of one name.
import type { TriMesh } from '../index.ts';

/** Names of objects, and which vertices belong to them. */
export interface MeshObjects {
  /** The name of each object. */
  readonly names: string[];
  /** The object of each vertex. */
  readonly objectOf: Uint32Array;
}

/** Groups the components of a mesh by name; those without a name are numbered. */
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
  // A vertex without faces has no component; its object is never asked for.
  return { names, objectOf: componentOf.map((component) => objectOfComponent[component] ?? 0) };
}

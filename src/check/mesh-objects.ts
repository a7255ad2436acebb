// The objects of a mesh, for people: a connected component, or all components of one name.
import type { Parts } from '../clash.ts';
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
    const name = componentNames[component] || `part ${component + 1}`;
    const known = objectOfName.get(name);
    if (known !== undefined) return known;
    objectOfName.set(name, names.length);
    return names.push(name) - 1;
  });
  // A vertex without faces has no component; its object is never asked for.
  return { names, objectOf: componentOf.map((component) => objectOfComponent[component] ?? 0) };
}

/** Returns the name of each connected component: that of the part of its first face. */
export function componentNames({ topology, triangles, faceCount }: TriMesh, { names, partOfFace }: Parts): string[] {
  const found = new Array<string>(topology.componentCount).fill('');
  for (let face = 0; face < faceCount; face++) {
    const component = topology.componentOf[triangles[3 * face]];
    if (found[component] === '') found[component] = names[partOfFace[face]];
  }
  return found;
}

// A probe without patches: whether cones [ICCD §IV-B] hold in groups of connected faces. A sample of
// groups grows around faces spread over the mesh, and cones are fitted to them. This costs next to
// nothing and proves nothing: it decides whether patches are built at all.
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { PatchCones } from '../../core/wasm/mesh.generated.ts';
import { NORMALS_BYTES_PER_FACE } from './cones.ts';
import { unitOf } from './quiet-patches.ts';

/** Most faces of a group. */
const GROUP_FACES = 128;
/** Most groups in the sample. */
const MAX_GROUPS = 16;
/** Share of the faces from one seed to the next: no regular pattern of faces repeats along with it. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** The share of groups, in a sample spread over all faces, that have a cone in the present step. */
export function quietGroupShare(motion: VertexMotion): number {
  const { memory, context, mesh } = motion;
  const unit = unitOf(motion);
  const count = Math.min(MAX_GROUPS, Math.floor(mesh.faceCount / GROUP_FACES));
  if (unit === 0 || count === 0) return 0;
  const { starts, corners } = growGroups(mesh, count);
  const sizes = [
    PatchCones.BYTES,
    4 * corners.length,
    4 * starts.length,
    NORMALS_BYTES_PER_FACE * GROUP_FACES,
    32 * count,
  ];
  return memory.borrow(sizes, ([address, triangles, ofStarts, normals, cones]) => {
    const fitting = new PatchCones(memory, address);
    fitting.unit = unit;
    fitting.triangles = triangles;
    fitting.starts = ofStarts;
    fitting.patchCount = count;
    fitting.sample = GROUP_FACES;
    fitting.normals = normals;
    fitting.cones = cones;
    memory.u32(triangles, corners.length).set(corners);
    memory.u32(ofStarts, starts.length).set(starts);
    memory.kernels.fitCones(context.address, fitting.address);
    const found = memory.f64(cones, 4 * count);
    let quiet = 0;
    for (let i = 0; i < count; i++) if (found[4 * i + 3] < 1) quiet++;
    return quiet / count;
  });
}

/** Grows groups across edges with two faces; returns their corners and where each group starts. */
function growGroups(mesh: TriMesh, count: number): { starts: Uint32Array; corners: Uint32Array } {
  const { triangles, faceCount } = mesh;
  const starts = new Uint32Array(count + 1);
  const corners = new Uint32Array(3 * GROUP_FACES * count);
  const groupOf = new Uint8Array(faceCount);
  const faces = new Uint32Array(GROUP_FACES);
  let end = 0;
  for (let group = 0; group < count; group++) {
    faces[0] = Math.floor((((group + 0.5) * GOLDEN_RATIO) % 1) * faceCount);
    const size = growGroup(mesh, faces, groupOf, group + 1);
    for (let i = 0; i < size; i++) {
      for (let k = 0; k < 3; k++) corners[end++] = triangles[3 * faces[i] + k];
    }
    starts[group + 1] = end / 3;
  }
  return { starts, corners: corners.subarray(0, end) };
}

/** Grows a group around its first face, nearest faces first; returns its number of faces. */
function growGroup({ topology }: TriMesh, faces: Uint32Array, groupOf: Uint8Array, group: number): number {
  const { faceEdges, edgeFaceStart, edgeFaces } = topology;
  groupOf[faces[0]] = group;
  let size = 1;
  for (let i = 0; i < size; i++) {
    for (let side = 3 * faces[i]; side < 3 * faces[i] + 3; side++) {
      const first = edgeFaceStart[faceEdges[side]];
      if (size === GROUP_FACES) return size;
      if (edgeFaceStart[faceEdges[side] + 1] - first !== 2) continue;
      const face = edgeFaces[first] === faces[i] ? edgeFaces[first + 1] : edgeFaces[first];
      if (groupOf[face] === group) continue;
      groupOf[face] = group;
      faces[size++] = face;
    }
  }
  return size;
}

// From proximities to rows. Of proximities that share a place one becomes a row; whether it is a contact of surfaces, and not only of features, is
// asked when something is to be done about it. The direction between the nearest points must not lean into a face next to them, because
// then that face is nearer still, and its own pair speaks for it: rows along such directions would hold what slides over the inner
// edges of a flat floor. Nothing is lost: a step is proven afterwards, whatever rows there were.
import {
  ContactRows,
  DISTANCES,
  DRAGS,
  GIVES,
  HELDS,
  INVERSE_MASSES,
  KEYS,
  MOVED,
  NORMALS,
  PULLS,
  PUSHES,
  SHARES,
  STATES,
  VERTICES,
} from './contact-rows';

/** Weights below this are of a point on the border. */
const BORDER: f64 = 1e-9;
/** The sine of the angle by which a direction may lean into a face, squared: surfaces are not quite smooth. */
const LEAN_SQ: f64 = 0.01;

const UNKNOWN: u8 = 0;
const CONTACT: u8 = 1;
const AT_WORK: u8 = 2;
const NO_CONTACT: u8 = 3;
const NONE: u32 = 0xffffffff;

/** Words of the table of the mesh: where its lists and the positions are. */
const TRIANGLES: i32 = 0;
/** Four vertices an edge: its own two, and those of its faces across it, or its own first one for none; of more than two faces those of two. */
const WINGS: i32 = 1;
const FACE_EDGES: i32 = 2;
const EDGE_FACE_START: i32 = 3;
const EDGE_FACES: i32 = 4;
const STAR_START: i32 = 5;
const STAR_FACES: i32 = 6;
const POSITIONS: i32 = 7;
/** Not a list: as many partners a vertex or an edge may have. */
const VERTEX_COUNT: i32 = 8;
const PARTNERS: i32 = 9;
/** Of the table of proximities. */
const KIND: i32 = 0;
const A: i32 = 1;
const B: i32 = 2;
const NORMAL: i32 = 3;
const WEIGHTS: i32 = 4;
const DISTANCE: i32 = 5;

export class NearRows {
  @inline static column(table: usize, i: i32): usize {
    return ContactRows.column(table, i);
  }

  @inline static id(list: usize, i: u32): u32 {
    return load<u32>(list + ((<usize>i) << 2));
  }

  @inline static point(positions: usize, v: u32): usize {
    return positions + <usize>v * 24;
  }

  /** The edge of a face on which a point of its border is, or NONE for a corner. */
  @inline static edgeAt(faceEdges: usize, face: u32, u: f64, v: f64, w: f64): u32 {
    if (u > BORDER && v > BORDER) return NearRows.id(faceEdges, 3 * face);
    if (v > BORDER && w > BORDER) return NearRows.id(faceEdges, 3 * face + 1);
    return u > BORDER && w > BORDER ? NearRows.id(faceEdges, 3 * face + 2) : NONE;
  }

  @inline static cornerAt(triangles: usize, face: u32, u: f64, v: f64): u32 {
    return NearRows.id(triangles, 3 * face + (u > BORDER ? 0 : v > BORDER ? 1 : 2));
  }

  /** Whether a pair speaks for its place: neighbours that share it report the same point, and the first of them speaks. */
  @inline static isSpeaker(mesh: usize, kind: u8, face: u32, weights: usize): bool {
    const u = load<f64>(weights);
    const v = load<f64>(weights, 8);
    // An end of an edge is a vertex, whose pairs with faces speak for it.
    if (kind == 1) return u > BORDER && v > BORDER && u < 1 - BORDER && v < 1 - BORDER;
    const w = load<f64>(weights, 16);
    if (u > BORDER && v > BORDER && w > BORDER) return true;
    const edge = NearRows.edgeAt(NearRows.column(mesh, FACE_EDGES), face, u, v, w);
    if (edge != NONE) {
      const first = NearRows.id(NearRows.column(mesh, EDGE_FACE_START), edge);
      return NearRows.id(NearRows.column(mesh, EDGE_FACES), first) == face;
    }
    const corner = NearRows.cornerAt(NearRows.column(mesh, TRIANGLES), face, u, v);
    return (
      NearRows.id(NearRows.column(mesh, STAR_FACES), NearRows.id(NearRows.column(mesh, STAR_START), corner)) == face
    );
  }

  /** Rows of the proximities, in their order, without aim and friction. Writes which proximity each is of, and gives how many there are. */
  static take(table: usize, mesh: usize, near: usize, count: i32, source: usize): i32 {
    const kinds = NearRows.column(near, KIND);
    const as = NearRows.column(near, A);
    const bs = NearRows.column(near, B);
    const normals = NearRows.column(near, NORMAL);
    const weights = NearRows.column(near, WEIGHTS);
    const triangles = NearRows.column(mesh, TRIANGLES);
    const wings = NearRows.column(mesh, WINGS);
    let ids = ContactRows.column(table, VERTICES);
    let share = ContactRows.column(table, SHARES);
    let normal = ContactRows.column(table, NORMALS);
    let distance = ContactRows.column(table, DISTANCES);
    let key = ContactRows.column(table, KEYS);
    const distances = NearRows.column(near, DISTANCE);
    const vertexCount = NearRows.column(mesh, VERTEX_COUNT);
    const partners = <f64>NearRows.column(mesh, PARTNERS);
    let row = 0;
    for (let i = 0; i < count; i++) {
      const kind = load<u8>(kinds + i);
      const weight = weights + <usize>i * 24;
      const a = NearRows.id(as, i);
      const b = NearRows.id(bs, i);
      if (!NearRows.isSpeaker(mesh, kind, b, weight)) continue;
      if (kind == 0) {
        store<u32>(ids, a);
        store<u32>(ids, NearRows.id(triangles, 3 * b), 4);
        store<u32>(ids, NearRows.id(triangles, 3 * b + 1), 8);
        store<u32>(ids, NearRows.id(triangles, 3 * b + 2), 12);
        store<f64>(share, 1);
        store<f64>(share, -load<f64>(weight), 8);
        store<f64>(share, -load<f64>(weight, 8), 16);
        store<f64>(share, -load<f64>(weight, 16), 24);
      } else {
        const s = load<f64>(weight);
        const t = load<f64>(weight, 8);
        store<u64>(ids, load<u64>(wings + ((<usize>a) << 4)));
        store<u64>(ids, load<u64>(wings + ((<usize>b) << 4)), 8);
        store<f64>(share, 1 - s);
        store<f64>(share, s, 8);
        store<f64>(share, t - 1, 16);
        store<f64>(share, -t, 24);
      }
      const from = normals + <usize>i * 24;
      v128.store(normal, v128.load(from));
      store<f64>(normal, load<f64>(from, 16), 16);
      store<f64>(distance, load<f64>(distances + ((<usize>i) << 3)));
      store<f64>(key, (<f64>(kind == 0 ? 0 : vertexCount) + <f64>a) * partners + <f64>b);
      store<u32>(source + ((<usize>row) << 2), i);
      distance += 8;
      key += 8;
      ids += 16;
      share += 32;
      normal += 24;
      row++;
    }
    memory.fill(ContactRows.column(table, HELDS), 0, (<usize>row) << 3);
    memory.fill(ContactRows.column(table, PUSHES), 0, (<usize>row) << 3);
    memory.fill(ContactRows.column(table, DRAGS), 0, <usize>row * 24);
    memory.fill(ContactRows.column(table, STATES), UNKNOWN, row);
    return row;
  }

  /** Whether a direction leans from the edge into one of its faces. */
  @inline static leansFromEdge(mesh: usize, edge: u32, nx: f64, ny: f64, nz: f64): bool {
    const wing = NearRows.column(mesh, WINGS) + ((<usize>edge) << 4);
    const positions = NearRows.column(mesh, POSITIONS);
    const p = NearRows.point(positions, load<u32>(wing));
    const q = NearRows.point(positions, load<u32>(wing, 4));
    const ex = load<f64>(q) - load<f64>(p);
    const ey = load<f64>(q, 8) - load<f64>(p, 8);
    const ez = load<f64>(q, 16) - load<f64>(p, 16);
    const square = ex * ex + ey * ey + ez * ez;
    for (let k: usize = 8; k < 16; k += 4) {
      const o = NearRows.point(positions, load<u32>(wing + k));
      const ox = load<f64>(o) - load<f64>(p);
      const oy = load<f64>(o, 8) - load<f64>(p, 8);
      const oz = load<f64>(o, 16) - load<f64>(p, 16);
      const along = (ox * ex + oy * ey + oz * ez) / square;
      const ux = ox - along * ex;
      const uy = oy - along * ey;
      const uz = oz - along * ez;
      if (NearRows.leans(nx * ux + ny * uy + nz * uz, ux, uy, uz)) return true;
    }
    return false;
  }

  @inline static leans(lean: f64, ux: f64, uy: f64, uz: f64): bool {
    return lean > 0 && lean * lean > LEAN_SQ * (ux * ux + uy * uy + uz * uz);
  }

  @inline static leansFromVertex(mesh: usize, vertex: u32, nx: f64, ny: f64, nz: f64): bool {
    const triangles = NearRows.column(mesh, TRIANGLES);
    const starts = NearRows.column(mesh, STAR_START);
    const faces = NearRows.column(mesh, STAR_FACES);
    const positions = NearRows.column(mesh, POSITIONS);
    const p = NearRows.point(positions, vertex);
    const end = NearRows.id(starts, vertex + 1);
    for (let k = NearRows.id(starts, vertex); k < end; k++) {
      for (let corner: u32 = 0; corner < 3; corner++) {
        const q = NearRows.point(positions, NearRows.id(triangles, 3 * NearRows.id(faces, k) + corner));
        const ux = load<f64>(q) - load<f64>(p);
        const uy = load<f64>(q, 8) - load<f64>(p, 8);
        const uz = load<f64>(q, 16) - load<f64>(p, 16);
        if (NearRows.leans(nx * ux + ny * uy + nz * uz, ux, uy, uz)) return true;
      }
    }
    return false;
  }

  /** Whether the direction of proximity i leans into a face beside its points. */
  static leansIntoFace(mesh: usize, near: usize, i: u32): bool {
    const normal = NearRows.column(near, NORMAL) + <usize>i * 24;
    const weights = NearRows.column(near, WEIGHTS) + <usize>i * 24;
    const nx = load<f64>(normal);
    const ny = load<f64>(normal, 8);
    const nz = load<f64>(normal, 16);
    const b = NearRows.id(NearRows.column(near, B), i);
    if (load<u8>(NearRows.column(near, KIND) + i) == 1) {
      const a = NearRows.id(NearRows.column(near, A), i);
      return NearRows.leansFromEdge(mesh, b, nx, ny, nz) || NearRows.leansFromEdge(mesh, a, -nx, -ny, -nz);
    }
    const u = load<f64>(weights);
    const v = load<f64>(weights, 8);
    const w = load<f64>(weights, 16);
    if (u > BORDER && v > BORDER && w > BORDER) return false;
    const edge = NearRows.edgeAt(NearRows.column(mesh, FACE_EDGES), b, u, v, w);
    if (edge != NONE) return NearRows.leansFromEdge(mesh, edge, nx, ny, nz);
    return NearRows.leansFromVertex(mesh, NearRows.cornerAt(NearRows.column(mesh, TRIANGLES), b, u, v), nx, ny, nz);
  }

  static isContact(table: usize, mesh: usize, near: usize, source: usize, row: u32): bool {
    const state = ContactRows.column(table, STATES) + row;
    if (load<u8>(state) == UNKNOWN)
      store<u8>(state, NearRows.leansIntoFace(mesh, near, NearRows.id(source, row)) ? NO_CONTACT : CONTACT);
    return load<u8>(state) != NO_CONTACT;
  }

  /** Puts those of the found rows that are contacts to work. Gives how many are at work then. */
  static engage(
    table: usize,
    mesh: usize,
    near: usize,
    source: usize,
    found: usize,
    count: i32,
    working: usize,
    workingCount: i32,
  ): i32 {
    const inverseMass = ContactRows.column(table, INVERSE_MASSES);
    const moved = ContactRows.column(table, MOVED);
    for (let i = 0; i < count; i++) {
      const row = NearRows.id(found, i);
      if (!NearRows.isContact(table, mesh, near, source, row)) continue;
      let share = ContactRows.column(table, SHARES) + ((<usize>row) << 5);
      let pull = ContactRows.column(table, PULLS) + ((<usize>row) << 5);
      let id = ContactRows.column(table, VERTICES) + ((<usize>row) << 4);
      let give: f64 = 0;
      for (let k = 0; k < 4; k++, share += 8, pull += 8, id += 4) {
        const one = load<f64>(share) * load<f64>(inverseMass + ((<usize>load<u32>(id)) << 3));
        store<f64>(pull, one);
        if (one != 0) store<u8>(moved + load<u32>(id), 1);
        give += load<f64>(share) * one;
      }
      // Nothing can be done about what cannot be moved at all.
      if (give == 0) {
        store<u8>(ContactRows.column(table, STATES) + row, NO_CONTACT);
        continue;
      }
      const at = ContactRows.column(table, GIVES) + ((<usize>row) << 4);
      store<f64>(at, give);
      store<f64>(at, 1 / give, 8);
      store<u8>(ContactRows.column(table, STATES) + row, AT_WORK);
      store<u32>(working + ((<usize>workingCount) << 2), row);
      workingCount++;
    }
    return workingCount;
  }
}

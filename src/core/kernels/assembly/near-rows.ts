// From proximities to rows. Of proximities that share a place one becomes a row; whether it is a contact of surfaces, and not only of features, is
// asked when something is to be done about it. The direction between the nearest points must not lean into a face next to them, because
// then that face is nearer still, and its own pair speaks for it: rows along such directions would hold what slides over the inner
// edges of a flat floor. A face that joins the two features has no such pair: where a direction leans into nothing else they meet in a crease. They may come
// nearer than others, are not pushed apart, and are not remembered from step to step: kept as far apart, and held by braces, they stir a folded tape.
// Nothing is lost: a step is proven afterwards, whatever rows there were.
import {
  AIMS,
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

/** Into what a direction leans: a face that joins the two features, and another one. */
const JOINING: u32 = 1;
const OTHER: u32 = 2;

/** The key of a row that is not to be remembered. */
const FORGOTTEN: f64 = -1;

/** So near may features come that meet in a crease. */
let creaseGap: f64 = 0;

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

  /** Rows of the proximities, in their order, without aim and friction; in creases they may come `closest`. Writes which proximity each is of, and gives how many there are. */
  static take(table: usize, mesh: usize, near: usize, count: i32, source: usize, closest: f64): i32 {
    creaseGap = closest;
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

  /** Into which of its faces a direction, to a feature with the vertices s and t, leans from an edge. */
  @inline static leanFromEdge(mesh: usize, edge: u32, nx: f64, ny: f64, nz: f64, s: u32, t: u32): u32 {
    const wing = NearRows.column(mesh, WINGS) + ((<usize>edge) << 4);
    const positions = NearRows.column(mesh, POSITIONS);
    const p = NearRows.point(positions, load<u32>(wing));
    const q = NearRows.point(positions, load<u32>(wing, 4));
    const ex = load<f64>(q) - load<f64>(p);
    const ey = load<f64>(q, 8) - load<f64>(p, 8);
    const ez = load<f64>(q, 16) - load<f64>(p, 16);
    const square = ex * ex + ey * ey + ez * ez;
    let lean: u32 = 0;
    for (let k: usize = 8; k < 16; k += 4) {
      const third = load<u32>(wing + k);
      const o = NearRows.point(positions, third);
      const ox = load<f64>(o) - load<f64>(p);
      const oy = load<f64>(o, 8) - load<f64>(p, 8);
      const oz = load<f64>(o, 16) - load<f64>(p, 16);
      const along = (ox * ex + oy * ey + oz * ez) / square;
      const ux = ox - along * ex;
      const uy = oy - along * ey;
      const uz = oz - along * ez;
      if (NearRows.leans(nx * ux + ny * uy + nz * uz, ux, uy, uz)) lean |= third == s || third == t ? JOINING : OTHER;
    }
    return lean;
  }

  @inline static leans(lean: f64, ux: f64, uy: f64, uz: f64): bool {
    return lean > 0 && lean * lean > LEAN_SQ * (ux * ux + uy * uy + uz * uz);
  }

  /** The same from a vertex, to another. */
  @inline static leanFromVertex(mesh: usize, vertex: u32, nx: f64, ny: f64, nz: f64, s: u32): u32 {
    const triangles = NearRows.column(mesh, TRIANGLES);
    const starts = NearRows.column(mesh, STAR_START);
    const faces = NearRows.column(mesh, STAR_FACES);
    const positions = NearRows.column(mesh, POSITIONS);
    const p = NearRows.point(positions, vertex);
    const end = NearRows.id(starts, vertex + 1);
    let lean: u32 = 0;
    for (let k = NearRows.id(starts, vertex); k < end; k++) {
      const face = triangles + <usize>NearRows.id(faces, k) * 12;
      const joins = load<u32>(face) == s || load<u32>(face, 4) == s || load<u32>(face, 8) == s;
      for (let corner: usize = 0; corner < 12; corner += 4) {
        const q = NearRows.point(positions, load<u32>(face + corner));
        const ux = load<f64>(q) - load<f64>(p);
        const uy = load<f64>(q, 8) - load<f64>(p, 8);
        const uz = load<f64>(q, 16) - load<f64>(p, 16);
        if (NearRows.leans(nx * ux + ny * uy + nz * uz, ux, uy, uz)) lean |= joins ? JOINING : OTHER;
      }
    }
    return lean;
  }

  /** Into which faces beside its points the direction of proximity i leans. */
  static leanOf(mesh: usize, near: usize, i: u32): u32 {
    const normal = NearRows.column(near, NORMAL) + <usize>i * 24;
    const weights = NearRows.column(near, WEIGHTS) + <usize>i * 24;
    const nx = load<f64>(normal);
    const ny = load<f64>(normal, 8);
    const nz = load<f64>(normal, 16);
    const a = NearRows.id(NearRows.column(near, A), i);
    const b = NearRows.id(NearRows.column(near, B), i);
    if (load<u8>(NearRows.column(near, KIND) + i) == 1) {
      const wings = NearRows.column(mesh, WINGS);
      const p = wings + ((<usize>a) << 4);
      const q = wings + ((<usize>b) << 4);
      return (
        NearRows.leanFromEdge(mesh, b, nx, ny, nz, load<u32>(p), load<u32>(p, 4)) |
        NearRows.leanFromEdge(mesh, a, -nx, -ny, -nz, load<u32>(q), load<u32>(q, 4))
      );
    }
    const u = load<f64>(weights);
    const v = load<f64>(weights, 8);
    const w = load<f64>(weights, 16);
    if (u > BORDER && v > BORDER && w > BORDER) return 0;
    const edge = NearRows.edgeAt(NearRows.column(mesh, FACE_EDGES), b, u, v, w);
    if (edge != NONE) return NearRows.leanFromEdge(mesh, edge, nx, ny, nz, a, a);
    return NearRows.leanFromVertex(mesh, NearRows.cornerAt(NearRows.column(mesh, TRIANGLES), b, u, v), nx, ny, nz, a);
  }

  static isContact(table: usize, mesh: usize, near: usize, source: usize, row: u32): bool {
    const state = ContactRows.column(table, STATES) + row;
    if (load<u8>(state) == UNKNOWN) {
      const lean = NearRows.leanOf(mesh, near, NearRows.id(source, row));
      store<u8>(state, lean & OTHER ? NO_CONTACT : CONTACT);
      if (lean == JOINING) {
        const at = (<usize>row) << 3;
        const distance = load<f64>(ContactRows.column(table, DISTANCES) + at);
        store<f64>(ContactRows.column(table, AIMS) + at, min(0.0, ContactRows.leastSpeed(distance, creaseGap)));
        store<f64>(ContactRows.column(table, KEYS) + at, FORGOTTEN);
      }
    }
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

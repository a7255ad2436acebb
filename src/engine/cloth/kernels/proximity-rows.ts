// Makes rows of proximities, and activates rows for the impulse solver. Of several proximities at
// the same point of the surface only one becomes a row. Whether it is a contact of surfaces, and
// not only of features, is decided when the row is first needed: the normal must not lean into a
// face beside the nearest points, because that face is nearer still and has a pair of its own.
// Dropping rows is safe: the step is proven afterwards, whichever rows there were.
import { CONTACT_STATE, ContactColumns, GeometryColumns } from './contact-columns';
import { ContactRows } from './contact-rows';
import { Vectors } from './vectors';

/** A point with a barycentric weight up to this lies on the border of its face. */
const BORDER: f64 = 1e-9;
/**
 * The squared sine of the angle by which a normal may lean into a face. It allows for surfaces that
 * are not quite smooth.
 */
const MAX_LEAN_SQ: f64 = 0.01;

/**
 * State of a row: it is not known whether it is a contact. Rows above CONTACT_STATE are not
 * examined any more.
 */
const UNKNOWN: u8 = 0;
/** State of a row: active. */
const ACTIVE: u8 = 2;
/** State of a row: no contact of surfaces, or none of its vertices can be moved. */
const NO_CONTACT: u8 = 3;
/** No edge. */
const NONE: u32 = 0xffffffff;

/**
 * A normal leans into a face that joins the two features. Such a face has no pair of its own: if
 * the normal leans into nothing else, the features meet in a crease. They may then approach
 * further, their target speed is never positive, and their impulses are not cached; otherwise a
 * folded tape never comes to rest.
 */
const JOINING: u32 = 1;
/**
 * A normal leans into another face. Such rows are dropped: they would stop cloth that slides over
 * the inner edges of a flat floor.
 */
const OTHER: u32 = 2;

/** The key of a row whose impulse is not cached. */
const NOT_CACHED: f64 = -1;

/**
 * Makes rows of the first `count` proximities, in their order, without target speed and friction.
 * Features of a crease may approach to `creaseGap`. Returns how many rows there are.
 */
export function makeProximityRows(rows: ContactColumns, count: i32, creaseGap: f64): i32 {
  rows.creaseGap = creaseGap;
  const geometry = rows.geometry;
  const kinds = geometry.kind;
  const as = geometry.a;
  const bs = geometry.b;
  const normals = geometry.normal;
  const barycentrics = geometry.weights;
  const distances = geometry.distance;
  const triangles = geometry.triangles;
  const edgeStencils = geometry.edgeStencils;
  const vertexCount = geometry.vertexCount;
  const featureCount = <f64>geometry.featureCount;
  let proximity = rows.proximity;
  let ids = rows.vertices;
  let weight = rows.weights;
  let normal = rows.normal;
  let distance = rows.distance;
  let key = rows.key;
  let row = 0;
  for (let i = 0; i < count; i++) {
    const kind = load<u8>(kinds + i);
    const barycentric = barycentrics + <usize>i * 24;
    const a = Vectors.index(as, i);
    const b = Vectors.index(bs, i);
    if (!ProximityRows.isRepresentative(geometry, kind, b, barycentric)) continue;
    if (kind == 0) {
      store<u32>(ids, a);
      store<u32>(ids, Vectors.index(triangles, 3 * b), 4);
      store<u32>(ids, Vectors.index(triangles, 3 * b + 1), 8);
      store<u32>(ids, Vectors.index(triangles, 3 * b + 2), 12);
      store<f64>(weight, 1);
      store<f64>(weight, -load<f64>(barycentric), 8);
      store<f64>(weight, -load<f64>(barycentric, 8), 16);
      store<f64>(weight, -load<f64>(barycentric, 16), 24);
    } else {
      const s = load<f64>(barycentric);
      const t = load<f64>(barycentric, 8);
      store<u64>(ids, load<u64>(edgeStencils + ((<usize>a) << 4)));
      store<u64>(ids, load<u64>(edgeStencils + ((<usize>b) << 4)), 8);
      store<f64>(weight, 1 - s);
      store<f64>(weight, s, 8);
      store<f64>(weight, t - 1, 16);
      store<f64>(weight, -t, 24);
    }
    const from = normals + <usize>i * 24;
    v128.store(normal, v128.load(from));
    store<f64>(normal, load<f64>(from, 16), 16);
    store<f64>(distance, load<f64>(distances + ((<usize>i) << 3)));
    store<f64>(key, (<f64>(kind == 0 ? 0 : vertexCount) + <f64>a) * featureCount + <f64>b);
    store<u32>(proximity, i);
    proximity += 4;
    distance += 8;
    key += 8;
    ids += 16;
    weight += 32;
    normal += 24;
    row++;
  }
  memory.fill(rows.solverImpulse, 0, (<usize>row) << 3);
  memory.fill(rows.normalImpulse, 0, (<usize>row) << 3);
  memory.fill(rows.tangentImpulse, 0, <usize>row * 24);
  memory.fill(rows.state, UNKNOWN, row);
  return row;
}

/**
 * Whether the surfaces touch at a row, and not only the features. Features of a crease get their
 * own target speed here.
 */
export function isContactRow(rows: ContactColumns, row: u32): bool {
  const state = rows.state + row;
  if (load<u8>(state) == UNKNOWN) {
    const lean = ProximityRows.leanOf(rows.geometry, Vectors.index(rows.proximity, row));
    store<u8>(state, lean & OTHER ? NO_CONTACT : CONTACT_STATE);
    if (lean == JOINING) {
      const at = (<usize>row) << 3;
      const speed = ContactRows.targetSpeed(rows, load<f64>(rows.distance + at), rows.creaseGap);
      store<f64>(rows.targetSpeed + at, min(0.0, speed));
      store<f64>(rows.key + at, NOT_CACHED);
    }
  }
  return load<u8>(state) != NO_CONTACT;
}

/**
 * Activates those of the first `count` found rows that are contacts, behind the `activeCount` rows
 * that are active already. Returns how many are active then.
 */
export function activateRows(rows: ContactColumns, count: i32, activeCount: i32): i32 {
  const found = rows.found;
  const active = rows.active;
  const states = rows.state;
  for (let i = 0; i < count; i++) {
    const row = Vectors.index(found, i);
    if (!isContactRow(rows, row)) continue;
    const inverseEffectiveMass = ContactRows.inverseEffectiveMass(rows, row);
    // None of its vertices can be moved.
    if (inverseEffectiveMass == 0) {
      store<u8>(states + row, NO_CONTACT);
      continue;
    }
    store<f64>(rows.inverseEffectiveMass + ((<usize>row) << 3), inverseEffectiveMass);
    store<f64>(rows.effectiveMass + ((<usize>row) << 3), 1 / inverseEffectiveMass);
    store<u8>(states + row, ACTIVE);
    store<u32>(active + ((<usize>activeCount) << 2), row);
    activeCount++;
  }
  return activeCount;
}

/** Decisions about single proximities. */
class ProximityRows {
  /** The edge of a face that a point of its border lies on; NONE for a corner. */
  @inline static edgeAt(faceEdges: usize, face: u32, u: f64, v: f64, w: f64): u32 {
    if (u > BORDER && v > BORDER) return Vectors.index(faceEdges, 3 * face);
    if (v > BORDER && w > BORDER) return Vectors.index(faceEdges, 3 * face + 1);
    return u > BORDER && w > BORDER ? Vectors.index(faceEdges, 3 * face + 2) : NONE;
  }

  /** The corner of a face at which a point lies. */
  @inline static cornerAt(triangles: usize, face: u32, u: f64, v: f64): u32 {
    return Vectors.index(triangles, 3 * face + (u > BORDER ? 0 : v > BORDER ? 1 : 2));
  }

  /**
   * Whether a pair represents its point of the surface: all faces that share a border point report
   * it, and only the first of them counts.
   */
  @inline static isRepresentative(geometry: GeometryColumns, kind: u8, face: u32, weights: usize): bool {
    const u = load<f64>(weights);
    const v = load<f64>(weights, 8);
    // The end of an edge is a vertex, and pairs of that vertex with faces represent it.
    if (kind == 1) return u > BORDER && v > BORDER && u < 1 - BORDER && v < 1 - BORDER;
    const w = load<f64>(weights, 16);
    if (u > BORDER && v > BORDER && w > BORDER) return true;
    const edge = ProximityRows.edgeAt(geometry.faceEdges, face, u, v, w);
    if (edge != NONE) {
      const first = Vectors.index(geometry.edgeFaceStart, edge);
      return Vectors.index(geometry.edgeFaces, first) == face;
    }
    const corner = ProximityRows.cornerAt(geometry.triangles, face, u, v);
    return Vectors.index(geometry.starFaces, Vectors.index(geometry.starStart, corner)) == face;
  }

  /**
   * Whether a normal leans into the direction (ux, uy, uz) by too much; `lean` is their scalar
   * product.
   */
  @inline static leans(lean: f64, ux: f64, uy: f64, uz: f64): bool {
    return lean > 0 && lean * lean > MAX_LEAN_SQ * (ux * ux + uy * uy + uz * uz);
  }

  /** Into which faces of an edge the normal leans. The other feature has the vertices s and t. */
  @inline static leanFromEdge(geometry: GeometryColumns, edge: u32, nx: f64, ny: f64, nz: f64, s: u32, t: u32): u32 {
    const stencil = geometry.edgeStencils + ((<usize>edge) << 4);
    const positions = geometry.positions;
    const p = Vectors.at(positions, load<u32>(stencil));
    const q = Vectors.at(positions, load<u32>(stencil, 4));
    const ex = load<f64>(q) - load<f64>(p);
    const ey = load<f64>(q, 8) - load<f64>(p, 8);
    const ez = load<f64>(q, 16) - load<f64>(p, 16);
    const lengthSq = ex * ex + ey * ey + ez * ez;
    let lean: u32 = 0;
    for (let k: usize = 8; k < 16; k += 4) {
      const opposite = load<u32>(stencil + k);
      const o = Vectors.at(positions, opposite);
      const ox = load<f64>(o) - load<f64>(p);
      const oy = load<f64>(o, 8) - load<f64>(p, 8);
      const oz = load<f64>(o, 16) - load<f64>(p, 16);
      const along = (ox * ex + oy * ey + oz * ez) / lengthSq;
      const ux = ox - along * ex;
      const uy = oy - along * ey;
      const uz = oz - along * ez;
      if (ProximityRows.leans(nx * ux + ny * uy + nz * uz, ux, uy, uz))
        lean |= opposite == s || opposite == t ? JOINING : OTHER;
    }
    return lean;
  }

  /** Into which faces of a vertex the normal leans. The other feature is the vertex s. */
  @inline static leanFromVertex(geometry: GeometryColumns, vertex: u32, nx: f64, ny: f64, nz: f64, s: u32): u32 {
    const triangles = geometry.triangles;
    const starStart = geometry.starStart;
    const starFaces = geometry.starFaces;
    const positions = geometry.positions;
    const p = Vectors.at(positions, vertex);
    const end = Vectors.index(starStart, vertex + 1);
    let lean: u32 = 0;
    for (let k = Vectors.index(starStart, vertex); k < end; k++) {
      const face = triangles + <usize>Vectors.index(starFaces, k) * 12;
      const joins = load<u32>(face) == s || load<u32>(face, 4) == s || load<u32>(face, 8) == s;
      for (let corner: usize = 0; corner < 12; corner += 4) {
        const q = Vectors.at(positions, load<u32>(face + corner));
        const ux = load<f64>(q) - load<f64>(p);
        const uy = load<f64>(q, 8) - load<f64>(p, 8);
        const uz = load<f64>(q, 16) - load<f64>(p, 16);
        if (ProximityRows.leans(nx * ux + ny * uy + nz * uz, ux, uy, uz)) lean |= joins ? JOINING : OTHER;
      }
    }
    return lean;
  }

  /** Into which faces beside its nearest points the normal of proximity i leans. */
  static leanOf(geometry: GeometryColumns, i: u32): u32 {
    const normal = geometry.normal + <usize>i * 24;
    const weights = geometry.weights + <usize>i * 24;
    const nx = load<f64>(normal);
    const ny = load<f64>(normal, 8);
    const nz = load<f64>(normal, 16);
    const a = Vectors.index(geometry.a, i);
    const b = Vectors.index(geometry.b, i);
    if (load<u8>(geometry.kind + i) == 1) {
      const p = geometry.edgeStencils + ((<usize>a) << 4);
      const q = geometry.edgeStencils + ((<usize>b) << 4);
      return (
        ProximityRows.leanFromEdge(geometry, b, nx, ny, nz, load<u32>(p), load<u32>(p, 4)) |
        ProximityRows.leanFromEdge(geometry, a, -nx, -ny, -nz, load<u32>(q), load<u32>(q, 4))
      );
    }
    const u = load<f64>(weights);
    const v = load<f64>(weights, 8);
    const w = load<f64>(weights, 16);
    if (u > BORDER && v > BORDER && w > BORDER) return 0;
    const edge = ProximityRows.edgeAt(geometry.faceEdges, b, u, v, w);
    if (edge != NONE) return ProximityRows.leanFromEdge(geometry, edge, nx, ny, nz, a, a);
    const corner = ProximityRows.cornerAt(geometry.triangles, b, u, v);
    return ProximityRows.leanFromVertex(geometry, corner, nx, ny, nz, a);
  }
}

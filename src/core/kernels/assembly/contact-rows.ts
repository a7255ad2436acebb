// Rows of contacts: which of them something has to be done about, and sweeps over those. A row is the relative velocity of two points, each a
// mean of vertices, along a normal: see engine/cloth/contact-rows.ts. `table` says where the columns are.

/** Columns of the table, of rows and of vertices: engine/cloth/row-columns.ts. */
export const VERTICES: i32 = 0;
export const SHARES: i32 = 1;
export const NORMALS: i32 = 2;
export const AIMS: i32 = 3;
export const FRICTIONS: i32 = 4;
export const HELDS: i32 = 5;
export const PUSHES: i32 = 6;
export const DRAGS: i32 = 7;
export const GIVES: i32 = 8;
export const PULLS: i32 = 9;
export const DISTANCES: i32 = 10;
export const KEYS: i32 = 11;
export const STATES: i32 = 12;
export const VELOCITIES: i32 = 13;
export const INVERSE_MASSES: i32 = 14;
export const SURFACES: i32 = 15;
export const MOVED: i32 = 16;
export const WORST: i32 = 17;
export const WORST_ROWS: i32 = 18;
export const LEADS: i32 = 19;

/** The share of the distance that is missing to the gap and is made up for in a frame. */
const RECOVERY: f64 = 0.2;

/** Of the step and of a frame, as rows were aimed last. */
let duration: f64 = 0;
let frameTime: f64 = 0;

/** What a row is known to be. */
const CONTACT: u8 = 1;
const NO_ROW: u32 = 0xffffffff;

export class ContactRows {
  /** Column i of the table. */
  @inline static column(table: usize, i: i32): usize {
    return load<u32>(table + ((<usize>i) << 2));
  }

  /** So that a gap is left after the step; what is nearer parts slowly, over frames. */
  @inline static leastSpeed(distance: f64, gap: f64): f64 {
    return distance > gap ? (gap - distance) / duration : (RECOVERY * (gap - distance)) / frameTime;
  }

  /**
   * Friction of rows from one up to another, without it, and the speed along their normals that they may not go below in a step of h. Both as the vertex with
   * the largest id says, an obstacle's if there is one: those below `obstacles` keep `selfGap`.
   */
  static aim(table: usize, from: u32, to: u32, obstacles: u32, gap: f64, selfGap: f64, h: f64, frame: f64): void {
    duration = h;
    frameTime = frame;
    let ids = ContactRows.column(table, VERTICES) + ((<usize>from) << 4);
    const surfaces = ContactRows.column(table, SURFACES);
    const distances = ContactRows.column(table, DISTANCES);
    const aims = ContactRows.column(table, AIMS);
    const frictions = ContactRows.column(table, FRICTIONS);
    for (let row: usize = from; row < to; row++, ids += 16) {
      const last = max(max(load<u32>(ids), load<u32>(ids, 4)), max(load<u32>(ids, 8), load<u32>(ids, 12)));
      const distance = load<f64>(distances + (row << 3));
      const least = last < obstacles ? selfGap : gap;
      store<f64>(aims + (row << 3), ContactRows.leastSpeed(distance, least));
      store<f64>(frictions + (row << 3), load<f64>(surfaces + ((<usize>last) << 3)));
    }
  }

  /** Of four vertices, weighted: x and y. */
  @inline static sumXy(a: usize, b: usize, c: usize, d: usize, share: usize): v128 {
    return f64x2.add(
      f64x2.add(
        f64x2.mul(v128.load(a), ContactRows.splat(share)),
        f64x2.mul(v128.load(b), ContactRows.splat(share + 8)),
      ),
      f64x2.add(
        f64x2.mul(v128.load(c), ContactRows.splat(share + 16)),
        f64x2.mul(v128.load(d), ContactRows.splat(share + 24)),
      ),
    );
  }

  @inline static sumZ(a: usize, b: usize, c: usize, d: usize, share: usize): f64 {
    return (
      load<f64>(a, 16) * load<f64>(share) +
      load<f64>(b, 16) * load<f64>(share, 8) +
      (load<f64>(c, 16) * load<f64>(share, 16) + load<f64>(d, 16) * load<f64>(share, 24))
    );
  }

  @inline static splat(at: usize): v128 {
    return v128.load_splat<f64>(at);
  }

  @inline static sum(xy: v128): f64 {
    return f64x2.extract_lane(xy, 0) + f64x2.extract_lane(xy, 1);
  }

  @inline static vertex(vertices: usize, id: usize): usize {
    return vertices + <usize>load<u32>(id) * 24;
  }

  /** v += pull · impulse, for a vertex of a row. */
  @inline static give(v: usize, pull: usize, xy: v128, z: f64): void {
    v128.store(v, f64x2.add(v128.load(v), f64x2.mul(ContactRows.splat(pull), xy)));
    store<f64>(v, load<f64>(v, 16) + load<f64>(pull) * z, 16);
  }

  @inline static isMoved(moved: usize, ids: usize): bool {
    return (
      (load<u8>(moved + load<u32>(ids)) |
        load<u8>(moved + load<u32>(ids, 4)) |
        load<u8>(moved + load<u32>(ids, 8)) |
        load<u8>(moved + load<u32>(ids, 12))) !=
      0
    );
  }

  /** The vertex of a row that can be moved and has the largest share. */
  @inline static lead(ids: usize, share: usize, inverseMass: usize): u32 {
    let best: f64 = 0;
    let lead = NO_ROW;
    for (let k: usize = 0; k < 4; k++) {
      const id = load<u32>(ids + (k << 2));
      const size = abs(load<f64>(share + (k << 3)));
      if (size > best && load<f64>(inverseMass + ((<usize>id) << 3)) > 0) {
        best = size;
        lead = id;
      }
    }
    return lead;
  }

  /**
   * Rows that are not active and gave an impulse or rub; and of those that approach too fast the worst of each leading vertex: the others
   * may be settled by it. Rows below `first` only where a row at work moves a vertex of theirs. Writes their numbers, gives how many.
   */
  static find(table: usize, list: usize, count: i32, first: u32, tolerance: f64, out: usize): i32 {
    const vertices = ContactRows.column(table, VERTICES);
    const shares = ContactRows.column(table, SHARES);
    const normals = ContactRows.column(table, NORMALS);
    const aims = ContactRows.column(table, AIMS);
    const helds = ContactRows.column(table, HELDS);
    const pushes = ContactRows.column(table, PUSHES);
    const states = ContactRows.column(table, STATES);
    const velocities = ContactRows.column(table, VELOCITIES);
    const inverseMass = ContactRows.column(table, INVERSE_MASSES);
    const moved = ContactRows.column(table, MOVED);
    const worst = ContactRows.column(table, WORST);
    const worstRow = ContactRows.column(table, WORST_ROWS);
    const leads = ContactRows.column(table, LEADS);
    let found = out;
    let leading = leads;
    for (let i = 0; i < count; i++) {
      const row: u32 = list == 0 ? i : load<u32>(list + ((<usize>i) << 2));
      if (load<u8>(states + row) > CONTACT) continue;
      const ids = vertices + ((<usize>row) << 4);
      if (row < first && !ContactRows.isMoved(moved, ids)) continue;
      if (load<f64>(pushes + ((<usize>row) << 3)) > 0 || load<f64>(helds + ((<usize>row) << 3)) > 0) {
        store<u32>(found, row);
        found += 4;
        continue;
      }
      const share = shares + ((<usize>row) << 5);
      const normal = normals + <usize>row * 24;
      const a = ContactRows.vertex(velocities, ids);
      const b = ContactRows.vertex(velocities, ids + 4);
      const c = ContactRows.vertex(velocities, ids + 8);
      const d = ContactRows.vertex(velocities, ids + 12);
      const along =
        ContactRows.sum(f64x2.mul(ContactRows.sumXy(a, b, c, d, share), v128.load(normal))) +
        ContactRows.sumZ(a, b, c, d, share) * load<f64>(normal, 16);
      const missing = load<f64>(aims + ((<usize>row) << 3)) - tolerance - along;
      if (!(missing > 0)) continue;
      const lead = ContactRows.lead(ids, share, inverseMass);
      if (lead == NO_ROW) continue;
      const least = worst + ((<usize>lead) << 3);
      // What nothing leads yet has 0.
      if (load<f64>(least) == 0) {
        store<u32>(leading, lead);
        leading += 4;
      }
      if (missing > load<f64>(least)) {
        store<f64>(least, missing);
        store<u32>(worstRow + ((<usize>lead) << 2), row);
      }
    }
    for (let at = leads; at < leading; at += 4) {
      const lead: usize = load<u32>(at);
      store<u32>(found, load<u32>(worstRow + (lead << 2)));
      store<f64>(worst + (lead << 3), 0);
      found += 4;
    }
    return <i32>((found - out) >> 2);
  }

  /** One sweep of Gauss–Seidel: the impulse along the normal, and friction. Gives the largest change of a speed along a normal. */
  static sweep(table: usize, active: usize, count: i32): f64 {
    const vertices = ContactRows.column(table, VERTICES);
    const shares = ContactRows.column(table, SHARES);
    const normals = ContactRows.column(table, NORMALS);
    const aims = ContactRows.column(table, AIMS);
    const frictions = ContactRows.column(table, FRICTIONS);
    const helds = ContactRows.column(table, HELDS);
    const pushes = ContactRows.column(table, PUSHES);
    const drags = ContactRows.column(table, DRAGS);
    const gives = ContactRows.column(table, GIVES);
    const pulls = ContactRows.column(table, PULLS);
    const velocities = ContactRows.column(table, VELOCITIES);
    let change: f64 = 0;
    for (const end = active + ((<usize>count) << 2); active < end; active += 4) {
      const row: usize = load<u32>(active);
      const ids = vertices + (row << 4);
      const share = shares + (row << 5);
      const normal = normals + row * 24;
      const a = ContactRows.vertex(velocities, ids);
      const b = ContactRows.vertex(velocities, ids + 4);
      const c = ContactRows.vertex(velocities, ids + 8);
      const d = ContactRows.vertex(velocities, ids + 12);
      const give = load<f64>(gives + (row << 4));
      const ease = load<f64>(gives + (row << 4), 8);
      const nxy = v128.load(normal);
      const nz = load<f64>(normal, 16);
      let xy = ContactRows.sumXy(a, b, c, d, share);
      let z = ContactRows.sumZ(a, b, c, d, share);
      const along = ContactRows.sum(f64x2.mul(xy, nxy)) + z * nz;
      const before = load<f64>(pushes + (row << 3));
      let after = before + (load<f64>(aims + (row << 3)) - along) * ease;
      if (!(after > 0)) after = 0;
      const given = after - before;
      store<f64>(pushes + (row << 3), after);
      const changed = abs(given) * give;
      if (changed > change) change = changed;
      const held = load<f64>(helds + (row << 3));
      const friction = load<f64>(frictions + (row << 3));
      let ixy = f64x2.mul(nxy, f64x2.splat(given));
      let iz = nz * given;
      if (friction > 0 && (after > 0 || before > 0 || held > 0)) {
        // Friction that would end the motion across the normal: less where it does not reach.
        const drag = drags + row * 24;
        const dxy = v128.load(drag);
        const dz = load<f64>(drag, 16);
        xy = f64x2.sub(dxy, f64x2.mul(f64x2.sub(xy, f64x2.mul(nxy, f64x2.splat(along))), f64x2.splat(ease)));
        z = dz - (z - along * nz) * ease;
        const squares = ContactRows.sum(f64x2.mul(xy, xy)) + z * z;
        const most = friction * (after + (held > 0 ? held : 0));
        const scale = squares > most * most ? most / sqrt(squares) : 1;
        xy = f64x2.mul(xy, f64x2.splat(scale));
        z *= scale;
        v128.store(drag, xy);
        store<f64>(drag, z, 16);
        ixy = f64x2.add(ixy, f64x2.sub(xy, dxy));
        iz += z - dz;
      } else if (given == 0) continue;
      const pull = pulls + (row << 5);
      ContactRows.give(a, pull, ixy, iz);
      ContactRows.give(b, pull + 8, ixy, iz);
      ContactRows.give(c, pull + 16, ixy, iz);
      ContactRows.give(d, pull + 24, ixy, iz);
    }
    return change;
  }
}

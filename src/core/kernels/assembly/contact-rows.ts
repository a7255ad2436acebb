// Rows of contacts: which of them something has to be done about, and sweeps over those. A row is the relative velocity of two points, each a
// mean of vertices, along a normal: see engine/cloth/contact-rows.ts. `table` says where the columns are.

/** What a row is known to be. */
const CONTACT: u8 = 1;
const NO_ROW: u32 = 0xffffffff;

export class ContactRows {
  /** Column i of the table. */
  @inline static column(table: usize, i: i32): usize {
    return load<u32>(table + ((<usize>i) << 2));
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
    const vertices = ContactRows.column(table, 0);
    const shares = ContactRows.column(table, 1);
    const normals = ContactRows.column(table, 2);
    const aims = ContactRows.column(table, 3);
    const helds = ContactRows.column(table, 5);
    const pushes = ContactRows.column(table, 6);
    const states = ContactRows.column(table, 10);
    const velocities = ContactRows.column(table, 11);
    const inverseMass = ContactRows.column(table, 12);
    const moved = ContactRows.column(table, 13);
    const worst = ContactRows.column(table, 14);
    const worstRow = ContactRows.column(table, 15);
    const leads = ContactRows.column(table, 16);
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
    const vertices = ContactRows.column(table, 0);
    const shares = ContactRows.column(table, 1);
    const normals = ContactRows.column(table, 2);
    const aims = ContactRows.column(table, 3);
    const frictions = ContactRows.column(table, 4);
    const helds = ContactRows.column(table, 5);
    const pushes = ContactRows.column(table, 6);
    const drags = ContactRows.column(table, 7);
    const gives = ContactRows.column(table, 8);
    const pulls = ContactRows.column(table, 9);
    const velocities = ContactRows.column(table, 11);
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

// What regions.ts in this folder works on: the edges of a mesh around its vertices, the edges that
// contours cut, and the sides of these cuts while they grow into regions.

/** The table of one mesh. All columns but the sides and the regions have a row per vertex or edge. */
@unmanaged
export class RegionTable {
  /** Two u32 per edge: its vertices. */
  edges: usize;
  /** Where the neighbours of each vertex start, u32. */
  neighbourStart: usize;
  /** The neighbours of all vertices, u32. */
  neighbours: usize;
  /** The edges that lead to them, u32. */
  neighbourEdges: usize;
  /** The place of each edge among the cut edges, i32; −1 for an edge that is not cut. */
  cutOfEdge: usize;
  /** A byte per vertex: 1 if a contour ends there. */
  isBlocked: usize;
  /** The seed of each vertex while regions grow, then its region, i32; −1 for none. */
  label: usize;
  /** The next vertex in the list of a side, i32; −1 for none. */
  next: usize;
  /** Of the faces around edges, where those of each edge start, and their ids, u32. */
  edgeFaceStart: usize;
  edgeFaces: usize;
  /** The part of each face, u32. */
  partOfFace: usize;
  /** Regions grow over edges of this part alone; −1 if parts share no vertices. */
  part: i32;

  /** The cut edges, u32. */
  cuts: usize;
  /** Their number. */
  cutCount: i32;

  /** Of seeds, and of stretches of edges after them, what they were joined to, i32. */
  parent: usize;
  /** The number of seeds and stretches. */
  elementCount: i32;

  /** The number of seeds: vertices at the ends of cut edges. Each is a side that grows. */
  seedCount: i32;
  /** Per seed, i32: the first and the last vertex that is done; −1 if there is none. */
  firstDone: usize;
  lastDone: usize;
  /** Per seed, i32: the first and the last open vertex; −1 if there is none. */
  firstOpen: usize;
  lastOpen: usize;
  /** Per seed, i32: the number of vertices. */
  size: usize;
  /** Per seed, i32: the last turn in which it has grown; then how large it has to become. */
  active: usize;
  /** Per side of a cut, i32: those that are growing. */
  growing: usize;
  /** Two i32 per cut: its sides, while neither of them is done. */
  open: usize;

  /** The number of regions. */
  regionCount: i32;
  /** Per region, u32, and one more: where its vertices start in `vertices`. */
  regionStart: usize;
  /** A byte per region: 1 if all of it was found. */
  isWhole: usize;
  /** The vertices of all regions, u32. */
  vertices: usize;
}

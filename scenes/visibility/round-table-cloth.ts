// A cloth falls on a round table [Quick-CULLIDE §5, figure 4]: the part beyond the rim sinks, and
// its surplus forms folds that lean over until neighbours cross. It is made of formulas without a
// response, so late frames contain true collisions. 20,000 triangles of cloth, and a table of some
// hundred.
import { seededRandom } from '../../src/core/math/random.ts';
import { TriMesh } from '../../src/index.ts';
import { lathe } from '../cloth/lathe.ts';
import { ripples } from '../ripples.ts';
import { along, ramp, type Scene, type SceneOptions } from '../scene.ts';
import { grid } from '../shapes.ts';

const SIDE = 2;
const TABLE = 0.55;
const TOP = 0.9;
/** The gap between the table and the cloth on it. */
const GAP = 0.003;
const FOLDS = 13;
const FRAMES = 60;

/** The scene of a cloth on a round table, by formulas. */
export function roundTableCloth({ seed = 1, scale = 1 }: SceneOptions = {}): Scene {
  const random = seededRandom(seed);
  const cells = along(100, scale);
  const { mesh: cloth, u, v } = grid(cells, cells);
  const table = tableOf(along(48, scale, 12));
  const lean = ripples(random, 5, 2, 6, 0);
  const uneven = ripples(random, 6, 4, 14, 0.05);
  const turn = random.between(0, 2 * Math.PI);
  const { mesh } = TriMesh.merge([cloth, TriMesh.from(table.triangles, table.positions.length / 3)]);

  const positions = (frame: number, out: Float64Array): void => {
    const time = frame / (FRAMES - 1);
    // From flat to almost upright.
    const slope = 1.42 * ramp(0, 0.7, time);
    const fullness = ramp(0.1, 0.8, time);
    for (let i = 0; i < u.length; i++) {
      const [x, y] = [SIDE * (u[i] - 0.5), SIDE * (v[i] - 0.5)];
      const radius = Math.hypot(x, y);
      const angle = Math.atan2(y, x);
      const over = Math.max(0, radius - TABLE - 0.01);
      const wave = FOLDS * angle + turn;
      // A wave that swings sideways at twice its frequency leans over in both directions, like a
      // meander.
      const fold = fullness * ramp(0, 0.35, over);
      const sideways = (fold * (0.6 + 0.35 * lean(x, y, 0)) * Math.sin(2 * wave)) / FOLDS;
      const outwards = fold * (0.06 + 0.09 * over) * Math.sin(wave) + 0.004 * fold * uneven(x, y, frame);
      const away = Math.min(radius, TABLE + 0.01) + over * Math.cos(slope) + (0.09 * fold + outwards) * Math.sin(slope);
      out[3 * i] = away * Math.cos(angle + sideways);
      out[3 * i + 1] = away * Math.sin(angle + sideways);
      out[3 * i + 2] = TOP + GAP - over * Math.sin(slope) + 0.001 * fold * uneven(y, x, frame);
    }
    out.set(table.positions, 3 * u.length);
  };
  return { name: 'round-table-cloth', mesh, frameCount: FRAMES, positions };
}

/** Top, rim, stem and foot, closed. */
function tableOf(segments: number): ReturnType<typeof lathe> {
  const profile = [
    [0, TOP],
    [0.5 * TABLE, TOP],
    [TABLE, TOP],
    [TABLE, TOP - 0.03],
    [0.04, TOP - 0.05],
    [0.04, 0.05],
    [0.25, 0],
    [0, 0],
  ] as const;
  return lathe(profile, segments);
}

// A strip of cloth that is pulled apart until it tears.
import type { ClothOptions, ClothSimulationOptions } from '../../../src/cloth.ts';
import { plane, sheet } from './sheets.ts';

export const [COLUMNS, ROWS] = [16, 6];
export const strip = (): ClothOptions => sheet(COLUMNS, ROWS, (u, v) => [0.4 * u, 0.15 * v, 0.002 * Math.sin(9 * u)]);
const column = (particle: number): number => particle % (COLUMNS + 1);

/** A strip whose ends are pulled apart, at 0.5 m/s each; its middle is the weakest. */
export function pulled(strength: number): ClothSimulationOptions {
  const { positions, faces } = strip();
  const pinned = Array.from({ length: positions.length / 3 }, (_, i) => i).filter((i) => column(i) % COLUMNS === 0);
  return {
    cloths: [
      {
        positions,
        faces,
        pinned,
        movePinned(time, out) {
          pinned.forEach((pin, i) => {
            out.set(positions.subarray(3 * pin, 3 * pin + 3), 3 * i);
            out[3 * i] += (column(pin) === 0 ? -0.5 : 0.5) * time;
          });
        },
        strength: Float64Array.from({ length: faces.length / 3 }, (_, f) => {
          return strength * (1 + 0.2 * Math.abs((Math.floor(f / 2) % COLUMNS) - 8) + 0.01 * (f % 7));
        }),
      },
    ],
    obstacles: [plane(1, 4, () => -0.12)],
  };
}

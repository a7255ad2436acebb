// An object of the scene: the shape of a mesh, deformed and placed in the world.
import type { SceneFaces, SceneObject } from '../../animated-scene.ts';
import { checkRoom } from '../../point-cache.ts';
import { usdError } from '../usd-error.ts';
import type { MeshShape, PointsAt } from './usd-faces.ts';
import type { UsdTransform } from './usd-transform.ts';
import type { UsdVisibility } from './usd-visibility.ts';

/** Where an object comes from. */
export interface ObjectSource {
  /** The path, with the number of the instance for each PointInstancer. */
  readonly name: string;
  /** The points and polygons. */
  readonly shape: MeshShape;
  /** The points, deformed by blend shapes and joints. */
  readonly points: PointsAt;
  /** Leads from the points into the world; undefined for the world itself. */
  readonly transform: UsdTransform | undefined;
  /** What hides it. */
  readonly visibility: UsdVisibility | undefined;
  /** Whether the instance that it belongs to exists at a time. */
  readonly exists: ((time: number) => boolean) | undefined;
}

/** An object of the scene. */
export class UsdObject implements SceneObject {
  readonly name: string;
  private readonly source: ObjectSource;

  /** The object is read from its source when it is asked for. */
  constructor(source: ObjectSource) {
    this.name = source.name;
    this.source = source;
  }

  isShown(time: number): boolean {
    const { visibility, exists } = this.source;
    return (visibility?.isShown(time) ?? true) && (exists?.(time) ?? true);
  }

  faces(time: number): SceneFaces {
    return this.source.shape.faces(time);
  }

  positions(time: number, out: Float64Array): void {
    const { transform, points, name } = this.source;
    const local = points(time);
    checkRoom(out, local.length / 3);
    if (transform === undefined) out.set(local);
    else place(local, transform.at(time), out);
    for (let i = 0; i < local.length; i += 3) {
      if (Number.isFinite(out[i] + out[i + 1] + out[i + 2])) continue;
      const position = [out[i], out[i + 1], out[i + 2]];
      if (!position.every(Number.isFinite))
        throw usdError(`${name}.points[${i / 3}]`, 'a finite position', position.join(', '));
    }
  }
}

function place(points: Float64Array, map: Float64Array, out: Float64Array): void {
  const [a, b, c, d, e, f, g, h, i, x, y, z] = map;
  for (let k = 0; k < points.length; k += 3) {
    const [p, q, r] = [points[k], points[k + 1], points[k + 2]];
    out[k] = a * p + d * q + g * r + x;
    out[k + 1] = b * p + e * q + h * r + y;
    out[k + 2] = c * p + f * q + i * r + z;
  }
}

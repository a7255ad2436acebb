// Walks a composed layer and makes an object of every mesh that is drawn. Transforms, visibility,
// purpose and the bound skeleton come down from the prims above.
import type { AnimatedScene } from '../../animated-scene.ts';
import type { UsdStage } from '../stage/usd-stage.ts';
import type { StageAttribute } from '../stage/usd-stage-attribute.ts';
import type { StagePrim } from '../stage/usd-stage-prim.ts';
import { usdError } from '../usd-error.ts';
import { maxObjects, maxSites } from '../usd-limits.ts';
import { FacesCache, MeshShape } from './usd-faces.ts';
import { UsdNotes } from './usd-notes.ts';
import { UsdObject } from './usd-object.ts';
import { UsdTimes } from './usd-times.ts';
import type { UsdTransform } from './usd-transform.ts';
import { isEverShown, type UsdVisibility, visibilityOf } from './usd-visibility.ts';
import { transformOf } from './usd-xform-ops.ts';

/** Types that have a surface or points but no polygons. */
const NOT_READ =
  /^(BasisCurves|NurbsCurves|HermiteCurves|NurbsPatch|Points|TetMesh|Cube|Sphere|Cylinder(_1)?|Capsule(_1)?|Cone|Plane|Volume|Camera)$/;

/** Types below which nothing is drawn. */
const WITHOUT_GEOMETRY: ReadonlySet<string> = new Set([
  'Material',
  'Shader',
  'NodeGraph',
  'GeomSubset',
  'Skeleton',
  'SkelAnimation',
  'BlendShape',
]);

/** What comes down to a prim from those above it. */
export interface Surroundings {
  /** The prefix of the names of objects; '' outside of instancers. */
  readonly prefix: string;
  /** How many characters of the path the prefix replaces. */
  readonly prefixLength: number;
  /** Leads into the world. */
  readonly transform: UsdTransform | undefined;
  /** The attributes that move `transform`. */
  readonly moving: readonly StageAttribute[];
  /** What hides prims. */
  readonly visibility: UsdVisibility | undefined;
  /** `default`, `render`, `proxy` or `guide`. */
  readonly purpose: string;
  /** Whether the instance exists at a time. */
  readonly exists: ((time: number) => boolean) | undefined;
}

const WORLD: Surroundings = {
  prefix: '',
  prefixLength: 0,
  transform: undefined,
  moving: [],
  visibility: undefined,
  purpose: 'default',
  exists: undefined,
};

/** Returns the scene of a composed layer. */
export function sceneOf(stage: UsdStage): AnimatedScene {
  return new SceneWalk(stage).scene();
}

class SceneWalk {
  private readonly stage: UsdStage;
  private readonly objects: UsdObject[] = [];
  private readonly notes: UsdNotes = new UsdNotes();
  private readonly times: UsdTimes = new UsdTimes();
  private readonly faces: FacesCache = new FacesCache();
  private visitCount = 0;

  constructor(stage: UsdStage) {
    this.stage = stage;
  }

  scene(): AnimatedScene {
    const { layer, notes } = this.stage;
    for (const prim of this.stage.root.children.values()) this.visit(prim, WORLD);
    const metres = layer.metadata('metersPerUnit')?.numbers('scalar')[0];
    const up = layer.metadata('upAxis')?.strings()[0]?.toLowerCase();
    const start = layer.metadata('startTimeCode')?.numbers('scalar')[0] ?? 0;
    return {
      objects: this.objects,
      times: this.times.all(this.stage.secondsOf(Float64Array.of(start), undefined)[0]),
      metresPerUnit: metres !== undefined && metres > 0 && metres < Infinity ? metres : null,
      up: up === 'x' || up === 'y' || up === 'z' ? up : null,
      notes: [...notes, ...this.notes.sentences()],
    };
  }

  private visit(prim: StagePrim, above: Surroundings): void {
    if (++this.visitCount > maxSites(this.stage.layer.size)) {
      throw usdError(prim.path, `at most ${maxSites(this.stage.layer.size)} prims and instances`, 'more');
    }
    if (!prim.isActive || prim.specifier !== 'def' || WITHOUT_GEOMETRY.has(prim.typeName)) return;
    const here = this.surroundingsOf(prim, above);
    if (prim.typeName === 'Mesh') this.addMesh(prim, here);
    else if (NOT_READ.test(prim.typeName))
      this.notes.add(`${prim.typeName} prims are left out, only meshes are read`, prim.path);
    for (const child of prim.children.values()) this.visit(child, here);
  }

  private surroundingsOf(prim: StagePrim, above: Surroundings): Surroundings {
    const { transform, moving } = transformOf(prim, above.transform);
    return {
      ...above,
      transform,
      moving: moving.length === 0 ? above.moving : [...above.moving, ...moving],
      visibility: visibilityOf(prim, above.visibility),
      purpose: prim.token('purpose') ?? above.purpose,
    };
  }

  private addMesh(
    prim: StagePrim,
    { prefix, prefixLength, transform, moving, visibility, purpose, exists }: Surroundings,
  ): void {
    if (purpose === 'guide' || purpose === 'proxy') {
      this.notes.add('Meshes for guides and proxies are left out', prim.path);
      return;
    }
    if (!isEverShown(visibility)) return;
    const [points, counts, corners] = ['points', 'faceVertexCounts', 'faceVertexIndices'].map((name) =>
      prim.attribute(name),
    );
    if (!points || !counts || !corners) {
      this.notes.add('Meshes without points or faces are left out', prim.path);
      return;
    }
    if (prim.token('subdivisionScheme') !== 'none') {
      this.notes.add('Of subdivision surfaces the cage is read, not the smooth surface', prim.path);
    }
    const shape = new MeshShape(prim, points, counts, corners, this.faces);
    const name = prefix + prim.path.slice(prefixLength);
    this.objects.push(
      new UsdObject({ name, shape, points: (time) => points.numbersAt(time, 'vector'), transform, visibility, exists }),
    );
    if (this.objects.length > maxObjects(this.stage.layer.size)) {
      throw usdError(prim.path, `at most ${maxObjects(this.stage.layer.size)} meshes and instances`, 'more');
    }
    for (const attribute of [...shape.moving, ...moving]) this.times.add(attribute.times);
    if (visibility) this.times.addVisibility(visibility);
  }
}

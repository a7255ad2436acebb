// Walks a composed layer and makes an object of every mesh that is drawn, and of every mesh of
// every instance.
import type { AnimatedScene } from '../../animated-scene.ts';
import type { UsdStage } from '../stage/usd-stage.ts';
import type { StagePrim } from '../stage/usd-stage-prim.ts';
import { usdError } from '../usd-error.ts';
import { MAX_INSTANCER_DEPTH } from '../usd-limits.ts';
import type { UsdNotes } from '../usd-notes.ts';
import { deformationOf, type SkeletonCache } from './usd-deformation.ts';
import { FacesCache, MeshShape } from './usd-faces.ts';
import { UsdInstancer } from './usd-instancer.ts';
import { UsdObject } from './usd-object.ts';
import { objectName, type Surroundings, surroundingsOf, WORLD } from './usd-surroundings.ts';
import { UsdTimes } from './usd-times.ts';
import { UsdTransform } from './usd-transform.ts';
import { isEverShown } from './usd-visibility.ts';

/** Types that have a surface or points but no polygons, and cameras. */
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

/** Returns the scene of a composed layer. */
export function sceneOf(stage: UsdStage): AnimatedScene {
  return new SceneWalk(stage).scene();
}

class SceneWalk {
  private readonly stage: UsdStage;
  private readonly objects: UsdObject[] = [];
  private readonly notes: UsdNotes;
  private readonly times: UsdTimes = new UsdTimes();
  private readonly faces: FacesCache;
  private readonly shapes: Map<StagePrim, MeshShape> = new Map();
  private readonly skeletons: SkeletonCache = new Map();

  constructor(stage: UsdStage) {
    this.stage = stage;
    this.notes = stage.notes;
    this.faces = new FacesCache(stage.budget.faceNumbers);
  }

  scene(): AnimatedScene {
    const { layer } = this.stage;
    for (const prim of this.stage.root.children.values()) this.visit(prim, WORLD, false);
    const metres = layer.metadata('metersPerUnit')?.numbers('scalar')[0];
    const up = layer.metadata('upAxis')?.strings()[0]?.toLowerCase();
    const start = layer.metadata('startTimeCode')?.numbers('scalar')[0] ?? 0;
    return {
      objects: this.objects,
      times: this.times.all(this.stage.secondsOf(Float64Array.of(start), undefined)[0]),
      metresPerUnit: metres !== undefined && metres > 0 && metres < Infinity ? metres : null,
      up: up === 'x' || up === 'y' || up === 'z' ? up : null,
      notes: this.notes.sentences(),
    };
  }

  /** A prototype may stand below an `over` or a class, which are not drawn themselves. */
  private visit(prim: StagePrim, above: Surroundings, isPrototype: boolean): void {
    prim.budget.take('visits', 1, prim.path);
    if (!prim.isActive || WITHOUT_GEOMETRY.has(prim.typeName)) return;
    if (prim.specifier !== 'def' && !isPrototype) return;
    const here = surroundingsOf(prim, above);
    if (prim.typeName === 'PointInstancer') {
      this.addInstances(prim, here);
      return;
    }
    if (prim.typeName === 'Mesh') this.addMesh(prim, here);
    else if (NOT_READ.test(prim.typeName)) {
      this.notes.add(`${prim.typeName} prims are left out, only meshes are read`, objectName(prim, here));
    }
    for (const child of prim.children.values()) this.visit(child, here, false);
  }

  private addInstances(prim: StagePrim, here: Surroundings): void {
    if (here.instancerDepth === MAX_INSTANCER_DEPTH) {
      throw usdError(prim.path, `at most ${MAX_INSTANCER_DEPTH} PointInstancers in PointInstancers`, 'more');
    }
    if (!isEverShown(prim, here.visibility)) return;
    const instancer = new UsdInstancer(prim);
    const prototypes = (prim.targets('prototypes') ?? []).map((path) => prim.primAt(path));
    const name = objectName(prim, here);
    for (const instance of instancer.presence.instances) {
      const prototype = prototypes[instance.prototype];
      if (prototype === undefined) {
        throw usdError(
          `${prim.path}.protoIndices`,
          `the number of one of ${prototypes.length} prototypes`,
          instance.prototype,
        );
      }
      const instanceSurroundings: Surroundings = {
        ...here,
        prefix: `${name}[${instance.id}]`,
        prefixLength: prototype.path.lastIndexOf('/'),
        transform: new UsdTransform(here.transform, instancer.placeOf(instance), instancer.moving.length === 0),
        moving: [...here.moving, ...instancer.moving],
        exists: instancer.presence.of(instance, here.exists),
        instancerDepth: here.instancerDepth + 1,
      };
      this.visit(prototype, instanceSurroundings, true);
    }
  }

  private addMesh(prim: StagePrim, here: Surroundings): void {
    const { visibility, purpose, exists } = here;
    const name = objectName(prim, here);
    if (purpose === 'guide' || purpose === 'proxy') {
      this.notes.add('Meshes for guides and proxies are left out', name);
      return;
    }
    if (!isEverShown(prim, visibility)) return;
    const [points, counts, corners] = ['points', 'faceVertexCounts', 'faceVertexIndices'].map((one) =>
      prim.attribute(one),
    );
    if (!points || !counts || !corners) {
      this.notes.add('Meshes without points or faces are left out', name);
      return;
    }
    if (prim.token('subdivisionScheme') !== 'none') {
      this.notes.add('Of subdivision surfaces the cage is read, not the smooth surface', name);
    }
    if ((prim.attribute('holeIndices')?.heldAt(0)?.count('scalar') ?? 0) > 0) {
      this.notes.add('Holes of subdivision surfaces are read as faces', name);
    }
    const shape = this.shapes.get(prim) ?? new MeshShape(prim, points, counts, corners, this.faces);
    this.shapes.set(prim, shape);
    const deformation = deformationOf(prim, here, shape.pointsAt, this.skeletons, this.notes);
    const { place, moving } = deformation;
    this.objects.push(
      new UsdObject({ name, shape, points: deformation.points, transform: place.transform, visibility, exists }),
    );
    prim.budget.take('objects', 1, name);
    prim.budget.take('pathLetters', name.length, name);
    for (const attribute of [...shape.moving, ...moving, ...place.moving]) this.times.add(attribute.times);
    if (visibility) this.times.addVisibility(visibility);
  }
}

// Small USD files that together have every structure that the reader knows, as text, as crates and
// as packages.
import {
  array,
  BLOCKED,
  type CrateData,
  inlined,
  integerList,
  packedIntegers,
  pathList,
  payloads,
  references,
  selections,
  single,
  string,
  stringList,
  token,
  tokens,
} from './crate-data.ts';
import { ByteSink } from './crate-encoding.ts';
import { type CratePrimSpec, writeCrate } from './crate-writer.ts';

const IDENTITY = Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 1 : 0));
const TRIANGLE = [0, 0, 0, 1, 0, 0, 0, 1, 0];

/** The attributes of a mesh of one triangle. */
export const triangle: Readonly<Record<string, CrateData>> = {
  points: array('float3', TRIANGLE),
  faceVertexCounts: array('int', [3]),
  faceVertexIndices: array('int', [0, 1, 2]),
  subdivisionScheme: token('none'),
};

/** A fan of triangles around vertex 0, long enough that its indices are stored compressed. */
function fan(count: number): Readonly<Record<string, CrateData>> {
  const corners = Array.from({ length: count }, (_, i) => [0, i + 1, i + 2]).flat();
  const ring = (i: number): number[] => [Math.cos(i), Math.sin(i), i % 2];
  const points = Array.from({ length: count + 2 }, (_, i) => ring(i)).flat();
  return {
    points: array('float3', points),
    faceVertexCounts: packedIntegers('int', new Array(count).fill(3)),
    faceVertexIndices: packedIntegers('int', corners),
    subdivisionScheme: token('none'),
  };
}

const MOVING: CratePrimSpec = {
  name: 'moving',
  type: 'Xform',
  attributes: {
    'xformOp:translate': {
      samples: [
        [1, inlined('double3', 0, 0, 0)],
        [2, single('double3', 0.5, 0, 0)],
        [3, BLOCKED],
      ],
    },
    'xformOp:translate:pivot': single('float3', 0.25, 0, 0),
    'xformOp:rotateXYZ': inlined('float3', 10, 20, 30),
    'xformOp:rotateZ': inlined('double', 45),
    'xformOp:orient': {
      samples: [
        [1, single('quatf', 0, 0, 0, 1)],
        [3, single('quatf', 0, 0, 1, 0)],
      ],
    },
    'xformOp:scale': inlined('half3', 1, 2, 1),
    'xformOp:transform:last': single('matrix4d', ...IDENTITY),
    xformOpOrder: tokens([
      'xformOp:translate',
      'xformOp:translate:pivot',
      'xformOp:rotateXYZ',
      'xformOp:rotateZ',
      'xformOp:orient',
      'xformOp:scale',
      'xformOp:transform:last',
      '!invert!xformOp:translate:pivot',
    ]),
    visibility: {
      samples: [
        [1, token('inherited')],
        [2, token('invisible')],
      ],
    },
  },
  children: [
    {
      name: 'growing',
      type: 'Mesh',
      attributes: {
        points: {
          samples: [
            [1, array('float3', TRIANGLE)],
            [2, array('float3', [...TRIANGLE, 1, 1, 0])],
          ],
        },
        faceVertexCounts: {
          samples: [
            [1, array('int', [3])],
            [2, array('int', [3, 3])],
          ],
        },
        faceVertexIndices: {
          samples: [
            [1, array('int', [0, 1, 2])],
            [2, array('int', [0, 1, 2, 1, 3, 2])],
          ],
        },
        orientation: token('leftHanded'),
      },
    },
  ],
};

const SKINNED: CratePrimSpec = {
  name: 'figure',
  type: 'SkelRoot',
  relationships: { 'skel:skeleton': ['/figure/skeleton'] },
  children: [
    {
      name: 'skeleton',
      type: 'Skeleton',
      attributes: {
        joints: tokens(['hip', 'hip/knee']),
        bindTransforms: array('matrix4d', [...IDENTITY, ...IDENTITY]),
        restTransforms: array('matrix4d', [...IDENTITY, ...IDENTITY]),
      },
      relationships: { 'skel:animationSource': ['/figure/skeleton/walk'] },
      children: [
        {
          name: 'walk',
          type: 'SkelAnimation',
          attributes: {
            joints: tokens(['hip/knee', 'hip']),
            translations: {
              samples: [
                [1, array('float3', [0, 0, 0, 0, 0, 0])],
                [3, array('float3', [0, 1, 0, 0, 0, 0])],
              ],
            },
            rotations: array('quatf', [0, 0, 0, 1, 0, 0, 0, 1]),
            scales: array('half3', [1, 1, 1, 1, 1, 1]),
            blendShapes: tokens(['smile']),
            blendShapeWeights: {
              samples: [
                [1, array('float', [0])],
                [3, array('float', [1])],
              ],
            },
          },
        },
      ],
    },
    {
      name: 'skin',
      type: 'Mesh',
      attributes: {
        ...triangle,
        'primvars:skel:jointIndices': {
          value: array('int', [0, 1, 0, 1, 0, 1]),
          metadata: { elementSize: inlined('int', 2) },
        },
        'primvars:skel:jointWeights': array('float', [0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
        'primvars:skel:geomBindTransform': inlined('matrix4d', ...IDENTITY),
        'skel:joints': tokens(['hip/knee', 'hip']),
        'skel:blendShapes': tokens(['smile']),
      },
      relationships: { 'skel:blendShapeTargets': ['/figure/skin/smile'] },
      children: [
        {
          name: 'smile',
          type: 'BlendShape',
          attributes: {
            offsets: array('float3', [0, 0, 1]),
            'inbetweens:half': { value: array('float3', [0, 1, 0]), metadata: { weight: inlined('float', 0.5) } },
            pointIndices: array('int', [1]),
          },
        },
      ],
    },
  ],
};

const INSTANCES: CratePrimSpec = {
  name: 'grass',
  type: 'PointInstancer',
  fields: { inactiveIds: integerList([9]) },
  attributes: {
    protoIndices: {
      samples: [
        [1, array('int', [0, 1, 0])],
        [2, array('int', [0, 1])],
      ],
    },
    ids: {
      samples: [
        [1, array('int64', [7, 8, 9])],
        [2, array('int64', [7, 8])],
      ],
    },
    positions: {
      samples: [
        [1, array('float3', [0, 0, 0, 1, 0, 0, 2, 0, 0])],
        [2, array('float3', [0, 0, 1, 1, 0, 1])],
      ],
    },
    orientations: {
      samples: [
        [1, array('quath', [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])],
        [2, array('quath', [0, 0, 0, 1, 0, 0, 1, 0])],
      ],
    },
    scales: {
      samples: [
        [1, array('float3', [1, 1, 1, 2, 2, 2, 1, 1, 1])],
        [2, array('float3', [1, 1, 1, 1, 1, 1])],
      ],
    },
    invisibleIds: {
      samples: [
        [1, array('int64', [8])],
        [2, array('int64', [])],
      ],
    },
  },
  relationships: { prototypes: ['/grass/blade', '/grass/tuft'] },
  children: [
    { name: 'blade', type: 'Mesh', attributes: triangle },
    { name: 'tuft', type: 'Xform', children: [{ name: 'inner', type: 'Mesh', attributes: fan(40) }] },
  ],
};

const COMPOSED: readonly CratePrimSpec[] = [
  { name: 'base', specifier: 'class', type: 'Xform', children: [{ name: 'part', type: 'Mesh', attributes: triangle }] },
  { name: 'heir', type: 'Xform', fields: { inheritPaths: pathList(['/base']) } },
  {
    name: 'late',
    type: 'Xform',
    fields: { references: references([{ path: '/moving', offset: 2, scale: 2 }]), instanceable: inlined('bool', 1) },
  },
  {
    name: 'loaded',
    type: 'Xform',
    fields: { payload: payloads([{ path: '/base' }]), specializes: pathList(['/base']) },
  },
  {
    name: 'chosen',
    type: 'Xform',
    fields: { variantSetNames: stringList(['look']), variantSelection: selections({ look: 'round' }) },
    variants: {
      look: {
        round: { children: [{ name: 'disc', type: 'Mesh', attributes: fan(20) }] },
        flat: { children: [{ name: 'square', type: 'Mesh', attributes: triangle }] },
      },
    },
  },
  {
    name: 'guides',
    type: 'Scope',
    attributes: { purpose: token('guide') },
    children: [{ name: 'hull', type: 'Mesh', attributes: triangle }],
  },
  { name: 'ball', type: 'Sphere' },
];

/** Returns a crate with every structure, in a version of the format. */
export function wholeCrate(minor: number): Uint8Array<ArrayBuffer> {
  const prims = [MOVING, SKINNED, INSTANCES, ...COMPOSED];
  const withoutPayload = prims.map((prim) => (minor < 8 && prim.name === 'loaded' ? { ...prim, fields: {} } : prim));
  return writeCrate({
    minor,
    fields: {
      upAxis: token('Z'),
      metersPerUnit: single('double', 0.01),
      timeCodesPerSecond: inlined('double', 25),
      startTimeCode: inlined('double', 1),
      defaultPrim: token('moving'),
      documentation: string('a test'),
    },
    prims: withoutPayload,
  });
}

/** A text layer with every structure and syntax. */
export const WHOLE_TEXT = `#usda 1.0
(
    "a comment at the top"
    customLayerData = {
        dictionary nested = {
            string[] names = ["a (", "b ]", 'c {']
            double3 place = (1, 2, 3)
        }
    }
    defaultPrim = "moving"
    doc = """many
lines with "quotes" """
    metersPerUnit = 0.01
    startTimeCode = 1
    timeCodesPerSecond = 25
    upAxis = "Z"
)

# a comment with "quotes and [ brackets
def Xform "moving" (
    apiSchemas = ["MotionAPI"]
    assetInfo = {
        asset identifier = @./some file.usd@
        string name = "moving"
    }
    prepend apiSchemas = ["SomeAPI", "OtherAPI"]
    kind = "component"
)
{
    custom string note = "it's \\"quoted\\""
    asset texture = @@@odd@name.png@@@
    token visibility.timeSamples = {
        1: "inherited",
        2: "invisible",
    }
    double3 xformOp:translate.timeSamples = {
        1: (0, 0, 0),
        2: (0.5, 0, 0),
        3: None,
    }
    float3 xformOp:translate:pivot = (0.25, 0, 0)
    float3 xformOp:rotateXYZ = (10, 20, 30); double xformOp:rotateZ = 45
    quatf xformOp:orient.timeSamples = { 1: (1, 0, 0, 0), 3: (0, 0, 0, 1) }
    half3 xformOp:scale = (1, 2, 1)
    matrix4d xformOp:transform:last = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:translate:pivot", "xformOp:rotateXYZ", "xformOp:rotateZ", "xformOp:orient", "xformOp:scale", "xformOp:transform:last", "!invert!xformOp:translate:pivot"]

    def Mesh "growing" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {
        uniform token orientation = "leftHanded"
        point3f[] points.timeSamples = {
            1: [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
            2: [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)],
        }
        int[] faceVertexCounts.timeSamples = { 1: [3], 2: [3, 3] }
        int[] faceVertexIndices.timeSamples = {
            1: [0, 1, 2], # one
            2: [0, 1, 2, 1, 3, 2]
        }
        texCoord2f[] primvars:st = [(0, 0), (1e-3, .5), (-1E+2, inf)] (
            interpolation = "vertex"
        )
        float outputs:weight.connect = </materials/paint.outputs:weight>
        rel material:binding = </materials/paint> ( bindMaterialAs = "weakerThanDescendants" )

        def GeomSubset "left"
        {
            uniform token elementType = "face"
            int[] indices = [0]
        }
    }
}

def SkelRoot "figure"
{
    rel skel:skeleton = <skeleton>

    def Skeleton "skeleton"
    {
        uniform token[] joints = ["hip", "hip/knee"]
        uniform matrix4d[] bindTransforms = [( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) ), ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )]
        uniform matrix4d[] restTransforms = [( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) ), ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )]
        prepend rel skel:animationSource = </figure/skeleton/walk>

        def SkelAnimation "walk"
        {
            uniform token[] joints = ["hip/knee", "hip"]
            float3[] translations.timeSamples = { 1: [(0, 0, 0), (0, 0, 0)], 3: [(0, 1, 0), (0, 0, 0)] }
            quatf[] rotations = [(1, 0, 0, 0), (1, 0, 0, 0)]
            half3[] scales = [(1, 1, 1), (1, 1, 1)]
            uniform token[] blendShapes = ["smile"]
            float[] blendShapeWeights.timeSamples = { 1: [0], 3: [1] }
        }
    }

    def Mesh "skin"
    {
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        int[] primvars:skel:jointIndices = [0, 1, 0, 1, 0, 1] (
            elementSize = 2
            interpolation = "vertex"
        )
        float[] primvars:skel:jointWeights = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5] ( elementSize = 2 )
        matrix4d primvars:skel:geomBindTransform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )
        uniform token[] skel:joints = ["hip/knee", "hip"]
        uniform token[] skel:blendShapes = ["smile"]
        rel skel:blendShapeTargets = [</figure/skin/smile>]
        uniform token subdivisionScheme = "none"

        def BlendShape "smile"
        {
            uniform vector3f[] offsets = [(0, 0, 1)]
            uniform point3f[] inbetweens:half = [(0, 1, 0)] ( weight = 0.5 )
            uniform int[] pointIndices = [1]
        }
    }
}

def PointInstancer "grass" (
    inactiveIds = [9]
)
{
    int[] protoIndices.timeSamples = { 1: [0, 1, 0], 2: [0, 1] }
    int64[] ids.timeSamples = { 1: [7, 8, 9], 2: [7, 8] }
    point3f[] positions.timeSamples = { 1: [(0, 0, 0), (1, 0, 0), (2, 0, 0)], 2: [(0, 0, 1), (1, 0, 1)] }
    quath[] orientations.timeSamples = { 1: [(1, 0, 0, 0), (1, 0, 0, 0), (1, 0, 0, 0)], 2: [(1, 0, 0, 0), (0, 0, 0, 1)] }
    float3[] scales.timeSamples = { 1: [(1, 1, 1), (2, 2, 2), (1, 1, 1)], 2: [(1, 1, 1), (1, 1, 1)] }
    int64[] invisibleIds.timeSamples = { 1: [8], 2: [] }
    rel prototypes = [</grass/blade>, <tuft>]

    def Mesh "blade" ( prepend references = </base/part> )
    {
    }

    def Xform "tuft"
    {
        def Mesh "inner"
        {
            point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
            int[] faceVertexCounts = [3]
            int[] faceVertexIndices = [0, 1, 2]
            uniform token subdivisionScheme = "none"
        }
    }
}

class Xform "base"
{
    def Mesh "part"
    {
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        uniform token subdivisionScheme = "none"
    }
}

def Xform "heir" ( inherits = </base> )
{
    over "part"
    {
        token visibility = "inherited"
    }
    reorder nameChildren = ["part"]
}

def Xform "late" (
    instanceable = true
    prepend references = [ </moving> (offset = 2; scale = 2) ]
)
{
}

def "loaded" (
    prepend payload = </base>
    specializes = [</base>]
    delete references = </nothing>
)
{
}

def Xform "chosen" (
    variants = {
        string look = "round"
    }
    prepend variantSets = "look"
)
{
    variantSet "look" = {
        "flat" {
            def Mesh "square" ( prepend references = </base/part> ) { }
        }
        "round" ( doc = "better" ) {
            def Mesh "disc" ( prepend references = </base/part> ) { }
        }
    }
}

def Scope "guides"
{
    uniform token purpose = "guide"
    def Mesh "hull" ( prepend references = </base/part> ) { }
}

def Sphere "ball"
{
    double radius = 1
    double xformOp:rotateX.spline = { bezier, 1: 5; post held, 2: 6 }
}

over "nothing"
{
}
/* the end */
`;

/** Returns a package: a zip file with stored entries, the layer first. */
export function storedPackage(
  entries: readonly (readonly [name: string, bytes: Uint8Array])[],
): Uint8Array<ArrayBuffer> {
  const out = new ByteSink();
  const directory = new ByteSink();
  const encoder = new TextEncoder();
  const header = (sink: ByteSink, name: Uint8Array, size: number, extra: number): void => {
    for (const value of [20, 0, 0, 0, 0]) sink.u16(value);
    for (const value of [0, size, size]) sink.u32(value);
    sink.u16(name.length);
    sink.u16(extra);
  };
  for (const [text, bytes] of entries) {
    const name = encoder.encode(text);
    const start = out.size;
    // Packages align their entries to 64 bytes with a field that readers skip.
    const extra = (64 - ((start + 30 + name.length + 4) % 64)) % 64;
    out.u32(0x04034b50);
    header(out, name, bytes.length, extra + 4);
    out.append(name);
    out.u16(0x1986);
    out.u16(extra);
    out.append(new Uint8Array(extra));
    out.append(bytes);
    directory.u32(0x02014b50);
    directory.u16(20);
    header(directory, name, bytes.length, 0);
    for (const value of [0, 0, 0]) directory.u16(value);
    directory.u32(0);
    directory.u32(start);
    directory.append(name);
  }
  const start = out.size;
  out.append(directory.toBytes());
  out.u32(0x06054b50);
  for (const value of [0, 0, entries.length, entries.length]) out.u16(value);
  out.u32(directory.size);
  out.u32(start);
  out.u16(0);
  return out.toBytes();
}

// Layers in the way of Blender, Maya, Houdini and Omniverse: with all that they write beside meshes,
// against positions calculated by hand.
import { expect, it } from 'vitest';
import { readUsd } from '../../../src/io.ts';
import { array, inlined, single, token, tokens } from './crate-data.ts';
import { writeCrate } from './crate-writer.ts';
import { triangle } from './usd-samples.ts';
import { objectOf, positionsOf, sceneFrom } from './usd-scenes.ts';

const rounded = (numbers: readonly number[]): number[] => numbers.map((x) => Math.round(x * 1e9) / 1e9 + 0);

const HEAD = `
    "Written by a human"
    customLayerData = {
        dictionary cameraSettings = {
            dictionary Front = { double3 position = (500, 0, 0); double radius = 500 }
            string boundCamera = "/OmniverseKit_Persp"
        }
        string[] list = ["a", "b\\"c"]
        bool x = 1
    }
    defaultPrim = "World"
    doc = """Blender v4.2.0
 'quoted' "text" # not a comment"""
    endTimeCode = 100
    expressionVariables = {
        string V = "x"
    }
    framesPerSecond = 25
    metersPerUnit = 0.01
    startTimeCode = 1
    subLayers = [
    ]
    timeCodesPerSecond = 25
    upAxis = "Z"`;

const BODY = `
def HoudiniLayerInfo "HoudiniLayerInfo" (
    customData = {
        string HoudiniCreatorNode = "/stage/usdexport"
        string[] HoudiniEditorNodes = ["/stage/usdexport"]
    }
)
{
}

over "Render" (
    hide_in_stage_window = true
)
{
}

def Xform "World" (
    assetInfo = { asset identifier = @x.usd@
        string name = "World" }
    kind = "component"
    prepend apiSchemas = ["GeomModelAPI", "MaterialBindingAPI"]
    prepend variantSets = ["look", "lod"]
    variants = {
        string look = "red"
        string lod = "high"
    }
)
{
    custom bool foo = true
    custom string userProperties:blender:object_name = 'Plane'
    custom matrix4d userProperties:m = ( (1,0,0,0), (0,1,0,0), (0,0,1,0), (0,0,0,1) )
    rel proxyPrim
    quatd xformOp:orient = (0.7071067811865476, 0, 0, 0.7071067811865476)
    double3 xformOp:scale = (1, 1, 1)
    double3 xformOp:translate = (0, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:orient", "xformOp:scale"]
    variantSet "look" = {
        "red" {
            over "Plane" { color3f[] primvars:displayColor = [(1, 0, 0)] }
        }
        "blue" (
            "docs"
        ) {
        }
    }
    variantSet "lod" = {
        "high" {
            def Mesh "Plane" (
                active = true
                prepend apiSchemas = ["MaterialBindingAPI", "SkelBindingAPI"]
            )
            {
                bool doubleSided = 1
                float3[] extent.timeSamples = {
                    1: [(-1, -1, 0), (1, 1, 0)],
                    2: None,
                }
                int[] faceVertexCounts = [4]
                int[] faceVertexIndices = [
                    0, 1, 2, 3 # a comment
                ]
                rel material:binding = </World/Looks/M> (
                    bindMaterialAs = "weakerThanDescendants"
                )
                normal3f[] normals = [(0, 0, 1)] (
                    interpolation = "constant"
                )
                point3f[] points.timeSamples = {
                    1: [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)],
                    2.5: [(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)],
                }
                texCoord2f[] primvars:st = [(0, 0), (1, 0), (1, 1), (0, 1)] (
                    customData = { bool a = 0 }
                    interpolation = "faceVarying"
                )
                int[] primvars:st:indices = None
                uniform token subdivisionScheme = "none"
                custom rel a:b
                prepend rel c = </World>
                double3 xformOp:translate:pivot.timeSamples = { 1: (0, 0, 5), 2: (0, 0, 6) }
                float xformOp:rotateZ:spin = 90
                matrix4d xformOp:transform:edit7 = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (10, 0, 0, 1) )
                uniform token[] xformOpOrder = ["xformOp:translate:pivot", "xformOp:rotateZ:spin", "xformOp:transform:edit7", "!invert!xformOp:translate:pivot"]
            }
        }
    }
    def Scope "Looks" {
        def Material "M" {
            token outputs:surface.connect = </World/Looks/M/S.outputs:surface>
            def Shader "S" {
                uniform token info:id = "UsdPreviewSurface"
                asset inputs:file = @./textures/a.png@ (
                    colorSpace = "sRGB"
                )
                color3f inputs:c = (1, 1, 1) ( customData = { asset default = @@
 float2 r = (0, 1) } )
                token outputs:surface
            }
        }
    }
    def DistantLight "sun" (apiSchemas = ["ShapingAPI"]) { float inputs:intensity = 1e3 }
    def Camera "cam" { float focalLength = 35 float2 clippingRange = (0.1, 1e+06) }
    def BasisCurves "hair" { int[] curveVertexCounts = [2] point3f[] points = [(0,0,0),(1,1,1)] }
    def GeomSubset "sub" { int[] indices = [0] }
    reorder nameChildren = ["Looks", "Plane"]
}
`;

it('text with metadata, looks, variants, lights and comments of all kinds', () => {
  const scene = sceneFrom(BODY, HEAD);
  expect([scene.metresPerUnit, scene.up]).toEqual([0.01, 'z']);
  expect(scene.notes).toEqual([
    'Camera prims are left out, only meshes are read: /World/cam.',
    'BasisCurves prims are left out, only meshes are read: /World/hair.',
  ]);
  // 25 time codes a second; the pivot has samples of its own.
  expect(rounded(scene.times)).toEqual([0.04, 0.08, 0.1]);
  const plane = objectOf(scene, '/World/Plane');
  // Moved by 10 along x, turned by a quarter about z around the pivot, and once more with the world.
  expect(rounded(positionsOf(plane, 0.04))).toEqual([-9, 1, 0, -11, 1, 0, -11, -1, 0, -9, -1, 0]);
  expect(rounded(positionsOf(plane, 0.1)).slice(0, 3)).toEqual([-9, 1, 1]);
  expect(rounded(positionsOf(plane, 9))).toEqual(rounded(positionsOf(plane, 0.1)));
});

it('points in half and double precision, in text and in crates', () => {
  const exact = [0, 0, 0, 1.5, 0, 0, 0, 0.25, 0];
  const text = '[(0, 0, 0), (1.5, 0, 0), (0, 0.25, 0)]';
  const statements =
    'int[] faceVertexCounts = [3] int[] faceVertexIndices = [0, 1, 2] uniform token orientation = "rightHanded"';
  const [half, double] = ['point3h', 'point3d'].map((type) =>
    sceneFrom(`def Mesh "m" { ${type}[] points = ${text} ${statements} }`),
  );
  for (const scene of [half, double]) expect(positionsOf(scene.objects[0], 0)).toEqual(exact);
  const crate = (points: 'half3' | 'double3', minor: number): number[] => {
    const mesh = { name: 'm', type: 'Mesh', attributes: { ...triangle, points: array(points, exact) } };
    return positionsOf(readUsd(writeCrate({ minor, prims: [mesh] })).objects[0], 0);
  };
  for (const minor of [4, 6, 7, 12])
    for (const type of ['half3', 'double3'] as const) expect(crate(type, minor)).toEqual(exact);
});

it('a crate of sub-frames under a turning parent, with another rate', () => {
  const scene = readUsd(
    writeCrate({
      minor: 8,
      fields: {
        timeCodesPerSecond: inlined('double', 30),
        upAxis: token('Y'),
        metersPerUnit: single('double', 0.0254),
      },
      prims: [
        {
          name: 'rig',
          type: 'Xform',
          attributes: {
            'xformOp:rotateY': { samples: [0, 1, 2].map((t) => [t, inlined('float', 90 * t)] as const) },
            xformOpOrder: tokens(['xformOp:rotateY']),
          },
          children: [
            {
              name: 'm',
              type: 'Mesh',
              attributes: {
                ...triangle,
                points: {
                  samples: [0, 0.5, 1].map((t) => [t, array('float3', [1 + t, 0, 0, 2, 0, 0, 1, 1, 0])] as const),
                },
              },
            },
          ],
        },
      ],
    }),
  );
  expect([scene.metresPerUnit, scene.up]).toEqual([0.0254, 'y']);
  expect(rounded(scene.times.map((time) => 30 * time))).toEqual([0, 0.5, 1, 2]);
  const first = (code: number): number[] => rounded(positionsOf(scene.objects[0], code / 30).slice(0, 3));
  // A turn about y takes x to −z.
  expect([first(0), first(1), first(2)]).toEqual([
    [1, 0, 0],
    [0, 0, -2],
    [-2, 0, 0],
  ]);
  const diagonal = 1.5 * Math.SQRT1_2;
  expect(first(0.5)).toEqual(rounded([diagonal, 0, -diagonal]));
});

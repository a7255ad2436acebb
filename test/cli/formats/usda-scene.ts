// Scenes as USD text, for tests of the command line: objects given frame by frame, one a second.
import type { Shape } from '../../check/scene/hand-made-scene.ts';

/** The text of a layer in metres, y up; null where an object is hidden. */
export function usdaScene(objects: Readonly<Record<string, readonly (Shape | null)[]>>): string {
  const meshes = Object.entries(objects).map(([name, frames]) => meshText(name, frames));
  const header = '#usda 1.0\n(\n    metersPerUnit = 1\n    upAxis = "Y"\n    timeCodesPerSecond = 1\n)\n';
  return `${header}\n${meshes.join('\n')}`;
}

function meshText(name: string, frames: readonly (Shape | null)[]): string {
  const shapes = frames.map((shape) => shape ?? (frames.find(Boolean) as Shape));
  const points = sampled(shapes.map((shape) => `[${shape.points.map((point) => `(${point.join(', ')})`).join(', ')}]`));
  const counts = sampled(shapes.map(({ faces }) => `[${faces.map((face) => face.length).join(', ')}]`));
  const indices = sampled(shapes.map(({ faces }) => `[${faces.flat().join(', ')}]`));
  const shown = sampled(frames.map((shape) => (shape === null ? '"invisible"' : '"inherited"')));
  return `def Mesh "${name}"
{
    int[] faceVertexCounts${counts}
    int[] faceVertexIndices${indices}
    point3f[] points${points}
    token visibility${shown}
    uniform token subdivisionScheme = "none"
}
`;
}

/** A value for all times if all samples are equal. */
function sampled(samples: readonly string[]): string {
  if (samples.every((sample) => sample === samples[0])) return ` = ${samples[0]}`;
  return `.timeSamples = {\n${samples.map((sample, time) => `        ${time}: ${sample},\n`).join('')}    }`;
}

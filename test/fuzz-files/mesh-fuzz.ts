// The fuzzers of OBJ, PLY, STL and OFF. The meshes that damaged files still give must be valid.
import { faultOf, SAMPLES } from '../io/samples.ts';
import type { FileFuzz } from './file-fuzz.ts';
import { mutated } from './mutations.ts';

function meshFuzz(name: string): FileFuzz {
  const samples = SAMPLES.filter((sample) => sample.name.startsWith(name));
  return {
    name,
    files: () => samples.map(({ bytes }) => bytes),
    damage: (file, random) => mutated(file, random),
    read(file) {
      const fault = faultOf(samples[0].read(file), file.length);
      if (fault) throw new Error(fault);
    },
  };
}

export const objFuzz: FileFuzz = meshFuzz('obj');
export const plyFuzz: FileFuzz = meshFuzz('ply');
export const stlFuzz: FileFuzz = meshFuzz('stl');
export const offFuzz: FileFuzz = meshFuzz('off');

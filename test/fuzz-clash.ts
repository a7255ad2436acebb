// States of parts against the exact reference, on as many seeded scenes as asked for: `npm run
// fuzz:clash -- 2000` tests 2,000 of them, beyond those of the tests. Exits with 1 if a state
// differs.
import { detectorOf, gravestKinds } from './engine/clash/pair-states.ts';
import { CLASH_SCENE_COUNT, clashScene } from './generate/clash-scenes.ts';
import { partStates } from './oracle/part-states.ts';

const count = Number(process.argv[2] ?? 1000);
let pairs = 0;
let wrong = 0;
for (let seed = CLASH_SCENE_COUNT; seed < CLASH_SCENE_COUNT + count; seed++) {
  const { name, scene } = clashScene(seed);
  const detector = detectorOf(scene);
  const kinds = gravestKinds(detector.frame(scene.positions));
  detector.dispose();
  for (const [key, expected] of partStates(scene)) {
    const found = kinds.get(key) ?? 'apart';
    pairs++;
    if (found === expected) continue;
    wrong++;
    console.log(`seed ${seed} (${name}), parts ${key}: expected ${expected}, got ${found}`);
  }
}
console.log(`${count} scenes, ${pairs} pairs of parts, ${wrong} wrong`);
if (wrong > 0) process.exitCode = 1;

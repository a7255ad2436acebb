// Self-collision of a cloth: a sheet of 20 × 20 cells folds along its middle. Which of its vertices
// and faces touch, and when first?
import { MeshCollider, TriMesh } from 'graze';

const CELLS = 20;
const triangles: number[] = [];
for (let j = 0; j < CELLS; j++) {
  for (let i = 0; i < CELLS; i++) {
    const a = j * (CELLS + 1) + i;
    triangles.push(a, a + 1, a + CELLS + 2, a, a + CELLS + 2, a + CELLS + 1);
  }
}

/** Rotates the right half up by an angle about the middle, with a bend two cells wide. */
function fold(angle: number): Float64Array {
  const x = new Float64Array(3 * (CELLS + 1) ** 2);
  for (let v = 0; v < x.length / 3; v++) {
    const [u, w] = [(v % (CELLS + 1)) / CELLS - 0.5, Math.floor(v / (CELLS + 1)) / CELLS];
    const turn = angle * Math.min(1, Math.max(0, 10 * u));
    x.set([u > 0 ? u * Math.cos(turn) : u, w + 0.01 * u, u > 0 ? u * Math.sin(turn) : 0], 3 * v);
  }
  return x;
}

const collider = new MeshCollider(TriMesh.from(triangles, (CELLS + 1) ** 2));
let x0 = fold(0);
for (let step = 1; step <= 8; step++) {
  const x1 = fold((step / 7.5) * Math.PI);
  const contacts = collider.collide(x0, x1);
  const first = collider.firstContact(x0, x1);
  console.log(`step ${step}: ${contacts.count} contacts${first ? `, the first at ${first.time.toFixed(3)}` : ''}`);
  x0 = x1;
}

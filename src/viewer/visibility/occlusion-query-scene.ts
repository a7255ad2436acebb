// The WebGL 2 resources that draw the rows of a scene: a program, the rows as a texture of
// integers, and a depth buffer as the target.
import { ROW, rowLength, type ViewRows } from '../../gpu.ts';

/** The number of integers per line of the texture; every context supports this width. */
const TEXTURE_WIDTH = 2048;

const VERTEX_SHADER = `#version 300 es
precision highp int;
precision highp isampler2D;
uniform isampler2D rows;
uniform bool isUpper;
uniform vec2 size;
flat out ivec2 first;
flat out ivec3 depth;
flat out ivec2 range;
flat out ivec3 edge0;
flat out ivec3 edge1;
flat out ivec3 edge2;

int number(int item, int k) {
  int at = ${rowLength(3)} * item + k;
  return texelFetch(rows, ivec2(at % ${TEXTURE_WIDTH}, at / ${TEXTURE_WIDTH}), 0).r;
}
ivec2 two(int item, int k) { return ivec2(number(item, k), number(item, k + 1)); }
ivec3 three(int item, int k) { return ivec3(two(item, k), number(item, k + 2)); }

// Two triangles around the pixels that an item may touch.
void main() {
  int item = gl_VertexID / 6;
  int corner = gl_VertexID % 6;
  ivec2 columns = two(item, ${ROW.columns});
  ivec2 lines = two(item, ${ROW.lines});
  first = ivec2(columns.x, lines.x);
  depth = three(item, isUpper ? ${ROW.high} : ${ROW.low});
  range = two(item, ${ROW.range});
  edge0 = three(item, ${ROW.edges});
  edge1 = three(item, ${ROW.edges + 3});
  edge2 = three(item, ${ROW.edges + 6});
  int x = corner == 1 || corner == 2 || corner == 4 ? columns.y + 1 : columns.x;
  int y = corner == 2 || corner == 4 || corner == 5 ? lines.y + 1 : lines.x;
  gl_Position = vec4(2.0 * vec2(x, y) / size - 1.0, 0.0, 1.0);
}`;

// Depths are 0 to 2²⁴, and one step more on either side. All of them become different numbers of
// single precision, in the same order.
const FRAGMENT_SHADER = `#version 300 es
precision highp int;
precision highp float;
uniform bool isUpper;
uniform bool isFlipped;
flat in ivec2 first;
flat in ivec3 depth;
flat in ivec2 range;
flat in ivec3 edge0;
flat in ivec3 edge1;
flat in ivec3 edge2;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy) - first;
  ivec3 sides = ivec3(edge0.x, edge1.x, edge2.x) * p.x + ivec3(edge0.y, edge1.y, edge2.y) * p.y;
  if (any(lessThan(sides + ivec3(edge0.z, edge1.z, edge2.z), ivec3(0)))) discard;
  int z = depth.x * p.x + depth.y * p.y + depth.z;
  z = isUpper ? min(z, range.y) : max(z, range.x);
  if (isFlipped) z = 16777216 - z;
  float steps = z > 16777216 ? 16777218.0 : z > 0 ? float(z) : z == 0 ? 0.5 : 0.25;
  gl_FragDepth = steps / 33554432.0;
}`;

/** The uniforms of the program that draws rows. */
export interface RowUniforms {
  /**
   * Whether upper bounds of depth are drawn, for a primitive under test, or lower bounds; a flipped
   * view swaps them.
   */
  readonly isUpper: WebGLUniformLocation | null;
  /** Whether the view is from the far side of its axis. */
  readonly isFlipped: WebGLUniformLocation | null;
  /** Width and height of the view, in pixels. */
  readonly size: WebGLUniformLocation | null;
}

/** Compiles the program that draws rows, and makes it the current one. */
export function useRowProgram(gl: WebGL2RenderingContext): RowUniforms {
  const program = gl.createProgram();
  for (const [type, text] of [
    [gl.VERTEX_SHADER, VERTEX_SHADER],
    [gl.FRAGMENT_SHADER, FRAGMENT_SHADER],
  ] as const) {
    const shader = gl.createShader(type) as WebGLShader;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS))
    throw new Error(`WebGL 2 refused the shaders: ${gl.getProgramInfoLog(program)}`);
  gl.useProgram(program);
  const place = (name: string) => gl.getUniformLocation(program, name);
  return { isUpper: place('isUpper'), isFlipped: place('isFlipped'), size: place('size') };
}

/** Uploads the rows of an axis. */
export function rowTexture(gl: WebGL2RenderingContext, { rows }: ViewRows): WebGLTexture {
  const height = Math.max(1, Math.ceil(rows.length / TEXTURE_WIDTH));
  if (height > gl.getParameter(gl.MAX_TEXTURE_SIZE)) throw new RangeError('The scene is too large for WebGL 2.');
  const padded = new Int32Array(TEXTURE_WIDTH * height);
  padded.set(rows);
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32I, TEXTURE_WIDTH, height, 0, gl.RED_INTEGER, gl.INT, padded);
  return texture;
}

/** Binds a depth buffer in single precision that is large enough for every axis. */
export function bindDepthTarget(gl: WebGL2RenderingContext, axes: readonly ViewRows[]): void {
  const [width, height] = [Math.max(...axes.map((axis) => axis.width)), Math.max(...axes.map((axis) => axis.height))];
  gl.bindRenderbuffer(gl.RENDERBUFFER, gl.createRenderbuffer());
  gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT32F, width, height);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferRenderbuffer(
    gl.FRAMEBUFFER,
    gl.DEPTH_ATTACHMENT,
    gl.RENDERBUFFER,
    gl.getParameter(gl.RENDERBUFFER_BINDING),
  );
  gl.drawBuffers([gl.NONE]);
  if (gl.checkFramebufferStatus(gl.FRAMEBUFFER) !== gl.FRAMEBUFFER_COMPLETE)
    throw new Error('WebGL 2 has no depths in single precision to draw into.');
}

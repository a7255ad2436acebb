// The WebGL 2 resources that draw the rows of a scene [Quick-CULLIDE §5: an offscreen buffer]: a
// program, the rows as a texture of integers, and a depth buffer as the target. The context is the
// caller's, so all state that matters is set, and everything that is created is deleted.
import { ROW, rowLength, type ViewRows } from './visibility-device.ts';

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

/** What a run creates in a context, and deletes at its end. */
export class QueryResources {
  /** The context. */
  readonly gl: WebGL2RenderingContext;
  private readonly deletions: (() => void)[] = [];

  /** Creates nothing yet. */
  constructor(gl: WebGL2RenderingContext) {
    this.gl = gl;
  }

  /** Notes how something is deleted, and returns it. */
  own<T>(made: T, remove: (made: T) => void): T {
    this.deletions.push(() => remove.call(this.gl, made));
    return made;
  }

  /** Deletes everything. */
  delete(): void {
    // A program that is in use would stay.
    this.gl.useProgram(null);
    for (const remove of this.deletions.splice(0)) remove();
  }
}

/** Capabilities that change which fragments pass, or whether there are any. */
const DISABLED = [
  'BLEND',
  'CULL_FACE',
  'POLYGON_OFFSET_FILL',
  'RASTERIZER_DISCARD',
  'SAMPLE_ALPHA_TO_COVERAGE',
  'SAMPLE_COVERAGE',
  'SCISSOR_TEST',
  'STENCIL_TEST',
] as const;
/** Settings of uploads that change what arrives, and their values at the start of a context. */
const UPLOADS = [
  ['UNPACK_ALIGNMENT', 4],
  ['UNPACK_FLIP_Y_WEBGL', 0],
  ['UNPACK_IMAGE_HEIGHT', 0],
  ['UNPACK_PREMULTIPLY_ALPHA_WEBGL', 0],
  ['UNPACK_ROW_LENGTH', 0],
  ['UNPACK_SKIP_IMAGES', 0],
  ['UNPACK_SKIP_PIXELS', 0],
  ['UNPACK_SKIP_ROWS', 0],
] as const;

/** Sets all state of a context that a run depends on, whatever the caller has set before. */
export function prepareContext(resources: QueryResources): void {
  const { gl } = resources;
  for (const name of DISABLED) gl.disable(gl[name]);
  for (const [name, value] of UPLOADS) gl.pixelStorei(gl[name], value);
  gl.enable(gl.DEPTH_TEST);
  gl.depthRange(0, 1);
  gl.clearDepth(1);
  gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
  gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
  gl.bindVertexArray(resources.own(gl.createVertexArray(), gl.deleteVertexArray));
  gl.activeTexture(gl.TEXTURE0);
  gl.bindSampler(0, null);
}

/** Compiles the program that draws rows, and makes it the current one. */
export function useRowProgram(resources: QueryResources): RowUniforms {
  const { gl } = resources;
  const program = resources.own(gl.createProgram(), gl.deleteProgram);
  for (const [type, text] of [
    [gl.VERTEX_SHADER, VERTEX_SHADER],
    [gl.FRAGMENT_SHADER, FRAGMENT_SHADER],
  ] as const) {
    const shader = gl.createShader(type) as WebGLShader;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    // A shader is deleted with the program that it is attached to.
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS))
    throw new Error(`WebGL 2 refused the shaders: ${gl.getProgramInfoLog(program)}`);
  gl.useProgram(program);
  const place = (name: string) => gl.getUniformLocation(program, name);
  return { isUpper: place('isUpper'), isFlipped: place('isFlipped'), size: place('size') };
}

/** Uploads the rows of an axis. */
export function rowTexture(resources: QueryResources, { rows }: ViewRows): WebGLTexture {
  const { gl } = resources;
  const height = Math.max(1, Math.ceil(rows.length / TEXTURE_WIDTH));
  if (height > gl.getParameter(gl.MAX_TEXTURE_SIZE)) throw new RangeError('The scene is too large for WebGL 2.');
  const padded = new Int32Array(TEXTURE_WIDTH * height);
  padded.set(rows);
  const texture = resources.own(gl.createTexture(), gl.deleteTexture);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32I, TEXTURE_WIDTH, height, 0, gl.RED_INTEGER, gl.INT, padded);
  return texture;
}

/** Binds a depth buffer in single precision that is large enough for every axis. */
export function bindDepthTarget(resources: QueryResources, axes: readonly ViewRows[]): void {
  const { gl } = resources;
  const [width, height] = [Math.max(...axes.map((axis) => axis.width)), Math.max(...axes.map((axis) => axis.height))];
  const depths = resources.own(gl.createRenderbuffer(), gl.deleteRenderbuffer);
  gl.bindRenderbuffer(gl.RENDERBUFFER, depths);
  gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT32F, width, height);
  gl.bindFramebuffer(gl.FRAMEBUFFER, resources.own(gl.createFramebuffer(), gl.deleteFramebuffer));
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depths);
  gl.drawBuffers([gl.NONE]);
  if (gl.checkFramebufferStatus(gl.FRAMEBUFFER) !== gl.FRAMEBUFFER_COMPLETE)
    throw new Error('WebGL 2 has no depths in single precision to draw into.');
}

// The decoder of Draco as Node has it: the package draco3dgltf beside this one. The build of the
// viewer puts a script with the decoder and its WebAssembly in place of this module.

/** Starts the decoder. */
export async function createDecoderModule(): Promise<unknown> {
  // Not a literal: bundlers for pages would stop at the modules of Node that the package names.
  const name = ['draco3dgltf', 'draco_decoder_gltf_nodejs.js'].join('/');
  const { default: create } = await import(/* webpackIgnore: true */ /* @vite-ignore */ name);
  return create();
}

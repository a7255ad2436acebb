// Entry point `graze/clash`: what passes through what, where, when and how deep, between the named
// parts of a mesh.

export { ClashDetector } from './engine/clash/clash-detector.ts';
export { ClashLinker, type ClashLinkerOptions, rankClashes } from './engine/clash/clash-linker.ts';
export type { ClashOptions, FrameOptions } from './engine/clash/clash-options.ts';
export type {
  Clash,
  ClashInFrame,
  ClashKind,
  ContactPlace,
  DepthMethod,
  FrameClash,
  Point,
} from './engine/clash/clash-records.ts';
export type { Parts } from './engine/clash/parts.ts';

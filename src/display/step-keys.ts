// The keys that move from step to step.

/** Returns actions for `bindKeys`; `jump` clamps to the sequence. */
export function stepKeys(
  current: () => number,
  jump: (step: number) => void,
  jumpToContact: (direction: 1 | -1) => void,
): Record<string, () => void> {
  return {
    ArrowLeft: () => jump(current() - 1),
    ArrowRight: () => jump(current() + 1),
    PageUp: () => jump(current() - 10),
    PageDown: () => jump(current() + 10),
    Home: () => jump(0),
    End: () => jump(Infinity),
    n: () => jumpToContact(1),
    p: () => jumpToContact(-1),
  };
}

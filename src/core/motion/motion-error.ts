// The error that invalid poses and motions of rigid bodies raise. Entry points check and throw it.

/** What is wrong with a pose or a motion. */
export type MotionFault =
  | 'not-finite'
  | 'too-large'
  | 'wrong-length'
  | 'zero-rotation'
  | 'too-fast'
  | 'too-few-poses'
  | 'bad-times';

/** Thrown for a pose or motion that is not valid. */
export class MotionError extends Error {
  /** What is wrong, for programs: the values are stable. */
  readonly fault: MotionFault;

  /** `message` is for people. */
  constructor(fault: MotionFault, message: string) {
    super(message);
    this.name = 'MotionError';
    this.fault = fault;
  }
}

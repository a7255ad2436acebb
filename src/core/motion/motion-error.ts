// A pose or motion that has no meaning. `fault` is stable, for programs; the message is for people.

export type MotionFault =
  | 'not-finite'
  | 'too-large'
  | 'wrong-length'
  | 'zero-rotation'
  | 'too-fast'
  | 'too-few-poses'
  | 'bad-times';

export class MotionError extends Error {
  readonly fault: MotionFault;

  constructor(fault: MotionFault, message: string) {
    super(message);
    this.name = 'MotionError';
    this.fault = fault;
  }
}

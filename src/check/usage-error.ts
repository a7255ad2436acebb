// The error for what the user can correct: reported as one line, without a stack.

/** A mistake in the input or the arguments; the message says what to do. */
export class UsageError extends Error {
  /** Always `'UsageError'`. */
  override readonly name: string = 'UsageError';
}

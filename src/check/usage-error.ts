// What the person at the keyboard can put right: told as one line, without a stack.

export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

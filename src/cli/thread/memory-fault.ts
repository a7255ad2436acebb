// Tells a run that needs more memory than there is from a bug: it ends with a sentence and status 2.

/** What the engine says when it cannot allocate. */
const MESSAGES = [
  /allocation failed/i,
  /could not allocate memory/i,
  /^WebAssembly\.Memory/,
  /of memory in one piece/,
  /^Invalid (typed )?array( buffer)? length/,
  /^Invalid string length/,
  /^Cannot create a string longer/,
  /maximum size exceeded/,
];

const WAYS_OUT = 'take fewer frames (--frames), fewer threads (--threads), or a smaller file';

/** The line for an error that says that memory has ended; null for any other error. */
export function memoryFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return `the memory for JavaScript is full: ${WAYS_OUT}, or allow more with NODE_OPTIONS=--max-old-space-size=MB.`;
  const isRange =
    error instanceof RangeError || code === 'ERR_STRING_TOO_LONG' || code === 'ERR_MEMORY_ALLOCATION_FAILED';
  if (!isRange || !MESSAGES.some((message) => message.test(error.message))) return null;
  return `there is not enough memory (${error.message.replace(/\.$/, '')}): ${WAYS_OUT}.`;
}

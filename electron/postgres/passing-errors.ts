/** SQLSTATEs of lost races, and of servers that end, start or have no connection free. */
const passingState = /^(?:40001|40P01|53300|57P0[123]|08...)$/;
/** What Node calls a server that cannot be reached at the moment. */
const passingCode = /^(?:ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;
/** SQLSTATEs of servers without room, that take no changes at the moment, or in which somebody holds a lock for long. */
const mendableState = /^(?:53...|25006|55P03|57P04)$/;

/** Whether the same may go well a moment later. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // The pool and the driver give no code to a connection that was lost, or not made in time.
  return code === ''
    ? /connect|timeout/i.test(error.message)
    : passingState.test(code) || passingCode.test(code);
}

/** Whether the same may go well once somebody has looked after the server. */
export const isMendable = (error: unknown): boolean =>
  error instanceof Error && mendableState.test(codeOf(error));

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

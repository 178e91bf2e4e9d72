import type { WebSocket } from 'ws';
import { toCallError } from '../../host/serving/dispatcher.ts';
import { statusOf } from '../problem.ts';

/** Close codes of RFC 6455, section 7.4. */
export const endCodes = { done: 1000, closing: 1001, policy: 1008, fault: 1011 } as const;
/** An error closes with this and the status that an answer would have, such as 4401: the range is for applications. */
const ownCodes = 4000;
/** The most bytes of a reason. */
const maxReasonBytes = 123;

/** Closes a WebSocket with an error: its code and message are the reason. */
export function closeWith(socket: Pick<WebSocket, 'close'>, error: unknown): void {
  const { code, message } = toCallError(error);
  if (code === 'closing') return socket.close(endCodes.closing, 'The server is shutting down.');
  if (code === 'internal') return socket.close(endCodes.fault, 'Unexpected error.');
  socket.close(ownCodes + statusOf(code), shortened(`${code}: ${message}`));
}

/** A text of at most so many bytes, without half a character at its end. */
function shortened(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxReasonBytes) return text;
  return new TextDecoder().decode(bytes.subarray(0, maxReasonBytes), { stream: true });
}

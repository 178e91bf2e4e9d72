import type { WebSocket } from 'ws';
import { HostError } from '../../host/errors.ts';
import type { Answer, Exchange } from '../request.ts';
import { closeWith, endCodes } from './close-codes.ts';
import type { SendEvent } from './stream-event.ts';

/** Bytes that may wait to be sent; a stream goes on when they are sent. */
const maxWaitingBytes = 64 * 1024;

/**
 * Sends a stream over a WebSocket: a text frame of JSON for each event. The next event is read only when the client has taken
 * most of those before, so a slow client costs no memory.
 * @param stream sends events until it has no more or the signal of the exchange is aborted
 */
export async function sendFrames(
  { signal }: Pick<Exchange, 'signal'>,
  socket: Pick<WebSocket, 'send' | 'close' | 'bufferedAmount'>,
  stream: (send: SendEvent) => Promise<void>,
): Promise<Answer> {
  try {
    await stream((event) => frameSent(socket, JSON.stringify(event), signal));
    socket.close(endCodes.done, 'This is all.');
  } catch (error) {
    if (!signal.aborted) closeWith(socket, error);
  }
  return undefined;
}

/** Sends a frame. Resolves when more may be sent. */
function frameSent(
  socket: Pick<WebSocket, 'send' | 'bufferedAmount'>,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(new HostError('cancelled', 'The client has gone away.'));
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel, { once: true });
    const next = (): void => {
      signal.removeEventListener('abort', cancel);
      resolve();
    };
    socket.send(text, (error) => (error ? cancel() : next()));
    if (socket.bufferedAmount <= maxWaitingBytes) next();
  });
}

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { HostError } from '../../host/errors.ts';
import type { Answer, Exchange } from '../request.ts';
import { headersSoFar } from '../reply.ts';
import { eventText, type SendEvent } from './stream-event.ts';

/** How often a comment tells proxies and clients that the stream is alive, in milliseconds. */
const beatEvery = 15_000;

/**
 * Answers with a stream of server-sent events. The next event is read only when the client has taken the one before, so a slow client
 * costs no memory.
 * @param stream sends events until it has no more or the signal of the exchange is aborted
 */
export async function sendEvents(
  { reply, signal }: Exchange,
  stream: (send: SendEvent) => Promise<void>,
): Promise<Answer> {
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    ...headersSoFar(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  });
  raw.write('retry: 2000\n\n');
  const beat = setInterval(() => raw.write(': alive\n\n'), beatEvery);
  try {
    await stream((event) => write(raw, eventText(event), signal));
  } catch (error) {
    if (!signal.aborted && error instanceof HostError)
      raw.write(eventText({ id: null, event: 'error', data: { code: error.code, detail: error.message } }));
  } finally {
    clearInterval(beat);
    raw.end();
  }
  return undefined;
}

async function write(raw: ServerResponse, text: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
  if (!raw.write(text)) await once(raw, 'drain', { signal });
}

import { linkedTo } from './abort.ts';
import { ApiError, ConnectionError, type ErrorCode } from './errors.ts';
import { createEventReader, type StreamEvent } from './event-stream.ts';
import { pause } from './retry.ts';
import { withQuery } from './request.ts';
import type { CallOptions, Transport } from './transport.ts';

/** How a stream is followed. */
export interface FollowOptions extends Pick<CallOptions, 'signal'> {
  /** Only events after the one with this id. */
  after?: string | undefined;
  /** The wait before a new connection, in milliseconds. Default: what the server names, else 2,000. */
  reconnectMs?: number;
  /** How long nothing may arrive, in milliseconds: the server gives a sign of life every 15 seconds. Default: 45,000. */
  silenceMs?: number;
}

/** An event with its data read. */
export interface ReadEvent {
  id: string | null;
  event: string;
  data: unknown;
}

/**
 * Follows a stream of events to its end. After a cut it goes on behind the last event that was yielded, so none is lost and none comes
 * twice. It gives up after as many connections in vain as a request has retries.
 * @param isLast whether nothing comes after an event
 * @throws ApiError where the stream is refused, or says that it has failed
 * @throws ConnectionError
 */
export async function* follow(
  transport: Transport,
  { path, query = {}, isLast }: { path: string; query?: object; isLast: (event: ReadEvent) => boolean },
  options: FollowOptions = {},
): AsyncGenerator<ReadEvent, void, undefined> {
  const { signal, silenceMs = 45_000 } = options;
  let last = options.after ?? null;
  let reconnectMs = 2000;
  const noteRetry = (ms: number): void => void (reconnectMs = ms);
  for (let inVain = 0; inVain <= transport.retry.retries;) {
    inVain += 1;
    const headers = { accept: 'text/event-stream', ...(last === null ? {} : { 'last-event-id': last }) };
    const { controller, letGo } = linkedTo(signal);
    try {
      const request = { verb: 'GET', path: withQuery(path, { ...query }), headers } as const;
      const answer = await transport.open(request, { signal: controller.signal });
      for await (const event of eventsOf(answer, { noteRetry, silenceMs, signal })) {
        const read = readEvent(event);
        if (read === null) break;
        inVain = 0;
        if (read.event === 'error') throw failureOf(read.data);
        last = read.id ?? last;
        yield read;
        if (isLast(read)) return;
      }
    } finally {
      letGo();
      controller.abort();
    }
    await pause(options.reconnectMs ?? reconnectMs, signal);
  }
  throw new ConnectionError(`The stream was cut again and again before an event came: ${path}`);
}

interface Reading {
  noteRetry: (ms: number) => void;
  silenceMs: number;
  signal: AbortSignal | undefined;
}

/** The events until the stream ends or is cut. @throws the reason of the signal */
async function* eventsOf(
  answer: Response,
  { noteRetry, silenceMs, signal }: Reading,
): AsyncGenerator<StreamEvent> {
  const reader = answer.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  const take = createEventReader(noteRetry);
  try {
    for (;;) {
      const value = await chunkOf(reader, silenceMs);
      signal?.throwIfAborted();
      if (value === null) return;
      yield* take(decoder.decode(value, { stream: true }));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The next bytes; null: the stream has ended, was cut, or is silent for too long. */
async function chunkOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  silenceMs: number,
): Promise<Uint8Array | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), silenceMs)));
  const chunk = reader.read().then(
    ({ value }) => value ?? null,
    () => null,
  );
  try {
    return await Promise.race([chunk, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** null: the data is no JSON, so something on the way has damaged it. */
function readEvent({ id, event, data }: StreamEvent): ReadEvent | null {
  try {
    const read: unknown = JSON.parse(data);
    return { id, event, data: read };
  } catch {
    return null;
  }
}

function failureOf(data: unknown): ApiError {
  const failure: { code?: ErrorCode; detail?: string } =
    typeof data === 'object' && data !== null ? data : {};
  const { code = 'unexpected-answer', detail = 'The stream has failed.' } = failure;
  return new ApiError({ status: 0, code, detail });
}

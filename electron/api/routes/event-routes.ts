import type { FastifyInstance } from 'fastify';
import { changeKinds } from '../../../shared/contract/calls/changes.ts';
import { streamChanges } from '../events/change-stream.ts';
import { streamRun } from '../events/run-stream.ts';
import { sendEvents } from '../events/send-events.ts';
import { sendFrames } from '../events/send-frames.ts';
import type { SendEvent } from '../events/stream-event.ts';
import { queryValue, wrongValue } from '../query-value.ts';
import { exchanged } from '../exchange.ts';
import type { Answer, ApiRequest, Exchange } from '../request.ts';
import type { ApiServices } from '../services.ts';

/**
 * Adds the streams, which go on after `Last-Event-ID` (or `?after=`), as server-sent events, or over a WebSocket where that is asked for:
 * - `GET /api/events`: what changes in the workspace, with `project` and `kinds` (several, with commas);
 * - `GET /api/crawls/{id}/events`: the log of a run and how it goes, until it is over.
 */
export function addEventRoutes(app: FastifyInstance, services: ApiServices): void {
  app.route<{ Params: Record<string, string>; Querystring: Record<string, string | string[]> }>({
    method: 'GET',
    url: '/api/events',
    handler: exchanged('changes.list', services, async (exchange) => {
      const { request } = exchange;
      const kinds = queryValue(request.query, 'kinds')?.split(',');
      const unknown = kinds?.find((kind) => !(changeKinds as readonly string[]).includes(kind));
      if (unknown !== undefined)
        throw wrongValue(
          'kinds',
          `There are no changes of the kind "${unknown}".`,
          `Choose among ${changeKinds.join(', ')}.`,
        );
      const after = goingOn(request);
      if (after !== null && !/^\d{1,15}$/.test(after))
        throw wrongValue('after', `"${after}" is no id of a change.`);
      const followed = { after, project: queryValue(request.query, 'project') ?? undefined, kinds };
      // Whether it may is asked before the stream begins, so that a refusal has a status.
      const { project } = followed;
      await exchange.ask('changes.list', { ...(project === undefined ? {} : { project }), limit: 1 });
      return sent(exchange, services, (send) => streamChanges(exchange, services, followed, send));
    }),
  });
  app.route<{ Params: Record<string, string>; Querystring: Record<string, string | string[]> }>({
    method: 'GET',
    url: '/api/crawls/:id/events',
    handler: exchanged('runs.events', services, async (exchange) => {
      const { id: run = '' } = exchange.request.params;
      const after = goingOn(exchange.request);
      await exchange.ask('runs.events', { run, ...(after === null ? {} : { after }), limit: 1 });
      return sent(exchange, services, (send) => streamRun(exchange, services, { run, after }, send));
    }),
  });
}

/** Sends a stream as the client has asked for it. */
async function sent(
  exchange: Exchange,
  { sockets, meter }: Pick<ApiServices, 'sockets' | 'meter'>,
  stream: (send: SendEvent) => Promise<void>,
): Promise<Answer> {
  const opening = sockets.open(exchange.request.raw);
  const ended = meter.opened(opening === null ? 'sse' : 'websocket');
  try {
    if (opening === null) return await sendEvents(exchange, stream);
    exchange.reply.hijack();
    return await sendFrames(exchange, await opening, stream);
  } finally {
    ended();
  }
}

/** The event after which a client goes on; null: it begins. */
function goingOn(request: ApiRequest): string | null {
  const header = request.headers['last-event-id'];
  return (typeof header === 'string' && header !== '' ? header : null) ?? queryValue(request.query, 'after');
}

import type { FastifyInstance } from 'fastify';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { isObject } from '../arguments.ts';
import { HostError } from '../../host/errors.ts';
import { exchanged } from '../exchange.ts';
import type { Exchange } from '../request.ts';
import type { ApiServices } from '../services.ts';

/** The longest that a request may wait for the end of a crawl, in seconds. */
const longestWait = 60;

/**
 * Adds the routes by which crawls are started and followed:
 * - `POST /api/crawl` starts a full crawl, or with `limit` a test run. It answers 202 with the run and where to follow it.
 * - `GET /api/crawls/{id}/status` tells how it goes. With `?wait=30` it answers when the crawl is over, or after 30 seconds.
 */
export function addCrawlRoutes(app: FastifyInstance, services: ApiServices): void {
  app.route({
    method: 'POST',
    url: '/api/crawl',
    handler: exchanged('runs.start', services, async ({ request, reply, ask }) => {
      if (!isObject(request.body)) throw new HostError('bad-arguments', 'The body is no object.', null);
      const { run, problems } = await ask('runs.start', { limit: null, ...request.body });
      const links = linksOf(run);
      reply.header('Location', links.status);
      return { status: 202, body: { id: run.id, run, problems, links } };
    }),
  });
  app.route<{ Params: { id: string }; Querystring: Record<string, string> }>({
    method: 'GET',
    url: '/api/crawls/:id/status',
    handler: exchanged('runs.get', services, async (exchange) => {
      const { id = '' } = exchange.request.params;
      const wait = waitOf(exchange.request.query['wait']);
      if (wait > 0 && isUnderWay(await exchange.ask('runs.get', { run: id })))
        await waitFor(exchange, id, wait);
      const run = await exchange.ask('runs.get', { run: id });
      return { body: { id: run.id, run, over: !isUnderWay(run), links: linksOf(run) } };
    }),
  });
}

/** Where a client finds what belongs to a run. */
function linksOf({ id, project, spider }: { id: string; project: string; spider: string }) {
  const results = `/api/results/${encodeURIComponent(spider)}?project=${encodeURIComponent(project)}&run=${id}`;
  return {
    status: `/api/crawls/${id}/status`,
    results,
    details: `/api/runs/${id}/details`,
    log: `/api/runs/${id}/events`,
    pause: `/api/runs/${id}/pause`,
    resume: `/api/runs/${id}/resume`,
    stop: `/api/runs/${id}/stop`,
  };
}

function waitOf(text: string | string[] | undefined): number {
  if (text === undefined) return 0;
  const seconds = typeof text === 'string' && /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds <= longestWait) return seconds;
  throw new HostError('bad-arguments', `"wait" is a number of seconds from 0 to ${longestWait}.`, null, {
    pointer: '/wait',
  });
}

/** Waits until a run is over, at most so many seconds. */
async function waitFor({ ask, signal }: Exchange, run: string, seconds: number): Promise<void> {
  const enough = AbortSignal.timeout(seconds * 1000);
  try {
    await ask('runs.wait', { run }, { signal: AbortSignal.any([signal, enough]) });
  } catch (error) {
    if (!enough.aborted) throw error;
  }
}

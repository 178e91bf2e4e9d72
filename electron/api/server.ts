import fastify, { type FastifyInstance } from 'fastify';
import { calls } from '../../shared/contract/index.ts';
import { HostError } from '../host/errors.ts';
import type { Host } from '../host/serving/host.ts';
import { loopbackHosts } from './admission.ts';
import { addCallRoutes, offeredCalls } from './routes/call-routes.ts';
import { addCrawlRoutes } from './routes/crawl-routes.ts';
import { addDocumentRoutes } from './routes/document-routes.ts';
import { addEventRoutes } from './routes/event-routes.ts';
import { addResultRoutes } from './routes/result-routes.ts';
import { createLimiter, usualLimits, type ApiLimits } from './limits.ts';
import { apiHeaders, requestError, sendProblem } from './reply.ts';
import type { ApiServices } from './services.ts';

/** Options of `openApi`. */
export interface ApiOptions {
  host: Pick<Host, 'dispatch' | 'callers' | 'subscribe' | 'resource'>;
  /** The address of a network interface. */
  address: string;
  /** 0: any free one. */
  port: number;
  /** Names by which the server may be called, beside those of loopback. */
  names?: readonly string[];
  /** Origins whose pages may call. */
  origins?: readonly string[];
  /** Whether calls may reach private addresses. */
  allowPrivate?: boolean;
  limits?: ApiLimits;
}

/** The server of the API. */
export interface Api {
  /** For example "http://127.0.0.1:8321". */
  readonly origin: string;
  close(): Promise<void>;
}

/** The most bytes of a body, and the most time for it to arrive, in milliseconds. */
const maxBodyBytes = 16 * 1024 * 1024;
const arrivalMs = 30_000;
/** The most connections at once. */
const maxConnections = 1000;

/**
 * Serves the application to other programs: a route for each call of the contract, for callers with a key.
 * @throws the error of the operating system if the port is not available
 */
export async function openApi({
  host,
  address,
  port,
  names = [],
  origins = [],
  allowPrivate = false,
  limits = usualLimits,
}: ApiOptions): Promise<Api> {
  const services: ApiServices = {
    dispatch: host.dispatch,
    follow: (topic, params, onEvent) =>
      host.subscribe(topic, params, {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the hub publishes under each topic only its own events
        event: (event) => onEvent(event as never),
        missed: () => undefined,
      }),
    resource: (path) => host.resource(path),
    callers: host.callers,
    limiter: createLimiter(limits),
    limits,
    admission: { hosts: [...loopbackHosts, ...names.map((name) => name.toLowerCase())], origins },
    allowPrivate,
  };
  const app = createApp();
  addDocumentRoutes(app, services);
  addCrawlRoutes(app, services);
  addResultRoutes(app, services);
  addEventRoutes(app, services);
  addCallRoutes(app, services);
  await app.listen({ host: address, port });
  const [bound] = app.addresses();
  const shown = address.includes(':') ? `[${address}]` : address;
  return {
    origin: `http://${shown}:${typeof bound === 'object' ? bound.port : port}`,
    async close() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

function createApp(): FastifyInstance {
  const app = fastify({
    bodyLimit: maxBodyBytes,
    requestTimeout: arrivalMs,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    frameworkErrors: (error, _, reply) => void sendProblem(reply.headers(apiHeaders), requestError(error)),
  });
  app.server.maxConnections = maxConnections;
  app.server.maxHeadersCount = 100;
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(apiHeaders);
    done();
  });
  app.setErrorHandler((error, _, reply) => sendProblem(reply, requestError(error)));
  app.setNotFoundHandler(({ url, method }, reply) => sendProblem(reply, notThere(url, method)));
  return app;
}

/** The error of an address without a route, or one that has routes for other methods. */
function notThere(url: string, method: string): HostError {
  const [path = ''] = url.split('?', 1);
  const verbs = offeredCalls.map((name) => calls[name].http).filter(({ path: own }) => matches(own, path));
  const allowed = [...new Set(verbs.map(({ verb }) => verb))];
  return allowed.length === 0
    ? new HostError(
        'unknown-call',
        `There is nothing at "${path.slice(0, 200)}".`,
        'See the documentation at /api/docs.',
      )
    : new HostError(
        'wrong-method',
        `"${path.slice(0, 200)}" does not answer ${method}.`,
        `It answers ${allowed.join(', ')}.`,
        { allowed },
      );
}

function matches(pattern: string, path: string): boolean {
  const parts = pattern.split('/');
  const given = path.split('/');
  return parts.length === given.length && parts.every((part, i) => part.startsWith('{') || part === given[i]);
}

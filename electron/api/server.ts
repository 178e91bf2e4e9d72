import fastify, { type FastifyInstance } from 'fastify';
import { calls } from '../../shared/contract/index.ts';
import { HostError } from '../host/errors.ts';
import type { Host } from '../host/serving/host.ts';
import { loopbackHosts } from './admission.ts';
import { addCrossOrigin } from './cross-origin.ts';
import { refuseConnection } from './broken-request.ts';
import { addCallRoutes, offeredCalls } from './routes/call-routes.ts';
import { addBatchRoutes } from './routes/batch-routes.ts';
import { addCrawlRoutes } from './routes/crawl-routes.ts';
import { addDocumentRoutes } from './routes/document-routes.ts';
import { addEventRoutes } from './routes/event-routes.ts';
import { addMcpRoutes } from './routes/mcp-routes.ts';
import { asksForSocket, createSocketUpgrades } from './events/socket-upgrades.ts';
import { addResultRoutes } from './routes/result-routes.ts';
import { addMetricRoutes } from './routes/metric-routes.ts';
import { createMeter } from './metrics/meter.ts';
import type { TokenIssuer } from './tokens/issuer.ts';
import { createTokens } from './tokens/verify-token.ts';
import { readJsonBodies } from './json-body.ts';
import { createLimiter, createStrangers, usualLimits, type ApiLimits } from './limits.ts';
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
  /** Whose tokens are taken besides keys. */
  tokens?: TokenIssuer;
}

/** The server of the API. */
export interface Api {
  /** For example "http://127.0.0.1:8321". */
  readonly origin: string;
  close(): Promise<void>;
}

/** The most bytes of a body, the most time for headers and for all of a request to arrive, and how often that is looked at, in milliseconds. */
const maxBodyBytes = 16 * 1024 * 1024;
const headersMs = 10_000;
const arrivalMs = 30_000;
const lookEvery = 1000;
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
  tokens,
}: ApiOptions): Promise<Api> {
  const app = createApp();
  const sockets = createSocketUpgrades(app);
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
    tokens: tokens === undefined ? null : createTokens(tokens),
    limiter: createLimiter(limits),
    strangers: createStrangers(),
    limits,
    admission: { hosts: [...loopbackHosts, ...names.map((name) => name.toLowerCase())], origins },
    meter: createMeter(),
    sockets,
    allowPrivate,
  };
  addCrossOrigin(app, services.admission);
  addDocumentRoutes(app, services);
  addBatchRoutes(app, services);
  addCrawlRoutes(app, services);
  addMetricRoutes(app, services);
  addResultRoutes(app, services);
  addEventRoutes(app, services);
  addMcpRoutes(app, services);
  addCallRoutes(app, services);
  await app.listen({ host: address, port });
  const [bound] = app.addresses();
  const shown = address.includes(':') ? `[${address}]` : address;
  return {
    origin: `http://${shown}:${typeof bound === 'object' ? bound.port : port}`,
    async close() {
      await sockets.close();
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
    http: {
      shouldUpgradeCallback: asksForSocket,
      headersTimeout: headersMs,
      connectionsCheckingInterval: lookEvery,
    },
    clientErrorHandler: refuseConnection,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    frameworkErrors: (error, _, reply) => void sendProblem(reply.headers(apiHeaders), requestError(error)),
  });
  app.server.maxConnections = maxConnections;
  app.server.maxHeadersCount = 100;
  readJsonBodies(app);
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

/**
 * A site of many hosts for the fleet: each address of 127.1.0.0/16 is a host of its own, all answered by one process. Pages of a
 * host link to each other and to the next host. It remembers when each host was asked, and how often each page was.
 */
import { createServer, type Server } from 'node:http';

/** What the site has seen. */
export interface Seen {
  requests: number;
  /** Pages that were asked for, each once. */
  pages: number;
  /** Requests for pages beyond the first one of each. */
  again: number;
  /** The smallest time between two requests of one host, in milliseconds, and how many were closer than the delay by a tenth. */
  smallestGapMs: number;
  tooClose: number;
  /** The most requests that one host has had in hand at once. */
  mostAtOnce: number;
  /** From the first request for a page to the last one, in milliseconds. */
  spanMs: number;
}

/** What a site is told at its start. */
export interface SitePlan {
  hosts: number;
  pagesPerHost: number;
  /** How long an answer takes, in milliseconds. */
  latencyMs: number;
  /** The delay that each host is to be given, in milliseconds. */
  delayMs: number;
}

/** Share of the delay by which timers and busy machines may bring requests closer together on their way. */
const allowance = 0.1;

/** The address of a host. */
export const hostAddress = (host: number): string => `127.1.${Math.floor(host / 250)}.${(host % 250) + 1}`;

if (process.send !== undefined) {
  const plan: SitePlan = JSON.parse(process.argv[2] ?? '{}');
  serve(plan);
}

function portOf(server: Server): number {
  const address = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}

function serve({ hosts, pagesPerHost, latencyMs, delayMs }: SitePlan): void {
  const asked = new Map<string, number>();
  const lastOf = new Map<string, number>();
  const inHand = new Map<string, number>();
  let mostAtOnce = 0;
  let requests = 0;
  let smallestGapMs = Infinity;
  let tooClose = 0;
  let first = 0;
  let last = 0;
  const server = createServer((request, response) => {
    const now = performance.now();
    const host = request.headers.host ?? '';
    const before = lastOf.get(host);
    lastOf.set(host, now);
    requests += 1;
    if (before !== undefined) {
      smallestGapMs = Math.min(smallestGapMs, now - before);
      if (now - before < (1 - allowance) * delayMs) tooClose += 1;
    }
    if (request.url === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    const atOnce = (inHand.get(host) ?? 0) + 1;
    inHand.set(host, atOnce);
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    response.once('close', () => inHand.set(host, (inHand.get(host) ?? 1) - 1));
    first = first === 0 ? now : first;
    last = now;
    const page = `${host}${request.url ?? ''}`;
    asked.set(page, (asked.get(page) ?? 0) + 1);
    const [, a = '0', b = '1'] = /^127\.1\.(\d+)\.(\d+)/.exec(host) ?? [];
    const number = Number(a) * 250 + Number(b) - 1;
    setTimeout(
      () => response.setHeader('content-type', 'text/html').end(bodyOf(number, request.url ?? '/')),
      latencyMs,
    );
  });

  function bodyOf(host: number, path: string): string {
    const page = Number(path.slice(1) || 0);
    const port = portOf(server);
    const next = [2 * page + 1, 2 * page + 2].filter((one) => one < pagesPerHost);
    const links = next.map((one) => `<a href="/${one}">page ${one}</a>`).join('');
    const other = `<a href="http://${hostAddress((host + 1) % hosts)}:${port}/">next host</a>`;
    return `<!doctype html><title>Host ${host} page ${page}</title><h1>Host ${host} page ${page}</h1><p>${'text '.repeat(200)}</p>${links}${other}`;
  }

  process.on('message', () => {
    const counts = [...asked.values()];
    process.send?.({
      requests,
      pages: counts.length,
      again: counts.reduce((sum, count) => sum + count - 1, 0),
      smallestGapMs,
      tooClose,
      mostAtOnce,
      spanMs: last - first,
    } satisfies Seen);
  });
  server.listen(0, '0.0.0.0', () => process.send?.(portOf(server)));
}

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';

/** What a site does to the crawl of a shop that went well the night before. */
export const nightFaults = ['gone', 'refusing', 'renamed', 'unlinked', 'fewer', 'priceless'] as const;
export type NightFault = (typeof nightFaults)[number];

/** A request as its host has seen it. */
export interface Arrival {
  /** In milliseconds, of the clock of this process. */
  at: number;
  /** Requests in flight at the host, this one included. */
  inFlight: number;
}

/** Many shops on some hosts, which log what arrives. */
export interface NightSite {
  /** The spider of each shop. */
  spiders: readonly { name: string }[];
  /** What has arrived at each host, oldest first. */
  arrivals: readonly (readonly Arrival[])[];
  /** Breaks a shop, from the next request on. */
  breaks(shop: number, fault: NightFault): void;
  close(): Promise<void>;
}

/** The delay of every spider, in seconds, and its requests to a host at once. */
export const nightDelay = 0.05;
export const nightSlots = 2;

/** Products of a shop. The shops of a host differ by one or two, as sites do. */
const productsOf = (shop: number): number => 11 + (shop % 3);
/** How long every other host takes to answer, in milliseconds: longer than the delay, so that its slots are what bounds it. */
const slowMs = 150;

/**
 * Starts `hosts` servers with `shops` shops between them: host n has the shops n, n + hosts, and so on. A shop is a list that links
 * to its products.
 */
export async function startNightSite(shops: number, hosts: number): Promise<NightSite> {
  const faults = new Map<number, NightFault>();
  const arrivals: Arrival[][] = Array.from({ length: hosts }, () => []);
  const servers = await Promise.all(
    arrivals.map((log, host) => listen(logging(log, answers(faults), host % 2 === 0 ? 0 : slowMs))),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  return {
    spiders: Array.from({ length: shops }, (_, shop) => spiderOf(shop, ports[shop % hosts] ?? 0)),
    arrivals,
    breaks: (shop, fault) => void faults.set(shop, fault),
    close: async () => void (await Promise.all(servers.map(close))),
  };
}

/**
 * How many milliseconds earlier than allowed the requests to a host came, over any number of them in a row: the most by which a
 * stretch is shorter than its number of delays. Summed over a stretch, a single late request counts once.
 */
export function mostAhead(arrivals: readonly Arrival[], delayMs: number): number {
  let latestStart = -Infinity;
  let most = 0;
  for (const [index, { at }] of arrivals.entries()) {
    const slack = at - index * delayMs;
    most = Math.max(most, latestStart - slack);
    latestStart = Math.max(latestStart, slack);
  }
  return most;
}

const nameOf = (shop: number): string => `shop-${String(shop).padStart(3, '0')}`;

function spiderOf(shop: number, port: number) {
  const name = nameOf(shop);
  return {
    name,
    allowed_domains: ['127.0.0.1'],
    start_urls: [`http://127.0.0.1:${port}/${name}/`],
    rules: [{ allow: [`/${name}/product/`], callback: 'product', follow: false }],
    callbacks: { product: { extract: { title: { css: 'h1::text' }, price: { css: '.price::text' } } } },
    settings: {
      DOWNLOAD_DELAY: nightDelay,
      CONCURRENT_REQUESTS_PER_DOMAIN: nightSlots,
      RANDOMIZE_DOWNLOAD_DELAY: false,
      AUTOTHROTTLE_ENABLED: false,
      RETRY_TIMES: 0,
      USE_SITEMAP: false,
    },
    expect: { fields: { price: { min_fill: 0.5 } } },
  };
}

interface Answer {
  status: number;
  body: string;
}

/** Answers a path as the shop does that it belongs to. */
function answers(faults: ReadonlyMap<number, NightFault>): (path: string) => Answer {
  return (path) => {
    const [, shop = NaN, product] = (/^\/shop-(\d+)\/(?:product\/(\d+))?$/.exec(path) ?? []).map(Number);
    if (Number.isNaN(shop)) return { status: 404, body: '' };
    const fault = faults.get(shop);
    if (fault === 'refusing') return { status: 403, body: page('Access denied') };
    if (product === undefined || Number.isNaN(product))
      return fault === 'gone'
        ? { status: 404, body: page('Not found') }
        : { status: 200, body: list(shop, fault) };
    const heading = fault === 'renamed' ? 'h2' : 'h1';
    const price = fault === 'priceless' || fault === 'renamed' ? '' : `<p class="price">${product}.50</p>`;
    return { status: 200, body: page(`<${heading}>Product ${product}</${heading}>${price}`) };
  };
}

function list(shop: number, fault: NightFault | undefined): string {
  const count = fault === 'fewer' ? 3 : productsOf(shop);
  const folder = fault === 'unlinked' ? 'item' : 'product';
  const links = Array.from(
    { length: count },
    (_, at) => `<a href="/${nameOf(shop)}/${folder}/${at + 1}">x</a>`,
  );
  return page(links.join(''));
}

const page = (body: string): string => `<!doctype html><title>Shop</title><body>${body}</body>`;

function logging(log: Arrival[], answer: (path: string) => Answer, latencyMs: number): RequestListener {
  let inFlight = 0;
  return (request, response) => {
    inFlight += 1;
    log.push({ at: performance.now(), inFlight });
    response.once('close', () => (inFlight -= 1));
    const { status, body } = answer(request.url ?? '');
    const send = (): unknown =>
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
    if (latencyMs === 0) send();
    else void pass(latencyMs).then(send);
  };
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

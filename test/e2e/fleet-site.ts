import { createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Spider } from '../../shared/spider/schema.ts';

/** Hosts on loopback, each at a port of its own, whose pages link to each other. */
export interface FleetSite {
  spider: Spider;
  /** Number of pages of all hosts. */
  pages: number;
  /** Pages that were asked for, each as often as it was. */
  readonly asked: readonly string[];
  /** The most requests that one host has had in hand at once. */
  readonly mostAtOnce: number;
  /** Answers nothing more until what it returns is called. */
  hold(): () => void;
  /** Resolves once so many pages were asked for. */
  reached(count: number): Promise<void>;
}

/** How long a page takes, in milliseconds: long enough that several workers find something to do. */
const answerMs = 40;

/** Starts the site. It ends with the test. */
export async function startFleetSite({
  hosts,
  pagesOfHost,
  hasCalendar = false,
}: {
  hosts: number;
  pagesOfHost: number;
  /** Whether each host has a calendar, which never ends. */
  hasCalendar?: boolean;
}): Promise<FleetSite> {
  const asked: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let mostAtOnce = 0;
  let isOpen = Promise.resolve();

  async function openHost(): Promise<string> {
    let inHand = 0;

    async function answer(response: ServerResponse, pathname: string): Promise<void> {
      await delay(answerMs);
      await isOpen;
      inHand -= 1;
      response.setHeader('content-type', 'text/html').end(answerAt(pathname));
    }

    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://host');
      if (pathname === '/robots.txt') {
        response.writeHead(404).end();
        return;
      }
      inHand += 1;
      mostAtOnce = Math.max(mostAtOnce, inHand);
      asked.push(`${request.headers.host}${pathname}`);
      for (const { count, resolve } of waiting) if (asked.length >= count) resolve();
      void answer(response, pathname);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${portOf(server)}`;
  }

  function answerAt(pathname: string): string {
    const day = /^\/calendar\/(\d+)$/.exec(pathname)?.[1];
    return day === undefined
      ? pageAt(Number(pathname.slice(1) || 0))
      : `<!doctype html><title>Day ${day}</title><h1>Day ${day}</h1>${linkToDay(Number(day) + 1)}`;
  }

  const linkToDay = (day: number): string => `<a href="/calendar/${day}">day ${day}</a>`;

  const pageAt = (number: number): string => {
    const next = [2 * number + 1, 2 * number + 2].filter((one) => one < pagesOfHost);
    const links = next.map((one) => `<a href="/${one}">${one}</a>`).join('');
    const calendar = hasCalendar && number === 0 ? linkToDay(1) : '';
    return `<!doctype html><title>Page ${number}</title><h1>Page ${number}</h1>${calendar}${links}`;
  };
  const origins = await Promise.all(Array.from({ length: hosts }, openHost));
  return {
    spider: {
      name: 'fleet',
      allowed_domains: ['127.0.0.1'],
      start_urls: origins.map((origin) => `${origin}/`),
      rules: [{ allow: ['.*'], callback: 'page', follow: true }],
      callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
      settings: {
        CONCURRENT_REQUESTS: 4,
        CONCURRENT_REQUESTS_PER_DOMAIN: 1,
        DOWNLOAD_DELAY: 0,
        AUTOTHROTTLE_ENABLED: false,
        TRAP_DETECTION: false,
      },
    },
    pages: hosts * pagesOfHost,
    asked,
    get mostAtOnce() {
      return mostAtOnce;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      isOpen = promise;
      return resolve;
    },
    reached: (count) =>
      asked.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}

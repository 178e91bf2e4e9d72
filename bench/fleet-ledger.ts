/**
 * Processor time of a page in the ledger: with SQLite, and in a session of a fleet over PostgreSQL, whose server is counted as well. The
 * pages are claimed and completed as a crawl does, without fetching and parsing anything. Prints one JSON object.
 *
 *     node bench/fleet-ledger.ts [pages]
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fingerprintResolved } from '../electron/engine/fingerprint.ts';
import type { CrawlPorts } from '../electron/engine/ports/crawl-ports.ts';
import type { ClaimedRequest, CompletedPage, NewRequest } from '../electron/engine/ports/ledger.ts';
import { compressPage } from '../electron/engine/stored-page.ts';
import { openStore } from '../electron/store/open.ts';
import { openFleetPorts } from '../electron/store/postgres/ledger/ports.ts';
import { newBenchRun, poolOf, startFleetServer } from './fleet-server.ts';

const pages = Number(process.argv[2] ?? 5000);
const hosts = 20;
/** Requests in flight at once, and how long each of them takes, in milliseconds. */
const [slots, fetchMs] = [32, 20];

const text = randomBytes(9000).toString('base64');
const stored = Array.from({ length: 200 }, (_, n) => compressPage(text.slice(n) + n, 'utf-8'));

const sqlite = await onSqlite();
const fleet = await onPostgres();
console.log(JSON.stringify({ pages, sqlite, fleet }, null, 2));

async function onSqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-ledger-'));
  const store = openStore(join(folder, 'runs.db'));
  try {
    return await measure(store.crawlPorts(await newBenchRun(store)));
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onPostgres() {
  const { server, run, cpuMs, close } = await startFleetServer();
  const pool = poolOf(server);
  try {
    const summary = (): Promise<never> => Promise.reject(new Error('Nobody asks.'));
    const ports = openFleetPorts(pool, run, { owner: 'bench', ownership: 'free', summary });
    const before = cpuMs();
    const figures = await measure(ports);
    const serverCpuMs = (cpuMs() - before) / pages;
    await ports.control.end('paused', 'Measured.', 'paused');
    ports.close();
    return { ...figures, serverCpuMs: Math.round(serverCpuMs * 1000) / 1000 };
  } finally {
    await pool.end();
    await close();
  }
}

/** @returns milliseconds of processor time a page, and pages a second */
async function measure({ control, ledger }: CrawlPorts) {
  await control.begin();
  let urls = 0;
  const next = (parent: string | null): NewRequest => requestOf(urls++, parent);
  await ledger.admit(Array.from({ length: 5 * hosts }, () => next(null)));
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  let taken = 0;
  const work = async (slot: number): Promise<void> => {
    for (let turn = slot; taken < pages; turn += 1) {
      const [request] = await ledger.claim(originOf(turn), 1, Date.now());
      if (request === undefined) continue;
      const n = taken;
      taken += 1;
      await delay(fetchMs);
      const links = n % 5 === 0 ? [next(request.id), next(request.id)] : [next(request.id)];
      await ledger.complete(pageOf(request, n, links), true);
    }
  };
  await Promise.all(Array.from({ length: slots }, (_, slot) => work(slot)));
  await ledger.flush();
  const { user, system } = process.cpuUsage(cpu);
  const { done } = await ledger.counters();
  return {
    cpuMs: Math.round((user + system) / done) / 1000,
    pagesPerSecond: Math.round((done / (performance.now() - began)) * 1000),
  };
}

function originOf(n: number): string {
  return `https://host${n % hosts}.example.org`;
}

function requestOf(n: number, parent: string | null): NewRequest {
  const url = `${originOf(n)}/some/path/page-${n}.html`;
  return {
    url,
    fingerprint: fingerprintResolved(url),
    origin: originOf(n),
    priority: 0,
    depth: parent === null ? 0 : 1,
    rule: 0,
    callback: 'parse_page',
    follow: true,
    parent,
  };
}

function pageOf({ id, url }: ClaimedRequest, n: number, links: NewRequest[]): CompletedPage {
  const fields = ['content-type', 'text/html', 'content-length', String(50_000 + n), 'etag', `"${n}"`];
  return {
    id,
    facts: {
      status: 200,
      finalUrl: url,
      bytes: 54_000,
      durationMs: 33.3,
      contentType: 'text/html; charset=utf-8',
      head: { statusLine: 'HTTP/1.1 200 OK', fields },
    },
    items: [
      {
        url,
        callback: 'parse_page',
        title: `Title of ${n}`,
        content: 'Some content '.repeat(20),
        author: 'Somebody',
        published_date: '2026-01-01',
        metadata: { price: n, tags: ['a', 'b', 'c'], description: 'x'.repeat(200) },
        problems: [],
      },
    ],
    links,
    page: stored[n % stored.length] ?? null,
    events: [],
  };
}

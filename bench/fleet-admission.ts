/**
 * How fast sessions of one run admit URLs over PostgreSQL: each offers its share, and those of another one that has offered them
 * shortly before or does so later. Prints one JSON object; ends with 1 when a URL is missing, was admitted twice, or a target was missed.
 *
 *     node bench/fleet-admission.ts [urls] [sessions]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fingerprintResolved } from '../electron/engine/fingerprint.ts';
import type { NewRequest } from '../electron/engine/ports/ledger.ts';
import { openFleetPorts } from '../electron/store/postgres/ledger/ports.ts';
import { poolOf, startFleetServer, type ServerPlace } from './fleet-server.ts';

const hosts = 1000;
const step = 2500;
/** What is promised: new URLs a second, of all sessions together. */
const target = 20_000;

/** What a session is to do. */
interface Share {
  place: ServerPlace;
  run: string;
  number: number;
  sessions: number;
  urls: number;
}

if (process.send !== undefined) {
  const [share]: Share[] = await once(process, 'message');
  if (share !== undefined) await admitShare(share);
} else {
  const [urls, sessions] = [Number(process.argv[2] ?? 200_000), Number(process.argv[3] ?? 4)];
  const figures = await measure(urls, sessions);
  console.log(JSON.stringify(figures, null, 2));
  process.exitCode = figures.met ? 0 : 1;
}

async function measure(urls: number, sessions: number) {
  const fleet = await startFleetServer();
  try {
    const { port, user, password } = fleet.server;
    const children = Array.from({ length: sessions }, () => fork(import.meta.filename));
    await Promise.all(
      children.map((child, number) => {
        const share = { place: { port, user, password }, run: fleet.run, number, sessions, urls };
        child.send(share satisfies Share);
        return once(child, 'message');
      }),
    );
    const before = fleet.cpuMs();
    const began = performance.now();
    const admitted = await Promise.all(
      children.map(async (child) => {
        child.send('begin');
        const [count]: unknown[] = await once(child, 'message');
        return Number(count);
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    const serverCpuUs = ((fleet.cpuMs() - before) * 1000) / urls;
    const [rows] = await fleet.server.query<{ requests: string; distinct: string; counted: string }>(
      `SELECT count(*) AS requests, count(DISTINCT fingerprint) AS distinct,
        (SELECT sum(queued) FROM spider_studio.origins) AS counted FROM spider_studio.requests`,
    );
    const perSecond = Math.round(urls / seconds);
    const told = admitted.reduce((sum, count) => sum + count, 0);
    const counts = [rows?.requests, rows?.distinct, rows?.counted].map(Number);
    const isWhole = told === urls && counts.every((count) => count === urls);
    return {
      urls,
      sessions,
      seconds: Math.round(seconds * 10) / 10,
      perSecond,
      serverCpuUs: Math.round(serverCpuUs * 10) / 10,
      isWhole,
      met: isWhole && perSecond >= target,
    };
  } finally {
    await fleet.close();
  }
}

/** Admits the share of one session, and tells how many URLs were new. */
async function admitShare({ place, run, number, sessions, urls }: Share): Promise<void> {
  const pool = poolOf(place);
  const summary = (): Promise<never> => Promise.reject(new Error('Nobody asks.'));
  const ports = openFleetPorts(pool, run, { owner: `bench ${number}`, ownership: 'given', summary });
  await ports.control.begin();
  process.send?.('ready');
  await once(process, 'message');
  const share = urls / sessions;
  let admitted = 0;
  for (let at = 0; at < share; at += step) {
    const count = Math.min(step, share - at);
    const requests = [number, number + 1].flatMap((whose) => {
      // What is of another session is half a share ahead or behind, as links between sites are.
      const from = whose === number ? at : (at + share / 2) % share;
      return Array.from({ length: count }, (_, n) => requestOf((whose * share + from + n) % urls));
    });
    admitted += await ports.ledger.admit(requests);
  }
  process.send?.(admitted);
  ports.close();
  process.disconnect();
}

function requestOf(n: number): NewRequest {
  const origin = `https://host${n % hosts}.example.org`;
  const url = `${origin}/some/path/page-${n}.html`;
  return {
    url,
    fingerprint: fingerprintResolved(url),
    origin,
    priority: 0,
    depth: 1,
    rule: 0,
    callback: 'parse_page',
    follow: true,
    parent: '1',
  };
}

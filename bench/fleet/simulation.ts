/**
 * A fleet on paper: what a thousand workers and a billion URLs ask of one PostgreSQL server. Pure arithmetic over measured
 * figures and assumptions; `docs/performance.md` holds what it prints. Nothing of this size was ever run.
 *
 *     node bench/fleet/simulation.ts
 */

/** Figures that were measured, with the benchmark that says so. */
const measured = {
  /** Processor time of a page in its worker, in milliseconds; bench:fleet. */
  workerMs: 2,
  /** Of the server, with one worker of 8 slots, whose batches are small; bench:fleet. */
  serverMs: 0.9,
  /** Of the server for the ledger alone, with batches of 32 requests in flight; bench:fleet-ledger. */
  ledgerMs: 0.3,
  /** Of the server for a slice of one of 10,000 hosts; bench:job-engines. */
  sliceMs: 0.2,
  /** New URLs a second that four sessions admit on two cores; bench:fleet-admission. */
  admittedPerSecond: 18_700,
  /** Of the server for a new URL, where four sessions offer each twice; bench:fleet-admission. */
  admissionMs: 0.052,
  /** Bytes of a request that is done, with its indexes: 50,000 admitted as in bench:fleet-admission, then updated and vacuumed in turn. */
  requestBytes: 584,
};

/** What is assumed, and not measured. */
const assumed = {
  urls: 1e9,
  slots: 8,
  latencyMs: 100,
  /** DOWNLOAD_DELAY of each host, in milliseconds. */
  delayMs: 1000,
  /** Hosts that a worker has for each of its slots. */
  hostsPerSlot: 4,
  /** Pages of a host slice, before the host is drained or goes to another worker. */
  pagesPerSlice: 10,
  serverCores: 16,
  /** How much of them the ledger may take; the rest is for autovacuum, the log and people. */
  usableShare: 0.7,
  /** Until a commit is on the disk, in milliseconds. */
  flushMs: 2,
  /** Pages of a batch of one run: with 8 slots, and at most. */
  smallBatch: 5,
  largeBatch: 100,
  /** Seconds between two signs of life of a worker, and rows of each host that they touch: the claim and its job. */
  signOfLifeSeconds: 3,
  rowsPerHost: 2,
  /** Messages of a worker to the fleet, a second: the most that it sends of hosts that wait. */
  messagesPerSecond: 2,
  /** Processor time of the server to hand one message to one session, in milliseconds. */
  messageMs: 0.005,
  /** The pools of the fleet and of the job engine when both are full, and the threads of the store. */
  connectionsPerWorker: 6 + 2 + 4,
  /** Pages a second of a worker that is kept busy: more slots, hosts without delays. */
  busyPages: 300,
};

/** What a number of workers asks of the server, and what one server gives. */
interface Load {
  workers: number;
  /** Pages a second that the workers can fetch. */
  pagesPerSecond: number;
  /** Cores of the server that this takes: by the ledger alone with large batches, and as measured with small ones. */
  serverCores: readonly [number, number];
  /** Servers of the assumed size that are needed, by the same two figures. */
  servers: readonly [number, number];
  slicesPerSecond: number;
  /** Rows that signs of life touch, a second. */
  touchedRows: number;
  /** Messages that the server hands to sessions, a second. */
  delivered: number;
  connections: number;
  /** Hours for all URLs, if there are servers enough. */
  hours: number;
}

/** Pages a second that one worker of one core fetches: limited by its slots, by the delays of its hosts, or by its processor. */
export function pagesOfWorker(delayMs = assumed.delayMs): number {
  const { slots, latencyMs, hostsPerSlot } = assumed;
  const bySlots = (slots * 1000) / latencyMs;
  const byHosts = (slots * hostsPerSlot * 1000) / Math.max(delayMs, latencyMs);
  return Math.min(bySlots, byHosts, 1000 / measured.workerMs);
}

/** What a number of workers asks of the server. */
export function loadOf(workers: number, delayMs = assumed.delayMs): Load {
  const pagesPerSecond = workers * pagesOfWorker(delayMs);
  const slicesPerSecond = pagesPerSecond / assumed.pagesPerSlice;
  const slices = (slicesPerSecond * measured.sliceMs) / 1000;
  const best = (pagesPerSecond * measured.ledgerMs) / 1000 + slices;
  const worst = (pagesPerSecond * measured.serverMs) / 1000;
  const usable = assumed.serverCores * assumed.usableShare;
  const hosts = workers * assumed.slots * assumed.hostsPerSlot;
  return {
    workers,
    pagesPerSecond,
    serverCores: [best, worst],
    servers: [Math.ceil(best / usable), Math.ceil(worst / usable)],
    slicesPerSecond,
    touchedRows: (hosts * assumed.rowsPerHost) / assumed.signOfLifeSeconds,
    delivered: workers * workers * assumed.messagesPerSecond,
    connections: workers * assumed.connectionsPerWorker,
    hours: assumed.urls / pagesPerSecond / 3600,
  };
}

/** Pages a second of one run on one server: its batches are written one after the other, each with its way to the disk. */
export function pagesOfRun(batch: number): number {
  return (1000 * batch) / (batch * measured.ledgerMs + assumed.flushMs);
}

/** What does not depend on the number of workers, as rows of a table. */
function fixedRows(): (readonly [string, string])[] {
  const { urls, serverCores, usableShare, delayMs, smallBatch, largeBatch, busyPages } = assumed;
  const usable = serverCores * usableShare;
  return [
    [`pages a second of a worker, hosts ${delayMs / 1000} s apart`, round(pagesOfWorker())],
    ['the same without delays', round(pagesOfWorker(0))],
    ['hours to admit all URLs, at the measured rate', round(urls / measured.admittedPerSecond / 3600)],
    [
      'the same, if all usable cores admit beside each other',
      round((urls * measured.admissionMs) / 1000 / usable / 3600),
    ],
    [`pages a second of one run, batches of ${smallBatch}`, round(pagesOfRun(smallBatch))],
    [`the same, batches of ${largeBatch}`, round(pagesOfRun(largeBatch))],
    ['GB of requests with their indexes', round((urls * measured.requestBytes) / 1e9)],
    [
      `workers that one server carries, ${round(pagesOfWorker())} pages a second each`,
      carried(pagesOfWorker()),
    ],
    [`the same, ${busyPages} pages a second each`, carried(busyPages)],
  ];
}

/** Workers until the usable cores of one server are taken: with small batches as measured, and at best. */
function carried(pagesPerSecond: number): string {
  const usable = assumed.serverCores * assumed.usableShare;
  const best = measured.ledgerMs + measured.sliceMs / assumed.pagesPerSlice;
  return pair([measured.serverMs, best].map((ms) => (usable * 1000) / ms / pagesPerSecond));
}

const pair = (figures: readonly number[]): string => [...new Set(figures.map(round))].join(' to ');

/** Rounds to two digits that count. */
function round(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en');
}

/** The tables of the simulation in Markdown. */
export function simulation(): string {
  const loads = [10, 40, 200, 1000].map((workers) => loadOf(workers));
  const row = (name: string, value: (load: Load) => string): string =>
    `| ${[name, ...loads.map((load) => value(load))].join(' | ')} |`;
  return [
    row('workers', ({ workers }) => workers.toLocaleString('en')),
    `| ${['---', ...loads.map(() => '---')].join(' | ')} |`,
    row('pages a second', ({ pagesPerSecond }) => round(pagesPerSecond)),
    row('hours for a billion pages', ({ hours }) => round(hours)),
    row('cores of the server', ({ serverCores }) => pair(serverCores)),
    row(`servers of ${assumed.serverCores} cores`, ({ servers }) => pair(servers)),
    row('host slices a second', ({ slicesPerSecond }) => round(slicesPerSecond)),
    row('rows a second for signs of life', ({ touchedRows }) => round(touchedRows)),
    row('messages handed out a second, at most', ({ delivered }) => round(delivered)),
    row('cores of the server for these', ({ delivered }) => round((delivered * assumed.messageMs) / 1000)),
    row('connections, at most', ({ connections }) => round(connections)),
    '',
    '| for any number of workers | figure |',
    '| --- | --- |',
    ...fixedRows().map(([name, figure]) => `| ${name} | ${figure} |`),
  ].join('\n');
}

if (import.meta.main) console.log(simulation());

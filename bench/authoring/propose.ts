import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { propose } from '../../electron/authoring/propose.ts';
import { renderTable } from '../../electron/cli/table.ts';
import { openSet } from './labelled-set.ts';

const usage = `Measures the processor time of everything that is proposed for a page, and of parsing it.

  npm run bench:propose -- --data DIR [--set NAME] [--rounds N]

DIR holds a folder per set, as for score:authoring. The times are milliseconds, the lowest of N rounds over all pages (3), all threads
counted. The first round warms the code up, as the first pages of a process do. Times of pages from 0.5 MB on are also given
for 1 MB of markup.`;

const { values } = parseArgs({
  options: { data: { type: 'string' }, set: { type: 'string' }, rounds: { type: 'string', default: '3' } },
});
const { data } = values;
const rounds = Number(values.rounds);
if (data === undefined || !(rounds >= 1)) {
  console.error(usage);
  process.exit(2);
}

const large = 500_000;
const sets = readdirSync(data)
  .filter((name) => existsSync(join(data, name, 'truth.json')))
  .filter((name) => values.set === undefined || name === values.set);
const choices = new Map<string, number>();
const pages = sets.flatMap((name) => {
  const set = openSet(data, name);
  return set.pages.map((page) => ({ set, page, size: 0, parsed: Infinity, proposed: Infinity }));
});

for (let round = 1; round <= rounds; round += 1) {
  for (const measured of pages) {
    const { set, page } = measured;
    measured.size = set.read(page).length;
    const start = milliseconds();
    const tree = set.parse(page);
    const parsed = milliseconds();
    const proposal = propose(tree, {
      url: page.url ?? 'https://example.org/',
      fetchedAt: 0,
      rendered: false,
    });
    measured.parsed = Math.min(measured.parsed, parsed - start);
    measured.proposed = Math.min(measured.proposed, milliseconds() - parsed);
    if (round > 1) continue;
    for (const { scope } of proposal.choices.slice(0, 3)) choices.set(scope, (choices.get(scope) ?? 0) + 1);
  }
}

const rows = sets.map((name) => {
  const own = pages.filter(({ set }) => set.name === name);
  return [name, String(own.length), ...quantiles(own.map(({ proposed }) => proposed))];
});
const big = pages.filter(({ size }) => size >= large);
const perMb = (read: (page: (typeof pages)[number]) => number): string[] => [
  String(big.length),
  ...quantiles(big.map((page) => (read(page) * 1_000_000) / page.size)),
];
rows.push(
  ['all', String(pages.length), ...quantiles(pages.map(({ proposed }) => proposed))],
  ['from 0.5 MB, for 1 MB', ...perMb(({ proposed }) => proposed)],
  ['the same, parsing', ...perMb(({ parsed }) => parsed)],
);
console.log(renderTable(['set', 'pages', 'median', '95th percentile', 'longest'], rows));
console.log([...choices].map(([scope, count]) => `${scope}: ${count}`).join(', '));

function milliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function quantiles(times: readonly number[]): string[] {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return [at(0.5), at(0.95), at(1)];
}

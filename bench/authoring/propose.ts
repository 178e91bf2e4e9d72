import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { propose } from '../../electron/authoring/propose.ts';
import { renderTable } from '../../electron/cli/table.ts';
import { openSet } from './labelled-set.ts';

const usage = `Measures the processor time of everything that is proposed for a page, parsing left out.

  npm run bench:propose -- --data DIR [--set NAME]

DIR holds a folder per set, as for score:authoring. The times are milliseconds; those of pages from 0.5 MB on are also given for
1 MB of markup.`;

const { values } = parseArgs({ options: { data: { type: 'string' }, set: { type: 'string' } } });
const { data } = values;
if (data === undefined) {
  console.error(usage);
  process.exit(2);
}

const large = 500_000;
const sets = readdirSync(data)
  .filter((name) => existsSync(join(data, name, 'truth.json')))
  .filter((name) => values.set === undefined || name === values.set);
const all: { size: number; ms: number }[] = [];
const choices = new Map<string, number>();

const rows = sets.map((name) => {
  const set = openSet(data, name);
  const times: number[] = [];
  for (const page of set.pages) {
    const text = set.read(page);
    const tree = set.parse(page);
    const facts = { url: page.url ?? 'https://example.org/', fetchedAt: 0, rendered: false };
    const before = process.cpuUsage();
    const proposal = propose(tree, facts);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    times.push(ms);
    all.push({ size: text.length, ms });
    for (const { scope } of proposal.choices.slice(0, 3)) choices.set(scope, (choices.get(scope) ?? 0) + 1);
  }
  return [name, String(set.pages.length), ...quantiles(times)];
});
const perMb = all.filter(({ size }) => size >= large).map(({ size, ms }) => (ms * 1_000_000) / size);
rows.push(['all', String(all.length), ...quantiles(all.map(({ ms }) => ms))]);
rows.push(['from 0.5 MB, for 1 MB', String(perMb.length), ...quantiles(perMb)]);
console.log(renderTable(['set', 'pages', 'median', '95th percentile', 'longest'], rows));
console.log([...choices].map(([scope, count]) => `${scope}: ${count}`).join(', '));

function quantiles(times: readonly number[]): string[] {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return [at(0.5), at(0.95), at(1)];
}

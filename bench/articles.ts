import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeProblem } from '../bin/node-version.mjs';
import { renderTable } from '../electron/cli/table.ts';
import { pagesOf, type Reading } from './articles/read-pages.ts';
import { insaneResults } from './articles/sane.ts';
import { here, run } from './process.ts';

/**
 * npm run bench:articles -- --data DIR: the processor time of an article, from the text of its page to its own, next to
 * readability and defuddle on the same pages. Ends with 1 when what one of them found cannot be right. See README.md.
 */

const names = ['own', 'readability', 'defuddle'] as const;
type Name = (typeof names)[number];

async function bench(): Promise<number> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      set: { type: 'string', default: 'news' },
      rounds: { type: 'string', default: '3' },
      out: { type: 'string' },
    },
  });
  const folder = join(values.data ?? '', values.set, 'html');
  if (values.data === undefined || !existsSync(folder)) {
    console.error(
      'Usage: npm run bench:articles -- --data DIR [--set news] [--rounds 3] [--out FOLDER], pages in DIR/SET/html/*.html.gz',
    );
    return 2;
  }
  if (!existsSync(here('.rivals/node_modules/defuddle'))) await run([here('install-rivals.mjs')]);
  const pageTexts = new Map(pagesOf(folder).map(({ id, read }) => [id, read()]));
  const readings = new Map<Name, readonly Reading[]>();
  const times = new Map<Name, number[][]>(names.map((name) => [name, []]));
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const name of round % 2 === 0 ? names.toReversed() : names) {
      const all = await readAll(name, folder);
      const pages = all.filter(({ id }) => id !== null);
      readings.set(name, all);
      times.get(name)?.push(pages.map(({ cpuMs }) => cpuMs));
      if (values.out !== undefined && name !== 'own') keep(join(values.out, name), values.set, pages);
    }
    const problems = insaneResults(readings, pageTexts);
    if (problems.length > 0) {
      console.error(`The figures do not compare:\n${problems.join('\n')}`);
      return 1;
    }
  }
  const figures = names.map((name) => figuresOf(times.get(name) ?? []));
  const table = figures.map((own, index) => [names[index] ?? '', ...own.map((ms) => ms.toFixed(1))]);
  const [own = [], ...others] = figures;
  others.forEach((other, index) => {
    const ratios = own.map((ms, column) => `${(ms / (other[column] ?? ms)).toFixed(2)}×`);
    table.push([`own : ${names[index + 1]}`, ...ratios]);
  });
  console.log(renderTable(['ms CPU a page, parsing included', 'median', '99th percentile', 'mean'], table));
  console.log(`Pages of ${values.set}, ${values.rounds} rounds in turn, medians of the rounds.`);
  return 0;
}

async function readAll(name: Name, folder: string): Promise<Reading[]> {
  const program = name === 'own' ? [here('articles/own.ts')] : [here('articles/rival.mjs'), name];
  const out = await run([...program, folder]);
  return out
    .split('\n')
    .filter(Boolean)
    .map((line): Reading => JSON.parse(line));
}

/** Writes what a rival found as `npm run score -- --against` takes it. */
function keep(folder: string, set: string, pages: readonly Reading[]): void {
  mkdirSync(folder, { recursive: true });
  const found = Object.fromEntries(pages.map(({ id, cpuMs: _cpuMs, error: _error, ...rest }) => [id, rest]));
  writeFileSync(join(folder, `${set}.json`), JSON.stringify(found, null, 1));
}

/** Median, 99th percentile and mean of the pages, each the median of the rounds. */
function figuresOf(rounds: readonly (readonly number[])[]): number[] {
  const each = rounds.map((times) => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    return [at(0.5), at(0.99), times.reduce((sum, ms) => sum + ms, 0) / Math.max(1, times.length)];
  });
  return [0, 1, 2].map((figure) => {
    const sorted = each.map((figures) => figures[figure] ?? 0).sort((a, b) => a - b);
    return sorted[(sorted.length - 1) >> 1] ?? 0;
  });
}

const wrongNode = nodeProblem(process.versions.node);
if (wrongNode === null) process.exitCode = await bench();
else {
  console.error(`${wrongNode} Use "npm run bench:articles".`);
  process.exitCode = 1;
}

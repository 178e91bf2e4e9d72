import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { renderTable } from '../electron/cli/table.ts';
import { prove, type Proof } from '../electron/proof/prove.ts';
import { openSet } from './authoring/labelled-set.ts';
import { randomOf } from '../electron/proof/stress/random.ts';
import { goodSpiders, setsOfSpiders, type GoodSpider } from './proof/good-spiders.ts';
import { faults, mutantOf, type Fault } from './proof/mutants.ts';
import { sourceOf } from './proof/saved-pages.ts';
import { readOptions, refuse } from './read-options.ts';

const usage = `Measures how many spiders with a planted fault are refused, and how many good ones.

  npm run bench:faults -- --pages DIR --seed N [--mutants N] [--good N] [--half a|b] [--json] [--verbose]

DIR holds labelled pages: a folder for each of the sets ${setsOfSpiders.join(', ')}, as many as there are, each with truth.json and the
gzipped pages that it names. For each labelled page or site a good spider is made, whose values are those of the labels. --good good
spiders (100) are chosen by the seed, and faults are planted in them in turn, up to --mutants (360). --half takes the sites of one
half only. --verbose lists good spiders that were refused, and mutants that were not.`;

const values = readOptions(
  {
    pages: { type: 'string' },
    seed: { type: 'string', default: '1' },
    mutants: { type: 'string', default: '360' },
    good: { type: 'string', default: '100' },
    half: { type: 'string' },
    set: { type: 'string' },
    json: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
  usage,
);
const { pages: folder, seed, half } = values;
if (folder === undefined) refuse(usage);
const sets = setsOfSpiders
  .filter((name) => values.set === undefined || values.set === name)
  .filter((name) => existsSync(join(folder, name, 'truth.json')));
if (sets.length === 0) {
  refuse(
    `"${folder}" has no set with a truth.json. Give a folder with at least one of ${setsOfSpiders.join(', ')}.`,
  );
}

/** Sites are divided by their names, so that what is tuned on one half is never measured on the other. */
const halfOf = (site: string): 'a' | 'b' => (randomOf(`half ${site}`).below(2) === 0 ? 'a' : 'b');

/** Chooses from the good spiders of all sets in turn, so that no set crowds out another. */
function choose(all: readonly GoodSpider[][], most: number): GoodSpider[] {
  const rest = all.map((of, at) => {
    const random = randomOf(`${seed} ${at}`);
    return of
      .map((good) => ({ good, key: random.below(1e9) }))
      .sort((a, b) => a.key - b.key)
      .map(({ good }) => good);
  });
  const chosen: GoodSpider[] = [];
  for (let at = 0; chosen.length < most && rest.some((of) => of.length > at); at += 1)
    for (const of of rest) chosen.push(...of.slice(at, at + 1));
  return chosen.slice(0, most);
}

const told = ({ checks }: Proof): string =>
  checks
    .filter(({ result }) => result === 'fail')
    .map(
      ({ name, problems }) =>
        `${name}: ${problems
          .slice(0, 2)
          .map((p) => `${p.pointer} ${p.expected ?? ''} / ${p.got ?? ''}`)
          .join(' | ')}`,
    )
    .join('; ');

const all = sets.map((name) =>
  goodSpiders(openSet(folder, name), seed).filter(({ site }) => half === undefined || halfOf(site) === half),
);
const chosen = choose(all, Number(values.good));
interface Count {
  tried: number;
  refused: number;
}
const counts = new Map<string, Count>();
const count = (key: string, isRefused: boolean): void => {
  const own = counts.get(key) ?? { tried: 0, refused: 0 };
  counts.set(key, { tried: own.tried + 1, refused: own.refused + (isRefused ? 1 : 0) });
};
const verdicts = { proved: 0, refused: 0, incomplete: 0 };
const times: number[] = [];
const accepted: GoodSpider[] = [];
for (const good of chosen) {
  const before = process.cpuUsage();
  const proof = await prove(JSON.stringify(good.spider), sourceOf(good.pages), seed);
  const { user, system } = process.cpuUsage(before);
  times.push((user + system) / 1000 / good.pages.length);
  verdicts[proof.verdict] += 1;
  count(`good ${good.set}`, proof.verdict === 'refused');
  if (proof.verdict === 'refused' && values.verbose)
    console.error(`GOOD ${good.set} ${good.site}: ${told(proof)}`);
  accepted.push(good);
}
const byFault = new Map<Fault, number>(faults.map((fault) => [fault, 0]));
const perFault = Math.ceil(Number(values.mutants) / faults.length);
for (let round = 0; round < 12; round += 1) {
  for (const [at, good] of accepted.entries()) {
    for (const fault of faults) {
      if ((byFault.get(fault) ?? 0) >= perFault) continue;
      const mutant = mutantOf(good, fault, `${seed} ${round} ${at}`);
      if (mutant === null) continue;
      byFault.set(fault, (byFault.get(fault) ?? 0) + 1);
      const { verdict, checks } = await prove(JSON.stringify(mutant.spider), sourceOf(good.pages), seed);
      count(`${fault} ${good.set}`, verdict === 'refused');
      if (verdict !== 'refused' && values.verbose) {
        console.error(
          `MISSED ${fault} ${good.set} ${good.site}: ${mutant.how} (${checks
            .filter(({ result }) => result === 'not-run')
            .map(({ number }) => number)
            .join(' ')} not run)`,
        );
      }
    }
  }
}

const of = (row: string, set: string): Count => counts.get(`${row} ${set}`) ?? { tried: 0, refused: 0 };
const sum = (row: string): Count =>
  sets
    .map((set) => of(row, set))
    .reduce((a, b) => ({ tried: a.tried + b.tried, refused: a.refused + b.refused }));
const total = faults
  .map(sum)
  .reduce((a, b) => ({ tried: a.tried + b.tried, refused: a.refused + b.refused }));
times.sort((a, b) => a - b);
const ms = (part: number): number => Math.round(times[Math.floor(times.length * part)] ?? 0);
if (values.json) {
  const kinds = Object.fromEntries(faults.map((fault) => [fault, sum(fault)]));
  console.log(
    JSON.stringify({
      good: sum('good'),
      verdicts,
      mutants: total,
      kinds,
      msPerPage: { median: ms(0.5), p95: ms(0.95) },
    }),
  );
} else {
  const cell = ({ tried, refused }: Count): string => (tried === 0 ? '' : `${refused} of ${tried}`);
  const percent = ({ tried, refused }: Count): string => ((100 * refused) / Math.max(1, tried)).toFixed(1);
  const row = (name: string): string[] => [
    name,
    ...sets.map((set) => cell(of(name, set))),
    cell(sum(name)),
    percent(sum(name)),
  ];
  console.log(
    renderTable(
      ['refused', ...sets, 'all', '%'],
      [...faults.map(row), ['all mutants', ...sets.map(() => ''), cell(total), percent(total)], row('good')],
    ),
  );
  console.log(
    `good: ${verdicts.proved} proved, ${verdicts.incomplete} incomplete (a single page of a kind), ${verdicts.refused} refused`,
  );
  console.log(`${ms(0.5)} ms of processor time a page (median), ${ms(0.95)} (95th percentile)`);
}

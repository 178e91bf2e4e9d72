import type { ConvertSource } from '../../shared/spider/convert-sources.ts';
import type { CallValue } from '../../shared/contract/index.ts';
import type { Context } from './command.ts';
import { count, describeProblem, printable } from './output.ts';
import { readSources } from './source-files.ts';

type Converted = CallValue<'spiders.convert'>['spiders'][number];
type Entry = Converted['report']['kept'][number];

/** What became of a spider of another tool. */
type Outcome = Pick<Converted, 'name' | 'report'> & {
  stored: { spider: string; project: string; version: number; created: boolean; unchanged: boolean } | null;
};

/** Converts the spiders of another tool, shows what became of each part, and imports them. @returns the exit code */
export async function importConverted(
  { output, ask }: Pick<Context, 'output' | 'ask'>,
  { from, path, project, dryRun }: { from: ConvertSource; path: string; project: string; dryRun: boolean },
): Promise<number> {
  const { spiders } = await ask('spiders.convert', { from, ...(await readSources(path, from)) });
  const outcomes: Outcome[] = [];
  for (const { name, text, report } of spiders) {
    if (text === null) {
      outcomes.push({ name, report, stored: null });
      continue;
    }
    const { problems, ...stored } = await ask('spiders.import', { text, file: name, project, dryRun });
    for (const problem of problems) output.note(`${name}: ${describeProblem(problem).trim()}`);
    outcomes.push({ name, report, stored });
  }
  output.result({ from, spiders: outcomes }, () =>
    outcomes.map((outcome) => printable(describe(outcome, from, dryRun))).join('\n\n'),
  );
  return outcomes.every(({ stored }) => stored !== null) ? 0 : 1;
}

function describe({ name, report, stored }: Outcome, from: string, dryRun: boolean): string {
  const { kept, changed, lost } = report;
  const counts = `${count(kept.length, 'part')} taken over, ${changed.length} changed, ${lost.length} without an equal`;
  return [
    `${name} from ${from}: ${counts}.`,
    ...section('Taken over', kept),
    ...section('Changed', changed),
    ...section('Without an equal', lost),
    outcomeWords(name, stored, dryRun),
  ].join('\n');
}

function section(title: string, entries: readonly Entry[]): string[] {
  if (entries.length === 0) return [];
  return [
    `  ${title}`,
    ...entries.map(({ place, here, why }) => `    ${pair(place, here)}${why === null ? '' : `: ${why}`}`),
  ];
}

const pair = (place: string, here: string | null): string =>
  here === null || here === place ? place : `${place} -> ${here}`;

function outcomeWords(name: string, stored: Outcome['stored'], dryRun: boolean): string {
  if (stored === null) return `Not stored: too little is left of ${name}.`;
  const { spider, project, version, created, unchanged } = stored;
  if (unchanged) return `Unchanged: ${spider} in project ${project} equals version ${version}, its newest.`;
  const what = `${created ? 'the new spider' : `version ${version} of`} ${spider} in project ${project}`;
  return dryRun ? `Would store ${what}.` : `Stored ${what}.`;
}

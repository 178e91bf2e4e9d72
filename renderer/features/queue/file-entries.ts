import type { CallArgs } from '../../../shared/contract/index.ts';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { SpiderSummary } from '../../../shared/contract/types.ts';
import type { FileEntry, FileProblem } from '../../../shared/queue-file.ts';
import { mayReachPrivate } from '../../state/private-sites.ts';
import { optionWords } from './queue-words.ts';

type NewEntry = CallArgs<'queue.addMany'>['entries'][number];

/** A crawl of a file as the call takes it. @param project of lines that name none */
export function entryArgs(given: FileEntry, project: string): NewEntry {
  const { line: _, ...entry } = given;
  const own = entry.project ?? project;
  const { args, overrides } = entry;
  return {
    ...entry,
    project: own,
    ...(args === undefined ? {} : { args: { ...args } }),
    ...(overrides === undefined ? {} : { overrides: { ...overrides } }),
    allowPrivate: entry.allowPrivate ?? mayReachPrivate(own, entry.spider),
  };
}

/** Lines whose spider is not there. */
export function unknownSpiders(
  entries: readonly FileEntry[],
  project: string,
  spiders: readonly SpiderSummary[],
): FileProblem[] {
  const known = new Set(spiders.map((spider) => `${spider.project}/${spider.name}`));
  return entries.flatMap((entry) => {
    const own = entry.project ?? project;
    if (known.has(`${own}/${entry.spider}`)) return [];
    return [{ line: entry.line, message: `There is no spider ${entry.spider} in the project ${own}.` }];
  });
}

/** What the host finds wrong with single crawls of a list, by their places in it; [] where it tells nothing of them. */
export function entryFaults({ details }: CallError): { index: number; message: string }[] {
  const told: unknown = Reflect.get(Object(details), 'problems');
  if (!Array.isArray(told)) return [];
  return told.flatMap((problem: unknown) => {
    const { index, message, hint }: Record<string, unknown> = Object(problem);
    if (typeof index !== 'number' || typeof message !== 'string') return [];
    return [{ index, message: typeof hint === 'string' ? `${message} ${hint}` : message }];
  });
}

/** The same, with the lines of the file. */
export const entryProblems = (error: CallError, entries: readonly FileEntry[]): FileProblem[] =>
  entryFaults(error).flatMap(({ index, message }) => {
    const line = entries[index]?.line;
    return line === undefined ? [] : [{ line, message }];
  });

/** What a crawl of a file does that is not usual. */
export const wordsOf = ({ limit, args, overrides }: FileEntry): string =>
  optionWords({
    options: {
      limit: limit ?? null,
      args: { ...args },
      overrides: { ...overrides },
      allowPrivate: false,
    },
  });

import type { CallArgs, CallValue } from '../../../shared/contract/index.ts';
import type { CallError } from '../../../shared/contract/errors.ts';
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

/** What the host has found wrong with crawls of a file, with their lines. */
export const checkedProblems = (
  found: CallValue<'queue.check'>['problems'],
  entries: readonly FileEntry[],
): FileProblem[] => withLines(found.map(withHint), entries);

/** What the host finds wrong with single crawls of a list, by their places in it; [] where it tells nothing of them. */
export function entryFaults({ details }: CallError): { index: number; message: string }[] {
  const told: unknown = Reflect.get(Object(details), 'problems');
  if (!Array.isArray(told)) return [];
  return told.flatMap((problem: unknown) => {
    const { index, message, hint }: Record<string, unknown> = Object(problem);
    if (typeof index !== 'number' || typeof message !== 'string') return [];
    return [withHint({ index, message, hint: typeof hint === 'string' ? hint : null })];
  });
}

const withHint = ({ index, message, hint }: { index: number; message: string; hint: string | null }) => ({
  index,
  message: hint === null ? message : `${message} ${hint}`,
});

/** The same, with the lines of the file. */
export const entryProblems = (error: CallError, entries: readonly FileEntry[]): FileProblem[] =>
  withLines(entryFaults(error), entries);

const withLines = (
  faults: readonly { index: number; message: string }[],
  entries: readonly FileEntry[],
): FileProblem[] =>
  faults.flatMap(({ index, message }) => {
    const line = entries[index]?.line;
    return line === undefined ? [] : [{ line, message }];
  });

/** What a crawl of a file does that is not usual. */
export const wordsOf = ({ limit, args, overrides, workers }: FileEntry): string =>
  optionWords({
    options: {
      limit: limit ?? null,
      args: { ...args },
      overrides: { ...overrides },
      allowPrivate: false,
      ...(workers === undefined ? {} : { workers }),
    },
  });

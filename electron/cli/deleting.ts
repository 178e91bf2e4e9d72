import { createInterface } from 'node:readline/promises';
import { daysInTrash } from '../../shared/contract/trash-time.ts';
import type { Context, OptionSpec } from './command.ts';
import { count, printable } from './output.ts';

/** The option of commands that ask before they do something. */
export const forceOption: OptionSpec = { flags: '--force', description: 'do not ask' };

/** The options of commands that move something to the trash. */
export const deletingOptions: readonly OptionSpec[] = [
  forceOption,
  { flags: '--now', description: 'delete for good at once, not to the trash' },
];

/** Asks the user for confirmation. Without a terminal it returns true: a program that calls the command has decided. */
export async function confirmed(
  question: string,
  { stderr }: { stderr: NodeJS.WriteStream },
): Promise<boolean> {
  if (!process.stdin.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/**
 * Whether a command may go on: `--force` is given, or the user agrees. Says otherwise what was not done.
 * @param otherwise a sentence: "Nothing was deleted."
 */
export async function isAgreed(
  { options, output, streams }: Pick<Context, 'options' | 'output' | 'streams'>,
  question: string,
  otherwise = 'Nothing was deleted.',
): Promise<boolean> {
  if (options.flag('force') || (await confirmed(printable(question), streams))) return true;
  output.note(otherwise);
  return false;
}

/** What a command deletes, in words, and how. */
interface Deletion {
  /** What it is with all that goes along: "run 3 of news with 12 items". */
  what: string;
  /** A sentence after the question; left out: none. */
  remark?: string;
  /** Deletes it. @returns what `--json` prints, and the entries of the trash; none where it is gone for good */
  remove: (forGood: boolean) => Promise<{ value: unknown; entries: readonly string[] }>;
}

/**
 * Moves something to the trash, or deletes it for good with `--now`; asks first on a terminal, without `--force`.
 * @returns the exit code
 */
export async function deleteAsAsked(context: Context, { what, remark, remove }: Deletion): Promise<number> {
  const forGood = context.options.flag('now');
  const question = forGood ? `Delete ${what} for good?` : `Move ${what} to the trash?`;
  const asked = remark === undefined ? question : `${question} ${remark}`;
  if (!(await isAgreed(context, asked))) return 1;
  const { value, entries } = await remove(forGood);
  if (forGood) await freeRoom(context);
  context.output.result(value, () => printable(`Deleted ${what}.\n${whereItIs(entries)}`));
  return 0;
}

/** Frees the room of what was deleted for good, step by step, so that others can write in between. */
export async function freeRoom({ ask }: Pick<Context, 'ask'>): Promise<void> {
  while ((await ask('trash.free', {})).more);
}

/** The entries of the trash that a deletion has made. */
export const entriesOf = ({ trash }: { trash: string | null }): string[] => (trash === null ? [] : [trash]);

/** A remark on runs that could be resumed. */
export function remarkOn(paused: number): Pick<Deletion, 'remark'> {
  if (paused === 0) return {};
  return { remark: `${count(paused, 'run')} that could be resumed ${paused === 1 ? 'goes' : 'go'} along.` };
}

function whereItIs(entries: readonly string[]): string {
  const [only] = entries;
  if (only === undefined) return 'It is gone for good.';
  if (entries.length === 1)
    return `It is in the trash for ${daysInTrash} days: "trash restore ${only}" brings it back.`;
  const each = entries.map((id) => `"trash restore ${id}"`).join(', ');
  return `They are in the trash for ${daysInTrash} days: ${each}.`;
}

import { createInterface } from 'node:readline/promises';
import type { OptionSpec } from './command.ts';

/** The option of commands that delete. */
export const nowOption: OptionSpec = {
  flags: '--now',
  description: 'delete for good at once, not to the trash',
};

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

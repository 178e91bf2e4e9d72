import { Command } from 'commander';
import { addCommand, type CommandSpec } from '../../../electron/cli/command.ts';
import { runCommandLine } from '../../../electron/cli/main.ts';
import { printFailure, type Input } from '../../../electron/cli/output.ts';
import { toHostError } from '../../../electron/host/errors.ts';
import { listening } from './listening.ts';

/** What a command of the command line has said, and its exit code. */
export interface Said {
  code: number;
  out: string;
  err: string;
}

/** Calls the whole command line in this process. */
export async function callProgram(args: readonly string[]): Promise<Said> {
  const { said, streams } = listening();
  const code = await runCommandLine(args, streams);
  return { code, ...said() };
}

/**
 * Calls one of these commands as the command line does, in this process.
 * @param stdin what is piped in, or where somebody types
 */
export async function callCommand(
  specs: readonly CommandSpec[],
  args: readonly string[],
  stdin?: Input,
): Promise<Said> {
  const { said, streams } = listening(stdin);
  let code = 0;
  const program = new Command('spider-studio');
  for (const spec of specs) addCommand(program, spec, streams, (result) => (code = result));
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    printFailure(toHostError(error), args.includes('--json'), streams);
    code = 1;
  }
  return { code, ...said() };
}

import { Command, CommanderError } from 'commander';
import { dataFolder } from '../host/workspace/data-folder.ts';
import { toHostError } from '../host/errors.ts';
import { knownNames } from '../../shared/spider/known-names.ts';
import { followParent } from '../host/lifeline.ts';
import { logFile } from '../host/log.ts';
import { version } from '../host/version.ts';
import { environment } from '../system/environment.ts';
import { addCommand } from './command.ts';
import { commandGroups, commands } from './commands/index.ts';
import { lostOutput } from './lost-output.ts';
import { printFailure, UsageError, type Streams } from './output.ts';

/**
 * Runs one call of the command line and sets the exit code: 0 done, 1 the work failed or the input is invalid,
 * 2 the command line is invalid.
 * @param args what follows the name of the program
 */
export async function main(args: readonly string[]): Promise<void> {
  followParent();
  const streams: Streams = {
    stdout: process.stdout,
    stderr: process.stderr,
    // Opened only when it is read.
    get stdin() {
      return process.stdin;
    },
  };
  // Without its output the work is of no use, so it ends here.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    const failure = lostOutput(error);
    if (failure === null) process.exit(0);
    // Standard output is gone, so the failure is printed as text even with --json.
    printFailure(failure, false, streams);
    process.exit(1);
  });
  // Notes that cannot be printed are no reason to stop.
  process.stderr.on('error', () => undefined);
  process.exitCode = await runCommandLine(args, streams);
}

/** Carries out one call. @returns its exit code, as `main` sets it */
export async function runCommandLine(args: readonly string[], streams: Streams): Promise<number> {
  const json = args.includes('--json');
  let code = 0;
  const program = buildProgram(streams, json, (exitCode) => {
    code = exitCode;
  });
  try {
    if (args.length === 0) {
      program.outputHelp();
      return 0;
    }
    await program.parseAsync(commonLast(args), { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      if (error.code === 'commander.help') return missingCommand(args, json, streams);
      const message = error.message.replace(/^error: /, '');
      printFailure(
        new UsageError(sentence(message), 'Add --help to see how the command is called.'),
        json,
        streams,
      );
      return 2;
    }
    const failure = toHostError(error);
    printFailure(failure, json, streams);
    return failure.code === 'usage' || failure.code === 'bad-run-args' ? 2 : 1;
  }
}

/** Options with a value that every command has. */
const commonWithValue = ['--data-dir', '--database', '--database-password-file'];

/**
 * Options that every command has may precede the command: they are moved behind its name, where it reads them. If no command
 * follows they are dropped, and the missing command is reported.
 */
function commonLast(args: readonly string[]): string[] {
  const before: string[] = [];
  const rest = [...args];
  for (let next = rest[0]; next !== undefined; next = rest[0]) {
    const takesValue = commonWithValue.includes(next);
    const isCommon = takesValue || commonWithValue.some((flag) => next?.startsWith(`${flag}=`));
    if (!isCommon && next !== '--json') break;
    before.push(...rest.splice(0, takesValue ? 2 : 1));
  }
  const [name, ...more] = rest;
  if (name === undefined) return [];
  const group = commandGroups.find((one) => one.name === name);
  if (group !== undefined) {
    const following = commonLast([...before, ...more]);
    const isShort = following.length === 0 && group.commands.some(({ isDefault }) => isDefault === true);
    return [name, ...(isShort ? [...before, ...more] : following)];
  }
  return [name, ...before, ...more];
}

/** `runs` without a second word, or `help` for an unknown command: commander has printed the help of the group. */
function missingCommand(args: readonly string[], json: boolean, streams: Streams): number {
  const [first, second] = commonLast(args);
  const group = commandGroups.find(({ name }) => name === first);
  const wordOf = ({ usage }: { usage: string }): string => usage.split(' ')[0] ?? '';
  const names = group?.commands.map(wordOf) ?? [
    ...commands.map(wordOf),
    ...commandGroups.map(({ name }) => name),
  ];
  const unknown = first === 'help' && second !== undefined && !second.startsWith('-') ? second : null;
  const message =
    group !== undefined
      ? `"${group.name}" needs a command after it.`
      : unknown === null
        ? 'A command is missing.'
        : `There is no command "${unknown}".`;
  const there = names.length === 1 ? 'There is' : 'There are';
  const hint = unknown === null ? `${there} ${names.join(', ')}.` : knownNames(there, unknown, names);
  printFailure(new UsageError(message, hint), json, streams);
  return 2;
}

function buildProgram(streams: Streams, json: boolean, done: (code: number) => void): Command {
  const program = new Command('spider-studio');
  configure(program, streams);
  // So that commands can have a --version of their own.
  program.enablePositionalOptions();
  program
    .description('Describe a website once as a spider; crawl it, look at the results, export them.')
    .version(version, '--version', 'print the version')
    .helpCommand('help [command]', 'help for a command')
    .addHelpText(
      'after',
      '\nStart here:\n  $ spider-studio demo\n      crawls the built-in sample site and shows the items',
    )
    .addHelpText('after', places);
  for (const spec of commands) addCommand(program, spec, streams, done);
  for (const group of commandGroups) {
    const parent = program.command(group.name).description(group.summary).summary(group.summary);
    for (const spec of group.commands) addCommand(parent, spec, streams, done);
  }
  for (const command of [program, ...program.commands.flatMap((one) => [one, ...one.commands])]) {
    configure(command, streams, json);
  }
  return program;
}

/** The user's data folder and log; empty if they cannot be determined, for example without a home folder. */
function places(): string {
  try {
    const dataDir = dataFolder(null, environment);
    return `\nData folder:\n  ${dataDir}\nLog, without secrets, to send when something breaks:\n  ${logFile(dataDir)}`;
  } catch {
    return '';
  }
}

function configure(command: Command, { stdout, stderr }: Streams, quiet = false): void {
  command.exitOverride().showSuggestionAfterError(true);
  command.configureOutput({
    writeOut: (text) => stdout.write(text),
    // Errors of usage are printed once, by runCommandLine; what is left here is the help after an error.
    writeErr: (text) => (quiet || text.startsWith('error:') ? undefined : stderr.write(text)),
  });
}

function sentence(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ').trim();
  const capital = line.charAt(0).toUpperCase() + line.slice(1);
  return /[.?!)]$/.test(capital) ? capital : `${capital}.`;
}

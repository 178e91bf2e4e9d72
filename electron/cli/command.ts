import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Application } from '../host/serving/application.ts';
import { dataFolder } from '../host/workspace/data-folder.ts';
import { toHostError } from '../host/errors.ts';
import { chooseDatabase } from '../postgres/chosen-database.ts';
import { environment } from '../system/environment.ts';
import { logCrashes, logFault } from '../host/log.ts';
import { createOutput, UsageError, type Output, type Streams } from './output.ts';

/** What a command works with. */
export interface Context {
  readonly output: Output;
  readonly streams: Streams;
  readonly options: Options;
  readonly dataDir: string;
  /** Calls the application, which is loaded with the first call and closed when the command ends. */
  readonly ask: Application['call'];
}

/** An option of a command. */
export interface OptionSpec {
  /** As commander writes them: `--limit <n>`. */
  flags: string;
  description: string;
  /** The values that are accepted. */
  choices?: readonly string[];
  /** Whether it may be given several times; the values are collected. */
  repeatable?: boolean;
}

/** A command: its arguments, options, help and work. */
export interface CommandSpec {
  /** Name and arguments, for example `show <spider> [index]`. */
  usage: string;
  /** Whether it is meant where nothing follows the name of its group. */
  isDefault?: boolean;
  summary: string;
  /** The text of the command's own help, instead of the summary. */
  description?: string;
  options?: readonly OptionSpec[];
  /** Example calls, each with what it does. */
  examples: readonly (readonly [call: string, meaning: string])[];
  /** The data folder if none is named; left out: SPIDER_STUDIO_HOME or the platform's. */
  dataFolder?(): string;
  /** The PostgreSQL database, where the command has options of its own for it; null: that of --database. */
  database?(options: Options): string | null;
  /** Carries out the command. @param args the positional arguments, without absent ones. @returns the exit code; void is 0 */
  run(context: Context, args: readonly string[]): Promise<number | void>;
}

/** The project option, on every command that names a spider. */
export const projectOption: OptionSpec = {
  flags: '--project <name>',
  description: 'the project (default: "default")',
};

/** The project option of commands that list. */
export const projectFilter: OptionSpec = {
  flags: '--project <name>',
  description: 'only this project (default: all)',
};

/** The options of a call, read with their types. A value that does not fit is a usage error. */
export class Options {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  text(name: string): string | null {
    const value = this.#values[name];
    return typeof value === 'string' ? value : null;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  list(name: string): string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
  }

  /** A whole number from 1 upwards. */
  count(name: string): number | null {
    const value = this.text(name);
    return value === null ? null : wholeNumber(value, `--${name}`);
  }

  project(): string {
    return this.text('project') ?? 'default';
  }
}

/** Reads a whole number from 1 upwards; `what` names it in the error. */
export function wholeNumber(text: string, what: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || !Number.isSafeInteger(number)) {
    throw new UsageError(`${what} must be a whole number from 1 upwards, not "${text}".`);
  }
  return number;
}

/** Adds a command to the program or to a group of commands. `done` receives the exit code. */
export function addCommand(
  parent: Command,
  spec: CommandSpec,
  streams: Streams,
  done: (code: number) => void,
): void {
  const command = parent
    .command(spec.usage, { isDefault: spec.isDefault === true })
    .summary(spec.summary)
    .description(spec.description ?? spec.summary);
  for (const { flags, description, choices, repeatable } of spec.options ?? []) {
    const option = new Option(flags, description);
    if (choices !== undefined) option.choices(choices);
    if (repeatable === true)
      option.argParser((value: string, all?: string[]) => {
        if (choices?.includes(value) === false)
          throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
        return [...(all ?? []), value];
      });
    command.addOption(option);
  }
  command.option('--json', 'print one JSON value on stdout and nothing else there');
  command.option(
    '--data-dir <folder>',
    'where everything is kept (default: SPIDER_STUDIO_HOME or the platform folder)',
  );
  command.option(
    '--database <url>',
    'a PostgreSQL database that many machines share, without a password (default: SPIDER_STUDIO_DATABASE, or SQLite in the data folder)',
  );
  command.option(
    '--database-password-file <file>',
    'the password for --database, in a file that only you may read',
  );
  const examples = spec.examples.map(([call, meaning]) => `  $ spider-studio ${call}\n      ${meaning}`);
  command.addHelpText('after', `\nExamples:\n${examples.join('\n')}`);
  command.action(async (...call: unknown[]) => {
    const args = call
      .slice(0, -2)
      .flat()
      .filter((value): value is string => typeof value === 'string');
    const options = new Options(command.opts());
    const output = createOutput(options.flag('json'), streams);
    chooseDatabase({
      url: spec.database?.(options) ?? options.text('database'),
      passwordFile: options.text('databasePasswordFile'),
    });
    const given = options.text('dataDir') ?? spec.dataFolder?.() ?? null;
    const dataDir = dataFolder(given, environment);
    const opened: { application?: Promise<Application> } = {};
    const ask: Application['call'] = async (name, args, callOptions) => {
      opened.application ??= openApplication(dataDir, (warning) => output.note(`warning: ${warning}`));
      return (await opened.application).call(name, args, callOptions);
    };
    const context: Context = { output, streams, options, dataDir, ask };
    const endLog = logCrashes(dataDir);
    try {
      done((await spec.run(context, args)) ?? 0);
    } catch (error) {
      if (toHostError(error).code === 'internal') logFault(dataDir, spec.usage, error);
      throw error;
    } finally {
      endLog();
      await (await opened.application)?.close();
    }
  });
}

/** Loads the application on demand: help and versions do not need it. */
async function openApplication(dataDir: string, onWarning: (warning: string) => void): Promise<Application> {
  const application = await import('../host/serving/application.ts');
  return application.openApplication({ client: 'command-line', dataDir, onWarning });
}

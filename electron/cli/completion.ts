import type { CommandSpec, OptionSpec } from './command.ts';

/** A word that may stand at the caret. */
export interface Candidate {
  value: string;
  /** A few words about it, which some shells show. */
  about: string;
}

/** What can be completed with names of the workspace. */
export type NameKind =
  'spider' | 'project' | 'run' | 'version' | 'page' | 'trash' | 'login' | 'worker' | 'aside';

/** The commands of the program. */
export interface CommandTree {
  commands: readonly CommandSpec[];
  groups: readonly { name: string; summary: string; commands: readonly CommandSpec[] }[];
}

/** What a line names before the caret; null: nothing. */
interface NamedBefore {
  project: string | null;
  /** The first argument. */
  spider: string | null;
}

/** Reads names of the workspace. @param project the project that the line names; null: none @param spider its first argument */
export type ReadNames = (
  kind: NameKind,
  project: string | null,
  spider: string | null,
) => Promise<readonly Candidate[]>;

/** Options that every command has. */
const everywhere: readonly OptionSpec[] = [
  { flags: '--json', description: 'print one JSON value' },
  { flags: '--data-dir <folder>', description: 'where everything is kept' },
  { flags: '--database <url>', description: 'a PostgreSQL database that many machines share' },
  { flags: '--database-password-file <file>', description: 'its password, in a file' },
  { flags: '--help', description: 'help for the command' },
];

/** Which names stand for an argument or the value of an option, by the word between its brackets. */
const kinds: Readonly<Record<string, NameKind>> = {
  spider: 'spider',
  spiders: 'spider',
  project: 'project',
  run: 'run',
  before: 'run',
  after: 'run',
  version: 'version',
  page: 'page',
  trash: 'trash',
  login: 'login',
  worker: 'worker',
  aside: 'aside',
};

/**
 * The words that may stand at the caret.
 * @param words what follows the name of the program; the last one is being written and may be empty
 * @returns none: the shell completes names of files
 */
export async function candidatesFor(
  words: readonly string[],
  tree: CommandTree,
  readNames: ReadNames,
): Promise<Candidate[]> {
  const current = words.at(-1) ?? '';
  const found = await wordsAt(words.slice(0, -1), current, tree, readNames);
  return found.filter(({ value }) => value.startsWith(current)).sort((a, b) => (a.value < b.value ? -1 : 1));
}

async function wordsAt(
  before: readonly string[],
  current: string,
  { commands, groups }: CommandTree,
  readNames: ReadNames,
): Promise<readonly Candidate[]> {
  const [first, second] = before;
  if (first === undefined)
    return [
      ...commands.map(ofCommand),
      ...groups.map(({ name, summary }) => ({ value: name, about: summary })),
    ];
  const group = groups.find(({ name }) => name === first);
  if (group !== undefined && second === undefined) return group.commands.map(ofCommand);
  const spec =
    group === undefined
      ? commands.find((command) => nameOf(command) === first)
      : group.commands.find((command) => nameOf(command) === second);
  if (spec === undefined) return [];
  const options = [...(spec.options ?? []), ...everywhere];
  const written = readLine(before.slice(group === undefined ? 1 : 2), options);
  if (written.open !== null) return valuesOf(written.open, written, readNames);
  if (current.startsWith('-')) return options.filter((one) => isStillOpen(one, written.flags)).map(ofOption);
  const [kind] = argumentsOf(spec).slice(written.positional);
  if (kind === undefined) return [];
  // In every other group an id is of something that has no short list of names.
  return namesOf(wordOf(first, second, kind), written, readNames);
}

/** Which names stand for an argument: an id is of what the group is about, and versions of a spider are compared. */
function wordOf(group: string, command: string | undefined, argument: string): string {
  if (argument === 'id' && (group === 'runs' || group === 'trash')) return group === 'runs' ? 'run' : group;
  if (group === 'fleet' && argument === 'host') return 'aside';
  return group === 'spiders' && command === 'diff' && argument !== 'spider' ? 'version' : argument;
}

interface WrittenLine extends NamedBefore {
  /** The flags that the line has. */
  flags: ReadonlySet<string>;
  /** How many positional arguments it has. */
  positional: number;
  /** The option whose value is being written; null: none is. */
  open: OptionSpec | null;
}

/** Reads the words of a command before the caret. */
function readLine(words: readonly string[], options: readonly OptionSpec[]): WrittenLine {
  const flags = new Set<string>();
  let positional = 0;
  let project: string | null = null;
  let spider: string | null = null;
  let open: OptionSpec | null = null;
  for (const word of words) {
    if (open !== null) {
      if (flagOf(open) === '--project') project = word;
      open = null;
    } else if (word.startsWith('--')) {
      const flag = word.split('=')[0] ?? word;
      flags.add(flag);
      const option = options.find((one) => flagOf(one) === flag);
      const takesValue = option !== undefined && valueOf(option) !== null;
      if (takesValue && !word.includes('=')) open = option;
      else if (flag === '--project') project = word.slice(flag.length + 1);
    } else {
      spider ??= word;
      positional += 1;
    }
  }
  return { flags, positional, project, spider, open };
}

async function valuesOf(
  option: OptionSpec,
  named: NamedBefore,
  readNames: ReadNames,
): Promise<readonly Candidate[]> {
  if (option.choices !== undefined) return option.choices.map((value) => ({ value, about: '' }));
  const flag = flagOf(option);
  const kind = flag === '--project' || flag === '--run' ? flag.slice(2) : (valueOf(option) ?? '');
  return namesOf(kind, named, readNames);
}

async function namesOf(
  word: string,
  { project, spider }: NamedBefore,
  readNames: ReadNames,
): Promise<readonly Candidate[]> {
  if (word === 'setting') {
    const { defaultableSettings } = await import('../../shared/spider/default-settings.ts');
    return defaultableSettings.map((value) => ({ value, about: 'setting' }));
  }
  const kind = kinds[word];
  return kind === undefined ? [] : readNames(kind, project, spider);
}

const nameOf = ({ usage }: CommandSpec): string => usage.split(' ')[0] ?? usage;

const ofCommand = (spec: CommandSpec): Candidate => ({ value: nameOf(spec), about: spec.summary });

const flagOf = ({ flags }: OptionSpec): string =>
  flags.split(/[ ,=]/u).find((part) => part.startsWith('--')) ?? flags;

const ofOption = (option: OptionSpec): Candidate => ({ value: flagOf(option), about: option.description });

/** The word between the brackets of an option's value: `name` of `--project <name>`; null: it is a switch. */
const valueOf = ({ flags }: OptionSpec): string | null => /[<[]([^\]>.]+)/u.exec(flags)?.[1] ?? null;

const isStillOpen = (option: OptionSpec, written: ReadonlySet<string>): boolean =>
  option.repeatable === true || !written.has(flagOf(option));

/** The words between the brackets of the positional arguments; one that repeats stands for many. */
function argumentsOf({ usage }: CommandSpec): string[] {
  const names = [...usage.matchAll(/[<[]([^\]>.]+)(\.\.\.)?/gu)];
  return names.flatMap(([, name = '', more]) =>
    more === undefined ? [name] : Array<string>(100).fill(name),
  );
}

import type { JsonValue } from '../../shared/json-value.ts';
import { isPriority, mostPriority, priorityWords } from '../../shared/queue-priority.ts';
import { mostWorkers } from '../../shared/run-workers.ts';
import type { OptionSpec, Options } from './command.ts';
import { UsageError } from './output.ts';
import { readSettingValues, setOption } from './setting-options.ts';

/** The option that gives the spider's arguments their values. */
export const argOption: OptionSpec = {
  flags: '--arg <name=value>',
  description: 'a value for an argument of the spider',
  repeatable: true,
};

/** Reads the values of `--arg`. The last one of a name counts. @throws UsageError */
export function readArgs(options: Options): Record<string, string> {
  const args = options.list('arg').map((text) => {
    const at = text.indexOf('=');
    if (at < 1)
      throw new UsageError(`--arg takes NAME=VALUE, not "${text}".`, 'For example --arg term=boots.');
    return [text.slice(0, at).trim(), text.slice(at + 1)] as const;
  });
  return Object.fromEntries(args);
}

/** The options that say how a spider is run, now or later. */
export const runOptions: readonly OptionSpec[] = [
  { flags: '--limit <n>', description: 'a test run: stop at this many items, never more' },
  setOption('override a setting of the spider'),
  { flags: '--allow-private', description: 'allow loopback and private addresses' },
  argOption,
];

/** Reads `runOptions` without `--arg`. @throws UsageError */
export function readSettings(options: Options): {
  limit: number | null;
  overrides: Record<string, JsonValue>;
  allowPrivate: boolean;
} {
  return {
    limit: options.count('limit'),
    overrides: readSettingValues(options),
    allowPrivate: options.flag('allowPrivate'),
  };
}

/** Reads `runOptions`. @throws UsageError */
export const readRunOptions = (options: Options) => ({ ...readSettings(options), args: readArgs(options) });

/** The option that says how many processes carry a run out. */
export const workersOption: OptionSpec = {
  flags: '--workers <n>',
  description: `processes of this computer that carry it out, up to ${mostWorkers}; 1 if left out`,
};

/** Reads `--workers`. @throws UsageError */
export function chosenWorkers(options: Options): { workers?: number } {
  const workers = options.count('workers');
  return workers === null ? {} : { workers };
}

/** The option that says where in the queue a crawl waits. */
export const priorityOption: OptionSpec = {
  flags: '--priority <n>',
  description: `its place in the queue, from -${mostPriority} to ${mostPriority}; 0 is usual, higher ones come first`,
};

/** Reads `--priority`. @returns null: it was not given. @throws UsageError */
export function readPriority(options: Options): number | null {
  const text = options.text('priority');
  if (text === null) return null;
  if (/^[+-]?\d+$/.test(text) && isPriority(Number(text))) return Number(text);
  throw new UsageError(`--priority must be a ${priorityWords}, not "${text}".`);
}

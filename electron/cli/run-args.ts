import type { JsonValue } from '../../shared/json-value.ts';
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

/** The options that say how a spider is run, without its arguments. */
const settingOptions: readonly OptionSpec[] = [
  { flags: '--limit <n>', description: 'a test run: stop at this many items, never more' },
  setOption('override a setting for this run'),
  { flags: '--allow-private', description: 'allow loopback and private addresses for this run' },
];

/** The options that say how a spider is run. */
export const runOptions: readonly OptionSpec[] = [...settingOptions, argOption];

/** Reads `settingOptions`. @throws UsageError */
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

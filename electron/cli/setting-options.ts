import type { JsonValue } from '../../shared/json-value.ts';
import type { OptionSpec, Options } from './command.ts';
import { UsageError } from './output.ts';

/** The option that gives settings values, with what they are set for. */
export const setOption = (what: string): OptionSpec => ({
  flags: '--set <key=value>',
  description: `${what}; the value is JSON if it parses, else text`,
  repeatable: true,
});

/** The option that takes settings away. */
export const unsetOption = (what: string): OptionSpec => ({
  flags: '--unset <key>',
  description: what,
  repeatable: true,
});

/** Reads the values of `--set`. The last one of a setting counts. @throws UsageError */
export function readSettingValues(options: Options): Record<string, JsonValue> {
  return Object.fromEntries(options.list('set').map(readSetting));
}

function readSetting(text: string): [string, JsonValue] {
  const at = text.indexOf('=');
  if (at < 1)
    throw new UsageError(`--set takes KEY=VALUE, not "${text}".`, 'For example --set DOWNLOAD_DELAY=2.');
  const key = text.slice(0, at).trim();
  return [key, readSettingValue(text.slice(at + 1))];
}

/** Reads the value of a setting: JSON if it parses, else the text. */
export function readSettingValue(text: string): JsonValue {
  try {
    const parsed: JsonValue = JSON.parse(text);
    return parsed;
  } catch {
    return text;
  }
}

import type { JsonValue } from '../../../shared/contract/types.ts';
import { knownSettings, type KnownSetting } from '../../run-options/check-overrides.ts';
import { typedValue } from '../../run-options/overrides.ts';

/** How a setting is entered. */
export type SettingKind = 'boolean' | 'number' | 'choice' | 'list' | 'headers' | 'text' | 'json';

/** Settings that are lists of objects. */
const jsonLists: ReadonlySet<string> = new Set(['GENERATED_URLS', 'PAGINATED_LISTINGS', 'BROWSER_ACTIONS']);

const byName = new Map(knownSettings.map((setting) => [setting.name, setting]));

/** What is known about a setting; undefined: this version has none of that name. */
export const settingOf = (name: string): KnownSetting | undefined => byName.get(name);

/** How a setting is entered: by its type. */
export function kindOf(name: string): SettingKind {
  const setting = byName.get(name);
  if (name === 'DEFAULT_REQUEST_HEADERS') return 'headers';
  if (setting?.kind === 'integer' || setting?.kind === 'number') return 'number';
  if (setting?.kind === 'boolean') return 'boolean';
  if (setting?.kind === 'array') return jsonLists.has(name) ? 'json' : 'list';
  if (setting?.kind === 'string') return setting.values.length > 0 ? 'choice' : 'text';
  return 'json';
}

/** The unit of a number, for beside its field; null: it is a count, or no number. */
export function unitOf(name: string): string | null {
  if (/(?:DELAY|TIMEOUT|_SECS)$/u.test(name)) return 'seconds';
  if (name === 'DOWNLOAD_MAXSIZE') return 'bytes';
  return name === 'PROXY_RESIDENTIAL_SHARE' ? '0 to 1' : null;
}

/** A value of a setting as it is entered; '' where there is none. */
export function textOf(name: string, value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  const kind = kindOf(name);
  if (kind === 'list' && Array.isArray(value)) return value.map((entry) => typedValue(entry)).join(', ');
  if (kind === 'headers' && typeof value === 'object' && !Array.isArray(value)) {
    return Object.entries(value)
      .map(([header, text]) => `${header}: ${typedValue(text)}`)
      .join('\n');
  }
  return kind === 'text' && typeof value === 'string' ? value : typedValue(value);
}

/**
 * The value that is meant by what was entered. What does not fit the type stays a text, so that the check of settings says what is
 * wrong with it.
 */
export function valueOfText(name: string, text: string): JsonValue {
  const plain = text.trim();
  switch (kindOf(name)) {
    case 'number':
      return plain === '' || Number.isNaN(Number(plain)) ? plain : Number(plain);
    case 'boolean':
      return plain === 'true' ? true : plain === 'false' ? false : plain;
    case 'list':
      return plain
        .split(/[\s,]+/u)
        .filter((entry) => entry !== '')
        .map((entry) => (/^\d+$/u.test(entry) ? Number(entry) : entry));
    case 'headers':
      return headersOf(plain);
    case 'json':
      return parsed(plain);
    case 'choice':
    case 'text':
      return plain;
    default:
      return plain;
  }
}

/** "Name: value" in each line. A line without a colon is a header without a value, which the check refuses or the site ignores. */
function headersOf(text: string): Record<string, JsonValue> {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      const name = at < 0 ? line : line.slice(0, at);
      return [name.trim(), at < 0 ? '' : line.slice(at + 1).trim()];
    }),
  );
}

function parsed(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

/** The default of the application as it is entered; null: there is none. */
export function presetOf(name: string): string | null {
  const preset = byName.get(name)?.default ?? null;
  if (preset === null) return null;
  return textOf(name, parsed(preset)).replaceAll('\n', '; ');
}

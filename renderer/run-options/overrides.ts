import type { JsonValue } from '../../shared/contract/types.ts';

/** A setting for one run as a person has typed it. */
export interface Override {
  readonly name: string;
  /** As typed: JSON where it parses, else text; as `--set` of the command line reads it. */
  readonly value: string;
}

/** Reads "KEY=VALUE"; null where there is no key before an equals sign. */
export function readOverride(text: string): Override | null {
  const at = text.indexOf('=');
  const name = text.slice(0, at).trim();
  return at <= 0 || name === '' ? null : { name, value: text.slice(at + 1).trim() };
}

/** Several of them, one in each line, as they are pasted; lines that are none are given back. */
export function readOverrides(text: string): { overrides: Override[]; rest: string[] } {
  const overrides: Override[] = [];
  const rest: string[] = [];
  for (const line of text.split(/\r?\n/u)) {
    const plain = line.trim().replace(/^--set\s+/u, '');
    if (plain === '') continue;
    const override = readOverride(plain);
    if (override === null) rest.push(line);
    else overrides.push(override);
  }
  return { overrides, rest };
}

/** Puts an override among others; one of the same name is replaced where it stands. */
export function withOverride(overrides: readonly Override[], next: Override): Override[] {
  return overrides.some(({ name }) => name === next.name)
    ? overrides.map((each) => (each.name === next.name ? next : each))
    : [...overrides, next];
}

/** The value that is meant. */
export function valueOf({ value }: Override): JsonValue {
  try {
    const parsed: JsonValue = JSON.parse(value);
    return parsed;
  } catch {
    return value;
  }
}

/** As the call takes them. */
export const overridesRecord = (overrides: readonly Override[]): Record<string, JsonValue> =>
  Object.fromEntries(overrides.map((override) => [override.name, valueOf(override)]));

/** A value as a person would type it. */
export const typedValue = (value: unknown): string =>
  typeof value === 'string' && !isJson(value) ? value : (JSON.stringify(value) ?? '');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The overrides of a record of settings, each value as it is typed. */
export const overridesOf = (record: Readonly<Record<string, JsonValue>>): Override[] =>
  Object.entries(record).map(([name, value]) => ({ name, value: typedValue(value) }));

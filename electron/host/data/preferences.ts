import { PreferencesSchema } from '../../../shared/contract/calls/app.ts';
import type { Preferences, PreferencesPatch } from '../../../shared/contract/types.ts';
import { isObject } from '../../../shared/spider/plain.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ownCheck } from '../../schemas/checker.ts';

const defaultPreferences: Preferences = {
  theme: 'system',
  density: 'compact',
  motion: 'system',
  editor: { fontSize: 13, wordWrap: false, minimap: false },
  keymap: {},
  choices: {},
  columns: {},
  panels: {},
};

/** Key of the row that holds all preferences. */
const row = 'window';

const isComplete = ownCheck(PreferencesSchema, { ownProperties: true });

/** Reads the preferences. Missing and invalid parts have their defaults. */
export async function readPreferences({ queries }: Workspace): Promise<Preferences> {
  return complete(await queries.preferences.get(row));
}

/** Reads the theme alone, for the first frame of a window. */
export async function readTheme({ queries }: Workspace): Promise<Preferences['theme']> {
  return themeOf(parse(await queries.preferences.get(row)));
}

/** The theme of parsed preferences; an invalid one is the default. */
export function themeOf(preferences: unknown): Preferences['theme'] {
  const theme = isObject(preferences) ? preferences['theme'] : null;
  return theme === 'light' || theme === 'dark' ? theme : defaultPreferences.theme;
}

/** Applies a patch in one transaction. @returns all preferences */
export async function changePreferences(
  { queries }: Workspace,
  patch: PreferencesPatch,
): Promise<Preferences> {
  const change = (before: string | null): string => JSON.stringify(merge(complete(before), patch));
  return complete(await queries.preferences.update(row, change));
}

function merge(old: Preferences, patch: PreferencesPatch): Preferences {
  return {
    theme: patch.theme ?? old.theme,
    density: patch.density ?? old.density,
    motion: patch.motion ?? old.motion,
    editor: { ...old.editor, ...patch.editor },
    keymap: mergeRecord(old.keymap, patch.keymap, 500),
    choices: mergeRecord(old.choices, patch.choices, 500),
    columns: mergeRecord(old.columns, patch.columns, 2000),
    panels: mergeRecord(old.panels, patch.panels, 200),
  };
}

/** Merges by key; null removes an entry. Beyond the limit, the least recently changed entries are dropped. */
function mergeRecord<T>(
  old: Readonly<Record<string, T>>,
  patch: Readonly<Record<string, T | null>> | undefined,
  most: number,
): Record<string, T> {
  const entries = new Map(Object.entries(old));
  for (const [key, value] of Object.entries(patch ?? {})) {
    entries.delete(key);
    if (value !== null) entries.set(key, value);
  }
  return Object.fromEntries([...entries].slice(-most));
}

/** Replaces each default with its stored value where that is valid. */
function complete(text: string | null): Preferences {
  // Nothing is stored before the first choice: the check, which takes its time to make, is not needed.
  if (text === null) return defaultPreferences;
  const stored = parse(text);
  if (isComplete(stored)) return stored;
  let preferences = defaultPreferences;
  for (const [name, value] of Object.entries(isObject(stored) ? stored : {})) {
    const candidate: unknown = { ...preferences, [name]: value };
    if (isComplete(candidate)) preferences = candidate;
  }
  return preferences;
}

function parse(text: string | null): unknown {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return value;
  } catch {
    return {};
  }
}

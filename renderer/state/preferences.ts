import { create } from 'zustand';
import type { Preferences, PreferencesPatch } from '../../shared/contract/types.ts';
import { getClient } from './client.ts';
import { toast } from './toasts.ts';

/** The defaults until the host has answered. */
export const defaultPreferences: Preferences = {
  theme: 'system',
  density: 'compact',
  motion: 'system',
  editor: { fontSize: 13, wordWrap: true, minimap: false },
  keymap: {},
  choices: {},
  columns: {},
  panels: {},
};

interface PreferencesState {
  preferences: Preferences;
  /** Whether the host has sent them. */
  known: boolean;
}

/** The preferences; the defaults until the host has sent them. */
export const usePreferencesStore = create<PreferencesState>(() => ({
  preferences: defaultPreferences,
  known: false,
}));

function merged<T>(
  current: Record<string, T>,
  patch: Record<string, T | null> | undefined,
): Record<string, T> {
  if (patch === undefined) return current;
  const next = { ...current };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete next[key];
    else next[key] = value;
  }
  return next;
}

/** Applies a patch to preferences as the host does: merged by key, null removes. */
export function patched(current: Preferences, patch: PreferencesPatch): Preferences {
  return {
    theme: patch.theme ?? current.theme,
    density: patch.density ?? current.density,
    motion: patch.motion ?? current.motion,
    editor: { ...current.editor, ...patch.editor },
    keymap: merged(current.keymap, patch.keymap),
    choices: merged(current.choices, patch.choices),
    columns: merged(current.columns, patch.columns),
    panels: merged(current.panels, patch.panels),
  };
}

/** Changes preferences at once in this window, then in the host, which tells the other windows. */
export async function setPreferences(patch: PreferencesPatch): Promise<void> {
  const before = usePreferencesStore.getState().preferences;
  usePreferencesStore.setState({ preferences: patched(before, patch) });
  const answer = await getClient().call('app.setPreferences', { patch });
  if (answer.ok) return;
  if (answer.error.code !== 'cancelled') toast.error(answer.error, 'The preference was not saved.');
}

/** Follows the preferences of all windows. @returns ends that */
export function followPreferences(): () => void {
  return getClient().subscribe(
    'preferences',
    {},
    {
      event: (preferences) => usePreferencesStore.setState({ preferences, known: true }),
    },
  );
}

/** A part of the preferences. */
export function usePreference<T>(select: (preferences: Preferences) => T): T {
  return usePreferencesStore((state) => select(state.preferences));
}

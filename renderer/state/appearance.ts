import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { Preferences } from '../../shared/contract/types.ts';
import { usePreference, usePreferencesStore } from './preferences.ts';

/** The theme that is shown. */
export type Theme = 'light' | 'dark';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
/** The key of the last appearance, applied before the preferences arrive, so that the window does not flash. */
const remembered = 'spider-studio.appearance';

function themeOf(choice: Preferences['theme']): Theme {
  if (choice !== 'system') return choice;
  return dark.matches ? 'dark' : 'light';
}

function subscribeToSystem(listener: () => void): () => void {
  dark.addEventListener('change', listener);
  return () => dark.removeEventListener('change', listener);
}

/** The theme that is shown now. */
export function useTheme(): Theme {
  const choice = usePreference((preferences) => preferences.theme);
  return useSyncExternalStore(subscribeToSystem, () => themeOf(choice));
}

/** Sets the attributes of the document that the style tokens depend on. */
function apply({ theme, density, motion }: Pick<Preferences, 'theme' | 'density' | 'motion'>): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = themeOf(theme);
  dataset['density'] = density;
  dataset['motion'] = motion;
}

/** Applies the last appearance before the first paint. */
export function applyRemembered(): void {
  const { preferences } = usePreferencesStore.getState();
  let stored: { theme?: unknown; density?: unknown } = {};
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(remembered) ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) stored = parsed;
  } catch {
    // Without access to the storage, the other theme may flash once.
  }
  const theme = stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : preferences.theme;
  apply({ ...preferences, theme, density: stored.density === 'comfortable' ? 'comfortable' : 'compact' });
}

/** Applies the preferences to the document; once in the application. */
export function useAppearance(): void {
  const theme = usePreference((preferences) => preferences.theme);
  const density = usePreference((preferences) => preferences.density);
  const motion = usePreference((preferences) => preferences.motion);
  const known = usePreferencesStore((state) => state.known);
  const shown = useTheme();
  // Before the effects of what is drawn by script, which reads the tokens.
  useLayoutEffect(() => {
    if (!known) return;
    apply({ theme: shown, density, motion });
    try {
      localStorage.setItem(remembered, JSON.stringify({ theme, density }));
    } catch {
      // As above.
    }
  }, [theme, density, motion, known, shown]);
}

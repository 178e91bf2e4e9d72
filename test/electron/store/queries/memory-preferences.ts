import type { PreferenceQueries } from '../../../../electron/store/preferences/preference-queries.ts';
import type { Tables } from './memory-tables.ts';

export function preferencesOf({ preferences }: Tables): PreferenceQueries {
  return {
    async get(name) {
      return preferences.get(name) ?? null;
    },
    async update(name, change) {
      const text = change(preferences.get(name) ?? null);
      preferences.set(name, text);
      return text;
    },
  };
}

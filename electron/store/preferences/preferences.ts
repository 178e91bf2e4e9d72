import type { StoreContext } from '../database/context.ts';

export interface PreferenceRepository {
  /** The JSON text kept under a name; null: nothing. */
  get(name: string): string | null;
  /** Replaces it by what `change` makes of it, in one transaction, so that two windows lose nothing of each other. */
  update(name: string, change: (text: string | null) => string): string;
}

export function createPreferences({ connection }: StoreContext): PreferenceRepository {
  const { db } = connection;
  const one = db.prepare<[string], { value: string }>('SELECT value FROM preferences WHERE name = ?');
  const put = db.prepare<[string, string]>(
    'INSERT INTO preferences (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const get = (name: string): string | null => one.get(name)?.value ?? null;
  return {
    get: connection.reading(get),
    update: connection.writing((name: string, change: (text: string | null) => string) => {
      const text = change(get(name));
      put.run(name, text);
      return text;
    }),
  };
}

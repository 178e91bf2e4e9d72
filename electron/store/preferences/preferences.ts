import type { StoreContext } from '../database/context.ts';
import type { PreferenceQueries } from './preference-queries.ts';

export function createPreferences({ connection }: StoreContext): PreferenceQueries {
  const { db } = connection;
  const one = db.prepare<[string], { value: string }>('SELECT value FROM preferences WHERE name = ?');
  const put = db.prepare<[string, string]>(
    'INSERT INTO preferences (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const get = (name: string): string | null => one.get(name)?.value ?? null;
  return {
    get: connection.query(get),
    update: connection.change((name: string, change: (text: string | null) => string) => {
      const text = change(get(name));
      put.run(name, text);
      return text;
    }),
  };
}

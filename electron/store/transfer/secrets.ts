import type { Row, TransferTable } from './rows.ts';

/** Tables whose texts may name secrets. The secrets themselves are in the keychain or the environment of each computer. */
const tables = new Set([
  'all_projects',
  'export_recipes',
  'notice_channels',
  'queue_entries',
  'schedules',
  'spider_versions',
]);

/** The names of secrets in a text of JSON. */
export const secretsIn = (text: string): string[] =>
  Array.from(
    text.matchAll(/"((?:env:[A-Za-z_]\w*|keychain:[A-Za-z0-9_][\w.-]*))\\?"/gu),
    ([, name = '']) => name,
  );

/** The names of secrets in rows of a table. */
export function secretsInRows({ name }: TransferTable, rows: readonly Row[]): string[] {
  if (!tables.has(name)) return [];
  return rows.flatMap((row) => row.flatMap((cell) => (typeof cell === 'string' ? secretsIn(cell) : [])));
}

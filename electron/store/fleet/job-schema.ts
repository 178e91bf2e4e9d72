import type { Query } from './claim-rows.ts';

/** The version of the job engine's own tables; null: they are not there. */
export async function jobSchemaVersion(query: Query, schema: string): Promise<number | null> {
  const there = `SELECT to_regclass('${schema}.version') IS NOT NULL AS there`;
  if ((await query<{ there: boolean }>(there))[0]?.there !== true) return null;
  const newest = `SELECT max(version) AS version FROM ${schema}.version`;
  return (await query<{ version: number | null }>(newest))[0]?.version ?? null;
}

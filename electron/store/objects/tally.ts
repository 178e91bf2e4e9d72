import type { Client } from 'pg';
import { tagBytes } from './reference.ts';

/** Tables whose bodies may be outside. */
export const bodyTables = ['pages', 'files', 'file_chunks'] as const;

/** How many bodies are in a place. */
export interface BodyTally {
  /** Tag of the place; null: the database. */
  tag: string | null;
  bodies: number;
  bytes: number;
}

/** Counts the bodies of pages and files by where they are. */
export async function tallyBodies(client: Client): Promise<BodyTally[]> {
  const each = bodyTables.map(
    (table) => `SELECT substring(spider_studio.object_of(body) FROM 1 FOR ${tagBytes}) AS tag,
      spider_studio.length(body) AS bytes FROM spider_studio.${table}`,
  );
  const { rows } = await client.query<{ tag: string | null; bodies: string; bytes: string }>(
    `SELECT encode(tag, 'hex') AS tag, count(*) AS bodies, coalesce(sum(bytes), 0) AS bytes
      FROM (${each.join(' UNION ALL ')}) AS b GROUP BY tag`,
  );
  return rows.map(({ tag, bodies, bytes }) => ({ tag, bodies: Number(bodies), bytes: Number(bytes) }));
}

import type { StoreContext } from '../database/context.ts';

/** What drafts have, within a transaction of its caller. */
export interface DraftEvidence {
  /** Whether the text with this hash is proved: by a proof that is kept with one of these drafts, or a version of this spider. */
  isProved(hash: string, of: { spider: number | null; drafts: readonly number[] }): boolean;
  /** Gives the pages of a draft to its spider, and its proofs of this text to the version that has it. */
  move(draft: number, to: { spider: number; hash: string }): void;
}

/** Implements `DraftEvidence` on SQLite. */
export function createDraftEvidence({ connection: { db } }: StoreContext): DraftEvidence {
  const proved = db
    .prepare<[{ hash: string; spider: number | null; drafts: string }], number>(
      `SELECT 1 FROM proofs LEFT JOIN spider_versions AS v ON v.id = version_id
        WHERE proofs.hash = @hash AND verdict = 'proved' AND source = 'own-pages'
          AND (v.spider_id = @spider OR draft_id IN (SELECT CAST(value AS INTEGER) FROM json_each(@drafts)))
        LIMIT 1`,
    )
    .pluck();
  const movePages = db.prepare<[{ draft: number; spider: number }]>(
    'UPDATE all_saved_pages SET spider_id = @spider, draft_id = NULL WHERE draft_id = @draft',
  );
  const version =
    '(SELECT id FROM spider_versions WHERE spider_id = @spider AND hash = @hash ORDER BY number DESC LIMIT 1)';
  const dropOlder = db.prepare<[{ draft: number; spider: number; hash: string }]>(
    `DELETE FROM proofs WHERE version_id = ${version}
      AND signature IN (SELECT signature FROM proofs WHERE draft_id = @draft AND hash = @hash)`,
  );
  const moveProofs = db.prepare<[{ draft: number; spider: number; hash: string }]>(
    `UPDATE proofs SET draft_id = NULL, version_id = ${version} WHERE draft_id = @draft AND hash = @hash`,
  );
  return {
    isProved: (hash, { spider, drafts }) =>
      proved.get({ hash, spider, drafts: JSON.stringify(drafts) }) !== undefined,
    move(draft, { spider, hash }) {
      movePages.run({ draft, spider });
      dropOlder.run({ draft, spider, hash });
      moveProofs.run({ draft, spider, hash });
    },
  };
}

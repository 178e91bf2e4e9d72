import type { CompressedText } from '../../engine/ports/ledger.ts';
import { compressPage, decompressPage } from '../../engine/stored-page.ts';
import type { StoreContext } from '../database/context.ts';
import { readCheckNumbers } from '../database/json-columns.ts';
import { isoTime } from '../database/rows.ts';
import { damagedRow } from '../errors.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import { keptPerVersion, type NewProof, type ProofQueries, type ProofRow } from './proof-queries.ts';
import type { SpiderRows } from './spider-rows.ts';

interface Row extends Pick<
  ProofRow,
  'verdict' | 'source' | 'pages' | 'held' | 'seed' | 'engine' | 'version'
> {
  id: number;
  proved_at: number;
  failed_json: string;
  not_run_json: string;
}

/** Implements `ProofQueries` on SQLite. */
export function createProofs({ connection, now }: StoreContext, spiders: SpiderRows): ProofQueries {
  const { db } = connection;
  const columns = `proofs.id, v.number AS version, proved_at, verdict, source, pages, held, seed, engine, failed_json, not_run_json`;
  const joined = `FROM proofs JOIN spider_versions AS v ON v.id = version_id JOIN spiders ON spiders.id = v.spider_id
    JOIN projects ON projects.id = spiders.project_id WHERE projects.name = @project AND spiders.name = @spider`;
  const versionWith = db
    .prepare<[{ spider: number; hash: string }], number>(
      'SELECT id FROM spider_versions WHERE spider_id = @spider AND hash = @hash ORDER BY number DESC LIMIT 1',
    )
    .pluck();
  const put = db
    .prepare<
      [
        Pick<NewProof, 'signature' | 'verdict' | 'source' | 'pages' | 'held' | 'seed' | 'engine'> &
          CompressedText & { version: number; now: number; failed: string; notRun: string },
      ],
      number
    >(
      `INSERT INTO proofs (version_id, signature, proved_at, verdict, source, pages, held, seed, engine, failed_json, not_run_json,
          sha256, codec, length, body)
        VALUES (@version, @signature, @now, @verdict, @source, @pages, @held, @seed, @engine, @failed, @notRun,
          @sha256, @codec, @length, @body)
        ON CONFLICT (version_id, signature) DO UPDATE SET proved_at = @now RETURNING id`,
    )
    .pluck();
  const removeOld = db.prepare<[{ version: number; most: number }]>(
    `DELETE FROM proofs WHERE version_id = @version AND id NOT IN (
      SELECT id FROM proofs WHERE version_id = @version ORDER BY proved_at DESC, id DESC LIMIT @most)`,
  );
  const newest = db.prepare<[SpiderName & { limit: number }], Row>(
    `SELECT ${columns} ${joined} ORDER BY proved_at DESC, proofs.id DESC LIMIT @limit`,
  );
  const one = db.prepare<[SpiderName & { id: string }], Row & CompressedText>(
    `SELECT ${columns}, sha256, codec, length, body ${joined} AND proofs.id = @id`,
  );

  function proof({
    id,
    version,
    proved_at,
    verdict,
    source,
    pages,
    held,
    seed,
    engine,
    ...numbers
  }: Row): ProofRow {
    const failed = readCheckNumbers(numbers.failed_json, id);
    const notRun = readCheckNumbers(numbers.not_run_json, id);
    const provedAt = isoTime(proved_at);
    return { id: String(id), version, provedAt, verdict, source, pages, held, seed, engine, failed, notRun };
  }

  function get({ project, spider }: SpiderName, id: string): (ProofRow & { certificate: string }) | null {
    const row = one.get({ project, spider, id });
    if (row === undefined) return null;
    const certificate = decompressPage(row);
    if (certificate === null) throw damagedRow(`The certificate of proof ${id}`);
    return { ...proof(row), certificate };
  }

  function keep(
    of: SpiderName,
    { hash, certificate, failed, notRun, ...summary }: NewProof,
  ): ProofRow | null {
    const version = versionWith.get({ spider: spiders.requireId(of), hash });
    if (version === undefined) return null;
    const { sha256, codec, length, body } = compressPage(certificate, 'utf-8');
    const id = put.get({
      ...summary,
      version,
      now: now(),
      failed: JSON.stringify(failed),
      notRun: JSON.stringify(notRun),
      sha256,
      codec,
      length,
      body,
    });
    removeOld.run({ version, most: keptPerVersion });
    return id === undefined ? null : get(of, String(id));
  }

  return {
    keep: connection.change((of: SpiderName, given: NewProof) => keep(of, given)),
    list: connection.query(({ project, spider }: SpiderName, limit: number) =>
      newest.all({ project, spider, limit }).map(proof),
    ),
    get: connection.query((of: SpiderName, id: string) => get(of, id)),
  };
}

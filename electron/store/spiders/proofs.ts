import type { CompressedText } from '../../engine/ports/ledger.ts';
import { hash as hashOf } from 'node:crypto';
import { compressPage, decompressPage } from '../../engine/stored-page.ts';
import type { StoreContext } from '../database/context.ts';
import { readCheckNumbers } from '../database/json-columns.ts';
import { isoTime } from '../database/rows.ts';
import { damagedRow } from '../errors.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import { keptPerVersion, type NewProof, type ProofQueries, type ProofRow } from './proof-queries.ts';
import type { DraftPlace } from './draft-queries.ts';
import type { DraftRows } from './draft-rows.ts';
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

type OfVersion = Row & { version: number };

/** The row ids of what has a proof: one of the two. */
interface Place {
  version: number | null;
  draft: number | null;
}

/** Implements `ProofQueries` on SQLite. */
export function createProofs(
  { connection, now }: StoreContext,
  { spiders, drafts }: { spiders: SpiderRows; drafts: DraftRows },
): ProofQueries {
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
          CompressedText &
          Place & { hash: string; now: number; failed: string; notRun: string },
      ],
      number
    >(
      `INSERT INTO proofs (version_id, draft_id, hash, signature, proved_at, verdict, source, pages, held, seed, engine, failed_json, not_run_json,
          sha256, codec, length, body)
        VALUES (@version, @draft, @hash, @signature, @now, @verdict, @source, @pages, @held, @seed, @engine, @failed, @notRun,
          @sha256, @codec, @length, @body)
        RETURNING id`,
    )
    .pluck();
  const renew = db
    .prepare<[Place & { signature: string; now: number }], number>(
      `UPDATE proofs SET proved_at = @now
        WHERE version_id IS @version AND draft_id IS @draft AND signature = @signature RETURNING id`,
    )
    .pluck();
  const removeOld = db.prepare<[Place & { most: number }]>(
    `DELETE FROM proofs WHERE version_id IS @version AND draft_id IS @draft AND id NOT IN (
      SELECT id FROM proofs WHERE version_id IS @version AND draft_id IS @draft ORDER BY proved_at DESC, id DESC LIMIT @most)`,
  );
  const byId = db.prepare<[number], Row & CompressedText>(
    `SELECT ${columns}, sha256, codec, length, body FROM proofs LEFT JOIN spider_versions AS v ON v.id = version_id WHERE proofs.id = ?`,
  );
  const newest = db.prepare<[SpiderName & { limit: number }], OfVersion>(
    `SELECT ${columns} ${joined} ORDER BY proved_at DESC, proofs.id DESC LIMIT @limit`,
  );
  const one = db.prepare<[SpiderName & { id: number }], OfVersion & CompressedText>(
    `SELECT ${columns}, sha256, codec, length, body ${joined} AND proofs.id = @id`,
  );

  function proof<R extends Row>({
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
  }: R): ProofRow & Pick<R, 'version'> {
    const failed = readCheckNumbers(numbers.failed_json, id);
    const notRun = readCheckNumbers(numbers.not_run_json, id);
    const provedAt = isoTime(proved_at);
    return { id: String(id), version, provedAt, verdict, source, pages, held, seed, engine, failed, notRun };
  }

  function whole<R extends Row & CompressedText>(
    row: R | undefined,
  ): (ProofRow & Pick<R, 'version'> & { certificate: string }) | null {
    if (row === undefined) return null;
    const certificate = decompressPage(row);
    if (certificate === null) throw damagedRow(`The certificate of proof ${row.id}`);
    return { ...proof(row), certificate };
  }

  /** What has the text: the newest such version, or else the draft; null: nothing. @throws StoreError `not-found` */
  function placeOf(place: DraftPlace, hash: string): Place | null {
    const version =
      place.spider === null ? undefined : versionWith.get({ spider: spiders.requireId(place), hash });
    if (version !== undefined) return { version, draft: null };
    const draft = drafts.get(place);
    const isOf = draft !== null && hashOf('sha256', draft.text) === hash;
    return isOf ? { version: null, draft: Number(draft.id) } : null;
  }

  function keep(
    of: DraftPlace,
    { hash, certificate, failed, notRun, ...summary }: NewProof,
  ): ProofRow | null {
    const place = placeOf(of, hash);
    if (place === null) return null;
    const { sha256, codec, length, body } = compressPage(certificate, 'utf-8');
    const { signature } = summary;
    const known = renew.get({ ...place, signature, now: now() });
    const id =
      known ??
      put.get({
        ...summary,
        ...place,
        hash,
        now: now(),
        failed: JSON.stringify(failed),
        notRun: JSON.stringify(notRun),
        sha256,
        codec,
        length,
        body,
      });
    removeOld.run({ ...place, most: keptPerVersion });
    return id === undefined ? null : whole(byId.get(id));
  }

  return {
    keep: connection.change((of: DraftPlace, given: NewProof) => keep(of, given)),
    list: connection.query(({ project, spider }: SpiderName, limit: number) =>
      newest.all({ project, spider, limit }).map(proof),
    ),
    get: connection.query(({ project, spider }: SpiderName, id: string) =>
      Number.isSafeInteger(Number(id)) ? whole(one.get({ project, spider, id: Number(id) })) : null,
    ),
  };
}

import type { StoreContext } from '../database/context.ts';
import { notFound } from '../errors.ts';
import {
  pictureTypes,
  type KeptPicture,
  type PictureFacts,
  type PictureQueries,
  type PictureType,
} from './picture-queries.ts';

/** Most bytes of all pictures of a database. */
const maxPictureBytes = 256 * 1024 * 1024;

const isPictureType = (type: string | null): type is PictureType =>
  pictureTypes.some((each) => each === type);

interface Row {
  url: string;
  type: string | null;
  bytes: number;
  problem: string | null;
  blocked: number;
}

/** The rows of pictures. Call its functions within a transaction. See `PictureQueries`. */
export interface PictureRows {
  known(this: void, project: string, urls: readonly string[]): PictureFacts[];
  get(this: void, project: string, urls: readonly string[]): KeptPicture[];
  keep(this: void, project: string, pictures: readonly KeptPicture[]): void;
}

/** @param maxBytes of all pictures of the database */
export function createPictureRows(
  { connection }: Pick<StoreContext, 'connection'>,
  maxBytes = maxPictureBytes,
): PictureRows {
  const { db } = connection;
  const columns = 'url, type, bytes, problem, blocked';
  const which =
    'project_id = (SELECT id FROM projects WHERE name = ?) AND url IN (SELECT value FROM json_each(?))';
  const known = db.prepare<[string, string], Row>(`SELECT ${columns} FROM pictures WHERE ${which}`);
  const loaded = db.prepare<[string, string], Row & { body: Uint8Array }>(
    `SELECT ${columns}, body FROM pictures WHERE ${which} AND body IS NOT NULL`,
  );
  const projectId = db.prepare<[string], { id: number }>('SELECT id FROM projects WHERE name = ?');
  const remove = db.prepare<[number, string]>('DELETE FROM pictures WHERE project_id = ? AND url = ?');
  // A picture that is loaded again gets a new id, so that the smallest ids are the oldest pictures.
  const insert = db.prepare<
    [Omit<Row, 'blocked'> & { project: number; blocked: number; body: Uint8Array | null }]
  >(
    `INSERT INTO pictures (project_id, url, type, bytes, body, problem, blocked)
      VALUES (@project, @url, @type, @bytes, @body, @problem, @blocked)`,
  );
  const held = db.prepare<[], { bytes: number }>('SELECT coalesce(sum(bytes), 0) AS bytes FROM pictures');
  const oldest = db.prepare<[], { id: number; bytes: number }>('SELECT id, bytes FROM pictures ORDER BY id');
  const forget = db.prepare<[number]>('DELETE FROM pictures WHERE id <= ?');

  const facts = ({ type, blocked, ...row }: Row): PictureFacts => ({
    ...row,
    type: isPictureType(type) ? type : null,
    blocked: blocked === 1,
  });

  function makeRoom(): void {
    let left = held.get()?.bytes ?? 0;
    if (left <= maxBytes) return;
    let last = 0;
    for (const { id, bytes } of oldest.iterate()) {
      if (left <= maxBytes) break;
      left -= bytes;
      last = id;
    }
    forget.run(last);
  }

  return {
    known: (project, urls) => known.all(project, JSON.stringify(urls)).map(facts),
    get: (project, urls) =>
      loaded.all(project, JSON.stringify(urls)).map(({ body, ...row }) => ({ ...facts(row), body })),
    keep(project, pictures) {
      const id = projectId.get(project)?.id;
      if (id === undefined) throw notFound(`project "${project}"`);
      for (const { blocked, ...picture } of pictures) {
        remove.run(id, picture.url);
        insert.run({ ...picture, project: id, blocked: blocked ? 1 : 0 });
      }
      makeRoom();
    },
  };
}

/** Implements `PictureQueries` on SQLite. */
export function createPictures(
  { connection }: Pick<StoreContext, 'connection'>,
  rows: PictureRows,
): PictureQueries {
  return {
    known: connection.query(rows.known),
    get: connection.query(rows.get),
    keep: connection.change(rows.keep),
  };
}

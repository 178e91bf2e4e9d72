import type { ReceivedFile } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { StoreError } from '../errors.ts';

/** Files that are being received in chunks. Call its functions within a transaction. */
export interface IncomingFiles {
  /**
   * See `Ledger.keepChunk`.
   * @param bytes its size, where a reference stands for it
   * @returns false: the request is not active
   */
  keepChunk(request: number, position: number, chunk: Uint8Array, bytes: number): boolean;
  /** Stores what was received for a request, once for each content. @returns the row id of the file */
  finish(request: number, file: ReceivedFile): number;
}

export function createIncomingFiles({ connection: { db } }: StoreContext): IncomingFiles {
  const isActive = db.prepare<[number], number>('SELECT 1 FROM requests WHERE id = ? AND state = 1').pluck();
  const discard = db.prepare<[number]>('DELETE FROM long_files WHERE request_id = ?');
  const begin = db.prepare<[number]>('INSERT INTO long_files (request_id) VALUES (?)');
  const insertChunk = db.prepare<[{ request: number; position: number; chunk: Uint8Array }]>(
    `INSERT INTO file_chunks (long_file_id, position, body)
      SELECT id, @position, @chunk FROM long_files WHERE request_id = @request AND chunks = @position`,
  );
  const count = db.prepare<[number, number]>(
    'UPDATE long_files SET chunks = chunks + 1, bytes = bytes + ? WHERE request_id = ?',
  );
  const known = db.prepare<[Uint8Array], number>('SELECT id FROM files WHERE sha256 = ?').pluck();
  const insert = db.prepare<[Uint8Array, Uint8Array]>('INSERT INTO files (sha256, body) VALUES (?, ?)');
  const adopt = db.prepare<[{ file: number; request: number; chunks: number }]>(
    'UPDATE long_files SET file_id = @file, request_id = NULL WHERE request_id = @request AND chunks = @chunks',
  );
  return {
    keepChunk(request, position, chunk, bytes) {
      if (isActive.get(request) === undefined) return false;
      if (position === 0) {
        discard.run(request);
        begin.run(request);
      }
      if (insertChunk.run({ request, position, chunk }).changes === 0) throw notInOrder(request, position);
      count.run(bytes, request);
      return true;
    },
    finish(request, { sha256, rest, chunks }) {
      const same = known.get(sha256);
      // The chunks of the same content go with the request, as it ends.
      if (same !== undefined) return same;
      const file = Number(insert.run(sha256, rest).lastInsertRowid);
      if (chunks > 0 && adopt.run({ file, request, chunks }).changes === 0) throw notInOrder(request, chunks);
      return file;
    },
  };
}

const notInOrder = (request: number, position: number): StoreError =>
  new StoreError(
    'conflict',
    `Chunk ${position} of the file of request ${request} does not follow the others.`,
    'The run may be carried out twice; stop one of the processes.',
  );

import type { Advice } from '../../../../shared/contract/advice.ts';
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Type } from 'typebox';
import { ownCheck } from '../../../schemas/checker.ts';
import { backupApplicationId } from '../../../store/database/database-file.ts';
import { applicationId } from '../../../store/database/migrations/migrate.ts';
import { HostError } from '../../errors.ts';
import { ProxyFileSchema } from '../../data/proxy-file.ts';
import { BackupListsSchema } from './backup-lists.ts';

/**
 * Schema of a backup's note. A backup is one file: the SQLite database, the note as JSON, the note's length in ten digits, and the
 * SHA-256 of everything before. SQLite reads only the database part.
 */
export const BackupNoteSchema = Type.Object({
  /** Version of this format. */
  version: Type.Literal(1),
  createdAt: Type.String(),
  appVersion: Type.String(),
  /** Schema version of the database (`user_version`). */
  schema: Type.Integer({ minimum: 1 }),
  databaseBytes: Type.Integer({ minimum: 512 }),
  counts: Type.Object({
    projects: Type.Integer({ minimum: 0 }),
    spiders: Type.Integer({ minimum: 0 }),
    runs: Type.Integer({ minimum: 0 }),
    items: Type.Integer({ minimum: 0 }),
  }),
  /** The proxies, which are stored outside the database. */
  proxies: ProxyFileSchema.properties.proxies,
  /** The other lists beside the database; older backups have none. */
  lists: Type.Optional(BackupListsSchema),
});

/** Metadata of a backup. */
export type BackupNote = Type.Static<typeof BackupNoteSchema>;

const isNote = ownCheck(BackupNoteSchema);

/** Characters of the length, and of the hash in hexadecimal. */
const lengthDigits = 10;
const hashDigits = 64;
const tailBytes = lengthDigits + hashDigits;
/** Maximum size of a note in bytes, far above that of any list of proxies. */
const maxNoteBytes = 16 * 1024 * 1024;
/** First bytes of every SQLite database, and the offset of its application_id. */
const sqliteMagic = 'SQLite format 3\0';
const headerBytes = 100;
const applicationIdAt = 68;

/** Turns a copy of a database into a backup in place, and flushes it to disk. */
export async function completeBackup(file: string, note: BackupNote): Promise<void> {
  const text = Buffer.from(JSON.stringify(note));
  const length = String(text.length).padStart(lengthDigits, '0');
  const hash = createHash('sha256');
  await hashRange(file, hash, note.databaseBytes);
  hash.update(text).update(length);
  const handle = await open(file, 'a');
  try {
    await handle.appendFile(Buffer.concat([text, Buffer.from(`${length}${hash.digest('hex')}`)]));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Verifies the hash of a backup and reads its note.
 * @param copyTo receives the database
 * @throws HostError `damaged-backup` or `no-backup`
 */
export async function readBackup(file: string, copyTo: Writable | null = null): Promise<BackupNote> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    await requireBackup(handle, file, size);
    const tail = await readText(handle, size - tailBytes, tailBytes);
    const noteBytes = Number(tail.slice(0, lengthDigits));
    const databaseBytes = size - tailBytes - noteBytes;
    if (!/^\d{10}[\da-f]{64}$/.test(tail) || noteBytes > maxNoteBytes || databaseBytes < headerBytes)
      throw damagedBackup(file, 'its end is missing');
    const text = await readText(handle, databaseBytes, noteBytes);
    const hash = createHash('sha256');
    await hashRange(file, hash, databaseBytes, copyTo);
    hash.update(text).update(tail.slice(0, lengthDigits));
    if (hash.digest('hex') !== tail.slice(lengthDigits))
      throw damagedBackup(file, 'its content is not what was written');
    const note = parseNote(text);
    if (note === null || note.databaseBytes !== databaseBytes) throw unknownFormat(file);
    return note;
  } finally {
    await handle.close();
  }
}

/** Checks the header of a backup only. @throws HostError `no-backup` */
export async function requireBackupFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await requireBackup(handle, file, (await handle.stat()).size);
  } finally {
    await handle.close();
  }
}

/** The error for a damaged backup. @param why one sentence part */
export function damagedBackup(file: string, why: string): HostError {
  return new HostError(
    'damaged-backup',
    `The backup "${file}" is damaged: ${why}.`,
    'Nothing was changed. Use another backup, or copy this one again from where it came.',
  );
}

async function requireBackup(handle: FileHandle, file: string, size: number): Promise<void> {
  const refuse = (what: string, advice: Advice): HostError =>
    new HostError('no-backup', `The file "${file}" ${what}.`, advice);
  const other: Advice = { hint: 'Nothing was changed.', action: { action: 'create-backup' } };
  if (size === 0) throw refuse('is empty', other);
  const header = Buffer.alloc(headerBytes);
  const { bytesRead } = await handle.read(header, 0, headerBytes, 0);
  if (bytesRead < headerBytes || header.toString('latin1', 0, sqliteMagic.length) !== sqliteMagic)
    throw refuse('is no backup of Spider Studio', other);
  const application = header.readUInt32BE(applicationIdAt);
  if (application === backupApplicationId) return;
  if (application === applicationId)
    throw refuse('is a database of Spider Studio, not a backup', {
      hint: 'Nothing was changed. To work with it, put it as "spider-studio.db" into a folder of its own and choose that data folder.',
      action: { action: 'choose-data-folder' },
    });
  throw refuse('is a database of another program', other);
}

async function readText(handle: FileHandle, position: number, length: number): Promise<string> {
  const buffer = Buffer.alloc(Math.max(0, length));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, Math.max(0, position));
  return buffer.toString('utf8', 0, bytesRead);
}

/** Hashes the first bytes of a file, and copies them to a stream. */
async function hashRange(
  file: string,
  hash: Hash,
  bytes: number,
  copyTo: Writable | null = null,
): Promise<void> {
  const source = createReadStream(file, { end: bytes - 1, highWaterMark: 1024 * 1024 });
  const hashed = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      if (copyTo !== null) yield chunk;
    }
  };
  if (copyTo === null) await pipeline(source, hashed, drain);
  else await pipeline(source, hashed, copyTo);
}

async function drain(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of chunks);
}

function parseNote(text: string): BackupNote | null {
  try {
    const note: unknown = JSON.parse(text);
    return isNote(note) ? note : null;
  } catch {
    return null;
  }
}

function unknownFormat(file: string): HostError {
  return new HostError(
    'newer',
    `The backup "${file}" has a format that this version of Spider Studio does not know.`,
    'Update Spider Studio.',
  );
}

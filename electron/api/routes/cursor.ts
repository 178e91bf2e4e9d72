import { HostError } from '../../host/errors.ts';

/** Where the next portion of items begins. */
export interface Cursor {
  offset: number;
  /** The items that there were at the first portion. */
  snapshot: string;
  /** The run that was meant, so that a newer one does not take its place. */
  run: string;
}

/** A cursor as text, which means nothing to clients. */
export function writeCursor({ offset, snapshot, run }: Cursor): string {
  return Buffer.from(JSON.stringify([offset, snapshot, run])).toString('base64url');
}

/** Reads a cursor; null: there is none. @throws HostError `bad-arguments` */
export function readCursor(text: string | null): Cursor | null {
  if (text === null) return null;
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const [offset, snapshot, run]: unknown[] = Array.isArray(read) ? read : [];
    if (Number.isSafeInteger(offset) && typeof offset === 'number' && offset >= 0) {
      if (typeof snapshot === 'string' && typeof run === 'string') return { offset, snapshot, run };
    }
  } catch {
    // It is no cursor.
  }
  throw new HostError(
    'bad-arguments',
    'The cursor is none that this server has given.',
    'Begin without one.',
    {
      pointer: '/cursor',
    },
  );
}

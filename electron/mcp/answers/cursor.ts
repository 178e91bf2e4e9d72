import { createHash } from 'node:crypto';
import { HostError } from '../../host/errors.ts';

/** Where the next portion of an answer begins. */
export interface Cursor {
  offset: number;
  /** What the first portion was taken from, where that may change; "": it does not. */
  state: string;
}

/** What a cursor belongs to: a tool with its arguments. */
export interface Asked {
  tool: string;
  args: Readonly<Record<string, unknown>>;
}

/** Arguments that may differ between the portions of an answer. */
const changing: ReadonlySet<string> = new Set(['cursor', 'maxTokens', 'fields']);

/** A cursor as text, which means nothing to clients. */
export function writeCursor({ offset, state }: Cursor, asked: Asked): string {
  return Buffer.from(JSON.stringify([offset, state, mark(asked)])).toString('base64url');
}

/** Reads a cursor; null: the answer begins. @throws HostError `bad-arguments` where it is none of this tool and these arguments */
export function readCursor(text: string | null, asked: Asked): Cursor {
  if (text === null) return { offset: 0, state: '' };
  const [offset, state, of] = parsed(text);
  if (typeof offset === 'number' && Number.isSafeInteger(offset) && offset >= 0 && typeof state === 'string')
    if (of === mark(asked)) return { offset, state };
  throw new HostError(
    'bad-arguments',
    `The cursor is none that ${asked.tool} has given for these arguments.`,
    'Send the same arguments as before with `next` of that answer, or begin without a cursor.',
    { pointer: '/cursor' },
  );
}

function parsed(text: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

function mark({ tool, args }: Asked): string {
  const kept = Object.entries(args)
    .filter(([name]) => !changing.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([tool, kept]))
    .digest('base64url')
    .slice(0, 12);
}

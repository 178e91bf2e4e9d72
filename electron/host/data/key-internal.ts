import type { AuditRow, KeyRow, MemberRow } from '../../store/keys/key-queries.ts';
import type { BegunReply, ReplyPlace } from '../../store/keys/reply-queries.ts';
import { StoreError } from '../../store/errors.ts';
import type { DataContext } from './data-context.ts';
import { secretHash } from './keys.ts';

/** What an id can stand for. */
export type Subject = 'run' | 'page' | 'request' | 'item' | 'entry' | 'schedule';

/** Work about callers of the API for the host itself; no client can call it. */
export const keyInternalHandlers = {
  /** The key with this secret, also one that has ended; null: there is none. */
  keyOfSecret: ({ secret }: { secret: string }, { workspace }: DataContext): Promise<KeyRow | null> =>
    workspace.queries.keys.bySecret(secretHash(secret)),
  /** The member whom tokens name so; null: there is none. */
  memberOfSubject: (
    { subject }: { subject: string },
    { workspace }: DataContext,
  ): Promise<MemberRow | null> => workspace.queries.keys.memberOfSubject(subject),
  keyUsed: async ({ key }: { key: string }, { workspace }: DataContext): Promise<null> => {
    await workspace.queries.keys.used(key);
    return null;
  },
  recordRequest: async (entry: Omit<AuditRow, 'id' | 'at'>, { workspace }: DataContext): Promise<null> => {
    await workspace.queries.keys.record(entry);
    return null;
  },
  beginReply: (of: ReplyPlace & { request: string }, { workspace }: DataContext): Promise<BegunReply> =>
    workspace.queries.replies.begin(of),
  endReply: async (
    of: ReplyPlace & { answer: { status: number; body: string } | null },
    { workspace }: DataContext,
  ): Promise<null> => {
    await workspace.queries.replies.end(of);
    return null;
  },
  /** The projects that have a spider of this name. */
  projectsOfSpider: ({ spider }: { spider: string }, { workspace }: DataContext): Promise<string[]> =>
    workspace.queries.spiders.projectsOf(spider),
  /** The project of what an id stands for; null: there is no such thing. */
  projectOf: async (
    { subject, id }: { subject: Subject; id: string },
    { workspace: { queries } }: DataContext,
  ): Promise<string | null> => {
    try {
      switch (subject) {
        case 'run':
          return (await queries.runs.get(id)).project;
        case 'page':
          return (await queries.savedPages.get(id))?.project ?? null;
        case 'request': {
          const request = await queries.requests.get(id);
          return request === null ? null : (await queries.runs.get(request.run)).project;
        }
        case 'item':
          return (await queries.items.get(id))?.project ?? null;
        case 'entry':
          return (await queries.queue.get(id))?.project ?? null;
        case 'schedule':
          return (await queries.schedules.get(id))?.project ?? null;
        default:
          return subject satisfies never;
      }
    } catch (error) {
      if (error instanceof StoreError && error.code === 'not-found') return null;
      throw error;
    }
  },
};

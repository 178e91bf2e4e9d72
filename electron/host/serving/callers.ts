import type { FleetStatus } from '../../../shared/contract/types.ts';
import type { AskedDatabase } from '../data/internal.ts';
import type { Subject } from '../data/key-internal.ts';
import type { BegunReply, ReplyPlace } from '../../store/keys/reply-queries.ts';
import type { Totals } from '../../store/totals/total-queries.ts';
import type { AuditRow, KeyRow, MemberRow } from '../../store/keys/key-queries.ts';

export type { Subject, Totals };
/** A key as callers of the API are known by it. */
export type CallerKey = KeyRow;
/** A member, who comes with tokens. */
export type CallerMember = MemberRow;
/** A request to the API that changed something or was refused. */
export type ApiRecord = Omit<AuditRow, 'id' | 'at'>;

/** What a door with keys knows of its callers. */
export interface Callers {
  /** The key with this secret, also one that has ended; null: there is none. A change is seen within a second. */
  keyOf(secret: string): Promise<CallerKey | null>;
  /** The member whom tokens name so; null: there is none. A change is seen within a second. */
  memberOf(subject: string): Promise<CallerMember | null>;
  /** The projects that have a spider of this name. */
  projectsOfSpider(spider: string): Promise<string[]>;
  /** The project of what an id stands for; null: there is no such thing. */
  projectOf(subject: Subject, id: string): Promise<string | null>;
  /** Notes that a request that may be repeated is being carried out, unless it is known. */
  beginReply(of: ReplyPlace & { request: string }): Promise<BegunReply>;
  /** Keeps the answer to such a request; null: it may be carried out again. */
  endReply(of: ReplyPlace & { answer: { status: number; body: string } | null }): Promise<void>;
  /** How much there is of everything that is kept. */
  totals(): Promise<Totals>;
  /** How the workers stand; null: the workspace has none. */
  fleet(): Promise<FleetStatus | null>;
  /** Adds an entry to the audit log. Never rejects. */
  record(entry: ApiRecord): Promise<void>;
}

/** How long a key that was read is taken as known, in milliseconds, and how many are kept. */
const known = { forMs: 1000, most: 1000 } as const;

/** What is known of callers, from the database. @param onFault called with what could not be noted */
export function createCallers(
  database: AskedDatabase,
  onFault: (what: string, error: unknown) => void,
): Callers {
  const recent = new Map<string, { at: number; key: Promise<CallerKey | null> }>();
  const members = new Map<string, { at: number; member: Promise<CallerMember | null> }>();
  return {
    keyOf(secret) {
      const at = performance.now();
      const found = recent.get(secret);
      if (found !== undefined && at - found.at < known.forMs) return found.key;
      if (recent.size >= known.most) recent.clear();
      const key = database.ask('quick', 'keyOfSecret', { secret }).then((row) => {
        if (row?.state === 'active')
          void database
            .ask('write', 'keyUsed', { key: row.id })
            .catch((error: unknown) => onFault('The use of a key', error));
        return row;
      });
      recent.set(secret, { at, key });
      key.catch(() => recent.delete(secret));
      return key;
    },
    memberOf(subject) {
      const at = performance.now();
      const found = members.get(subject);
      if (found !== undefined && at - found.at < known.forMs) return found.member;
      if (members.size >= known.most) members.clear();
      const member = database.ask('quick', 'memberOfSubject', { subject });
      members.set(subject, { at, member });
      member.catch(() => members.delete(subject));
      return member;
    },
    projectsOfSpider: (spider) => database.ask('quick', 'projectsOfSpider', { spider }),
    projectOf: (subject, id) => database.ask('quick', 'projectOf', { subject, id }),
    beginReply: (of) => database.ask('write', 'beginReply', of),
    async endReply(of) {
      await database.ask('write', 'endReply', of);
    },
    fleet: () => database.ask('slow', 'fleet', null),
    totals: () => database.ask('slow', 'totals', null),
    async record(entry) {
      await database
        .ask('write', 'recordRequest', entry)
        .catch((error: unknown) => onFault('The audit log', error));
    },
  };
}

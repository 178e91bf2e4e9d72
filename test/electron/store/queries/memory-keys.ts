import { roleScopes, type Role, type Scope } from '../../../../shared/roles.ts';
import type {
  AuditRow,
  KeyQueries,
  KeyRow,
  MemberRow,
  StoredSecret,
} from '../../../../electron/store/keys/key-queries.ts';
import type { ReplyPlace, ReplyQueries } from '../../../../electron/store/keys/reply-queries.ts';
import { isoTime, type Tables } from './memory-tables.ts';

interface Kept {
  row: Omit<KeyRow, 'state' | 'lastUsedAt'>;
  secrets: { hash: string; until: number | null }[];
  lastUsed: number | null;
  revoked: boolean;
  orphan: boolean;
}

const day = 24 * 3_600_000;
const minute = 60_000;

export function keysOf(tables: Tables): KeyQueries {
  const members = new Map<string, { role: Role; createdAt: string; subject: string | null }>();
  const keys: Kept[] = [];
  const entries: AuditRow[] = [];

  const toRow = ({ row, lastUsed, revoked }: Kept): KeyRow => ({
    ...row,
    lastUsedAt: lastUsed === null ? null : isoTime(lastUsed),
    state: revoked
      ? 'revoked'
      : row.expiresAt !== null && Date.parse(row.expiresAt) <= tables.now
        ? 'expired'
        : 'active',
  });
  const ofMember = (name: string): Kept[] => keys.filter(({ row, orphan }) => row.member === name && !orphan);
  const toMember = (name: string): MemberRow | null => {
    const member = members.get(name);
    const working = ofMember(name).filter((key) => toRow(key).state === 'active');
    return member === undefined ? null : { name, ...member, keys: working.length };
  };
  const find = (id: string): Kept | undefined => keys.find(({ row }) => row.id === id);
  const shown = (kept: Kept | undefined): KeyRow | null => (kept === undefined ? null : toRow(kept));
  const secretOf = ({ hash }: StoredSecret) => ({ hash: hash.toString('hex'), until: null });

  return {
    members: async () => [...members.keys()].toSorted().flatMap((name) => toMember(name) ?? []),
    member: async (name) => toMember(name),
    memberOfSubject: async (subject) => {
      const [name] = [...members].find(([, member]) => member.subject === subject) ?? [];
      return name === undefined ? null : toMember(name);
    },
    async bindMember(name, subject) {
      const member = members.get(name);
      if (member !== undefined) member.subject = subject;
      return toMember(name);
    },
    async addMember(name, role, subject = null) {
      if (members.has(name)) return null;
      members.set(name, { role, createdAt: isoTime(tables.now), subject });
      return toMember(name);
    },
    async setRole(name, role) {
      const member = members.get(name);
      if (member === undefined) return null;
      member.role = role;
      const allowed: readonly Scope[] = roleScopes[role];
      for (const { row } of ofMember(name))
        row.scopes = row.scopes.filter((scope) => allowed.includes(scope));
      return toMember(name);
    },
    async removeMember(name) {
      const before = toMember(name);
      for (const key of ofMember(name)) Object.assign(key, { revoked: true, orphan: true });
      members.delete(name);
      return before;
    },
    list: async () => keys.map(toRow).toReversed(),
    get: async (id) => shown(find(id)),
    async create({ hash, expiresAt, ...key }) {
      const row = {
        ...key,
        id: String(keys.length + 1),
        createdAt: isoTime(tables.now),
        expiresAt: expiresAt === null ? null : isoTime(expiresAt),
      };
      const kept = {
        row,
        secrets: [secretOf({ prefix: key.prefix, hash })],
        lastUsed: null,
        revoked: false,
        orphan: false,
      };
      keys.push(kept);
      return toRow(kept);
    },
    async rotate(id, secret, oldUntil) {
      const key = find(id);
      if (key === undefined) return null;
      const old = key.secrets.slice(0, 1).map(({ hash }) => ({ hash, until: oldUntil }));
      key.secrets = [secretOf(secret), ...(oldUntil === null ? [] : old)];
      key.row.prefix = secret.prefix;
      return toRow(key);
    },
    async revoke(id) {
      const key = find(id);
      if (key !== undefined) key.revoked = true;
      return shown(key);
    },
    async bySecret(hash) {
      const wanted = hash.toString('hex');
      const works = (secret: Kept['secrets'][number]): boolean =>
        secret.hash === wanted && (secret.until === null || secret.until > tables.now);
      return shown(keys.find(({ secrets }) => secrets.some(works)));
    },
    async used(id) {
      const key = find(id);
      if (key !== undefined && (key.lastUsed === null || key.lastUsed < tables.now - minute))
        key.lastUsed = tables.now;
    },
    async record(entry) {
      entries.push({ id: String(entries.length + 1), at: isoTime(tables.now), ...entry });
    },
    audit: async ({ key, before, limit }) =>
      entries
        .filter((entry) => key === null || entry.key === key)
        .filter(({ id }) => before === null || Number(id) < Number(before))
        .toReversed()
        .slice(0, limit),
  };
}

export function repliesOf(tables: Tables): ReplyQueries {
  type Answer = { status: number; body: string } | null;
  const kept = new Map<string, { request: string; at: number; answer: Answer }>();
  const nameOf = ({ caller, route, name }: ReplyPlace): string => JSON.stringify([caller, route, name]);
  return {
    async begin(of) {
      for (const [name, { at }] of kept) if (at < tables.now - day) kept.delete(name);
      const known = kept.get(nameOf(of));
      const isLost = known?.answer === null && known.at < tables.now - 15 * minute;
      if (known === undefined || isLost) {
        kept.set(nameOf(of), { request: of.request, at: tables.now, answer: null });
        return { kind: 'new' };
      }
      if (known.request !== of.request) return { kind: 'other' };
      return known.answer === null ? { kind: 'running' } : { kind: 'done', ...known.answer };
    },
    async end({ answer, ...of }) {
      const known = kept.get(nameOf(of));
      if (answer === null) kept.delete(nameOf(of));
      else if (known !== undefined) known.answer = answer;
    },
  };
}

import { roleScopes, type Role, type Scope } from '../../../shared/roles.ts';
import type { StoreContext } from '../database/context.ts';
import { isoTime, isoTimeOrNull, rowId } from '../database/rows.ts';
import { createAudit } from './audit.ts';
import type { KeyQueries, KeyRow, MemberRow, NewKey } from './key-queries.ts';

interface StoredKey {
  id: number;
  name: string;
  member: string;
  prefix: string;
  scopes_json: string;
  projects_json: string | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
}

interface StoredMember {
  id: number;
  name: string;
  role: Role;
  keys: number;
  subject: string | null;
  created_at: number;
}

/** How exactly the last use of a key is kept, in milliseconds. */
const useGrain = 60_000;

/** Implements `KeyQueries` on SQLite. */
export function createKeys(context: StoreContext): KeyQueries {
  const { connection, now } = context;
  const { db } = connection;
  const works = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @now)';
  const memberColumns = `SELECT id, name, role, subject, created_at,
    (SELECT COUNT(*) FROM api_keys WHERE member_id = api_members.id AND ${works}) AS keys FROM api_members`;
  const allMembers = db.prepare<[{ now: number }], StoredMember>(`${memberColumns} ORDER BY name`);
  const oneMember = db.prepare<[{ now: number; name: string }], StoredMember>(
    `${memberColumns} WHERE name = @name`,
  );
  const bySubject = db.prepare<[{ now: number; subject: string }], StoredMember>(
    `${memberColumns} WHERE subject = @subject`,
  );
  const addMember = db.prepare<[string, Role, string | null, number]>(
    'INSERT INTO api_members (name, role, subject, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO NOTHING',
  );
  const bindMember = db.prepare<[string | null, string]>('UPDATE api_members SET subject = ? WHERE name = ?');
  const setRole = db.prepare<[Role, string]>('UPDATE api_members SET role = ? WHERE name = ?');
  const removeMember = db.prepare<[number]>('DELETE FROM api_members WHERE id = ?');
  const allKeys = db.prepare<[], StoredKey>('SELECT * FROM api_keys ORDER BY id DESC');
  const oneKey = db.prepare<[number], StoredKey>('SELECT * FROM api_keys WHERE id = ?');
  const keysOf = db.prepare<[number], StoredKey>('SELECT * FROM api_keys WHERE member_id = ?');
  const bySecret = db.prepare<[{ hash: Buffer; now: number }], StoredKey>(
    'SELECT * FROM api_keys WHERE secret = @hash OR (old_secret = @hash AND old_until > @now)',
  );
  const insert = db.prepare<[Record<string, string | number | Buffer | null>]>(
    `INSERT INTO api_keys (member_id, member, name, prefix, secret, scopes_json, projects_json, created_at, expires_at)
      VALUES (@owner, @member, @name, @prefix, @hash, @scopes, @projects, @now, @expires)`,
  );
  const rotate = db.prepare<[{ id: number; prefix: string; hash: Buffer; until: number | null }]>(
    `UPDATE api_keys SET prefix = @prefix, old_secret = CASE WHEN @until IS NULL THEN NULL ELSE secret END,
      old_until = @until, secret = @hash WHERE id = @id`,
  );
  const revoke = db.prepare<[number, number]>(
    'UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL',
  );
  const narrow = db.prepare<[string, number]>('UPDATE api_keys SET scopes_json = ? WHERE id = ?');
  const use = db.prepare<[{ id: number; now: number; before: number }]>(
    'UPDATE api_keys SET last_used_at = @now WHERE id = @id AND (last_used_at IS NULL OR last_used_at < @before)',
  );

  const memberOf = (name: string): StoredMember | undefined => oneMember.get({ now: now(), name });
  const memberRow = ({ name, role, keys, subject, created_at }: StoredMember): MemberRow => ({
    name,
    role,
    keys,
    subject,
    createdAt: isoTime(created_at),
  });
  const readMember = (name: string): MemberRow | null => {
    const stored = memberOf(name);
    return stored === undefined ? null : memberRow(stored);
  };
  const keyRow = (stored: StoredKey | undefined): KeyRow | null =>
    stored === undefined ? null : readKey(stored, now());
  const readById = (id: string): KeyRow | null => keyRow(oneKey.get(rowId(id, 'key')));

  return {
    members: connection.query(() => allMembers.all({ now: now() }).map(memberRow)),
    member: connection.query(readMember),
    memberOfSubject: connection.query((subject) => {
      const stored = bySubject.get({ now: now(), subject });
      return stored === undefined ? null : memberRow(stored);
    }),
    bindMember: connection.change((name, subject) => {
      bindMember.run(subject, name);
      return readMember(name);
    }),
    addMember: connection.change((name, role, subject = null) =>
      addMember.run(name, role, subject, now()).changes === 0 ? null : readMember(name),
    ),
    setRole: connection.change((name, role) => {
      const stored = memberOf(name);
      if (stored === undefined) return null;
      setRole.run(role, name);
      const allowed: readonly Scope[] = roleScopes[role];
      for (const { id, scopes_json } of keysOf.all(stored.id)) {
        const scopes: Scope[] = JSON.parse(scopes_json);
        narrow.run(JSON.stringify(scopes.filter((scope) => allowed.includes(scope))), id);
      }
      return readMember(name);
    }),
    removeMember: connection.change((name) => {
      const stored = memberOf(name);
      if (stored === undefined) return null;
      for (const { id } of keysOf.all(stored.id)) revoke.run(now(), id);
      removeMember.run(stored.id);
      return memberRow(stored);
    }),
    list: connection.query(() => allKeys.all().map((stored) => readKey(stored, now()))),
    get: connection.query(readById),
    create: connection.change((key: NewKey) => {
      const { name, member, scopes, projects, prefix, hash, expiresAt } = key;
      const { lastInsertRowid } = insert.run({
        owner: memberOf(member)?.id ?? null,
        member,
        name,
        prefix,
        hash,
        scopes: JSON.stringify(scopes),
        projects: projects === null ? null : JSON.stringify(projects),
        now: now(),
        expires: expiresAt,
      });
      return required(keyRow(oneKey.get(Number(lastInsertRowid))));
    }),
    rotate: connection.change((id, { prefix, hash }, oldUntil) => {
      rotate.run({ id: rowId(id, 'key'), prefix, hash, until: oldUntil });
      return readById(id);
    }),
    revoke: connection.change((id) => {
      revoke.run(now(), rowId(id, 'key'));
      return readById(id);
    }),
    bySecret: connection.query((hash: Buffer) => keyRow(bySecret.get({ hash, now: now() }))),
    used: connection.change((id) => {
      const at = now();
      use.run({ id: rowId(id, 'key'), now: at, before: at - useGrain });
    }),
    ...createAudit(context),
  };
}

function required(row: KeyRow | null): KeyRow {
  if (row === null) throw new Error('A key that was just made is not there.');
  return row;
}

function readKey(stored: StoredKey, at: number): KeyRow {
  const { expires_at, revoked_at, projects_json } = stored;
  const scopes: Scope[] = JSON.parse(stored.scopes_json);
  const projects: string[] | null = projects_json === null ? null : JSON.parse(projects_json);
  return {
    id: String(stored.id),
    name: stored.name,
    member: stored.member,
    prefix: stored.prefix,
    scopes,
    projects,
    createdAt: isoTime(stored.created_at),
    expiresAt: isoTimeOrNull(expires_at),
    lastUsedAt: isoTimeOrNull(stored.last_used_at),
    state: revoked_at !== null ? 'revoked' : expires_at !== null && expires_at <= at ? 'expired' : 'active',
  };
}

import type { Role, Scope } from '../../../shared/roles.ts';

/** A member, who owns keys. */
export interface MemberRow {
  name: string;
  role: Role;
  /** Number of keys that work. */
  keys: number;
  /** Whom tokens of an issuer name; null: the member has keys alone. */
  subject: string | null;
  createdAt: string;
}

/** A key of the API, without its secret. */
export interface KeyRow {
  id: string;
  name: string;
  member: string;
  prefix: string;
  scopes: Scope[];
  /** null: all projects. */
  projects: string[] | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  state: 'active' | 'expired' | 'revoked';
}

/** The secret of a key, as it is stored. */
export interface StoredSecret {
  prefix: string;
  /** SHA-256 of the secret. */
  hash: Buffer;
}

/** A new key. Times are in milliseconds since 1970. */
export interface NewKey extends Pick<KeyRow, 'name' | 'member' | 'scopes' | 'projects'>, StoredSecret {
  expiresAt: number | null;
}

/** A request to the API that changed something or was refused. */
export interface AuditRow {
  id: string;
  at: string;
  key: string | null;
  member: string | null;
  operation: string;
  project: string | null;
  status: number;
  code: string | null;
  from: string;
}

/** Who may use the API, and what was done through it. */
export interface KeyQueries {
  /** The members by name. */
  members(): Promise<MemberRow[]>;
  /** null: there is none of this name. */
  member(name: string): Promise<MemberRow | null>;
  /** null: no member has it. */
  memberOfSubject(subject: string): Promise<MemberRow | null>;
  /** @param subject no member may have it @returns null: the name is taken */
  addMember(name: string, role: Role, subject?: string | null): Promise<MemberRow | null>;
  /** Sets whom tokens name. @param subject no other member may have it @returns null: there is no such member */
  bindMember(name: string, subject: string | null): Promise<MemberRow | null>;
  /** Sets a role, and takes the scopes from the keys of the member that the role does not have. null: there is no such member */
  setRole(name: string, role: Role): Promise<MemberRow | null>;
  /** Removes a member and revokes its keys. @returns how it was; null: there is none */
  removeMember(name: string): Promise<MemberRow | null>;
  /** The keys, newest first. */
  list(): Promise<KeyRow[]>;
  get(id: string): Promise<KeyRow | null>;
  create(key: NewKey): Promise<KeyRow>;
  /** Replaces the secret. @param oldUntil when the old one ends, in milliseconds since 1970; null: now */
  rotate(id: string, secret: StoredSecret, oldUntil: number | null): Promise<KeyRow | null>;
  revoke(id: string): Promise<KeyRow | null>;
  /** The key with this secret, also one that has ended. null: there is none */
  bySecret(hash: Buffer): Promise<KeyRow | null>;
  /** Notes a use, at most once a minute. */
  used(id: string): Promise<void>;
  /** Adds an entry to the audit log, of which the newest 100,000 are kept. */
  record(entry: Omit<AuditRow, 'id' | 'at'>): Promise<void>;
  /** Entries of the audit log, newest first. */
  audit(filter: { key: string | null; before: string | null; limit: number }): Promise<AuditRow[]>;
}

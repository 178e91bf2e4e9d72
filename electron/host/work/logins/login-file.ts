import { mkdirSync } from 'node:fs';
import { Type } from 'typebox';
import { ownChecks } from '../../../schemas/checker.ts';
import { takeLock } from '../../../system/file-lock.ts';
import { readJsonFile, writePrivateJson } from '../../data/private-json.ts';
import { dataPath } from '../../data-folder-entries.ts';
import { HostError } from '../../errors.ts';

const StoredLoginSchema = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    /** Told without the keychain: nothing of it opens a session. */
    domains: Type.Array(Type.String()),
    cookies: Type.Integer(),
    expires: Type.Union([Type.Number(), Type.Null()]),
    changedAt: Type.Number(),
    /** When a person made it; left out by earlier versions. */
    madeAt: Type.Optional(Type.Number()),
    /** When it was last opened; left out: never. */
    usedAt: Type.Optional(Type.Number()),
    /** Changes when a person replaces the login, and not when a run renews its cookies. */
    made: Type.String(),
    /** Name of its key in the keychain; null: `state` is not encrypted. */
    key: Type.Union([Type.String(), Type.Null()]),
    state: Type.String(),
  },
  { additionalProperties: false },
);
export const LoginFileSchema = Type.Object({
  version: Type.Literal(1),
  logins: Type.Array(StoredLoginSchema),
});

/** A login as `logins.json` stores it. */
export type StoredLogin = Type.Static<typeof StoredLoginSchema>;

/** Reads the stored logins. @throws HostError `damaged-logins` */
export function readLogins(dataDir: string): StoredLogin[] {
  const file = dataPath(dataDir, 'logins.json');
  const value = readJsonFile(file);
  if (value === null) return [];
  const isLoginFile = ownChecks().compile<Type.Static<typeof LoginFileSchema>>(LoginFileSchema);
  if (isLoginFile(value)) return value.logins;
  throw new HostError(
    'damaged-logins',
    `The file of logins "${file}" is damaged.`,
    'Delete it, and import the logins again.',
  );
}

/** Changes the stored logins while no other process does. @throws HostError `damaged-logins` */
export function changeLogins(dataDir: string, change: (logins: StoredLogin[]) => StoredLogin[]): void {
  mkdirSync(dataDir, { recursive: true });
  const lock = takeLock(dataPath(dataDir, 'logins.lock'));
  try {
    const logins = change(readLogins(dataDir));
    writePrivateJson(dataPath(dataDir, 'logins.json'), { version: 1, logins });
  } finally {
    lock.release();
  }
}

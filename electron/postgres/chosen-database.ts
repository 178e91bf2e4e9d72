import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { takeVariable } from '../system/environment.ts';
import { readPostgresUrl, type PostgresAddress } from './address.ts';
import { PostgresError } from './errors.ts';
import { readPasswordFile } from './password-file.ts';

/** The variable with the address of the database, which may hold a password: nobody else reads the variables of a process. */
export const databaseVariable = 'SPIDER_STUDIO_DATABASE';

const key = 'database of the process';

/** How a call of a program names its database. */
export interface DatabaseChoice {
  /** null: the variable of the environment, or none. */
  url: string | null;
  /** null: the password is in the variable, or comes from PGPASSWORD or PGPASSFILE. */
  passwordFile: string | null;
}

/** What the environment says; taken out of it, so that programs that are started do not inherit the password. */
let variable: string | null = null;

/**
 * Chooses the database of this process and of the threads that it starts from now on: the given one, else that of
 * SPIDER_STUDIO_DATABASE; without both, SQLite in the data folder.
 * @throws PostgresError `usage`, `bad-environment`, `missing`, `no-permission`
 */
export function chooseDatabase({ url, passwordFile }: DatabaseChoice): void {
  variable = takeVariable(databaseVariable) ?? variable;
  const found = url === null ? ofVariable() : ofOption(url);
  if (found === null && passwordFile !== null)
    throw new PostgresError(
      'usage',
      '--database-password-file needs a database.',
      `Name one with --database or ${databaseVariable}.`,
    );
  const password = passwordFile === null ? {} : { password: readPasswordFile(passwordFile) };
  // Without a value, the entry is removed.
  setEnvironmentData(key, found === null ? undefined : { ...found, ...password });
}

/** The PostgreSQL database that holds the workspace, the same in each thread; null: SQLite in the data folder. */
export function databaseAddress(): PostgresAddress | null {
  const chosen = getEnvironmentData(key);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `chooseDatabase` sets it
  return chosen === undefined ? null : (chosen as unknown as PostgresAddress);
}

/** The variable for a process that this one starts and that works with the same database. */
export function databaseForChild(): Readonly<Record<string, string>> {
  const address = databaseAddress();
  return address === null ? {} : { [databaseVariable]: urlOf(address) };
}

function ofVariable(): PostgresAddress | null {
  if (variable === null || variable === '') return null;
  try {
    return readPostgresUrl(variable, true);
  } catch (error) {
    throw told(error, 'bad-environment', `${databaseVariable}: `);
  }
}

function ofOption(url: string): PostgresAddress {
  const instead = `Leave it out of --database, and put the whole address into ${databaseVariable}, the password into PGPASSWORD or a file that PGPASSFILE or --database-password-file names.`;
  try {
    return readPostgresUrl(url, { instead });
  } catch (error) {
    throw told(error, 'usage', '--database: ');
  }
}

function told(error: unknown, code: 'usage' | 'bad-environment', what: string): unknown {
  if (!(error instanceof PostgresError)) return error;
  return new PostgresError(code, `${what}${error.message}`, error.hint, error);
}

function urlOf({ host, port, database, user, password, tls }: PostgresAddress): string {
  const name = user === null ? '' : encodeURIComponent(user);
  const secret = password === null ? '' : `:${encodeURIComponent(password)}`;
  const login = name === '' && secret === '' ? '' : `${name}${secret}@`;
  const at = host.includes(':') ? `[${host}]` : encodeURIComponent(host);
  return `postgresql://${login}${at}:${port}/${encodeURIComponent(database)}?sslmode=${tls}`;
}

import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { PostgresAddress } from './address.ts';
import { connectPostgres } from './connection.ts';
import { connectionError, PostgresError } from './errors.ts';

/** The oldest version of PostgreSQL with all that is used: UNIQUE NULLS NOT DISTINCT is of 15. */
const oldestVersion = 15;

interface ServerFacts {
  version: string;
  number: number;
  encoding: string;
  isReplica: boolean;
  isReadOnly: boolean;
  backend: number;
}

const askFacts = `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
  pg_encoding_to_char(encoding) AS encoding, pg_is_in_recovery() AS "isReplica",
  current_setting('default_transaction_read_only')::boolean AS "isReadOnly", pg_backend_pid() AS backend
  FROM pg_database WHERE datname = current_database()`;

/**
 * Connects to a database and looks whether it can hold a workspace: its version, its encoding, whether it can be written, and
 * whether what is between here and there keeps a session together.
 * @throws PostgresError
 */
export async function requireFitness(address: PostgresAddress): Promise<void> {
  const client = await connectPostgres(address);
  try {
    const facts = await factsOf(client, address);
    const unfit = whyUnfit(facts, address.shown);
    if (unfit !== null) throw unfit;
    if (isPooled(client, facts)) await requireSessions(client, address);
  } catch (error) {
    throw connectionError(error, address.shown) ?? error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function factsOf(client: Client, { shown }: PostgresAddress): Promise<ServerFacts> {
  const [facts] = (await client.query<ServerFacts>(askFacts)).rows;
  if (facts !== undefined) return facts;
  throw new PostgresError(
    'database-refused',
    `${shown} does not say what it is.`,
    'Check what answers there.',
  );
}

/** Why a server cannot hold a workspace; null: it can. */
export function whyUnfit(facts: Omit<ServerFacts, 'backend'>, shown: string): PostgresError | null {
  const { version, number, encoding, isReplica, isReadOnly } = facts;
  if (number < oldestVersion * 10_000)
    return new PostgresError(
      'database-refused',
      `${shown} is PostgreSQL ${version}, which is too old.`,
      `Use PostgreSQL ${oldestVersion} or newer.`,
    );
  if (encoding !== 'UTF8')
    return new PostgresError(
      'database-refused',
      `The encoding of ${shown} is ${encoding}, which cannot hold every text of the web.`,
      "Create a database with ENCODING 'UTF8' TEMPLATE template0.",
    );
  if (isReplica)
    return new PostgresError(
      'read-only',
      `${shown} is a replica, which can only be read.`,
      'Name the server that it copies.',
    );
  if (isReadOnly)
    return new PostgresError(
      'read-only',
      `${shown} takes no changes: default_transaction_read_only is on.`,
      'Switch it off for this database or role, or name the server that takes changes.',
    );
  return null;
}

/** Whether a pooler answers: it makes up the process id that it greets with. */
function isPooled(client: Client, { backend }: ServerFacts): boolean {
  return 'processID' in client && client.processID !== backend;
}

/**
 * Refuses a pooler that gives a session away between transactions. Session state that is set by one connection is then seen by another
 * one, or gone. Needed are locks of a session, LISTEN, and prepared statements.
 */
async function requireSessions(client: Client, address: PostgresAddress): Promise<void> {
  const mark = randomUUID();
  const readMark = "SELECT current_setting('spider_studio.session', true) AS mark";
  const markOf = async (of: Client): Promise<string | null> =>
    (await of.query<{ mark: string | null }>(readMark)).rows[0]?.mark ?? null;
  await client.query("SELECT set_config('spider_studio.session', $1, false)", [mark]);
  const other = await connectPostgres(address);
  try {
    await other.query('BEGIN');
    const isShared = (await markOf(other)) === mark;
    if (isShared || (await markOf(client)) !== mark) throw pooledByTransactions(address);
    await other.query('ROLLBACK');
  } catch (error) {
    // PgBouncer in statement mode refuses BEGIN.
    const isRefused = error instanceof Error && /transaction blocks not allowed/i.test(error.message);
    throw isRefused ? pooledByTransactions(address) : error;
  } finally {
    await other.end().catch(() => undefined);
  }
}

const pooledByTransactions = ({ shown }: PostgresAddress): PostgresError =>
  new PostgresError(
    'database-refused',
    `${shown} is behind a pooler that shares connections between transactions, which breaks locks and notifications.`,
    'Set pool_mode = session in PgBouncer for this database, or connect to PostgreSQL itself.',
  );

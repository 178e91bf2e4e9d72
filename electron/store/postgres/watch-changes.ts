import type { PostgresAddress } from '../../postgres/address.ts';
import { connectPostgres } from '../../postgres/connection.ts';
import { changesChannel } from '../outbox/change-sql.ts';
import type { WriteWatch } from '../outbox/write-watch.ts';

type Listener = Awaited<ReturnType<typeof connectPostgres>>;

/** The pause before a lost connection is made anew, in milliseconds. */
const againMs = 1000;
/** How often the connection is tried: one that was cut on its way tells nothing. In milliseconds. */
const tryEveryMs = 30_000;
/** How long the server may take to answer that, in milliseconds. */
const patienceMs = 10_000;

/**
 * Calls a function when somebody has added a change to the outbox of a database on a server. While there is no connection, it
 * tells nothing, and says so; a lost one is made anew.
 */
export function watchChanges(address: PostgresAddress, onWrite: () => void): WriteWatch {
  let client: Listener | null = null;
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;

  async function connect(): Promise<void> {
    let made: Listener | null = null;
    try {
      made = await connectPostgres(address);
      const own = made;
      own.on('notification', onWrite);
      own.once('end', () => lost(own));
      await own.query(`LISTEN ${changesChannel}`);
      if (hasEnded) return drop(own);
      client = own;
      tryLater(own);
      // What was written in the meantime was not told.
      onWrite();
    } catch {
      if (made !== null) drop(made);
      again();
    }
  }

  function tryLater(own: Listener): void {
    timer = setTimeout(() => void tryOut(own), tryEveryMs);
  }

  async function tryOut(own: Listener): Promise<void> {
    const late = setTimeout(() => lost(own), patienceMs);
    // One that has broken ends, too.
    await own.query('SELECT 1').catch(() => undefined);
    clearTimeout(late);
    if (client === own) tryLater(own);
  }

  function lost(own: Listener): void {
    if (client !== own) return;
    client = null;
    drop(own);
    onWrite();
    again();
  }

  function again(): void {
    clearTimeout(timer);
    if (!hasEnded) timer = setTimeout(() => void connect(), againMs);
  }

  void connect();
  return {
    get tellsAll() {
      return client !== null;
    },
    end() {
      hasEnded = true;
      clearTimeout(timer);
      if (client !== null) drop(client);
      client = null;
    },
  };
}

/** Ends a connection; one on which an answer is awaited is cut. */
function drop(client: Listener): void {
  void client.end().catch(() => undefined);
}

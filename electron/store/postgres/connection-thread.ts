import { workerData } from 'node:worker_threads';
import { Client, type CustomTypesConfig } from 'pg';
import { clientConfig } from '../../postgres/connection.ts';
import type { AskedStatement, ConnectionStart, StatementAnswer } from './connection-messages.ts';
import { ObjectReader, refusalOf } from './object-reader.ts';
import type { ObjectPlace } from '../objects/place.ts';

// Entry of a thread that holds one connection to PostgreSQL, while the thread that has started it waits for each answer.

const { address, answered, port }: ConnectionStart = workerData;
const marks = new Int32Array(answered);

/** Object ids of types of PostgreSQL. */
const oid = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, float4: 700, float8: 701, numeric: 1700 };

function typesFor(bigints: boolean): CustomTypesConfig {
  const integer = bigints ? (text: string): bigint => BigInt(text) : Number;
  const parsers = new Map<number, (text: string) => unknown>([
    [oid.bool, (text) => (text === 't' ? 1 : 0)],
    [oid.bytea, (text) => Buffer.from(text.slice(2), 'hex')],
    ...[oid.int8, oid.int2, oid.int4].map((id) => [id, integer] as const),
    ...[oid.float4, oid.float8, oid.numeric].map((id) => [id, Number] as const),
  ]);
  return { getTypeParser: (id: number) => parsers.get(id) ?? ((text: string) => text) };
}

const types = { numbers: typesFor(false), bigints: typesFor(true) };

let client: Client | null = null;
/** What each new connection begins with. */
const kept: string[] = [];

async function connected(): Promise<Client> {
  if (client !== null) return client;
  const made = new Client(clientConfig(address));
  made.on('error', () => {
    if (client === made) client = null;
  });
  await made.connect();
  for (const statement of kept) await made.query(statement);
  client = made;
  return made;
}

/** Bodies are read while the one who asks for them waits; nothing else is asked meanwhile. */
const objects = new ObjectReader(async () => {
  const { selectPlaces } = await import('../objects/place.ts');
  const { rows } = await (await connected()).query<ObjectPlace>(selectPlaces);
  return rows;
});

/** @param wasCut whether it was asked before, on a connection that turned out to be cut */
async function answer(asked: AskedStatement, wasCut = false): Promise<StatementAnswer> {
  const { text, name, values, bigints, keeps, within } = asked;
  try {
    if (within && client === null) throw lost();
    const result = await (
      await connected()
    ).query({
      text,
      ...(name === null ? {} : { name, values: [...values] }),
      rowMode: 'array',
      types: bigints ? types.bigints : types.numbers,
    });
    if (keeps) kept.push(text);
    const last = Array.isArray(result) ? result.at(-1) : result;
    await objects.fill(last.rows);
    return {
      fields: last.fields.map((field: { name: string }) => field.name),
      rows: last.rows,
      count: last.rowCount ?? 0,
    };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== null) return { refusal };
    const words = wordsOf(error);
    if (!isCut(words)) return { error: words };
    client = null;
    // Told only now of a cut that came before. What reads or begins has changed nothing.
    return wasCut || within || !/^(?:SELECT|BEGIN)\b/.test(text)
      ? { error: words }
      : await answer(asked, true);
  }
}

/** Whether there is no connection any more. */
const isCut = ({ code, message }: ReturnType<typeof wordsOf>): boolean =>
  code === null ? message.includes('Connection terminated') : /^(?:08|57P0|EPIPE|ECONNRESET)/.test(code);

/** What is told of an error: it is made anew on the other side. */
function wordsOf(error: unknown): Extract<StatementAnswer, { error: unknown }>['error'] {
  const fields: Readonly<Record<string, unknown>> = Object(error);
  const text = (name: string): string | null => {
    const value = fields[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    code: text('code'),
    message: text('message') ?? String(error),
    detail: text('detail'),
    constraint: text('constraint'),
  };
}

const lost = (): Error => Object.assign(new Error('The connection was lost.'), { code: '08006' });

async function tell(asked: AskedStatement): Promise<void> {
  port.postMessage(await answer(asked));
  Atomics.add(marks, 0, 1);
  Atomics.notify(marks, 0);
}

port.on('message', (asked: AskedStatement | null) => {
  if (asked === null) {
    port.close();
    objects.close();
    void client?.end().catch(() => undefined);
    return;
  }
  void tell(asked);
});

process.on('exit', () => {
  Atomics.store(marks, 2, 1);
  Atomics.notify(marks, 0);
});
Atomics.store(marks, 1, 1);
Atomics.notify(marks, 1);

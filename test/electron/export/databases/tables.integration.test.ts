import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresTables } from '../../../../electron/export/databases/postgres-tables.ts';
import { openSqliteTables } from '../../../../electron/export/databases/sqlite-tables.ts';
import type {
  TableOrder,
  TableSession,
  TablesRequest,
} from '../../../../electron/export/databases/tables.ts';
import type { ItemRow } from '../../../../electron/store/items/item-queries.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../../../servers/postgres.ts';
import { exportInto, numbered, orderOf } from './support.ts';

/** A database of its own for a test. */
interface Kind {
  open: (order: TableOrder) => Promise<TableSession>;
  ask: <T extends object>(statement: string) => Promise<T[]>;
}

function sqlite(): Kind {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-tables-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'shop.db');
  return {
    open: async (order) => openSqliteTables(file, order),
    async ask<T extends object>(statement: string) {
      const db = new Database(file);
      try {
        const asked = db.prepare<[], T>(statement);
        if (asked.reader) return asked.all();
        asked.run();
        return [];
      } finally {
        db.close();
      }
    },
  };
}

let server: PostgresServer;
let schemas = 0;

async function postgres(): Promise<Kind> {
  schemas += 1;
  const schema = `test ${schemas}`;
  await server.query(`CREATE SCHEMA "${schema}"`);
  const login = { url: server.url(), credentials: { username: server.user, password: server.password } };
  return {
    open: (order) => openPostgresTables(login, { ...order, schema }),
    async ask(statement) {
      return server.query(
        statement.replaceAll(/\b(items(?:_reviews)?|spider_studio_exports)\b/g, `"${schema}".$1`),
      );
    },
  };
}

describe('a table of SQLite', () => {
  behavesAsTable(sqlite);
});

describe.skipIf(noPostgres !== null)('a table of PostgreSQL', () => {
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());
  behavesAsTable(postgres);
});

/** Tests of a kind of databases. */
function behavesAsTable(make: () => Kind | Promise<Kind>): void {
  const two = [
    numbered(1, { sku: 'A', price: 12.5, stock: 3, sold: true, offer: { shop: 'Ä', 'vat%': 0.2 } }),
    numbered(2, { sku: 'B', price: 7, stock: null, sold: false, tags: ['a', 'b, "c"'] }, { title: '' }),
  ];
  async function run(
    kind: Kind,
    changes: Partial<TableOrder>,
    items: readonly ItemRow[],
    shape: Partial<TablesRequest> = {},
  ) {
    const order = orderOf(changes);
    return exportInto(await kind.open(order), order, items, shape);
  }
  const count = async (kind: Kind) =>
    Number((await kind.ask<{ n: number }>('SELECT count(*) AS n FROM items'))[0]?.n);

  it('is created with a type for each column, and nested values as JSON', async () => {
    const kind = await make();
    expect(await run(kind, {}, two)).toMatchObject({ rows: 2 });
    const rows = await kind.ask<Record<string, unknown>>('SELECT * FROM items ORDER BY id');
    const json = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);
    expect(
      rows.map(({ sku, price, stock, sold, title }) => [sku, price, String(stock), Boolean(sold), title]),
    ).toEqual([
      ['A', 12.5, '3', true, 'Title'],
      ['B', 7, 'null', false, ''],
    ]);
    expect([json(rows[0]?.['offer']), json(rows[1]?.['tags'])]).toEqual([
      { shop: 'Ä', 'vat%': 0.2 },
      ['a', 'b, "c"'],
    ]);
  });

  it('has every item once, however often the same export is carried out', async () => {
    const kind = await make();
    await run(kind, {}, two);
    expect(await run(kind, {}, two)).toMatchObject({ rows: 0 });
    expect(await run(kind, {}, [...two, numbered(3, { sku: 'C' })])).toMatchObject({ rows: 1 });
    expect(await count(kind)).toBe(3);
    await run(kind, { source: { recipe: 'another', part: '7' } }, two);
    expect(await count(kind)).toBe(5);
  });

  it('has the newest of each key where rows are replaced', async () => {
    const kind = await make();
    await run(kind, { key: ['item_key'] }, two);
    const changed = [
      numbered(3, { sku: 'A', price: 9 }, { key: 'https://shop.example/1' }),
      numbered(4, { sku: 'D' }),
    ];
    await run(kind, { key: ['item_key'] }, changed);
    expect(await kind.ask('SELECT sku, price, stock FROM items ORDER BY sku')).toMatchObject([
      { sku: 'A', price: 9 },
      { sku: 'B', price: 7 },
      { sku: 'D', price: null },
    ]);
  });

  it('knows rows by a field, and tells those without one', async () => {
    const kind = await make();
    const items = [...two, numbered(3, { sku: 'A', price: 1 }), numbered(4, { sku: null, price: 2 })];
    const { rows, notes } = await run(kind, { key: ['sku'] }, items);
    expect([rows, notes.join(' ')]).toEqual([
      3,
      expect.stringContaining('1 row was left out, because the key is empty: sku'),
    ]);
    expect(await kind.ask('SELECT sku, price FROM items ORDER BY sku')).toMatchObject([
      { sku: 'A', price: 1 },
      { sku: 'B', price: 7 },
    ]);
  });

  it('gets new columns only by choice, and keeps those that it has', async () => {
    const kind = await make();
    await kind.ask('CREATE TABLE items (sku text PRIMARY KEY, note text, price numeric)');
    await kind.ask("INSERT INTO items VALUES ('A', 'mine', 1)");
    const columns = ['sku', 'price', 'stock'];
    await expect(run(kind, { key: ['sku'] }, two, { columns })).rejects.toMatchObject({
      code: 'other-columns',
      message: expect.stringMatching(/has no column for stock\.$/),
    });
    await run(kind, { key: ['sku'] }, two, { columns: ['sku', 'price'] });
    await run(kind, { key: ['sku'], addColumns: true }, two, { columns });
    expect(
      (await kind.ask<Record<string, unknown>>('SELECT * FROM items ORDER BY sku')).map((row) =>
        Object.values(row).map((value) => (value === null ? null : String(value))),
      ),
    ).toEqual([
      ['A', 'mine', '12.5', '3'],
      ['B', null, '7', null],
    ]);
  });

  it('without an index for its key is refused, with what to run', async () => {
    const kind = await make();
    await kind.ask('CREATE TABLE items (sku text, price numeric)');
    await expect(run(kind, { key: ['sku'] }, two, { columns: ['sku'] })).rejects.toMatchObject({
      code: 'other-columns',
      hint: expect.stringContaining('CREATE UNIQUE INDEX'),
    });
    await expect(run(kind, { key: ['sku'] }, two, { columns: ['price'] })).rejects.toMatchObject({
      code: 'unknown-column',
    });
  });

  it('is left as it was where a row fails', async () => {
    const kind = await make();
    await run(kind, {}, two);
    const later = async function* () {
      yield [numbered(3, { sku: 'C' })];
      throw new Error('cut off');
    };
    await expect(run(kind, { addColumns: true }, [], { batches: later, newest: 3 })).rejects.toThrow(
      'cut off',
    );
    expect(await count(kind)).toBe(2);
    expect(await run(kind, {}, [...two, numbered(3, { sku: 'C' })])).toMatchObject({ rows: 1 });
  });

  it('gets the entries of a list in a table beside it, where rows are added', async () => {
    const kind = await make();
    const items = [
      numbered(1, { reviews: [{ by: 'Ada', stars: 5 }, { by: 'Bo' }] }),
      numbered(2, { reviews: [] }),
    ];
    const flatten = [{ path: 'reviews', as: 'table' as const }];
    await run(kind, {}, items, { flatten });
    expect(await count(kind)).toBe(2);
  });

  it('replaces the entries of a list with those of the item that replaces another', async () => {
    const kind = await make();
    const flatten = [{ path: 'reviews', as: 'table' as const }];
    const replacing = { key: ['sku'] };
    const write = (...items: ItemRow[]) => run(kind, replacing, items, { flatten });
    const entries = async () =>
      (
        await kind.ask<{ sku: string; by: string }>(
          'SELECT sku, "by" FROM items_reviews ORDER BY sku, position',
        )
      ).map(({ sku, by }) => `${sku} ${by}`);
    const first = [
      numbered(1, { sku: 'A', reviews: [{ by: 'Ada' }, { by: 'Bo' }] }),
      numbered(2, { sku: 'B', reviews: [{ by: 'Cy' }] }),
      numbered(3, { sku: 'C', reviews: [{ by: 'Di' }] }),
    ];
    await write(...first);
    await write(...first);
    expect(await entries()).toEqual(['A Ada', 'A Bo', 'B Cy', 'C Di']);
    // The last item of a key counts, and one without entries has none left.
    await write(
      numbered(4, { sku: 'A', reviews: [{ by: 'old' }, { by: 'older' }, { by: 'oldest' }] }),
      numbered(5, { sku: 'B', reviews: [] }),
      numbered(6, { sku: 'A', reviews: [{ by: 'Eve' }] }),
    );
    expect(await entries()).toEqual(['A Eve', 'C Di']);
    expect(await count(kind)).toBe(3);
  });

  it('refuses to replace entries where an item has several rows itself', async () => {
    const kind = await make();
    const items = [numbered(1, { sizes: [{ sku: 'A' }], reviews: [{ by: 'Ada' }] })];
    const shape = { rows: 'sizes', flatten: [{ path: 'reviews', as: 'table' as const }] };
    await expect(run(kind, { key: ['sizes.sku'] }, items, shape)).rejects.toMatchObject({
      code: 'needs-file',
    });
  });

  it('holds what is hard to hold', async () => {
    const kind = await make();
    const hard = 'a\u0000b\ud800 \\ "q" {x} \' $1 🕷';
    const name = `${'ö'.repeat(40)} "quoted" column`;
    const { rows } = await run(kind, {}, [
      numbered(1, {
        hard,
        deep: { hard, list: [hard, null] },
        [name]: 1,
        mixed: 1,
        big: 9_007_199_254_740_991,
      }),
      numbered(2, { mixed: 'x', [`${name} two`]: 2 }),
    ]);
    expect(rows).toBe(2);
    const [first] = await kind.ask<Record<string, unknown>>('SELECT * FROM items ORDER BY id');
    expect(String(first?.['big'])).toBe('9007199254740991');
    expect(String(first?.['hard']).replace('\0', '')).toBe('ab\ufffd \\ "q" {x} \' $1 🕷');
  });

  it('of many rows is written at once', async () => {
    const kind = await make();
    const many = Array.from({ length: 5_000 }, (_, at) =>
      numbered(at + 1, { sku: `S${at}`, text: 'x'.repeat(300) }),
    );
    expect(await run(kind, { key: ['sku'] }, many)).toMatchObject({ rows: 5_000 });
    expect(await count(kind)).toBe(5_000);
  });
}

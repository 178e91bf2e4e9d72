import { sqliteDriver } from '../../../../electron/store/database/sqlite-driver.ts';
import { expect, it } from 'vitest';
import { Connection } from '../../../../electron/store/database/connection.ts';
import { openDatabase } from '../../../../electron/store/database/database-file.ts';
import { createPictureRows } from '../../../../electron/store/pages/pictures.ts';

it('makes room for newer pictures by the oldest ones', () => {
  const { db } = openDatabase(':memory:', {});
  db.exec("INSERT INTO all_projects (name, created_at) VALUES ('default', 1)");
  const pictures = createPictureRows(
    { connection: new Connection(sqliteDriver(db, ':memory:'), ':memory:') },
    10,
  );
  const keep = (name: string, bytes: number) =>
    pictures.keep('default', [
      { url: name, type: 'image/png', bytes, body: new Uint8Array(bytes), problem: null, blocked: false },
    ]);
  const kept = () =>
    pictures
      .known('default', ['a', 'b', 'c'])
      .map(({ url }) => url)
      .toSorted();
  keep('a', 4);
  keep('b', 4);
  expect(kept()).toEqual(['a', 'b']);
  keep('a', 4);
  keep('c', 4);
  expect(kept()).toEqual(['a', 'c']);
  db.close();
});

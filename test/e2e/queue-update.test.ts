import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../servers/server.ts';
import { studio } from './command-line.ts';
import { databaseName } from './data-folder.ts';

/** Sets the version of the schema, as a newer version of the program does. @returns the one that was there */
function setSchema(data: string, version: number): number {
  const db = new Database(join(data, databaseName));
  const before = Number(db.pragma('user_version', { simple: true }));
  db.pragma(`user_version = ${version}`);
  db.close();
  return before;
}

it('a daemon that is older than the database ends, and no entry loses an attempt by it', async () => {
  const { call, data, file } = studio();
  let schema = 0;
  const site = await startServer({
    '*': ({ request, response }) => {
      if (request.url === '/first' && schema === 0) schema = setSchema(data, 9999);
      response.writeHead(request.url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
      response.end('<!doctype html><h1>Shoe</h1><a href="/item">item</a>');
    },
  });
  onTestFinished(() => site.close());
  for (const name of ['first', 'second']) {
    const spider = {
      name,
      allowed_domains: ['127.0.0.1'],
      start_urls: [site.url(`/${name}`)],
      rules: [{ allow: ['/item'], callback: 'item' }],
      callbacks: { item: { extract: { title: { css: 'h1::text' } } } },
      settings: { DOWNLOAD_DELAY: 0 },
    };
    await call(['import', file(`${name}.json`, spider)]);
    await call(['queue', 'add', name, '--allow-private']);
  }
  const ended = await call(['daemon', '--concurrency', '1']);
  expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('was updated while') });
  setSchema(data, schema);
  expect((await call(['queue', 'list', '--json'])).json()).toMatchObject([
    { spider: 'second', state: 'pending', attempts: 0, run: null },
    { spider: 'first', state: 'completed', attempts: 1 },
  ]);
}, 300_000);

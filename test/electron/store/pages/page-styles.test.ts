import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { applicationId, migrations } from '../../../../electron/store/database/migrations/migrate.ts';
import { scratchFolder, scratchStore, removeForGood } from '../support.ts';

/** A database as schema 5 had it, with one saved page. */
function oldDatabase(): string {
  const path = join(scratchFolder(), 'x.db');
  const old = new Database(path);
  for (const { version, sql } of migrations.slice(0, 5)) {
    old.exec(sql);
    old.pragma(`user_version = ${version}`);
  }
  old.pragma(`application_id = ${applicationId}`);
  old.exec(`
    INSERT INTO projects (name, created_at) VALUES ('default', 1);
    INSERT INTO spiders (project_id, name, created_at) VALUES (1, 'shop', 1);
    INSERT INTO spider_versions (spider_id, number, document, hash, created_at) VALUES (1, 1, '{}', 'x', 1);
  `);
  old
    .prepare(
      `INSERT INTO saved_pages (spider_id, title, url, source, encoding, sha256, codec, length, body, added_at)
        VALUES (1, 'Old', NULL, 'file', @encoding, @sha256, @codec, @length, @body, 1)`,
    )
    .run(compressPage('<h1>Old</h1>', 'utf-8'));
  old.close();
  return path;
}

const sheet = (css: string | null) => ({
  url: 'https://example.org/a.css',
  css,
  problem: css === null ? 'It is gone.' : null,
  blocked: false,
});

describe('style sheets of saved pages', () => {
  it('are none for pages of schema 5, and can be kept beside them', async () => {
    const path = oldDatabase();
    const { savedPages } = scratchStore(path).queries;
    expect(await savedPages.html('1')).toBe('<h1>Old</h1>');
    expect(await savedPages.sheets('1')).toEqual([]);
    await savedPages.keepSheets('1', [sheet('p{}'), sheet(null)]);
    expect(await savedPages.sheets('1')).toEqual([sheet('p{}'), sheet(null)]);
    await savedPages.keepSheets('1', [sheet('b{}')]);
    expect(await savedPages.sheets('1')).toEqual([sheet('b{}')]);
    expect(await savedPages.html('1')).toBe('<h1>Old</h1>');
  });

  it('go with their page, and with the content that they were kept for', async () => {
    const path = oldDatabase();
    const { savedPages, trash } = scratchStore(path).queries;
    const content = {
      title: 'New',
      url: null,
      source: 'url' as const,
      page: compressPage('<h1>New</h1>', 'utf-8'),
    };
    await savedPages.keepSheets('1', [sheet('p{}')]);
    await savedPages.replace('1', () => ({ ...content, sheets: [sheet('new{}')] }));
    expect(await savedPages.sheets('1')).toEqual([sheet('new{}')]);
    await savedPages.replace('1', () => content);
    expect(await savedPages.sheets('1')).toEqual([]);

    const { id } = await savedPages.add('default', 'shop', { ...content, run: null, sheets: [sheet('p{}')] });
    await removeForGood({ trash }, { kind: 'page', page: id });
    await expect(savedPages.sheets(id)).rejects.toThrow('saved page');
    const left = new Database(path, { readonly: true });
    expect(left.prepare('SELECT count(*) AS n FROM saved_page_styles').get()).toEqual({ n: 0 });
    left.close();
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createProofs } from '../../../../../electron/host/work/proof/proofs.ts';
import { lampPages, lampSpider } from '../../../proof/lamp-pages.ts';
import { startRowsSite } from '../../../../e2e/rows-site.ts';
import { page, redirect } from '../../../../servers/routes.ts';
import { startServer } from '../../../../servers/server.ts';
import { given } from '../../../../given.ts';
import { openHost, type OpenHost } from '../../open-host.ts';

const lamps = { project: 'default', spider: 'lamps' };
const settings = { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false };

let studio: OpenHost;
beforeEach(async () => {
  studio = await openHost();
});
afterEach(() => studio.close());

async function save(document: object): Promise<void> {
  const text = JSON.stringify(document);
  await studio.call('spiders.import', { project: 'default', text, file: 'spider.json', dryRun: false });
}

async function crawl(spider: string, args: Record<string, string> = {}): Promise<string> {
  const start = { project: 'default', spider, limit: null, args, allowPrivate: true };
  const { run } = await studio.call('runs.start', start);
  await studio.call('runs.wait', { run: run.id });
  return run.id;
}

const prove = (spider: string, more: { text?: string; operation?: string } = {}) =>
  studio.call('proofs.prove', { project: 'default', spider, pages: null, seed: '1', ...more });

/** A spider of a shop with three pages of lamps, which is served; one that is crawled, unless it need not be. */
async function lampShop(isCrawled = true): Promise<{ document: object; run: string }> {
  const numbered = (text: string): string => text.replace('?page=', '/');
  const shop = await startServer(
    Object.fromEntries(lampPages().map(({ path, html }) => [numbered(path), page(numbered(html))])),
  );
  onTestFinished(() => shop.close());
  const document = {
    ...lampSpider,
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${shop.origin}/list`],
    rules: [{ allow: [String.raw`/list(/\d+)?$`], callback: 'parse_rows', follow: true }],
    settings,
  };
  await save(document);
  return { document, run: isCrawled ? await crawl('lamps') : '' };
}

describe('a spider with stored pages', () => {
  it('is proved by them, the proof is kept with its version, and can be repeated', async () => {
    const { document } = await lampShop();
    const operation = 'proof-of-lamps';
    const progress = studio.follow('progress', { operation });
    const first = await prove('lamps', { operation });
    expect(first).toMatchObject({ verdict: 'proved', kept: { version: 1 } });
    expect(first.certificate.pages.map(({ stored }) => stored?.group)).toEqual(
      Array.from({ length: 3 }, () => 'parse_rows'),
    );
    await progress.until(({ stage }) => stage === 'proving');
    expect(await prove('lamps')).toEqual(first);

    const edited = { ...document, description: 'Edited' };
    expect(await prove('lamps', { text: JSON.stringify(edited) })).toMatchObject({
      verdict: 'proved',
      kept: null,
    });
    await save(edited);
    expect(await prove('lamps')).toMatchObject({ kept: { version: 2 } });
    const listed = await studio.call('proofs.list', lamps);
    expect(listed.map(({ version }) => version)).toEqual([2, 1]);
    expect(listed[1]).toMatchObject({
      verdict: 'proved',
      pages: 3,
      held: 1,
      source: 'own-pages',
      failed: [],
      notRun: [],
    });

    const kept = await studio.call('proofs.get', { ...lamps, id: given(first.kept).id });
    expect(kept.checks).toEqual(first.checks);
    const verify = (certificate: string) =>
      studio.call('proofs.verify', { certificate, file: 'It', pages: lamps });
    expect(await verify(kept.certificate)).toMatchObject({ valid: true, repeated: true, differences: [] });
    expect(await verify(kept.certificate.replace('"fetchedAt": 1', '"fetchedAt": 2'))).toMatchObject({
      valid: false,
    });
  });

  it('tells which pages of a certificate are gone', async () => {
    const { run } = await lampShop();
    const { certificate } = await prove('lamps');
    await studio.call('runs.delete', { run });
    await crawl('lamps');
    const same = { certificate: JSON.stringify(certificate), file: 'It', pages: lamps };
    expect(await studio.call('proofs.verify', same)).toMatchObject({ valid: true });
    const { runs } = await studio.call('runs.list', lamps);
    for (const { id } of runs) await studio.call('runs.delete', { run: id });
    const { valid, differences } = await studio.call('proofs.verify', same);
    expect(valid).toBe(false);
    expect(differences).toContain(`The page ${given(certificate.pages[0]).url} is missing.`);
  });

  it('is judged by the pages that rows lead to, with the pages that have the rows', async () => {
    const site = await startRowsSite();
    await save({ ...site.spider(0, settings), name: 'lamps' });
    await crawl('lamps');
    const { checks, certificate } = await prove('lamps');
    expect(checks.find(({ name }) => name === 'rules')).toMatchObject({ result: 'pass' });
    expect(certificate.pages.length).toBeGreaterThan(3);
  });

  it('reaches a page by the URL that was requested', async () => {
    const [first] = lampPages();
    const shop = await startServer({ '/start': redirect('/home'), '/home': page(given(first).html) });
    onTestFinished(() => shop.close());
    await save({
      ...lampSpider,
      allowed_domains: ['127.0.0.1'],
      start_urls: [`${shop.origin}/start`],
      rules: [{ allow: ['/start$'], callback: 'parse_rows', follow: false }],
      settings,
    });
    await crawl('lamps');
    const { checks, certificate } = await prove('lamps');
    const [home] = certificate.pages;
    expect(home).toMatchObject({ url: `${shop.origin}/home`, stored: { requested: `${shop.origin}/start` } });
    expect(checks.find(({ name }) => name === 'rules')).toMatchObject({ result: 'pass' });
  });

  it('has the arguments of the run that stored them', async () => {
    const list = (kind: string) => page(given(lampPages()[2]).html.replace('Lamps', `Lamps for ${kind}`));
    const shop = await startServer({ '/desk': list('desks'), '/wall': list('walls') });
    onTestFinished(() => shop.close());
    await save({
      ...lampSpider,
      allowed_domains: ['127.0.0.1'],
      args: { kind: { default: 'desk' } },
      start_urls: [`${shop.origin}/\${kind}`],
      rules: [{ allow: ['/[a-z]+$'], callback: 'parse_rows', follow: false }],
      settings,
    });
    await crawl('lamps', { kind: 'wall' });
    const { certificate } = await prove('lamps');
    expect(certificate).toMatchObject({ args: { kind: 'wall' }, pages: [{ url: `${shop.origin}/wall` }] });
    const same = { certificate: JSON.stringify(certificate), file: 'It', pages: lamps };
    expect(await studio.call('proofs.verify', same)).toMatchObject({ valid: true });
  });
});

describe('what cannot be done is said', () => {
  it('without any page', async () => {
    await lampShop(false);
    const answer = await studio.ask('proofs.prove', { ...lamps, pages: null, seed: '1' });
    expect(answer).toMatchObject({
      error: { code: 'bad-pages', message: 'There are no pages to judge it by.' },
    });
  });

  it('for a caller that may not name files, or names no spider', async () => {
    await lampShop(false);
    const ask = (args: object) =>
      studio.ask('proofs.prove', { project: 'default', pages: null, seed: '1', ...args });
    expect(await ask({ spider: 'lamps', pages: '/pages' })).toMatchObject({ error: { code: 'not-here' } });
    expect(await ask({ text: '{}' })).toMatchObject({ error: { code: 'bad-arguments' } });
    expect(await ask({ spider: 'none' })).toMatchObject({ error: { code: 'unknown-spider' } });
    const missing = await studio.ask('proofs.get', { ...lamps, id: '7' });
    expect(missing).toMatchObject({ error: { code: 'unknown-proof' } });
  });

  it('where a page takes too long, with its address', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'spider-studio-proof-'));
    const proofs = createProofs({ dataDir: studio.dataDir, pageLimitMs: 1 });
    onTestFinished(async () => {
      await proofs.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const url = 'https://shop.example/list';
    const record = '<li class="card"><h3><a href="/lamp">Lamp</a></h3><span class="price">1 €</span></li>';
    writeFileSync(join(folder, 'list.html'), `<ul>${record.repeat(50_000)}</ul>`);
    writeFileSync(
      join(folder, 'pages.json'),
      JSON.stringify([
        { file: 'list.html', url },
        { file: 'list.html', url: `${url}?page=2` },
      ]),
    );
    const proof = proofs.prove(
      { document: JSON.stringify(lampSpider), defaults: {}, pages: folder, seed: '1' },
      { signal: new AbortController().signal, onShare: () => undefined },
    );
    await expect(proof).rejects.toMatchObject({ code: 'timed-out', message: expect.stringContaining(url) });
  });

  it('to a caller that cancels', async () => {
    await lampShop();
    const cancel = new AbortController();
    const answer = studio.ask(
      'proofs.prove',
      { ...lamps, pages: null, seed: '1' },
      { signal: cancel.signal },
    );
    cancel.abort();
    expect(await answer).toMatchObject({ error: { code: 'cancelled' } });
    expect(await studio.call('proofs.list', lamps)).toEqual([]);
  });
});

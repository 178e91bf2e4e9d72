import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { keptPerVersion, type NewProof } from '../../../../electron/store/spiders/proof-queries.ts';
import { spiderNamed, removeForGood } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, crawl, shop, type Studio } from './studio.ts';

const text = JSON.stringify(spiderNamed('shop'));

const proof = (changes: Partial<NewProof> = {}): NewProof => ({
  hash: hash('sha256', text),
  signature: 'one',
  verdict: 'proved',
  source: 'own-pages',
  pages: 3,
  held: 1,
  seed: '1',
  engine: '1.0.0',
  failed: [],
  notRun: [3, 6],
  certificate: '{"format": 1}\n',
  ...changes,
});

async function save(studio: Studio, spider: string, name: string, document: string): Promise<void> {
  await studio.queries.spiders.save({ project: 'default', spider, name, text: document, base: 'any' });
}

describeQueries('proofs', (open) => {
  it('are kept with the newest version that has the text, and told newest first', async () => {
    const studio = open();
    const { proofs } = studio.queries;
    await addSpider(studio, shop);
    const first = await proofs.keep(shop, proof());
    studio.pass(1000);
    const edited = JSON.stringify({ ...spiderNamed('shop'), description: 'Edited' });
    await save(studio, 'shop', 'shop', edited);
    expect(await proofs.keep(shop, proof({ hash: hash('sha256', `${edited} `) }))).toBeNull();
    const second = await proofs.keep(
      shop,
      proof({ hash: hash('sha256', edited), verdict: 'refused', failed: [2] }),
    );
    const { hash: _hash, signature: _signature, certificate, ...summary } = proof();
    expect(first).toMatchObject({ ...summary, version: 1 });
    expect(second).toMatchObject({ version: 2, verdict: 'refused', failed: [2] });
    const listed = await proofs.list(shop, 10);
    expect(listed.map(({ id, version }) => [id, version])).toEqual([
      [second?.id, 2],
      [first?.id, 1],
    ]);
    expect(await proofs.list(shop, 1)).toHaveLength(1);
    expect(await proofs.get(shop, first?.id ?? '')).toEqual({ ...listed[1], certificate });
    expect(await proofs.get(shop, 'none')).toBeNull();
  });

  it('are kept once, and the oldest go where a version has too many', async () => {
    const studio = open();
    const { proofs } = studio.queries;
    await addSpider(studio, shop);
    const first = await proofs.keep(shop, proof({ signature: 'first' }));
    const again = [];
    for (let number = 0; number < keptPerVersion; number += 1) {
      studio.pass(1000);
      again.push(await proofs.keep(shop, proof({ signature: `${number}` })));
      studio.pass(1000);
      const same = await proofs.keep(shop, proof({ signature: 'first' }));
      expect(same?.id).toBe(first?.id);
    }
    const ids = (await proofs.list(shop, 100)).map(({ id }) => id);
    expect(ids).toHaveLength(keptPerVersion);
    expect(ids[0]).toBe(first?.id);
    expect(ids).not.toContain(again[0]?.id);
  });

  it('stay with their spider through a new name, and go with it', async () => {
    const studio = open();
    const { proofs, trash } = studio.queries;
    await addSpider(studio, shop);
    const kept = await proofs.keep(shop, proof());
    await save(studio, 'shop', 'store', JSON.stringify(spiderNamed('store')));
    const store = { project: 'default', spider: 'store' };
    expect(await proofs.list(shop, 10)).toEqual([]);
    expect(await proofs.list(store, 10)).toMatchObject([{ version: 1 }]);
    expect(await proofs.get(shop, kept?.id ?? '')).toBeNull();
    await removeForGood({ trash }, { kind: 'spider', ...store });
    await addSpider(studio, store);
    expect(await proofs.list(store, 10)).toEqual([]);
  });

  it('are not kept with a spider that is gone', async () => {
    await expect(open().queries.proofs.keep(shop, proof())).rejects.toMatchObject({ code: 'not-found' });
  });
});

describeQueries('pages of a spider by their hash', (open) => {
  it('are those that are saved with it, and those that its runs have stored', async () => {
    const studio = open();
    const { pages, savedPages } = studio.queries;
    await crawl(studio, shop, [{ n: 1, extracted: true }]);
    const another = { project: 'default', spider: 'another' };
    await addSpider(studio, another);
    const saved = '<h1>saved';
    await savedPages.add('default', 'shop', {
      title: 'A page',
      url: null,
      source: 'file',
      page: compressPage(saved, 'utf-8'),
      run: null,
    });
    for (const html of [saved, '<p>page</p>']) {
      expect(await pages.ofSpider(shop, hash('sha256', html))).toBe(html);
      expect(await pages.ofSpider(another, hash('sha256', html))).toBeNull();
    }
    expect(await pages.ofSpider(shop, hash('sha256', 'gone'))).toBeNull();
  });
});

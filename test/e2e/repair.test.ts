import { describe, expect, it, onTestFinished } from 'vitest';
import { shopSize, shopSpider, startRedesignedShop } from '../servers/redesigned-shop.ts';
import { studio } from './command-line.ts';

interface Repaired {
  against: { id: string } | null;
  breaches: { field: string; message: string }[];
  falls: { field: string | null; rate: number; rateBefore: number }[];
  selectors: {
    name: string;
    verdict: string;
    reason: string | null;
    choices: { selector: string; proof: Record<string, unknown> }[];
  }[];
  applied: { version: number; selectors: number } | null;
}

async function crawledShop(expect: object | null = null) {
  const site = await startRedesignedShop();
  onTestFinished(() => site.close());
  const { call, file } = studio();
  await call(['import', file('shop.json', { ...shopSpider(site.origin), expect })]);
  const crawl = () => call(['crawl', 'shop', '--allow-private', '--json']);
  const repair = async (...args: string[]) => {
    const called = await call(['repair', 'shop', '--json', ...args]);
    return { code: called.code, ...called.json<Repaired>() };
  };
  await crawl();
  return { site, call, file, crawl, repair };
}

describe('repair', () => {
  it('finds the selectors of a redesigned site again, and saves them when it is told to', async () => {
    const { site, call, crawl, repair } = await crawledShop();
    expect(await repair()).toMatchObject({ code: 0, against: null, selectors: [] });

    site.design = 'renamed';
    await crawl();
    const found = await repair();
    expect(found.code).toBe(1);
    expect(found.falls.map(({ field }) => field).toSorted()).toEqual(['price', 'text', 'title']);
    expect(Object.fromEntries(found.selectors.map(({ name, verdict }) => [name, verdict]))).toEqual({
      title: 'sure',
      price: 'sure',
      code: 'fine',
      text: 'sure',
    });
    for (const { choices } of found.selectors.filter(({ verdict }) => verdict === 'sure'))
      expect(choices).toMatchObject([{ proof: { old: shopSize, found: shopSize, changed: 0, missing: 0 } }]);
    const told = await call(['repair', 'shop']);
    expect(told.stdout).toContain(`${shopSize} of ${shopSize} old values found, 0 changed, 0 missing`);
    expect(told.code).toBe(1);

    expect(await repair('--apply')).toMatchObject({ code: 0, applied: { version: 2, selectors: 3 } });
    expect((await call(['repair', 'shop'])).code).toBe(0);
    await crawl();
    expect((await call(['show', 'shop', '--json'])).json<unknown[]>()).toHaveLength(shopSize);
    expect(await repair()).toMatchObject({ code: 0, against: { id: '2' } });
    expect(await repair('--run', '3', '--against', '1')).toMatchObject({ code: 0, falls: [] });
  });

  it('says why nothing is found again', async () => {
    const { site, crawl, repair } = await crawledShop();
    site.design = 'script';
    await crawl();
    const { code, selectors } = await repair();
    expect(code).toBe(1);
    expect(selectors.map(({ verdict }) => verdict)).toEqual(['lost', 'lost', 'lost', 'lost']);
    expect(selectors[0]?.reason).toContain('empty without a browser');
  });

  it('repairs a spider at the end of a run where that is allowed, and not where something is unsure', async () => {
    const { site, call, crawl, repair } = await crawledShop();
    expect((await call(['repair', 'shop', '--by-itself', 'on'])).stdout).toContain(
      'is repaired when a run ends or pauses',
    );
    site.design = 'script';
    await crawl();
    expect((await call(['spiders', 'show', 'shop', '--json'])).json()).toMatchObject({ version: 1 });
    site.design = 'renamed';
    const crawled = await crawl();
    expect(crawled.stderr).toContain(
      'no longer filled title, price and text. They were found again. Version 2',
    );
    expect((await call(['runs', 'tail', '3'])).stdout).toContain('Version 2 has the repairs');
    expect((await call(['spiders', 'show', 'shop', '--json'])).json()).toMatchObject({ version: 2 });
    expect((await repair()).code).toBe(0);
  });

  it('does not repair a spider by itself that its pages do not prove, and tells it in the run', async () => {
    const { site, call, crawl } = await crawledShop({ fields: { title: { examples: ['No such thing'] } } });
    await call(['repair', 'shop', '--by-itself', 'on']);
    site.design = 'renamed';
    expect((await crawl()).stderr).not.toContain('Version 2');
    expect((await call(['spiders', 'show', 'shop', '--json'])).json()).toMatchObject({ version: 1 });
    expect((await call(['runs', 'tail', '2'])).stdout).toContain(
      'were found again, but the spider was not changed: check 3 (examples) did not pass.',
    );
  });

  it('finds the region again from which a rule took links', async () => {
    const site = await startRedesignedShop();
    onTestFinished(() => site.close());
    const { call, file } = studio();
    const spider = shopSpider(site.origin);
    const rules = spider.rules.map((rule) => ({ ...rule, restrict_css: ['.goods'] }));
    await call(['import', file('shop.json', { ...spider, rules })]);
    const crawl = () => call(['crawl', 'shop', '--allow-private', '--json']);
    await crawl();
    site.design = 'moved';
    expect((await crawl()).code).toBe(1);
    const repaired = (await call(['repair', 'shop', '--apply', '--json'])).json<Repaired>();
    expect(repaired).toMatchObject({
      falls: [{ field: null }],
      selectors: [
        {
          name: 'rule 0 restrict_css',
          verdict: 'sure',
          choices: [{ proof: { old: shopSize, found: shopSize, missing: 0 } }],
        },
      ],
      applied: { version: 2, selectors: 1 },
    });
    await crawl();
    expect((await call(['show', 'shop', '--json'])).json<unknown[]>()).toHaveLength(shopSize);
  });

  it.each(['warn', 'fail'])('begins with a breach of what is expected, told to %s', async (onBreach) => {
    const { site, crawl, repair } = await crawledShop({
      on_breach: onBreach,
      fields: { price: { type: 'number', required: true } },
    });
    site.design = 'renamed';
    expect((await crawl()).code).toBe(onBreach === 'fail' ? 1 : 0);
    const found = await repair();
    expect(found.breaches).toEqual([
      {
        field: 'price',
        message: `price is filled in 0 of ${shopSize} items (0 %), expected in at least 98 %.`,
      },
    ]);
    expect(found.selectors.find(({ name }) => name === 'price')).toMatchObject({
      verdict: 'sure',
      choices: [{ proof: { old: shopSize, found: shopSize, changed: 0 } }],
    });
  });

  it('begins with a breach that pauses a run; what is saved then holds for the run extracted again', async () => {
    const { site, call, crawl, repair, file } = await crawledShop({
      on_breach: 'pause',
      fields: { title: { pattern: '^Good ' } },
    });
    site.design = 'offer';
    expect((await crawl()).json()).toMatchObject({ run: '2', state: 'paused' });
    const found = await repair();
    expect(found.breaches.map(({ field }) => field)).toEqual(['title']);
    // The selector still takes something, which may be right: a person has to say so.
    expect(found.selectors.find(({ name }) => name === 'title')).toMatchObject({
      verdict: 'unsure',
      choices: [{ selector: '.ware::text', proof: { changed: 0, missing: 0 } }],
    });
    expect(await repair('--apply')).toMatchObject({ code: 1, applied: null });
    const spider = shopSpider(site.origin);
    const { extract } = spider.callbacks.product;
    const callbacks = { product: { extract: { ...extract, title: { css: '.ware::text' } } } };
    await call(['import', file('chosen.json', { ...spider, callbacks })]);

    // The run goes on with the version that it began with, and says that the breach is still there.
    expect((await call(['runs', 'resume', '2', '--json'])).json()).toMatchObject({
      state: 'failed',
      counters: { items: shopSize },
    });
    expect((await call(['runs', 'reextract', '2', '--json'])).code).toBe(0);
    await call(['runs', 'accept', '3']);
    const items = (await call(['show', 'shop', '--json'])).json<{ title: string }[]>();
    expect(items.filter(({ title }) => title.startsWith('Good '))).toHaveLength(shopSize);
  });

  it('finds a field again on the failing pages of a first run, beside its selector for the others', async () => {
    const site = await startRedesignedShop();
    onTestFinished(() => site.close());
    site.design = 'mixed';
    const { call, file } = studio();
    const spider = { ...shopSpider(site.origin), expect: { fields: { title: { required: true } } } };
    await call(['import', file('shop.json', spider)]);
    await call(['crawl', 'shop', '--allow-private']);
    const found = (await call(['repair', 'shop', '--json'])).json<Repaired>();
    expect(found).toMatchObject({ against: null, breaches: [{ field: 'title' }] });
    const title = found.selectors.find(({ name }) => name === 'title');
    expect(title).toMatchObject({ verdict: 'sure', choices: [{ proof: { changed: 0, filled: shopSize } }] });
    expect((await call(['repair', 'shop', '--apply'])).stdout).toContain('Saved version 2');
    await call(['crawl', 'shop', '--allow-private']);
    const items = (await call(['show', 'shop', '--json'])).json<{ title: string | null }[]>();
    expect(items.filter(({ title: value }) => value?.startsWith('Good '))).toHaveLength(shopSize);
  });
});

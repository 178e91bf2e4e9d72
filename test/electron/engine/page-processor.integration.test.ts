import { afterEach, describe, expect, it } from 'vitest';
import type { Spider } from '../../../shared/spider/schema.ts';
import {
  createPageProcessor,
  type PageProcessor,
  type ProcessorOptions,
} from '../../../electron/engine/page-processor.ts';
import { memoryOfWorkers } from '../../../electron/engine/worker-memory.ts';
import type { PageInput, PageOutput } from '../../../electron/engine/page-types.ts';

const spider: Spider = {
  name: 'site',
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/'],
  rules: [{ allow: ['/page/'], callback: 'page' }],
  callbacks: { page: { extract: { heading: { css: 'h1::text' }, links: { xpath: 'count(//a)' } } } },
};

const open: PageProcessor[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((processor) => processor.close()));
});

function processor(options: ProcessorOptions): PageProcessor {
  const made = createPageProcessor(spider, 0, options);
  open.push(made);
  return made;
}

/** @param item JavaScript: a function that makes the item of a page */
function workerThat(item: string): URL {
  const serve = new URL('../../../electron/workers/serve.ts', import.meta.url).href;
  const code = `
    import { resourceLimits, threadId } from 'node:worker_threads';
    import { serveJobs } from ${JSON.stringify(serve)};
    const itemOf = ${item};
    const outputOf = (page) =>
      ({ page: null, items: [itemOf(page)], rows: [], failure: null, empty: null, links: [], events: [] });
    serveJobs(() => (_name, pages) => ({ value: pages.map(outputOf) }));`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

function input(html: string, id = '1'): PageInput {
  const body = new TextEncoder().encode(html);
  return {
    id,
    url: 'https://example.org/',
    body,
    contentType: 'text/html; charset=utf-8',
    fetchedAt: 0,
    depth: 0,
    priority: 0,
    callback: 'page',
    follow: true,
  };
}

describe('the processing stage', () => {
  const html =
    '<h1>One</h1><a href="/page/2">two</a><a href="/other">other</a><a href="https://elsewhere.example/page/3">off</a>';

  it('gives the same in a worker as on this thread', async () => {
    const here = await processor({ workers: 0 }).process(input(html));
    const there = await processor({ workers: 1, warmUpPages: 0 }).process(input(html));
    expect(there).toEqual(here);
    expect(here.items[0]?.metadata).toEqual({ heading: 'One', links: '3.0' });
    expect(here.links.map(({ url, rule, depth }) => ({ url, rule, depth }))).toEqual([
      { url: 'https://example.org/page/2', rule: 0, depth: 1 },
    ]);
  });

  it('takes many pages at once and answers each with its own', async () => {
    const pages = processor({ workers: 2, warmUpPages: 3 });
    const inputs = Array.from({ length: 50 }, (_, index) => input(`<h1>Page ${index}</h1>`, String(index)));
    const headings = (outputs: PageOutput[]): unknown[] =>
      outputs.map(({ items: [item] }) => item?.metadata['heading']);
    const expected = inputs.map((_, index) => `Page ${index}`);
    expect(headings(await pages.processAll(inputs))).toEqual(expected);
    expect(headings(await Promise.all(inputs.map((page) => pages.process(page))))).toEqual(expected);
    expect(await pages.processAll([])).toEqual([]);
  });

  it('gives a page up that takes too long, and goes on with the others', async () => {
    const pages = processor({ workers: 1, warmUpPages: 0, timeoutMs: 1 });
    const deep = await pages.process(input('<div>'.repeat(300_000)));
    expect(deep.failure).toMatch(/took longer than/);
    expect(deep.links).toEqual([]);
  });

  it('answers after a page was given up', async () => {
    const pages = processor({ workers: 1, warmUpPages: 0, timeoutMs: 5000 });
    expect((await pages.process(input('<h1>After</h1>'))).items[0]?.metadata['heading']).toBe('After');
  });

  it.each([
    ['throws', 'throw new Error("No memory for a thread.")'],
    ['ends', 'process.exit(1)'],
  ])('reads pages on this thread where a worker %s before it begins', async (_, code) => {
    const workerEntry = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
    const pages = processor({ workers: 2, warmUpPages: 0, workerEntry });
    const outputs = await Promise.all(
      Array.from({ length: 5 }, (_unused, index) => pages.process(input(`<h1>Page ${index}</h1>`))),
    );
    expect(outputs.map(({ items: [item] }) => item?.metadata['heading'])).toEqual(
      Array.from({ length: 5 }, (_unused, index) => `Page ${index}`),
    );
    expect((await pages.process(input('<h1>Later</h1>'))).failure).toBeNull();
  });

  const fates = [
    ['ends the worker', 'process.exit(1);', /ended the worker/],
    ['throws', 'throw new Error("Too much.");', /could not be read: Too much\./],
    ['takes too long', 'for (;;);', /took longer than/],
  ] as const;
  it.each([
    ...fates.map((fate) => ['waits behind', ...fate] as const),
    ...fates.map((fate) => ['is at hand together with', ...fate] as const),
  ])('loses no page that %s one that %s', async (place, _, fate, failure) => {
    const workerEntry = workerThat(`({ id, body, gzip }) => {
      if (id === 'bad') { ${fate} }
      return { id, bytes: body.byteLength, packed: gzip.byteLength };
    }`);
    const pages = processor({ workers: 1, warmUpPages: 0, timeoutMs: 1000, workerEntry });
    const ids = ['first', 'bad', ...Array.from({ length: 8 }, (_unused, index) => `later ${index}`)];
    const inputs = ids.map((id) => ({ ...input('<h1>One</h1>', id), gzip: new Uint8Array(7) }));
    const outputs = await (place === 'waits behind'
      ? Promise.all(inputs.map((page) => pages.process(page)))
      : pages.processAll(inputs));
    expect(outputs[1]?.failure).toMatch(failure);
    const others = ids.filter((id) => id !== 'bad');
    expect(outputs.filter(({ failure: why }) => why === null).map(({ items: [item] }) => item)).toEqual(
      others.map((id) => ({ id, bytes: 12, packed: 7 })),
    );
  });

  describe('with pages that need much memory', () => {
    const megabyte = 1024 * 1024;
    const memory = { workers: 3, heapMb: 40, largeHeapMb: 120, ordinaryBody: megabyte };
    /** Answers with its thread, its heap and the pages that were read at the same time; `greedy` needs 80 MB. */
    const workerEntry = workerThat(`({ id, body }) => {
      const held = [];
      const greed = id === 'insatiable' ? Infinity : id === 'greedy' ? 80 : 0;
      for (let taken = 0; taken < greed; taken += 1) held.push(new Array(131072).fill(taken));
      return { id, bytes: body.byteLength, heap: resourceLimits.maxOldGenerationSizeMb, threadId, held: held.length };
    }`);
    const pageOf = (id: string, bytes: number): PageInput => ({
      ...input('', id),
      body: new Uint8Array(bytes),
    });

    it('reads the large ones one at a time, where there is room, and the others beside them', async () => {
      const pages = processor({ warmUpPages: 0, memory, workerEntry });
      const large = ['a', 'b', 'c'].map((id) => pages.process(pageOf(id, megabyte + 1)));
      const small = Array.from({ length: 9 }, (_, index) => pages.process(pageOf(String(index), megabyte)));
      const [ofLarge, ofSmall] = await Promise.all([Promise.all(large), Promise.all(small)]);
      expect(ofLarge.map(({ items: [item] }) => item)).toMatchObject(
        ['a', 'b', 'c'].map((id) => ({ id, heap: 120, bytes: megabyte + 1 })),
      );
      const threads = (outputs: PageOutput[]): Set<unknown> =>
        new Set(outputs.map(({ items: [item] }) => (item as { threadId?: number } | null)?.threadId));
      expect(threads(ofLarge).size).toBe(1);
      expect(threads(ofSmall).size).toBeLessThanOrEqual(3);
      expect(ofSmall.map(({ items: [item] }) => item)).toMatchObject(
        Array.from({ length: 9 }, () => ({ heap: 40 })),
      );
      // The memory of the large ones was given back: a later one has another worker.
      const later = await pages.process(pageOf('d', 2 * megabyte));
      expect(threads([...ofLarge, later]).size).toBe(2);
    });

    it('reads one again that needs more than an ordinary worker has, and gives it up where that is too little', async () => {
      const pages = processor({ warmUpPages: 0, memory, workerEntry });
      const ids = ['first', 'greedy', 'insatiable', 'last'];
      const outputs = await Promise.all(ids.map((id) => pages.process(pageOf(id, megabyte / 2))));
      expect(outputs[1]?.items[0]).toMatchObject({ id: 'greedy', heap: 120, bytes: megabyte / 2 });
      expect(outputs[2]?.failure).toBe(
        'Reading the page takes more than 120 MB of memory, so it was given up.',
      );
      expect([outputs[0]?.items[0], outputs[3]?.items[0]]).toMatchObject([{ id: 'first' }, { id: 'last' }]);
    });

    it.each([1, 2, 4, 16, 128])('shares out one amount of memory among workers of %d cores', (cores) => {
      for (const gigabytes of [0.5, 2, 8, 256]) {
        const bytes = gigabytes * 1024 * megabyte;
        const { workers, heapMb, largeHeapMb, ordinaryBody } = memoryOfWorkers(cores, bytes);
        const together = workers * heapMb + largeHeapMb;
        expect(together).toBeLessThanOrEqual(Math.min(4096, Math.max(1024, gigabytes * 512)));
        expect(workers).toBeLessThanOrEqual(Math.max(1, cores - 1));
        expect(workers).toBeGreaterThan(0);
        expect(heapMb).toBeGreaterThanOrEqual(256);
        expect(ordinaryBody).toBeGreaterThanOrEqual(megabyte);
      }
    });
  });

  it.each([
    [4_000, 0],
    [8_000, 1],
    [16_000, 5],
    [Infinity, 8],
  ])('starts no more workers than %d MB of address space have room for', (addressMb, workers) => {
    expect(memoryOfWorkers(16, 64 * 1024 ** 3, addressMb).workers).toBe(workers);
  });

  it('says of a page that is none that it is not', async () => {
    const page = {
      ...input(''),
      body: new Uint8Array([0x25, 0x50, 0x44, 0x46]),
      contentType: 'application/pdf',
    };
    const output = await processor({ workers: 1, warmUpPages: 0 }).process(page);
    expect(output.failure).toMatch(/not HTML, XML or JSON \(application\/pdf\)/);
  });
});

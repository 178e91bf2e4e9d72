import { afterEach, describe, expect, it } from 'vitest';
import type { Spider } from '../../../shared/spider/schema.ts';
import {
  createPageProcessor,
  type PageProcessor,
  type ProcessorOptions,
} from '../../../electron/engine/page-processor.ts';
import type { PageInput } from '../../../electron/engine/page.ts';

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

function input(html: string, id = '1'): PageInput {
  const body = new TextEncoder().encode(html);
  return {
    id,
    url: 'https://example.org/',
    body,
    contentType: 'text/html; charset=utf-8',
    depth: 0,
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
    expect(here.item?.metadata).toEqual({ heading: 'One', links: '3.0' });
    expect(here.links.map(({ url, rule, depth }) => ({ url, rule, depth }))).toEqual([
      { url: 'https://example.org/page/2', rule: 0, depth: 1 },
    ]);
  });

  it('takes many pages at once and answers each with its own', async () => {
    const pages = processor({ workers: 2, warmUpPages: 3 });
    const outputs = await Promise.all(
      Array.from({ length: 50 }, (_, index) => pages.process(input(`<h1>Page ${index}</h1>`, String(index)))),
    );
    expect(outputs.map(({ item }) => item?.metadata['heading'])).toEqual(
      Array.from({ length: 50 }, (_, index) => `Page ${index}`),
    );
  });

  it('gives a page up that takes too long, and goes on with the others', async () => {
    const pages = processor({ workers: 1, warmUpPages: 0, timeoutMs: 1 });
    const deep = await pages.process(input('<div>'.repeat(300_000)));
    expect(deep.failure).toMatch(/took longer than/);
    expect(deep.links).toEqual([]);
  });

  it('answers after a page was given up', async () => {
    const pages = processor({ workers: 1, warmUpPages: 0, timeoutMs: 5000 });
    expect((await pages.process(input('<h1>After</h1>'))).item?.metadata['heading']).toBe('After');
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
    expect(outputs.map(({ item }) => item?.metadata['heading'])).toEqual(
      Array.from({ length: 5 }, (_unused, index) => `Page ${index}`),
    );
    expect((await pages.process(input('<h1>Later</h1>'))).failure).toBeNull();
  });

  it.each([
    ['ends the worker', 'process.exit(1);', /ended the worker/],
    ['throws', 'throw new Error("Too much.");', /could not be read: Too much\./],
    ['takes too long', 'for (;;);', /took longer than/],
  ])('loses no page that waits behind one that %s', async (_, fate, failure) => {
    const code = `
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id, body, gzip }) => {
        if (id === 'bad') { ${fate} }
        const page = { id, bytes: body.byteLength, packed: gzip.byteLength };
        parentPort.postMessage({ ok: true, output: { page: null, item: page, failure: null, links: [], events: [] } });
      });
      parentPort.postMessage('ready');`;
    const workerEntry = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
    const pages = processor({ workers: 1, warmUpPages: 0, timeoutMs: 1000, workerEntry });
    const ids = ['first', 'bad', ...Array.from({ length: 8 }, (_unused, index) => `later ${index}`)];
    const outputs = await Promise.all(
      ids.map((id) => pages.process({ ...input('<h1>One</h1>', id), gzip: new Uint8Array(7) })),
    );
    expect(outputs[1]?.failure).toMatch(failure);
    const others = ids.filter((id) => id !== 'bad');
    expect(outputs.filter(({ failure: why }) => why === null).map(({ item }) => item)).toEqual(
      others.map((id) => ({ id, bytes: 12, packed: 7 })),
    );
  });

  it('says of a page that is not HTML that it is not', async () => {
    const page = {
      ...input(''),
      body: new Uint8Array([0x25, 0x50, 0x44, 0x46]),
      contentType: 'application/pdf',
    };
    const output = await processor({ workers: 1, warmUpPages: 0 }).process(page);
    expect(output.failure).toMatch(/not HTML \(application\/pdf\)/);
  });
});

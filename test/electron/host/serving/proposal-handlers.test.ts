import { describe, expect, it } from 'vitest';
import { HostError } from '../../../../electron/host/errors.ts';
import { createProposalHandlers } from '../../../../electron/host/serving/proposal-handlers.ts';
import { propose } from '../../../../electron/authoring/propose.ts';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';
import type { SavedContent } from '../../../../electron/store/pages/saved-page-queries.ts';

type Services = Parameters<typeof createProposalHandlers>[0];
type Begin = Services['capture']['begin'];
type Ask = Services['database']['ask'];
type Compute = Services['tester']['propose'];

const never = (): never => {
  throw new Error('Nothing else is asked for.');
};

/** Answers that the project gives no settings. */
const askSettings: Ask = async (_, name) => {
  if (name === 'projectSettings') return {} as never;
  throw new Error(`not asked for ${name}`);
};

/** The handlers with services that answer as a test says, and with no others. */
function handlersWith(
  begin: Begin,
  { ask = askSettings, propose: compute = never }: { ask?: Ask; propose?: Compute } = {},
): ReturnType<typeof createProposalHandlers> {
  return createProposalHandlers({
    database: { ask },
    capture: {
      begin,
      get: never,
      beginFile: never,
      details: never,
      files: never,
      login: never,
      close: never,
    },
    uploads: { take: never },
    sample: { serveAddress: async () => false, serveAt: never },
    tester: { propose: compute },
    report: () => undefined,
  });
}

const context = { client: 'test', window: null, takePath: null, signal: new AbortController().signal };

/** Begins at an address, on a network where https fails for the reason given. @returns the URLs that were asked for */
async function asked(typed: string, reason: string): Promise<string[]> {
  const urls: string[] = [];
  const handlers = handlersWith(async ({ request: { url } }) => {
    urls.push(url);
    if (url.startsWith('https:')) throw new HostError('fetch-failed', 'No.', null, { reason });
    const proposal = propose(null, { url, fetchedAt: 0, rendered: false });
    return { content: null, proposal, rendered: false, durationMs: null, notes: [] };
  });
  const begun = handlers['spiders.begin']({ project: 'default', url: typed, allowPrivate: false }, context);
  await Promise.resolve(begun).catch((error: unknown) => {
    if (!(error instanceof HostError)) throw error;
  });
  return urls;
}

describe('an address without a scheme', () => {
  it.each([
    ['harbour.test/shop', 'connection', ['https://harbour.test/shop', 'http://harbour.test/shop']],
    ['//harbour.test', 'timeout', ['https://harbour.test/', 'http://harbour.test/']],
    ['harbour.test', 'tls', ['https://harbour.test/']],
    ['harbour.test', 'dns', ['https://harbour.test/']],
    ['https://harbour.test/', 'connection', ['https://harbour.test/']],
    ['127.0.0.1:8080/shop', 'connection', ['http://127.0.0.1:8080/shop']],
  ])('"%s" is asked for with http only where https cannot connect (%s)', async (typed, reason, urls) => {
    expect(await asked(typed, reason)).toEqual(urls);
  });
});

describe('the proposal of a page that a spider began with', () => {
  const url = 'https://harbour.test/shop';
  const cards = ['Brass lamp', 'Hemp rope', 'Jumper'].map(
    (name, at) => `<li class="card"><a href="/item/${at}">${name}</a> <b class="price">$ ${at}9.50</b></li>`,
  );
  const html = `<title>Deck</title><ul>${cards.join('')}</ul>`;
  const content: SavedContent = {
    title: 'Deck',
    url,
    source: 'url',
    page: compressPage(html, 'utf-8', 'html'),
  };

  /** Handlers of a host that saves a page under the next number for each spider, and the pages that are proposed for anew. */
  function setUp() {
    const computed: string[] = [];
    let saved = 0;
    const ask: Ask = async (_, name) => {
      if (name === 'projectSettings') return {} as never;
      if (name !== 'beginSpider') throw new Error(`not asked for ${name}`);
      saved += 1;
      return { spider: `shop-${saved}`, page: { ...content, id: String(saved) } } as never;
    };
    const begun = propose(parsePage(html), { url, fetchedAt: 0, rendered: false });
    const handlers = handlersWith(
      async () => ({ content, proposal: begun, rendered: false, durationMs: 80, notes: [] }),
      {
        ask,
        propose: async ({ page }) => {
          computed.push(page);
          return structuredClone(begun);
        },
      },
    );
    return {
      begun,
      computed,
      begin: () => handlers['spiders.begin']({ project: 'default', url, allowPrivate: false }, context),
      proposed: (page: string) => handlers['pages.propose']({ page }, context),
    };
  }

  it('is not computed again, however often it is asked for', async () => {
    const { begun, computed, begin, proposed } = setUp();
    expect(begun.choices).not.toEqual([]);
    expect(await begin()).toMatchObject({ spider: 'shop-1', page: { id: '1' } });
    expect(await proposed('1')).toBe(begun);
    expect(await proposed('1')).toBe(begun);
    expect(computed).toEqual([]);
    await proposed('2');
    expect(computed).toEqual(['2']);
  });

  it('is kept for the last twenty spiders', async () => {
    const { computed, begin, proposed } = setUp();
    for (let spider = 1; spider <= 21; spider += 1) await begin();
    for (const page of ['2', '21', '1']) await proposed(page);
    expect(computed).toEqual(['1']);
  });
});

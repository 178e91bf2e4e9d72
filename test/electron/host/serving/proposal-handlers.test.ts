import { describe, expect, it } from 'vitest';
import { HostError } from '../../../../electron/host/errors.ts';
import { createProposalHandlers } from '../../../../electron/host/serving/proposal-handlers.ts';
import { propose } from '../../../../electron/authoring/propose.ts';

type Services = Parameters<typeof createProposalHandlers>[0];
type Begin = Services['capture']['begin'];

/** Begins at an address, on a network where https fails for the reason given. @returns the URLs that were asked for */
async function asked(typed: string, reason: string): Promise<string[]> {
  const urls: string[] = [];
  const begin: Begin = async ({ request: { url } }) => {
    urls.push(url);
    if (url.startsWith('https:')) throw new HostError('fetch-failed', 'No.', null, { reason });
    const proposal = propose(null, { url, fetchedAt: 0, rendered: false });
    return { content: null, proposal, rendered: false, durationMs: null, notes: [] };
  };
  const never = (): never => {
    throw new Error('Nothing else is asked for.');
  };
  const handlers = createProposalHandlers({
    database: { ask: never },
    capture: { begin, get: never, beginFile: never, details: never, files: never, close: never },
    uploads: { take: never },
    sample: { serveAddress: async () => false, serveAt: never },
    tester: { propose: never },
    report: never,
  });
  const args = { project: 'default', url: typed, allowPrivate: false };
  const begun = handlers['spiders.begin'](args, {
    client: 'test',
    window: null,
    takePath: null,
    signal: new AbortController().signal,
  });
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

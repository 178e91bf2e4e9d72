import { describe, expect, it } from 'vitest';
import { createFileHandlers } from '../../../../electron/host/serving/file-handlers.ts';
import { sampleOrigin } from '../../../../electron/sample-site/spiders.ts';

type Services = Parameters<typeof createFileHandlers>[0];
interface Fetched {
  allowPrivate: boolean;
  pictures: readonly string[];
}

const sample = `${sampleOrigin}/pictures/a.png`;
const local = 'http://127.0.0.1:9/b.png';
const own = 'http://10.0.0.1/c.png';

/** Asks for pictures of a table. @returns what was fetched, and whether private addresses were allowed for it */
async function fetched(urls: readonly string[], isServed: boolean): Promise<Fetched[]> {
  const fetches: Fetched[] = [];
  const never = (): never => {
    throw new Error('Nothing else is asked for.');
  };
  const ask = (async () => []) as Services['database']['ask'];
  const handlers = createFileHandlers({
    database: { ask },
    capture: {
      async files({ request: { allowPrivate }, pictures }) {
        fetches.push({ allowPrivate, pictures });
        return { sheets: [], pictures: [] };
      },
    },
    tester: { files: never },
    sample: { serveAddress: async () => isServed, serveAt: never },
    resources: { keepPicture: never, keepFile: never },
    report: never,
  });
  const { signal } = new AbortController();
  await handlers['pages.pictures'](
    { project: 'default', urls: [...urls], fetch: true, allowPrivate: false },
    { client: 'test', window: null, takePath: null, signal },
  );
  return fetches;
}

describe('pictures of the sample site', () => {
  it('are fetched without asking, and no other private address with them', async () => {
    expect(await fetched([sample, local, own], true)).toEqual([
      { allowPrivate: true, pictures: [sample] },
      { allowPrivate: false, pictures: [local, own] },
    ]);
  });

  it('are private like others where another program serves that address', async () => {
    expect(await fetched([sample], false)).toEqual([{ allowPrivate: false, pictures: [sample] }]);
  });
});

import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { badAssistants } from '../../../assistants/bad-assistants.ts';
import { makeSpider } from '../../../assistants/good-assistant.ts';
import { hostTools } from '../../../assistants/host-tools.ts';
import type { Tools } from '../../../assistants/tools.ts';
import { given } from '../../../given.ts';
import { madeSites, serveMadeSite, type MadeSite } from '../../../servers/made-sites.ts';
import { openHost, type OpenHost } from '../open-host.ts';

let studio: OpenHost;
let tools: Tools;
beforeAll(async () => {
  vi.stubEnv('SPIDER_STUDIO_BROWSER', 'none');
  studio = await openHost();
  tools = hostTools(studio);
});
afterAll(async () => {
  await studio.close();
  vi.unstubAllEnvs();
});

async function serve(name: string): Promise<{ site: MadeSite; url: string }> {
  const site = given(madeSites.find((each) => each.name === name));
  const server = await serveMadeSite(site);
  onTestFinished(() => server.close());
  return { site, url: server.url(site.start) };
}

const saved = async (): Promise<string[]> => (await studio.call('spiders.list', {})).map(({ name }) => name);

describe('an assistant that proposes, proves, mends and saves', () => {
  it.each(['a table', 'details with a table', 'a thread', 'paragraphs between rules'])(
    'makes a proved spider of a site: %s',
    async (name) => {
      const { site, url } = await serve(name);
      const made = await makeSpider(tools, { url, scope: site.scope });
      expect(made).toMatchObject({ verdict: 'proved', failures: [] });
      const spider = given(made.spider);
      expect(await studio.call('proofs.list', { project: 'default', spider })).toMatchObject([
        { version: 1, verdict: 'proved', source: 'own-pages' },
      ]);
      const [version] = await studio.call('spiders.versions', { project: 'default', spider });
      expect(version).toMatchObject({ origin: 'assistant', note: 'By the scripted assistant.' });
    },
  );
});

describe('an assistant that does not do what it should', () => {
  it.each(Object.entries(badAssistants))('saves nothing: %s', async (_, assistant) => {
    const { url } = await serve('cards');
    const before = await saved();
    const tried = await assistant(hostTools(studio, 'untouched'), url);
    expect(await saved()).toEqual(before);
    const saves = tried.filter(({ what }) => what.startsWith('saves') || what.startsWith('says'));
    expect(saves).not.toEqual([]);
    expect(new Set(saves.map(({ answer }) => answer.value['code']))).toEqual(new Set(['not-proved']));
    expect(studio.faults).toEqual([]);
  });

  it('is told that its values are on no page', async () => {
    const { url } = await serve('cards');
    const tried = await given(badAssistants['inventing'])(tools, url);
    const proof = tried.find(({ what }) => what.startsWith('proves'));
    expect(proof?.answer.value).toMatchObject({ verdict: 'refused' });
  });
});

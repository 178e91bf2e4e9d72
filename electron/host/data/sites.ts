import type { DataHandlers } from './data-context.ts';
import { resetMemory, showMemory } from './memory.ts';
import { requireProject } from './require-project.ts';
import { addProxy, listProxies, removeProxy } from './proxies.ts';
import { systemProxyState, useSystemProxy } from './system-proxy-choice.ts';

export const siteHandlers: DataHandlers<'proxies' | 'memory'> = {
  'proxies.list': ({ project }, { workspace }) => listProxies(workspace, project ?? null),
  'proxies.add': ({ early = false, ...proxy }, { workspace }) => {
    // The default project is there as soon as it has a spider; its proxies may come first.
    if (!early && proxy.project !== 'default') requireProject(workspace, proxy.project);
    return addProxy(workspace, proxy);
  },
  'proxies.remove': (proxy, { workspace }) => removeProxy(workspace, proxy),
  'proxies.system': (_, { workspace }) => systemProxyState(workspace),
  'proxies.useSystem': ({ used }, { workspace }) => useSystemProxy(workspace, used),
  'memory.show': async ({ project, spider, url, limit, offset = 0, text = '' }, { workspace }) => {
    const memory = await showMemory(workspace, project, spider, { url: url ?? null, limit, offset, text });
    const { count, extracted, since, matching, cache } = memory;
    const pages = memory.pages.map(
      ({
        url: page,
        finalUrl,
        contentType,
        fetchedRun,
        fetchedAt,
        extractedRun,
        extractedAt,
        etag,
        lastModified,
        contentHash,
      }) => ({
        url: page,
        finalUrl,
        contentType,
        fetchedRun,
        fetchedAt,
        extractedRun,
        extractedAt,
        etag,
        lastModified,
        contentHash,
      }),
    );
    return { count, extracted, since, matching, cache, pages };
  },
  'memory.reset': async ({ project, spider, url }, { workspace }) => {
    const { pages, answers } = await resetMemory(workspace, project, spider, url);
    return { pages, answers };
  },
};

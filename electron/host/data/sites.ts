import { clearHistory, showHistory } from './crawl-history.ts';
import type { DataHandlers } from './data-context.ts';
import { requireProject } from './require-project.ts';
import { addProxy, listProxies, removeProxy } from './proxies.ts';
import { systemProxyState, useSystemProxy } from './system-proxy-choice.ts';

/** Handlers of the calls about proxies and crawl history that need only the database. */
export const siteHandlers: DataHandlers<'proxies' | 'history'> = {
  'proxies.list': ({ project }, { workspace }) => listProxies(workspace, project ?? null),
  'proxies.add': async ({ early = false, ...proxy }, { workspace }) => {
    // The default project is created with its first spider; proxies may be added before.
    if (!early && proxy.project !== 'default') await requireProject(workspace, proxy.project);
    return addProxy(workspace, proxy);
  },
  'proxies.remove': (proxy, { workspace }) => removeProxy(workspace, proxy),
  'proxies.system': (_, { workspace }) => systemProxyState(workspace),
  'proxies.useSystem': ({ used }, { workspace }) => useSystemProxy(workspace, used),
  'history.show': ({ project, spider, url, ...part }, { workspace }) =>
    showHistory(workspace, project, spider, { url: url ?? null, ...part }),
  'history.clear': ({ project, spider, url }, { workspace }) => clearHistory(workspace, project, spider, url),
};

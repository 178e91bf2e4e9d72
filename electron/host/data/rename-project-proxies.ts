import { readProxyFile, writeProxyFile } from './proxy-file.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Lets the proxies of a project go with it to its new name. */
export function moveProxies({ dataDir }: Pick<Workspace, 'dataDir'>, from: string, to: string): void {
  const settings = readProxyFile(dataDir);
  if (!settings.proxies.some(({ project }) => project === from)) return;
  const proxies = settings.proxies.map((proxy) =>
    proxy.project === from ? { ...proxy, project: to } : proxy,
  );
  writeProxyFile(dataDir, { ...settings, proxies });
}

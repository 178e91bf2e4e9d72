import { readProxyFile, writeProxyFile } from './proxy-file.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Reassigns the proxies of a renamed project. */
export function moveProxies({ dataDir }: Pick<Workspace, 'dataDir'>, from: string, to: string): void {
  const settings = readProxyFile(dataDir);
  if (!settings.proxies.some(({ project }) => project === from)) return;
  const proxies = settings.proxies.map((proxy) =>
    proxy.project === from ? { ...proxy, project: to } : proxy,
  );
  writeProxyFile(dataDir, { ...settings, proxies });
}

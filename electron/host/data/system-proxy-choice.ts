import { environment } from '../../system/environment.ts';
import { proxyVariables } from '../../system/proxy.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { readProxyFile, writeProxyFile } from './proxy-file.ts';

type Folder = Pick<Workspace, 'dataDir'>;

/** Whether direct requests use the proxy settings of the system, and which environment variables define them. */
export interface SystemProxyState {
  used: boolean;
  /** Names of the proxy variables that are set, exceptions included. */
  variables: string[];
}

/** Reads the choice. @throws HostError `damaged-proxies` */
export function systemProxyState({ dataDir }: Folder, env = environment): SystemProxyState {
  return { used: readProxyFile(dataDir).system, variables: proxyVariables(env) };
}

/** Stores the choice. @throws HostError `damaged-proxies` */
export function useSystemProxy(folder: Folder, used: boolean): SystemProxyState {
  const { dataDir } = folder;
  writeProxyFile(dataDir, { ...readProxyFile(dataDir), system: used });
  return systemProxyState(folder);
}

import { environment } from '../../system/environment.ts';
import { proxyVariables } from '../../system/proxy.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { readProxyFile, writeProxyFile } from './proxy-file.ts';

type Folder = Pick<Workspace, 'dataDir'>;

/** Whether sites are reached as the system has it, where no proxy of a project is used, and what the system says here. */
export interface SystemProxyState {
  used: boolean;
  /** Names of the variables that name a proxy here, or except hosts from it. A desktop is asked itself instead. */
  variables: string[];
}

/** @throws HostError `damaged-proxies` */
export function systemProxyState({ dataDir }: Folder, env = environment): SystemProxyState {
  return { used: readProxyFile(dataDir).system, variables: proxyVariables(env) };
}

/** @throws HostError `damaged-proxies` */
export function useSystemProxy(folder: Folder, used: boolean): SystemProxyState {
  const { dataDir } = folder;
  writeProxyFile(dataDir, { ...readProxyFile(dataDir), system: used });
  return systemProxyState(folder);
}

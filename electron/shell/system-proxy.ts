import type { ResolveProxy } from '../host/work/system-proxy.ts';
import type { ElectronPort } from './port.ts';

/** Asks Chromium, which follows the network settings of the system and its PAC scripts. To be called when the application is ready. */
export function desktopProxies(electron: Pick<ElectronPort, 'session'>): ResolveProxy {
  return (url) => electron.session().resolveProxy(url);
}

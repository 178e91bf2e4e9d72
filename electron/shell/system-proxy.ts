import type { ResolveProxy } from '../host/work/system-proxy.ts';
import type { ElectronPort } from './port.ts';

/** Resolves proxies with Chromium, which follows the system's network settings and PAC scripts. Call it when the application is ready. */
export function desktopProxies(electron: Pick<ElectronPort, 'session'>): ResolveProxy {
  return (url) => electron.session().resolveProxy(url);
}

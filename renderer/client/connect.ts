import type { DesktopBridge } from '../../shared/window/desktop-bridge.ts';
import { secretKey } from '../../shared/window/entering.ts';
import { bridgeConnector } from './bridge.ts';
import type { Client } from './client.ts';
import { createSessionClient } from './session-client.ts';
import { webSocketConnector } from './web-socket.ts';

declare global {
  interface Window {
    /** Exists in the desktop window only. */
    readonly spiderStudio?: DesktopBridge;
  }
}

/** The functions of the desktop besides the contract; null in a browser. */
export function desktopBridge(): DesktopBridge | null {
  return window.spiderStudio ?? null;
}

/** Connects this window to the host. Call it once. */
export function connect(): Client {
  const bridge = desktopBridge();
  if (bridge !== null) return createSessionClient(bridgeConnector(bridge));
  const url = new URL('/socket', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return createSessionClient(webSocketConnector(url.href, keptSecret));
}

/** The secret that the host gave this browser; null if there is none, or the browser stores no data. */
function keptSecret(): string | null {
  try {
    return window.localStorage.getItem(secretKey);
  } catch {
    return null;
  }
}

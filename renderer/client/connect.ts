import type { DesktopBridge } from '../../shared/contract/desktop-bridge.ts';
import { secretKey } from '../../shared/contract/entering.ts';
import { bridgeConnector } from './bridge.ts';
import type { Client } from './client.ts';
import { createSessionClient } from './session-client.ts';
import { webSocketConnector } from './web-socket.ts';

declare global {
  interface Window {
    /** There in the desktop window only. */
    readonly spiderStudio?: DesktopBridge;
  }
}

/** What the desktop window can do beside the contract; null in a browser. */
export function desktopBridge(): DesktopBridge | null {
  return window.spiderStudio ?? null;
}

/** This window's way to the host. A window makes one and keeps it. */
export function connect(): Client {
  const bridge = desktopBridge();
  if (bridge !== null) return createSessionClient(bridgeConnector(bridge));
  const url = new URL('/socket', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return createSessionClient(webSocketConnector(url.href, keptSecret));
}

/** What the host gave this browser when the window was opened; null: nothing, or the browser keeps nothing. */
function keptSecret(): string | null {
  try {
    return window.localStorage.getItem(secretKey);
  } catch {
    return null;
  }
}

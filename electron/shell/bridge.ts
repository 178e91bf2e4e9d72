import type { IpcRenderer } from 'electron';
import type { DesktopBridge } from '../../shared/window/desktop-bridge.ts';
import { channels } from './channels.ts';

/** Options of `createBridge`. */
export interface BridgeOptions {
  ipc: Pick<IpcRenderer, 'invoke' | 'on' | 'send'>;
  /** An id of this load of the page, so that messages for the previous one are ignored. */
  document: string;
  /** Shows a place of the window. */
  show: (hash: string) => void;
}

type Listener = Parameters<DesktopBridge['connect']>[0];

/** The functions of the desktop that the window can call. It gets no access to Electron's channels and events. */
export function createBridge({ ipc, document, show }: BridgeOptions): DesktopBridge {
  const listeners = new Map<unknown, Listener>();
  let last = 0;
  let runCommand: (id: string) => void = () => undefined;

  ipc.on(channels.frame, (_event, to: unknown, id: unknown, frame: unknown) => {
    if (to === document) listeners.get(id)?.received(frame);
  });
  ipc.on(channels.close, (_event, to: unknown, id: unknown) => {
    if (to !== document) return;
    const listener = listeners.get(id);
    listeners.delete(id);
    listener?.closed();
  });
  ipc.on(channels.show, (_event, hash: unknown) => {
    if (typeof hash === 'string' && hash.startsWith('#/')) show(hash);
  });

  ipc.on(channels.command, (_event, id: unknown) => {
    if (typeof id === 'string') runCommand(id);
  });

  return {
    connect(listener) {
      last += 1;
      const id = last;
      listeners.set(id, listener);
      ipc.send(channels.open, document, id);
      return {
        send(frame) {
          if (listeners.has(id)) ipc.send(channels.frame, document, id, JSON.stringify(frame));
        },
        close() {
          if (listeners.delete(id)) ipc.send(channels.close, document, id);
        },
      };
    },
    async chooseSavePath(suggestedName) {
      const path: unknown = await ipc.invoke(channels.choosePath, suggestedName);
      return typeof path === 'string' ? path : null;
    },
    async chooseFolder(beginAt) {
      const path: unknown = await ipc.invoke(channels.chooseFolder, beginAt);
      return typeof path === 'string' ? path : null;
    },
    onCommand(listener) {
      runCommand = listener;
    },
  };
}

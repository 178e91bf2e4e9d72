import { contextBridge, ipcRenderer } from 'electron';
import { createBridge } from './bridge.ts';

/** The location of the page: this script shares the document with it, and nothing else. */
declare const location: { hash: string };

contextBridge.exposeInMainWorld(
  'spiderStudio',
  createBridge({
    ipc: ipcRenderer,
    document: crypto.randomUUID(),
    show(hash) {
      location.hash = hash;
    },
  }),
);

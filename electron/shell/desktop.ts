import type { Host } from '../host/serving/host.ts';
import type { Leaving } from './leaving.ts';
import type { ElectronPort } from './port.ts';
import type { Windows } from './windows.ts';

/** The application with its host and its windows, as features of the desktop use it. */
export interface Desktop {
  electron: ElectronPort;
  platform: NodeJS.Platform;
  /** The folder with the files that ship with the application. */
  resources: string;
  host: Host;
  /** The session that all windows share. */
  session: ReturnType<ElectronPort['session']>;
  windows: Windows;
  leaving: Leaving;
  /** The runs of this process. */
  runs: {
    count: () => number;
    /** Called when one begins or ends. */
    onChange: (listener: () => void) => void;
  };
  /** Opens another window. @param hash its place; '': the start page */
  openWindow: (hash: string) => void;
  /** Brings a window to the front, or opens one. @param hash the place to show; null: the present one */
  showWindow: (hash: string | null) => void;
  onFault: (what: string, error: unknown) => void;
}

/** A feature of the desktop besides windows. It is set up once, before the first window opens. */
export type Feature = (desktop: Desktop) => void;

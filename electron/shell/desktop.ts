import type { Host } from '../host/serving/host.ts';
import type { Leaving } from './leaving.ts';
import type { ElectronPort } from './port.ts';
import type { Windows } from './windows.ts';

/** The application with its host and its windows: what a feature of the desktop builds on. */
export interface Desktop {
  electron: ElectronPort;
  platform: NodeJS.Platform;
  /** The folder with the files that the application brings. */
  resources: string;
  host: Host;
  /** The session that all windows share. */
  session: ReturnType<ElectronPort['session']>;
  windows: Windows;
  leaving: Leaving;
  /** The runs that this process carries out. */
  runs: {
    count: () => number;
    /** Called when one begins or ends. */
    onChange: (listener: () => void) => void;
  };
  /** Opens another window. @param hash its place; '': where it begins */
  openWindow: (hash: string) => void;
  /** Brings a window to the front, opening one where there is none. @param hash the place it shows; null: what it shows */
  showWindow: (hash: string | null) => void;
  onFault: (what: string, error: unknown) => void;
}

/** Something that the desktop offers beside windows: it is set up once, before the first window opens. */
export type Feature = (desktop: Desktop) => void;

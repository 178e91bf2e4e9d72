import type { WindowFrame } from './frames.ts';

/** What the preload script of the desktop window offers to the page, as `window.spiderStudio`. */
export interface DesktopBridge {
  /** Opens a connection to the host. The result sends on it, and closes it. */
  connect(listener: { received(frame: unknown): void; closed(): void }): {
    send(frame: WindowFrame): void;
    close(): void;
  };
  /** Asks where to save a file; null: the dialog was cancelled. */
  chooseSavePath(suggestedName: string): Promise<string | null>;
  /** Listens for commands of the application menu, by their ids. */
  onCommand(listener: (id: string) => void): void;
}

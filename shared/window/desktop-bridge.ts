import type { WindowFrame } from '../contract/frames.ts';

/** What the preload script of the desktop window offers to the page, as `window.spiderStudio`. */
export interface DesktopBridge {
  /** Opens a connection to the host. The result sends frames and closes the connection. */
  connect(listener: { received(frame: unknown): void; closed(): void }): {
    send(frame: WindowFrame): void;
    close(): void;
  };
  /** Shows the save dialog. Resolves to the chosen path, or to null if the dialog was cancelled. */
  chooseSavePath(suggestedName: string): Promise<string | null>;
  /** Shows the dialog for folders, beginning at one if it is there. Resolves to the chosen path, or to null if it was cancelled. */
  chooseFolder(beginAt: string): Promise<string | null>;
  /** Listens for commands of the application menu, by their ids. */
  onCommand(listener: (id: string) => void): void;
}

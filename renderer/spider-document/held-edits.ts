import { create } from 'zustand';

/** Edits that the host has not stored yet. */
export interface HeldEdits {
  /** What they are edits of, for people. */
  readonly name: string;
  /** Whether they are in the storage of the browser, and so outlive a reload. */
  readonly inBrowser: boolean;
  /** Hands them out as a file. */
  download(): void;
}

/** What has been typed and is not stored: a feature says so here, and the frame tells it while there is no connection. */
export const useHeldEdits = create<{ held: readonly HeldEdits[] }>(() => ({ held: [] }));

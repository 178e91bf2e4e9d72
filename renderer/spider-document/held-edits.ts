import { create } from 'zustand';

/** Edits that the host has not stored yet. */
export interface HeldEdits {
  /** The name of the spider. */
  readonly name: string;
  /** Whether they are in the storage of the browser and survive a reload. */
  readonly inBrowser: boolean;
  /** Downloads them as a file. */
  download(): void;
}

/** Edits that are not stored; the window lists them while there is no connection. */
export const useHeldEdits = create<{ held: readonly HeldEdits[] }>(() => ({ held: [] }));

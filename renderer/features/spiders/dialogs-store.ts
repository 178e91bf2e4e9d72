import { create } from 'zustand';
import type { Conversion } from './conversion.tsx';

/** The dialog about spiders or projects that is open in this window. */
export type SpiderDialog =
  | { readonly kind: 'new'; readonly project: string | null; readonly template: string | null }
  | { readonly kind: 'import'; readonly project: string | null; readonly files: readonly SpiderFile[] }
  | { readonly kind: 'rename'; readonly project: string; readonly spider: string }
  | { readonly kind: 'duplicate'; readonly project: string; readonly spider: string }
  | { readonly kind: 'new-project' }
  | { readonly kind: 'rename-project'; readonly project: string };

/** A file that was chosen or dropped. */
export interface SpiderFile {
  readonly name: string;
  readonly text: string;
  /** Why it cannot be a spider; null: the host checks it. */
  readonly problem: string | null;
  /** The bytes of an archive in Base64, which has the files of another tool. */
  readonly archive?: string;
  /** The files of a folder, which may be those of another tool. */
  readonly folder?: readonly { readonly name: string; readonly text: string }[];
  /** What it was converted from. */
  readonly conversion?: Conversion;
}

/** The dialog for spiders and projects that is open; null: none. */
export const useSpiderDialog = create<{ dialog: SpiderDialog | null }>(() => ({ dialog: null }));

/** Opens a dialog. */
export const openDialog = (dialog: SpiderDialog) => useSpiderDialog.setState({ dialog });

/** Closes the dialog. */
export const closeDialog = () => useSpiderDialog.setState({ dialog: null });

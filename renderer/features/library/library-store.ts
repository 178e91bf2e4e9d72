import { create } from 'zustand';
import type { LibraryEntry } from '../../../shared/contract/types.ts';
import type { SpiderName } from '../../run-options/spider-picker.tsx';
import { invalidate } from '../../state/query.ts';

/** The dialog of the library that is open. */
export type LibraryDialog =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'import'; readonly entry: LibraryEntry; readonly version: number }
  | { readonly kind: 'publish'; readonly spider: SpiderName | null }
  | { readonly kind: 'pack'; readonly spider: SpiderName }
  | { readonly kind: 'registries' };

/** The dialog of the library; null: none is open. */
export const useLibraryDialog = create<{ dialog: LibraryDialog | null }>(() => ({ dialog: null }));

/** Opens a dialog of the library. */
export const openLibraryDialog = (dialog: LibraryDialog) => useLibraryDialog.setState({ dialog });

export const closeLibraryDialog = () => useLibraryDialog.setState({ dialog: null });

/** Reads again what is shown of the library. */
export const libraryChanged = () => invalidate((name) => name.startsWith('library.'));

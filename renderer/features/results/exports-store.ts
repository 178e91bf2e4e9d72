import { create } from 'zustand';
import type { ExportState, ItemView } from '../../../shared/contract/types.ts';

/** What is to be exported; null: the dialog is closed. */
export interface ExportRequest {
  /** The view of the table, with its filters and its order. */
  readonly view: ItemView;
  /** The columns that the table shows, in their order. */
  readonly columns: readonly string[];
}

export const useExportDialog = create<{ request: ExportRequest | null }>(() => ({ request: null }));

export const openExport = (request: ExportRequest): void => useExportDialog.setState({ request });
export const closeExport = (): void => useExportDialog.setState({ request: null });

/** Exports as the host tells of them, by id. */
export const useExports = create<{ exports: ReadonlyMap<string, ExportState> }>(() => ({
  exports: new Map(),
}));

/** Those that this window has begun: it fetches their files when they are done. */
const begun = new Set<string>();

export const watchExport = (state: ExportState): void => {
  begun.add(state.id);
  hearExport(state);
};

/** Takes in what the host tells. @returns whether the export is one of this window and has just ended */
export function hearExport(state: ExportState): boolean {
  const { exports } = useExports.getState();
  useExports.setState({ exports: new Map(exports).set(state.id, state) });
  return state.state !== 'running' && begun.delete(state.id);
}

import { create } from 'zustand';
import type { ExportState, ItemView } from '../../../shared/contract/types.ts';

/** What is to be exported. */
export interface ExportRequest {
  /** The view of the table, with its filters and its order. */
  readonly view: ItemView;
  /** The columns that the table shows, in their order; null: all. */
  readonly columns: readonly string[] | null;
  /** Items without any condition; null: they were not counted. */
  readonly all: number | null;
}

/** null: the dialog is closed. */
export const useExportDialog = create<{ request: ExportRequest | null }>(() => ({ request: null }));

/** Opens the export dialog. */
export const openExport = (request: ExportRequest): void => useExportDialog.setState({ request });

/** Closes the export dialog. */
export const closeExport = (): void => useExportDialog.setState({ request: null });

/** Exports as the host tells of them, by id, oldest first. */
export const useExports = create<{ exports: ReadonlyMap<string, ExportState> }>(() => ({
  exports: new Map(),
}));

/** Exports of this window, which downloads their files when they are done. */
const begun = new Set<string>();

/**
 * This window has begun an export, and will be told when it ends.
 * @returns how it is by now: a short one is over before the answer to its beginning is here
 */
export function watchExport(state: ExportState): { state: ExportState; ended: boolean } {
  begun.add(state.id);
  const known = useExports.getState().exports.get(state.id) ?? state;
  return { state: known, ended: hearExport(known) };
}

/** Records the state of an export. @returns whether it is an export of this window that has just ended */
export function hearExport(state: ExportState): boolean {
  const { exports } = useExports.getState();
  useExports.setState({ exports: new Map(exports).set(state.id, state) });
  return state.state !== 'running' && begun.delete(state.id);
}

/** Removes an export that has ended from the list. */
export function forgetExport(id: string): void {
  const exports = new Map(useExports.getState().exports);
  exports.delete(id);
  useExports.setState({ exports });
}

/** Exports to show: those that are running, and those whose files wait for download. */
export const openExports = (exports: ReadonlyMap<string, ExportState>): ExportState[] =>
  [...exports.values()].filter(
    ({ id, state, download }) =>
      state === 'running' || (state === 'done' && download !== null && !begun.has(id)),
  );

/** How much of an export is written, from 0 to 1; null: its items are still being counted. */
export const shareOf = ({ rows, total }: ExportState): number | null =>
  total === null ? null : total === 0 ? 1 : Math.min(1, rows / total);

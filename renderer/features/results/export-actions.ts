import type { CallArgs } from '../../../shared/contract/index.ts';
import type { ExportState, RecipeSettings } from '../../../shared/contract/types.ts';
import type { RowForm } from '../../../shared/export-formats.ts';
import { desktopBridge } from '../../client/connect.ts';
import { act } from '../../state/act.ts';
import { toast } from '../../state/toasts.ts';
import { bytes, counted } from '../../ui/format.ts';
import type { FilesChoice } from './target-draft.ts';
import { forgetExport, watchExport } from './exports-store.ts';

/** What is exported, without its target. */
export type ExportWhat = Omit<CallArgs<'exports.start'>, 'target' | 'sinceLast' | 'files' | 'packFiles'>;

/** The same where it may go into tables of a database, too. */
export type WrittenWhat = Omit<ExportWhat, 'format'> & { format: RowForm };

/** What a saved export keeps of it: everything but the run. */
export function savedShape({ view, ...how }: WrittenWhat): Omit<RecipeSettings, 'items' | 'target'> {
  const { filters, search, sort } = view;
  return {
    ...how,
    ...(filters === undefined ? {} : { filters }),
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort }),
  };
}

/**
 * Begins an export. The desktop window asks where the file is to be; a browser fetches it when it is done.
 * @param files what becomes of the downloaded files of the items
 * @returns its state; null: it was not begun, because the person changed their mind or it failed, which is told
 */
export async function beginExport(
  what: ExportWhat,
  files: FilesChoice = 'none',
): Promise<ExportState | null> {
  const { spider } = what.view.source;
  const target = await targetOf(`${spider}.${what.format}`);
  if (target === null) return null;
  const copies = await copiesOf(files, spider);
  if (copies === null) return null;
  const order = { ...what, ...copies, target };
  const state = await act('exports.start', order, { failure: 'The export did not start.' });
  if (state === null) return null;
  const watched = watchExport(state);
  if (watched.ended) reportEnd(watched.state);
  return watched.state;
}

/** Where the downloaded files go, which a browser packs with the items; null: the person changed their mind. */
async function copiesOf(
  files: FilesChoice,
  spider: string,
): Promise<Pick<CallArgs<'exports.start'>, 'files' | 'packFiles'> | null> {
  if (files === 'none') return {};
  const bridge = desktopBridge();
  if (bridge === null) return { packFiles: true };
  const name = `${spider}-files`;
  const path = await (files === 'zip' ? bridge.chooseSavePath(`${name}.zip`) : bridge.chooseFolder(name));
  return path === null ? null : { files: path };
}

async function targetOf(name: string): Promise<CallArgs<'exports.start'>['target'] | null> {
  const bridge = desktopBridge();
  if (bridge === null) return { kind: 'download', file: name };
  const path = await bridge.chooseSavePath(name);
  // The dialog of the system has asked whether to replace an existing file.
  return path === null ? null : { kind: 'file', path, replace: true };
}

/** Cancels an export; a failure is shown. */
export const cancelExport = (id: string): Promise<unknown> =>
  act('exports.cancel', { export: id }, { failure: 'The export was not cancelled.' });

/** Says how an export of this window has ended, and fetches its file. */
export function reportEnd(state: ExportState): void {
  const { id, file, rows, bytes: size, notes, error, hint } = state;
  const name = nameOf(file);
  if (state.state === 'failed') {
    toast.error(
      {
        code: 'internal',
        message: error ?? 'The export failed.',
        hint: hint ?? 'No file was written. Try again.',
      },
      `${name} was not exported.`,
    );
    return;
  }
  if (state.state === 'cancelled') {
    toast.information('The export was cancelled', { message: `${name} was not written.` });
    forgetExport(id);
    return;
  }
  fetchExport(state);
  const told = size === null ? counted(rows, 'row') : `${counted(rows, 'row')}, ${bytes(size)}`;
  toast.success(`Exported ${name}`, { message: [`${told}.`, ...notes].join(' ') });
}

/** Downloads the file in the browser, from an address of the host. */
export function fetchExport({ id, download, file }: ExportState): void {
  if (download !== null) {
    const link = document.createElement('a');
    link.href = download;
    link.download = file;
    link.click();
  }
  forgetExport(id);
}

/** The last part of a path of any system. */
export const nameOf = (path: string): string => path.split(/[/\\]/u).at(-1) ?? path;

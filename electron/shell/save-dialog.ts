import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { BrowserWindow, SaveDialogOptions } from 'electron';
import { suggestedName, withEnding } from '../system/file-names.ts';
import type { ElectronPort } from './port.ts';

/** The formats of files that the window saves, by file extension. */
const formats: Readonly<Record<string, string>> = {
  csv: 'CSV',
  json: 'JSON',
  jsonl: 'JSON lines',
};

/** The options of the system's save dialog. Windows and macOS add the extension of the filter themselves. */
export function saveOptions(name: string): Pick<SaveDialogOptions, 'defaultPath' | 'filters' | 'properties'> {
  const ending = endingOf(name);
  const format = formats[ending];
  const properties: SaveDialogOptions['properties'] = ['createDirectory', 'showOverwriteConfirmation'];
  if (format === undefined) return { defaultPath: name, properties };
  return {
    defaultPath: suggestedName(name, ending),
    filters: [
      { name: format, extensions: [ending] },
      { name: 'All files', extensions: ['*'] },
    ],
    properties,
  };
}

/** Asks where to save a file, with a suggested name. @returns its path; null if the user cancelled */
export async function askWhereToSave(
  dialog: Pick<ElectronPort['dialog'], 'showMessageBox' | 'showSaveDialog'>,
  window: BrowserWindow,
  name: string,
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, saveOptions(name));
  if (canceled || filePath === '') return null;
  const ending = endingOf(name);
  const path = formats[ending] === undefined ? filePath : withEnding(filePath, ending);
  // The dialog has asked about overwriting the name as it was typed, without the extension.
  if (path === filePath || !existsSync(path)) return path;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: `"${basename(path)}" already exists.`,
    detail: 'Replacing it overwrites its contents.',
    buttons: ['Replace', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0 ? path : null;
}

const endingOf = (name: string): string => extname(name).slice(1).toLowerCase();

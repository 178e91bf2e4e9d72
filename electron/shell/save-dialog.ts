import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { BrowserWindow, SaveDialogOptions } from 'electron';
import { suggestedName, withEnding } from '../system/file-names.ts';
import type { ElectronPort } from './port.ts';

/** What the window saves, by the ending of its name. */
const formats: Readonly<Record<string, string>> = {
  csv: 'CSV',
  json: 'JSON',
  jsonl: 'JSON lines',
};

/** How the dialog of the system asks where a file goes. Windows and macOS add the ending of the filter themselves. */
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

/** Asks for a place, under a name that is suggested. @returns null when the person changed their mind */
export async function askWhereToSave(
  dialog: Pick<ElectronPort['dialog'], 'showMessageBox' | 'showSaveDialog'>,
  window: BrowserWindow,
  name: string,
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, saveOptions(name));
  if (canceled || filePath === '') return null;
  const ending = endingOf(name);
  const path = formats[ending] === undefined ? filePath : withEnding(filePath, ending);
  // The dialog has asked about the name that was typed, not about the one that it became.
  if (path === filePath || !existsSync(path)) return path;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: `"${basename(path)}" exists already.`,
    detail: 'Replacing it overwrites what is in it.',
    buttons: ['Replace', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0 ? path : null;
}

const endingOf = (name: string): string => extname(name).slice(1).toLowerCase();

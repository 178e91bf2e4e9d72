import { isAbsolute } from 'node:path';
import type { BrowserWindow } from 'electron';
import type { ElectronPort } from './port.ts';

/**
 * Asks for a folder, which can be made in the dialog.
 * @param beginAt the folder that the dialog shows first; anything but an absolute path is the system's choice
 * @returns its path; null if the user cancelled
 */
export async function askForFolder(
  dialog: Pick<ElectronPort['dialog'], 'showOpenDialog'>,
  window: BrowserWindow,
  beginAt: string,
): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    ...(isAbsolute(beginAt) ? { defaultPath: beginAt } : {}),
    properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
  });
  const [path] = filePaths;
  return canceled || path === undefined || path === '' ? null : path;
}

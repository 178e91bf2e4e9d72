import type { WebContents } from 'electron';
import { isDownloadAddress, isPreviewAddress, isWindowAddress } from './address.ts';
import type { Desktop } from './desktop.ts';
import { safeOpenExternal } from './external.ts';
import { saveOptions } from './save-dialog.ts';

type Guarding = Pick<Desktop, 'electron' | 'openWindow'>;

/** Keeps whatever shows pages, now and later, where it belongs. */
export function guardWindows(desktop: Guarding): void {
  desktop.electron.app.on('web-contents-created', (_event, contents) => guardContents(contents, desktop));
}

/**
 * The window at its own address, frames inside it at previews, nothing in a webview, no window that was not made by us.
 * Links of the web go to the person's browser.
 */
function guardContents(contents: WebContents, { electron, openWindow }: Guarding): void {
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-navigate', (event) => {
    if (mayShow(event.url)) return;
    event.preventDefault();
    safeOpenExternal(electron.shell, event.url);
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame && !mayFrame(event.url)) event.preventDefault();
  });
  // Nothing of ours redirects.
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isWindowAddress(url)) openWindow(new URL(url).hash);
    else safeOpenExternal(electron.shell, url);
    return { action: 'deny' };
  });
}

/** A download is asked for like a page; it is saved, and the window stays where it is. */
const mayShow = (address: string): boolean => isWindowAddress(address) || isDownloadAddress(address);

const mayFrame = (address: string): boolean =>
  isPreviewAddress(address) || address === 'about:blank' || address === 'about:srcdoc';

/** Saves what is exported, where the person says, and nothing else. */
export function guardDownloads({ session }: Pick<Desktop, 'session'>): void {
  session.on('will-download', (event, item) => {
    const address = item.getURL();
    const isOurs =
      isDownloadAddress(address) || isWindowAddress(address.replace(/^blob:(app:\/\/bundle\/).*$/, '$1'));
    if (!isOurs) return event.preventDefault();
    item.setSaveDialogOptions({ title: 'Save the file', ...saveOptions(item.getFilename()) });
  });
}

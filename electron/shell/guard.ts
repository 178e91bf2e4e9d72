import type { WebContents } from 'electron';
import { isDownloadAddress, isPreviewAddress, isWindowAddress } from './address.ts';
import type { Desktop } from './desktop.ts';
import { safeOpenExternal } from './external.ts';
import { saveOptions } from './save-dialog.ts';

type Guarding = Pick<Desktop, 'electron' | 'openWindow'>;

/** Restricts the navigation of all present and future web contents. */
export function guardWindows(desktop: Guarding): void {
  desktop.electron.app.on('web-contents-created', (_event, contents) => guardContents(contents, desktop));
}

/**
 * A window stays at its own address, and its frames show previews only. Webviews and windows that pages open are refused.
 * Links to the web open in the user's browser.
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
  // The application's own addresses never redirect.
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isWindowAddress(url)) openWindow(new URL(url).hash);
    else safeOpenExternal(electron.shell, url);
    return { action: 'deny' };
  });
}

/** A download is requested like a page; it is saved, and the window keeps its page. */
const mayShow = (address: string): boolean => isWindowAddress(address) || isDownloadAddress(address);

const mayFrame = (address: string): boolean =>
  isPreviewAddress(address) || address === 'about:blank' || address === 'about:srcdoc';

/** Saves exported files where the user chooses, and refuses all other downloads. */
export function guardDownloads({ session }: Pick<Desktop, 'session'>): void {
  session.on('will-download', (event, item) => {
    const address = item.getURL();
    const isOurs =
      isDownloadAddress(address) || isWindowAddress(address.replace(/^blob:(app:\/\/bundle\/).*$/, '$1'));
    if (!isOurs) return event.preventDefault();
    item.setSaveDialogOptions({ title: 'Save the file', ...saveOptions(item.getFilename()) });
  });
}

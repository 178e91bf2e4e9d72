import { isWindowAddress } from './address.ts';
import type { Desktop } from './desktop.ts';

/** What the window may: put text onto the clipboard, when the person copies. Chromium asks for it by this name. */
const granted = 'clipboard-sanitized-write';

/**
 * Refuses every permission but the one above, when it is asked for and when it is looked up; Electron grants what nobody
 * refuses. No device is ever handed over.
 */
export function denyPermissions({ session }: Pick<Desktop, 'session'>): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(permission === granted && details.isMainFrame && isWindowAddress(details.requestingUrl));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, _origin, details) =>
      permission === granted && details.isMainFrame && isWindowAddress(details.requestingUrl ?? ''),
  );
  session.setDevicePermissionHandler(() => false);
  // Dictionaries would be fetched from a server.
  session.setSpellCheckerEnabled(false);
}

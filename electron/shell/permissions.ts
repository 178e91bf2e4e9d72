import { isWindowAddress } from './address.ts';
import type { Desktop } from './desktop.ts';

/** Chromium's name of the only permission of the window: to write to the clipboard when the user copies. */
const granted = 'clipboard-sanitized-write';

/**
 * Refuses every other permission, both when it is requested and when it is checked; Electron grants what no handler refuses.
 * Access to devices is always refused.
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
  // It would download dictionaries from a server.
  session.setSpellCheckerEnabled(false);
}

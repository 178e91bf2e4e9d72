import type { ElectronPort } from './port.ts';

/** The most characters of an address that is passed to another program. */
const maxCharacters = 8000;

/** Whether an address may be opened in the user's browser: http or https, without credentials. */
export function isExternal(address: string): boolean {
  const url = address.length <= maxCharacters ? URL.parse(address) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  return url.username === '' && url.password === '';
}

/**
 * Opens an address in the user's browser if it is http or https; other schemes could start other programs. No other function
 * opens addresses outside the application.
 * @returns whether it was passed on
 */
export function safeOpenExternal(shell: ElectronPort['shell'], address: string): boolean {
  if (!isExternal(address)) return false;
  // The parsed form, so that what was checked is what is opened. If no browser is set up, nothing can be done.
  shell.openExternal(new URL(address).href).catch(() => undefined);
  return true;
}

import type { ElectronPort } from './port.ts';

/** Characters of an address that another program is handed. */
const maxCharacters = 8000;

/** Whether an address may be handed to the person's browser: http and https, without a password in it. */
export function isExternal(address: string): boolean {
  const url = address.length <= maxCharacters ? URL.parse(address) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  return url.username === '' && url.password === '';
}

/**
 * The one way in which an address leaves the application: to the person's browser, and only if it is of the web. Other
 * schemes start other programs.
 * @returns whether it was handed over
 */
export function safeOpenExternal(shell: ElectronPort['shell'], address: string): boolean {
  if (!isExternal(address)) return false;
  // As it was parsed, so that what was checked is what is opened. Where no browser is set up, there is nobody to tell.
  shell.openExternal(new URL(address).href).catch(() => undefined);
  return true;
}

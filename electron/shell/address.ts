/** The scheme and name that the window is served under. A scheme of its own has an origin of its own, unlike file:. */
export const scheme = 'app';
const origin = `${scheme}://bundle`;

/** The address of the window at a place, such as "#/runs". */
export const windowAddress = (hash: string): string => `${origin}/${hash}`;

/**
 * The parsed address if it is the application's own, else null. It is checked by its parts and not as text, because
 * "app://bundle.example" and "app://bundle@example" have the same beginning.
 */
export function ownAddress(address: string): URL | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== `${scheme}:` || url.host !== 'bundle') return null;
  return url.username === '' && url.password === '' ? url : null;
}

/** Whether it is the window itself, at any place. */
export function isWindowAddress(address: string): boolean {
  const path = ownAddress(address)?.pathname;
  return path === '/' || path === '/index.html';
}

/** Whether it is a preview of a page: the only thing that a frame in the window may show. */
export const isPreviewAddress = (address: string): boolean => hasPath(address, /^\/preview\/[0-9a-f]+$/);

/** Whether it is an exported file, which is saved instead of shown. */
export const isDownloadAddress = (address: string): boolean =>
  hasPath(address, /^\/download\/[0-9a-f]+\/[^/]+$/);

function hasPath(address: string, pattern: RegExp): boolean {
  return pattern.test(ownAddress(address)?.pathname ?? '');
}

/** The scheme and name that the window is served under. A scheme of its own has an origin of its own, unlike file:. */
export const scheme = 'app';
const origin = `${scheme}://bundle`;

/** The address of the window at a place, such as "#/runs". */
export const windowAddress = (hash: string): string => `${origin}/${hash}`;

/**
 * An address that is ours, parsed; null: it is not. By its parts, never by how its text begins: "app://bundle.example"
 * and "app://bundle@example" begin alike.
 */
export function ownAddress(address: string): URL | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== `${scheme}:` || url.host !== 'bundle') return null;
  return url.username === '' && url.password === '' ? url : null;
}

/** Whether it is the window itself, at whichever place. */
export function isWindowAddress(address: string): boolean {
  const path = ownAddress(address)?.pathname;
  return path === '/' || path === '/index.html';
}

/** Whether it is a preview of a stored page: the only thing a frame inside the window may show. */
export const isPreviewAddress = (address: string): boolean => hasPath(address, /^\/preview\/[0-9a-f]+$/);

/** Whether it is an exported file, which is saved and not shown. */
export const isDownloadAddress = (address: string): boolean =>
  hasPath(address, /^\/download\/[0-9a-f]+\/[^/]+$/);

function hasPath(address: string, pattern: RegExp): boolean {
  return pattern.test(ownAddress(address)?.pathname ?? '');
}

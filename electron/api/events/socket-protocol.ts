import type { IncomingHttpHeaders } from 'node:http';

/** The WebSocket protocol of the streams. Pages offer it with their key beside it, since they cannot send headers. */
export const socketProtocol = 'spider-studio.events';
/** How the protocol begins that carries the key. */
const keyMark = 'spider-studio.key.';

/** The key that a page offers among the protocols of a WebSocket; null: there is none. */
export function offeredKey(headers: IncomingHttpHeaders): string | null {
  const [first, second, ...rest] = (headers['sec-websocket-protocol'] ?? '').split(/ *, */);
  const isOffered = first === socketProtocol && second?.startsWith(keyMark) === true && rest.length === 0;
  return isOffered ? second.slice(keyMark.length) : null;
}

/** How a window in a browser proves to its host that it is authorized. */

/** WebSocket subprotocol, offered together with the secret: the only header of a WebSocket that a page can set. */
export const windowProtocol = 'spider-studio';

/** Key of the secret in local storage. Local storage is separate for each port of a host; cookies are not. */
export const secretKey = 'spider-studio.secret';

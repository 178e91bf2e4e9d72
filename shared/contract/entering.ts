/** What a window in a browser and its host agree on before they speak: how the window shows that it was let in. */

/** Offered with every socket, followed by the secret: a page can set no other header of a WebSocket. */
export const windowProtocol = 'spider-studio';

/** Where the page keeps the secret, in the local storage of its origin: an origin has its port, as a cookie has not. */
export const secretKey = 'spider-studio.secret';

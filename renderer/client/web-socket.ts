import { windowProtocol } from '../../shared/window/entering.ts';
import type { WindowFrame } from '../../shared/contract/frames.ts';
import type { Connector, TrustedFrame } from './transport.ts';

/** The close code of the host for windows that are not admitted (RFC 6455, 7.4.2: codes of applications). */
const refusedCode = 4401;

/**
 * Connects over a WebSocket, as a window in a browser does.
 * @param url for example "ws://127.0.0.1:8080/socket"
 * @param secret what shows that the window was let in, asked for with every connection; null: it has none
 */
export function webSocketConnector(url: string, secret: () => string | null): Connector {
  return (events) => {
    const proof = secret();
    const socket = new WebSocket(url, proof === null ? [windowProtocol] : [windowProtocol, proof]);
    socket.addEventListener('open', () => events.opened());
    socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') return;
      const frame: TrustedFrame = JSON.parse(data);
      events.received(frame);
    });
    socket.addEventListener('close', ({ code }) => events.closed(code === refusedCode ? 'refused' : 'lost'));
    return {
      send(frame: WindowFrame) {
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
      },
      close: () => socket.close(),
    };
  };
}

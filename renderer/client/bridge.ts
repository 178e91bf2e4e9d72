import type { DesktopBridge } from '../../shared/window/desktop-bridge.ts';
import type { Connector, TrustedFrame } from './transport.ts';

/** Connects over the bridge of the desktop window. */
export function bridgeConnector(bridge: Pick<DesktopBridge, 'connect'>): Connector {
  return (events) => {
    let open = true;
    const connection = bridge.connect({
      received(frame) {
        if (open && isFrame(frame)) events.received(frame);
      },
      closed() {
        if (open) events.closed('lost');
        open = false;
      },
    });
    queueMicrotask(() => events.opened());
    return {
      send: (frame) => connection.send(frame),
      close() {
        open = false;
        connection.close();
      },
    };
  };
}

function isFrame(frame: unknown): frame is TrustedFrame {
  return typeof frame === 'object' && frame !== null && 'kind' in frame;
}

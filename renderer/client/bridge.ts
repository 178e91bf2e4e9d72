import type { WindowFrame } from '../../shared/contract/frames.ts';
import type { Connector, TrustedFrame } from './transport.ts';

/** What the preload script of the desktop window offers, as `window.spiderStudio`. */
export interface DesktopBridge {
  /** Opens a way to the host. What is returned sends on it, and closes it. */
  connect(listener: { received(frame: unknown): void; closed(): void }): {
    send(frame: WindowFrame): void;
    close(): void;
  };
  /** Asks the person where to save a file; null: they changed their mind. */
  chooseSavePath(suggestedName: string): Promise<string | null>;
  /** Hears of commands that the application's menu asks for, by their ids. */
  onCommand(listener: (id: string) => void): void;
}

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

import { WindowFrameSchema, type HostFrame, type WindowFrame } from '../../../shared/contract/frames.ts';
import { contractVersion } from '../../../shared/contract/version.ts';
import { ownCheck } from '../../schemas/checker.ts';
import type { CallContext } from '../data/call-context.ts';
import { Session, type SessionServices } from './session.ts';

/** A door's side of one connection to a window. */
export interface Connection {
  /** To be called with what the window has sent. */
  receive(frame: unknown): void;
  /** The connection has ended; the window may come back. */
  closed(): void;
}

export interface ConnectionOptions {
  /** What the windows of this door call themselves. */
  client: CallContext['client'];
  send: (frame: HostFrame) => void;
  /** Whether the person has chosen this path for the window; says so once. Left out: windows of this door choose none. */
  takePath?: CallContext['takePath'];
  /** The window does not keep to the contract: the door closes the connection. */
  fail: (reason: string) => void;
}

export interface Gateway {
  connect(options: ConnectionOptions): Connection;
  close(): void;
}

export interface GatewayOptions extends SessionServices {
  /** How long a session waits for its window, in milliseconds. */
  keepFor?: number;
}

/** Sessions at once: windows are few, and a window that comes back again and again shall not fill the memory. */
const maxSessions = 64;

const isFrame = ownCheck(WindowFrameSchema, { strictTypes: false, ownProperties: true });

/** Where the connections of all windows come in, whichever door they come through. */
export function createGateway({ keepFor = 120_000, ...services }: GatewayOptions): Gateway {
  const sessions = new Map<string, Session>();

  function end(session: Session): void {
    sessions.delete(session.id);
    session.close();
  }

  /** Those whose windows are gone for longest go first. */
  function makeRoom(): void {
    for (const session of sessions.values()) {
      if (sessions.size < maxSessions) return;
      if (!session.isAttached) end(session);
    }
  }

  return {
    connect({ client, send, takePath = null, fail }) {
      let session: Session | null = null;
      let isOver = false;
      const refuse = (reason: string): void => {
        isOver = true;
        fail(reason);
      };

      function attach(frame: Extract<WindowFrame, { kind: 'attach' }>): void {
        if (frame.contract !== contractVersion) {
          send({ kind: 'outdated', contract: contractVersion });
          return refuse('The window is of another version.');
        }
        const known = frame.session === null ? undefined : sessions.get(frame.session);
        const resumed = known !== undefined && known.client === client;
        if (!resumed) makeRoom();
        if (!resumed && sessions.size >= maxSessions) return refuse('Too many windows are open.');
        const own = resumed ? known : new Session(client, services);
        session = own;
        sessions.set(own.id, own);
        own.attach(
          { send, takePath, replaced: () => refuse('The window has connected anew.') },
          frame,
          resumed,
        );
      }

      return {
        receive(frame) {
          if (isOver) return;
          if (!isFrame(frame)) return refuse('This is no frame of the contract.');
          if (frame.kind === 'ping') return send({ kind: 'pong' });
          if (frame.kind === 'attach') {
            return session === null ? attach(frame) : refuse('The window has attached twice.');
          }
          if (session === null) return refuse('The window has to attach first.');
          session.receive(frame);
        },
        closed() {
          isOver = true;
          const left = session;
          if (left === null || !left.detach(send)) return;
          setTimeout(() => {
            if (!left.isAttached && left.detachedFor() >= keepFor) end(left);
          }, keepFor).unref();
        },
      };
    },
    close() {
      for (const session of sessions.values()) session.close();
      sessions.clear();
    },
  };
}

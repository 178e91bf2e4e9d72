import { WindowFrameSchema, type HostFrame, type WindowFrame } from '../../../shared/contract/frames.ts';
import { contractVersion } from '../../../shared/contract/version.ts';
import { ownCheck } from '../../schemas/checker.ts';
import type { CallContext } from '../data/call-context.ts';
import { Session, type SessionServices } from './session.ts';

/** A door's side of one connection to a window. */
export interface Connection {
  /** Processes a frame from the window. */
  receive(frame: unknown): void;
  /** Call it when the connection has ended; the window may reconnect. */
  closed(): void;
}

/** Options of `Gateway.connect`. */
export interface ConnectionOptions {
  /** Name of the windows of this door, for the log. */
  client: CallContext['client'];
  send: (frame: HostFrame) => void;
  /** Whether the person has chosen this path in a dialog of the window; true once. Left out: this door has no dialogs. */
  takePath?: CallContext['takePath'];
  /** Called when the window violates the contract; the door closes the connection. */
  fail: (reason: string) => void;
}

/** Accepts connections of windows and keeps their sessions. */
export interface Gateway {
  connect(options: ConnectionOptions): Connection;
  close(): void;
}

/** Options of `createGateway`. */
export interface GatewayOptions extends SessionServices {
  /** How long a session without a connection is kept, in milliseconds. */
  keepFor?: number;
  /** Called when a session has ended. */
  onEnd?: (session: string) => void;
}

/** Maximum number of sessions, which bounds memory when windows reconnect over and over. */
const maxSessions = 64;

const isFrame = ownCheck(WindowFrameSchema, { strictTypes: false, ownProperties: true });

/** Accepts the connections of all windows, from any door. */
export function createGateway({
  keepFor = 120_000,
  onEnd = () => undefined,
  ...services
}: GatewayOptions): Gateway {
  const sessions = new Map<string, Session>();

  function end(session: Session): void {
    sessions.delete(session.id);
    session.close();
    onEnd(session.id);
  }

  /** Ends sessions without a window, oldest first. */
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

import { Type } from 'typebox';
import { Count, Id, nullable, strictObject } from './shapes.ts';
import type { Result } from './errors.ts';

/**
 * What travels between a window and the host, over a WebSocket or a message port.
 *
 * A window `attach`es first. The host keeps a session for it: calls under way, answers that were not received, what it
 * follows. When the connection ends, the session waits for a while; a window that comes back attaches to it and loses
 * nothing. Events come in numbered batches, the next one only when the last was acknowledged: a window that sleeps holds
 * back its own queue, which is bounded, and nothing else.
 */
const CallId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const WindowFrameSchema = Type.Union([
  strictObject({
    kind: Type.Literal('attach'),
    contract: Count,
    session: nullable(Id, { description: 'The session to go on with; null: a new one.' }),
    batch: Type.Integer({ ...Count, description: 'The last batch of events that was received.' }),
    pending: Type.Array(CallId, { maxItems: 1000, description: 'Calls that were sent and not answered.' }),
  }),
  strictObject({
    kind: Type.Literal('call'),
    id: CallId,
    name: Type.String({ maxLength: 100 }),
    args: Type.Unknown(),
  }),
  strictObject({ kind: Type.Literal('cancel'), id: CallId }),
  strictObject({
    kind: Type.Literal('subscribe'),
    id: CallId,
    topic: Type.String({ maxLength: 100 }),
    params: Type.Unknown(),
  }),
  strictObject({ kind: Type.Literal('unsubscribe'), id: CallId }),
  strictObject({ kind: Type.Literal('received'), batch: Type.Integer({ ...Count, minimum: 1 }) }),
  strictObject({ kind: Type.Literal('ping') }),
]);
export type WindowFrame = Type.Static<typeof WindowFrameSchema>;

/**
 * An event for the subscription of that id; `missed`: some were lost before the next one. The type of events and answers
 * is left open: a window, which trusts its host, reads them as `never`, and so as whatever the contract says.
 */
export type Delivery<T = unknown> = { id: number; event: T } | { id: number; missed: true };

export type HostFrame<T = unknown> =
  /** `unknown`: calls that the window waits for and the host knows nothing of. */
  | { kind: 'attached'; session: string; resumed: boolean; unknown: number[] }
  | { kind: 'outdated'; contract: number }
  | { kind: 'answer'; id: number; answer: Result<T> }
  | { kind: 'events'; batch: number; events: Delivery<T>[] }
  /** A subscription that cannot be had: the topic or its parameters do not fit. */
  | { kind: 'refused'; id: number; message: string }
  | { kind: 'pong' };

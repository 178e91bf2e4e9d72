import { Type } from 'typebox';
import { Count, Id, nullable, strictObject } from './shapes.ts';
import type { Result } from './errors.ts';

/**
 * The protocol between a window and the host, over a WebSocket or a message port.
 *
 * A window sends `attach` first. The host keeps a session for it: pending calls, undelivered results, subscriptions. When
 * the connection ends, the host keeps the session for a while; a window that reconnects attaches to it and loses nothing.
 * Events arrive in numbered batches, and the host sends the next batch only after the last one was acknowledged. So a
 * sleeping window delays only its own queue, which is bounded.
 */
const CallId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Schema of the frames that a window sends. The host checks every frame against it. */
export const WindowFrameSchema = Type.Union([
  strictObject({
    kind: Type.Literal('attach'),
    contract: Count,
    session: nullable(Id, { description: 'The session to resume; null: a new one.' }),
    batch: Type.Integer({ ...Count, description: 'The last batch of events that was received.' }),
    pending: Type.Array(CallId, {
      maxItems: 1000,
      description: 'Calls that were sent and have no result yet.',
    }),
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
/** A frame from a window to the host. */
export type WindowFrame = Type.Static<typeof WindowFrameSchema>;

/**
 * An event for the subscription with this id. `missed`: events were lost before the next one. The type of events and
 * results is open: a window trusts its host and reads them as `never`, which fits the types of the contract.
 */
export type Delivery<T = unknown> = { id: number; event: T } | { id: number; missed: true };

/** A frame from the host to a window. */
export type HostFrame<T = unknown> =
  /** `unknown`: pending calls of the window that the host does not know. */
  | { kind: 'attached'; session: string; resumed: boolean; unknown: number[] }
  | { kind: 'outdated'; contract: number }
  | { kind: 'answer'; id: number; answer: Result<T> }
  | { kind: 'events'; batch: number; events: Delivery<T>[] }
  /** A rejected subscription: the topic does not exist, or its parameters are not valid. */
  | { kind: 'refused'; id: number; message: string }
  | { kind: 'pong' };

import { Type, type Static } from 'typebox';
import type { OriginQueue } from '../../../engine/ports/ledger.ts';
import { ownCheck } from '../../../schemas/checker.ts';
import { messageOf, parsedJson } from '../../database/json-columns.ts';
import { damagedRow } from '../../errors.ts';
import type { WaitingRequest } from './waiting-requests.ts';

const Text = Type.String();
const Null = Type.Null();
const ReadyRowSchema = Type.Object({
  id: Type.Integer(),
  url: Text,
  fingerprint: Text,
  priority: Type.Number(),
  depth: Type.Integer(),
  rule: Type.Union([Type.Integer(), Null]),
  callback: Type.Union([Text, Null]),
  follow: Type.Integer(),
  parent: Type.Union([Type.Integer(), Null]),
  tries: Type.Integer(),
  message: Type.Union([Text, Null]),
});
export const ReadySchema = Type.Object({
  ready: Type.Array(ReadyRowSchema),
  due: Type.Union([Type.Integer(), Null]),
});
const isReady = ownCheck(ReadySchema);
export const QueuesSchema = Type.Array(
  Type.Object({
    origin: Text,
    queued: Type.Integer(),
    priority: Type.Number(),
    depth: Type.Integer(),
    notBefore: Type.Integer(),
  }),
);
const isQueues = ownCheck(QueuesSchema);
export const TakenSchema = Type.Object({
  /** Each host with its epoch. */
  epochs: Type.Array(Type.Tuple([Text, Type.Integer()])),
  queues: QueuesSchema,
  /** The first requests of each queue. */
  first: Type.Array(ReadySchema),
});
const isTaken = ownCheck(TakenSchema);

/** A queued request as the functions of the database tell it. */
export type ReadyRow = Static<typeof ReadyRowSchema>;

/** Queued requests of an origin, and when the next one is due. */
export type Ready = Static<typeof ReadySchema>;

/** What a session is told when it takes hosts. */
export type Taken = Static<typeof TakenSchema>;

export function readReady(answer: unknown, run: number): Ready {
  const read = typeof answer === 'string' ? parsedJson(answer) : null;
  if (!isReady(read)) throw damagedRow(`Run ${run} (its requests)`);
  return read;
}

export function readQueues(answer: unknown, run: number): OriginQueue[] {
  const read = typeof answer === 'string' ? parsedJson(answer) : [];
  if (!isQueues(read)) throw damagedRow(`Run ${run} (its origins)`);
  return read;
}

export function readTaken(answer: string, run: number): Taken {
  const read = parsedJson(answer);
  if (!isTaken(read)) throw damagedRow(`Run ${run} (its hosts)`);
  return read;
}

export const requestOf = (
  { id, parent, follow, message, ...rest }: ReadyRow,
  origin: string,
): WaitingRequest => ({
  ...rest,
  origin,
  id: String(id),
  follow: follow === 1,
  parent: parent === null ? null : String(parent),
  ...messageOf({ id, message }),
});

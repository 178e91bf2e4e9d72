import { Type } from 'typebox';
import { query, command } from '../define.ts';
import {
  Count,
  Id,
  Limit,
  Name,
  Offset,
  Time,
  emptyObject,
  nullable,
  strictObject,
  stringEnum,
} from '../shapes.ts';
import { runStates } from './common.ts';

/** What a host needs of a worker, and what a worker can carry out. */
const classes = ['http', 'browser'] as const;
const HostClass = stringEnum(classes, { description: '`browser`: one of its requests needs a browser.' });

/** The states of a host, in the order of their list. */
const hostStates = ['set-aside', 'active', 'ready', 'waiting'] as const;

/** The name of a worker. */
const WorkerName = Type.String({ minLength: 1, maxLength: 200 });

/** A host as its requests name it. */
const Host = Type.String({
  minLength: 1,
  maxLength: 300,
  description: 'With its port, unless that is the usual one.',
});

/** Hosts by what becomes of them. */
const hostCounts = {
  active: Type.Integer({ minimum: 0, description: 'Hosts that a worker has.' }),
  ready: Type.Integer({ minimum: 0, description: 'Hosts that a worker could take now.' }),
  waiting: Type.Integer({ minimum: 0, description: 'Hosts that may be taken later.' }),
  setAside: Type.Integer({
    minimum: 0,
    description: 'Hosts that are not taken any more, because worker after worker died of them.',
  }),
  oldestReadyMs: nullable(Count, {
    description: 'How long the first of those that are ready has waited; null: none is.',
  }),
};
const readyPerSlot = Type.Number({
  minimum: 0,
  description:
    'Ready hosts for each slot: above 1 for a while, further workers would help. Without slots, as if there were one.',
});
const slots = Type.Integer({
  minimum: 0,
  description: 'How many requests may be in flight at once in the workers that take further hosts.',
});

/** Schema of `FleetStatus`. */
export const FleetStatusSchema = strictObject({
  workers: strictObject({ working: Count, draining: Count, gone: Count }),
  slots,
  busy: Type.Integer({ minimum: 0, description: 'Requests in flight in all workers.' }),
  ...hostCounts,
  readyPerSlot,
  classes: Type.Array(
    strictObject({ class: HostClass, workers: Count, slots, ...hostCounts, readyPerSlot }),
    { description: 'The same for each class of hosts.' },
  ),
  runs: Type.Array(
    strictObject({
      run: Id,
      project: Name,
      spider: Name,
      state: stringEnum(runStates),
      workers: Type.Array(WorkerName, { description: 'Those that carry it out.' }),
    }),
    { description: 'Runs that workers carry out.' },
  ),
});

/** Schema of `FleetWorker`. */
export const FleetWorkerSchema = strictObject({
  name: WorkerName,
  machine: Type.String(),
  pid: Type.Integer(),
  version: Type.String(),
  state: stringEnum(['working', 'draining', 'gone'], {
    description:
      '`draining`: it was asked to end and finishes what it has. `gone`: it has shown no sign of life for ten seconds; others take its hosts.',
  }),
  classes: Type.Array(HostClass),
  slots: Type.Integer({ minimum: 1, description: 'How many requests it may have in flight.' }),
  busy: Type.Integer({ minimum: 0, description: 'How many it has.' }),
  hosts: Type.Integer({ minimum: 0, description: 'How many hosts it has now.' }),
  pages: Type.Integer({ minimum: 0, description: 'Since its start.' }),
  items: Type.Integer({ minimum: 0, description: 'Since its start.' }),
  pagesPerMinute: nullable(Type.Number({ minimum: 0 }), {
    description: 'Over the last half a minute or so; null: not known yet, or it is gone.',
  }),
  startedAt: Time,
  silentMs: Type.Integer({ minimum: 0, description: 'How long ago its last sign of life was.' }),
});

/** Schema of `FleetHost`. */
export const FleetHostSchema = strictObject({
  host: Host,
  class: HostClass,
  state: stringEnum(hostStates, {
    description: '`set-aside`: worker after worker died of it, and it waits for `fleet.revive`.',
  }),
  worker: nullable(WorkerName, { description: 'The worker that has it; null: none.' }),
  at: nullable(Time, {
    description: 'When it was taken, became ready or was set aside; of one that waits, when it may be taken.',
  }),
  losses: nullable(Count, {
    description: 'How many workers in a row died of it; null: it is not set aside.',
  }),
  runs: Type.Array(strictObject({ run: Id, spider: Name, queued: Count }), {
    description: 'The runs under way that want something of it.',
  }),
});

const fleetErrors = ['no-fleet'] as const;

/** Calls about the workers of a workspace that several machines share. */
export const fleetCalls = {
  'fleet.status': query('How the workers of the workspace stand, and what waits for them.', {
    executor: 'slow',
    path: '/api/fleet',
    args: emptyObject,
    result: nullable(FleetStatusSchema, {
      description: 'null: the workspace is on one machine, so there is no fleet.',
    }),
  }),
  'fleet.workers': query('The workers by name. Those that are gone stay for an hour.', {
    executor: 'slow',
    path: '/api/fleet/workers',
    args: emptyObject,
    result: Type.Array(FleetWorkerSchema),
  }),
  'fleet.hosts': query(
    'Hosts of all runs: those that are set aside, then those that workers have, are ready, and wait.',
    {
      executor: 'slow',
      path: '/api/fleet/hosts',
      args: strictObject({ offset: Type.Optional(Offset), limit: Type.Optional(Limit) }),
      result: strictObject({ hosts: Type.Array(FleetHostSchema), total: Count }),
    },
  ),
  'fleet.revive': command('Lets a host that was set aside be taken again.', {
    executor: 'write',
    path: '/api/fleet/hosts/{host}/revive',
    args: strictObject({ host: Host }),
    result: emptyObject,
    errors: [...fleetErrors, 'not-set-aside'],
  }),
  'fleet.drain': command(
    'Asks a worker to end: it takes nothing more, finishes what it has, and ends. It learns of it within some seconds.',
    {
      executor: 'write',
      path: '/api/fleet/workers/{worker}/drain',
      args: strictObject({ worker: WorkerName }),
      result: emptyObject,
      errors: [...fleetErrors, 'unknown-worker'],
    },
  ),
} as const;

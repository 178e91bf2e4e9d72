import type { RunState } from '../runs/run-states.ts';
import type { HostClass } from './claim-rows.ts';

/** How often a worker shows that it is there, in milliseconds. */
export const workerBeatMs = 3000;

/** After this time without a sign, in milliseconds, a worker is taken for gone, as by the leases of its hosts. */
export const workerSilentMs = 10_000;

/** How long a worker that is gone is still told of, in milliseconds. */
export const workerRememberedMs = 60 * 60 * 1000;

/** A process that takes part in the runs of a workspace, as it introduces itself. */
export interface NewFleetWorker {
  /** By which people know it. No two living workers have the same one. */
  name: string;
  machine: string;
  pid: number;
  version: string;
  /** How many requests it may have in flight. */
  slots: number;
  /** What it can carry out. */
  classes: readonly HostClass[];
}

/** What a worker tells with each sign of life. */
export interface WorkerSign {
  /** Requests in flight. */
  busy: number;
  /** Since its start. */
  pages: number;
  items: number;
}

/** What a worker learns with a sign of life. */
export interface WorkerNews {
  /** Whether it is asked to end. */
  drain: boolean;
  /** The version of the tables, if a newer program has changed them, and the last one that this program knows; null: it knows them. */
  newer: { found: number; known: number } | null;
}

/** `draining`: it has been asked to end and finishes what it has. `gone`: it has shown no sign of life for long. */
export type WorkerState = 'working' | 'draining' | 'gone';

/** A worker as others see it. */
export interface FleetWorkerRow extends NewFleetWorker, WorkerSign {
  state: WorkerState;
  /** Hosts that it has now. */
  hosts: number;
  /** Null: it has not counted for long enough. */
  pagesPerMinute: number | null;
  startedAt: string;
  /** How long ago its last sign of life was, by the clock of the database. */
  silentMs: number;
}

/** `set-aside`: worker after worker has died of it, and it waits until somebody revives it. */
export type FleetHostState = 'active' | 'ready' | 'waiting' | 'set-aside';

/** A host that is worked on or is to be. */
export interface FleetHostRow {
  host: string;
  class: HostClass;
  state: FleetHostState;
  /** Who has it; null: nobody. */
  worker: string | null;
  /** When it was taken, was ready, or was set aside; of one that waits, when it may be taken. */
  at: string | null;
  /** How many workers in a row have died of it; null: it is not set aside. */
  losses: number | null;
  /** The runs under way that want something of it. */
  runs: { run: string; spider: string; queued: number }[];
}

/** How many hosts there are in each state. */
export interface HostCounts {
  active: number;
  ready: number;
  waiting: number;
  setAside: number;
  /** How long the first of those that are ready has waited; null: none is. */
  oldestReadyMs: number | null;
}

/** The hosts that need a worker of one class, and what such workers there are. */
export interface FleetClassRow extends HostCounts {
  class: HostClass;
  workers: number;
  slots: number;
}

/** A run that workers carry out. */
export interface FleetRunRow {
  run: string;
  project: string;
  spider: string;
  state: RunState;
  /** Names of its workers, one for each that takes part. */
  workers: string[];
}

/** How a fleet stands. */
export interface FleetStatusRow extends HostCounts {
  workers: Record<WorkerState, number>;
  /** Of the workers that take further hosts. */
  slots: number;
  /** Requests in flight. */
  busy: number;
  /** One for each class. */
  classes: FleetClassRow[];
  runs: FleetRunRow[];
}

/** Who works on what, where the workspace is on a server that several machines share; on one machine there is no fleet. */
export interface FleetQueries {
  /** Null: the workspace is on this machine, so there is no fleet. */
  status(): Promise<FleetStatusRow | null>;
  /** By name. Those that are gone stay for an hour. */
  workers(): Promise<FleetWorkerRow[]>;
  /** Those that are set aside, then those that are worked on, ready, and wait. */
  hosts(slice: { offset: number; limit: number }): Promise<{ hosts: FleetHostRow[]; total: number }>;
  /** Becomes a worker. @returns its id; null: a living worker has the name, or there is no fleet */
  register(worker: NewFleetWorker): Promise<string | null>;
  /** Shows that a worker is there. @returns null: it is unknown by now, and has to register again */
  beat(id: string, sign: WorkerSign): Promise<WorkerNews | null>;
  /** Ceases to be a worker. */
  leave(id: string): Promise<void>;
  /** Asks a worker to end, which it learns by its next sign of life. @returns whether there is such a living worker */
  drain(name: string): Promise<boolean>;
  /** Lets a host that was set aside be taken again. @returns whether it was set aside */
  revive(host: string): Promise<boolean>;
}

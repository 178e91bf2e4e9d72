import type { Delivery } from '../../../../shared/contract/frames.ts';
import type { TopicName } from '../../../../shared/contract/index.ts';
import { topics } from '../../../../shared/contract/topics.ts';

/** Maximum pending events of a subscription. Beyond it the oldest are dropped and reported as missed. */
const maxWaiting = 1000;
/** Maximum events in one batch. */
const batchSize = 400;

interface Queue {
  topic: TopicName;
  /** Events by their subject; a newer event replaces an older one. Log events have unique keys. */
  events: Map<string, unknown>;
  missed: boolean;
  nextKey: number;
}

/** Subject of an event, by topic; null: every event is kept. */
const keys: { readonly [T in TopicName]: ((event: Readonly<Record<string, unknown>>) => string) | null } = {
  preferences: () => '',
  api: () => '',
  projects: ({ project }) => String(project),
  spiders: ({ project, spider, what }) => JSON.stringify([project, spider, what]),
  health: ({ project }) => JSON.stringify([project]),
  pages: ({ project, spider }) => JSON.stringify([project, spider]),
  trash: () => '',
  queue: ({ entry }) => String(entry),
  schedules: ({ project, schedule }) => JSON.stringify([project, schedule]),
  runs: ({ run }) => idOf(run),
  run: () => '',
  log: null,
  items: ({ run }) => String(run),
  exports: ({ id }) => String(id),
  progress: () => '',
  notices: null,
  live: () => '',
};

/** Pending events of one session, bounded in number. */
export class PendingEvents {
  readonly #queues = new Map<number, Queue>();

  open(subscription: number, topic: TopicName): void {
    this.#queues.set(subscription, { topic, events: new Map(), missed: false, nextKey: 0 });
  }

  close(subscription: number): void {
    this.#queues.delete(subscription);
  }

  get isEmpty(): boolean {
    for (const { events, missed } of this.#queues.values()) if (missed || events.size > 0) return false;
    return true;
  }

  put(subscription: number, event: unknown): void {
    const queue = this.#queues.get(subscription);
    if (queue === undefined) return;
    const name = keys[queue.topic];
    const key = name === null || !isRecord(event) ? `#${queue.nextKey++}` : name(event);
    // A repeated change moves to the end, after the events in between.
    if (topics[queue.topic].kind !== 'state') queue.events.delete(key);
    queue.events.set(key, event);
    if (queue.events.size <= maxWaiting) return;
    const [oldest] = queue.events.keys();
    if (oldest !== undefined) queue.events.delete(oldest);
    queue.missed = true;
  }

  /** Drops the pending events; the window has to read again. */
  miss(subscription: number): void {
    const queue = this.#queues.get(subscription);
    if (queue === undefined) return;
    queue.missed = true;
  }

  /** Takes the next batch. */
  take(): Delivery[] {
    const batch: Delivery[] = [];
    for (const [id, queue] of this.#queues) {
      if (queue.missed) {
        queue.missed = false;
        batch.push({ id, missed: true });
      }
      for (const [key, event] of queue.events) {
        if (batch.length >= batchSize) return batch;
        queue.events.delete(key);
        batch.push({ id, event });
      }
    }
    return batch;
  }
}

function isRecord(event: unknown): event is Readonly<Record<string, unknown>> {
  return typeof event === 'object' && event !== null;
}

/** The id in an event that contains a run, or only its id. */
function idOf(run: unknown): string {
  return isRecord(run) ? String(run['id']) : String(run);
}

import type { TopicEvent, TopicName, TopicParams } from '../../../../shared/contract/index.ts';

/** A subscriber. It reads events as `never`, which fits the event type of any topic. */
export interface Follower {
  event: (event: never) => void;
  /** Called when events were lost before the next one. */
  missed: () => void;
}

/** Whether an event matches the parameters of a subscription. */
type Fits<T extends TopicName> = (params: TopicParams<T>, event: TopicEvent<T>) => boolean;

const same = <V>(wanted: V | undefined, given: V): boolean => wanted === undefined || wanted === given;

/** Topics whose events are published. `log` is read for each subscriber instead, see `log-tail.ts`. */
const fits: { readonly [T in Exclude<TopicName, 'log'>]: Fits<T> } = {
  preferences: () => true,
  api: () => true,
  projects: () => true,
  spiders: ({ project }, event) => same(project, event.project),
  health: ({ project }, event) => same(project, event.project),
  pages: ({ project, spider }, event) => same(project, event.project) && same(spider, event.spider),
  trash: () => true,
  queue: ({ project }, event) => event.project === null || same(project, event.project),
  schedules: ({ project }, event) => same(project, event.project),
  runs: ({ project, spider }, event) =>
    event.kind === 'deleted' || (same(project, event.run.project) && same(spider, event.run.spider)),
  run: ({ run }, event) => event.run.id === run,
  items: ({ project, spider }, event) => project === event.project && spider === event.spider,
  exports: () => true,
  progress: ({ operation }, event) => event.operation === operation,
  notices: () => true,
  live: ({ live }, event) => event.live === live,
};

interface Entry {
  fits: (event: never) => boolean;
  follower: Follower;
}

/** Delivers events to subscribers. It buffers nothing; each subscriber bounds its own queue. */
export class Hub {
  readonly #entries = new Map<TopicName, Set<Entry>>();
  #onChange: () => void = () => undefined;

  /** Registers a listener for new and ended subscriptions. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  publish<T extends Exclude<TopicName, 'log'>>(topic: T, event: TopicEvent<T>): void;
  publish(topic: TopicName, event: never): void;
  publish(topic: TopicName, event: never): void {
    const entries = this.#entries.get(topic);
    if (entries === undefined) return;
    // A copy, because subscribers may subscribe to more while an event is delivered.
    for (const entry of Array.from(entries)) if (entry.fits(event)) entry.follower.event(event);
  }

  follow<T extends Exclude<TopicName, 'log'>>(
    topic: T,
    params: TopicParams<T>,
    follower: Follower,
  ): () => void {
    const fit: Fits<T> = fits[topic];
    return this.followIf(topic, (event: TopicEvent<T>) => fit(params, event), follower);
  }

  /** Subscribes with a custom condition. */
  followIf<T extends TopicName>(
    topic: T,
    condition: (event: TopicEvent<T>) => boolean,
    follower: Follower,
  ): () => void {
    const entries = this.#entries.get(topic) ?? new Set<Entry>();
    this.#entries.set(topic, entries);
    const entry: Entry = { fits: condition, follower };
    entries.add(entry);
    this.#onChange();
    return () => {
      if (entries.delete(entry)) this.#onChange();
    };
  }

  /** Number of subscribers of a topic. */
  followers(topic: TopicName): number {
    return this.#entries.get(topic)?.size ?? 0;
  }

  /** Tells all subscribers of a topic that events may have been lost. */
  miss(topic: TopicName): void {
    for (const { follower } of Array.from(this.#entries.get(topic) ?? [])) follower.missed();
  }
}

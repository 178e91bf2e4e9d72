import type { TopicEvent, TopicName, TopicParams } from '../../../../shared/contract/index.ts';

/** Who follows a topic. Events are read as `never`, and so as what the topic says. */
export interface Follower {
  event: (event: never) => void;
  /** Some events were lost before the next one. */
  missed: () => void;
}

/** Tells whether an event is for somebody who follows the topic with these parameters. */
type Fits<T extends TopicName> = (params: TopicParams<T>, event: TopicEvent<T>) => boolean;

const same = <V>(wanted: V | undefined, given: V): boolean => wanted === undefined || wanted === given;

/** Topics whose events are published; `log` is read for each follower instead, see `log-tail.ts`. */
const fits: { readonly [T in Exclude<TopicName, 'log'>]: Fits<T> } = {
  preferences: () => true,
  projects: () => true,
  spiders: ({ project }, event) => same(project, event.project),
  pages: ({ project, spider }, event) => same(project, event.project) && same(spider, event.spider),
  runs: ({ project, spider }, event) =>
    event.kind === 'deleted' || (same(project, event.run.project) && same(spider, event.run.spider)),
  run: ({ run }, event) => event.run.id === run,
  items: ({ project, spider }, event) => project === event.project && spider === event.spider,
  exports: () => true,
  progress: ({ operation }, event) => event.operation === operation,
  notices: () => true,
};

interface Entry {
  fits: (event: never) => boolean;
  follower: Follower;
}

/** Hands out events to those who follow. It keeps nothing: what a follower cannot take at once is its own affair. */
export class Hub {
  readonly #entries = new Map<TopicName, Set<Entry>>();
  #onChange: () => void = () => undefined;

  /** Called whenever somebody begins or ceases to follow. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  publish<T extends Exclude<TopicName, 'log'>>(topic: T, event: TopicEvent<T>): void;
  publish(topic: TopicName, event: never): void;
  publish(topic: TopicName, event: never): void {
    const entries = this.#entries.get(topic);
    if (entries === undefined) return;
    // Whoever hears it may begin to follow more, which is not told this one.
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

  /** Follows with a condition of its own. */
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

  /** How many follow a topic. */
  followers(topic: TopicName): number {
    return this.#entries.get(topic)?.size ?? 0;
  }

  /** Tells everybody who follows a topic that events may have been lost. */
  miss(topic: TopicName): void {
    for (const { follower } of Array.from(this.#entries.get(topic) ?? [])) follower.missed();
  }
}

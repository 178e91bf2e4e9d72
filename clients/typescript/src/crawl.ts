import type { Given, ItemOptions, ResultOf } from './calls.ts';
import type { CrawlEvent } from './events.ts';
import type { FollowOptions } from './follow.ts';
import type { Item, RunSummary } from './generated/models.ts';
import type { OperationName } from './generated/operations.ts';
import type { CallOptions } from './transport.ts';

/** What a crawl asks of the API. */
interface Studio {
  call<N extends OperationName>(name: N, ...given: Given<N>): Promise<ResultOf<N>>;
  crawlEvents(id: string, options?: FollowOptions): AsyncGenerator<CrawlEvent, void, undefined>;
  items(spider: string, options?: ItemOptions): AsyncGenerator<Item, void, undefined>;
}

/** How long the server waits before it answers that a crawl still runs, in seconds. */
const waitSeconds = 30;

/** A crawl that was started. */
export class Crawl {
  readonly id: string;
  readonly project: string;
  readonly spider: string;
  readonly #studio: Studio;

  constructor(studio: Studio, { id, project, spider }: RunSummary) {
    this.#studio = studio;
    this.id = id;
    this.project = project;
    this.spider = spider;
  }

  /** How it goes. */
  status(options?: CallOptions): Promise<RunSummary> {
    return this.#studio.call('runs.get', { run: this.id }, options);
  }

  /** Waits until it is over: completed, stopped, failed or paused. A signal ends the wait, not the crawl. */
  async wait(options?: CallOptions): Promise<RunSummary> {
    for (;;) {
      const args = { id: this.id, wait: waitSeconds };
      const { run, over } = await this.#studio.call('crawls.status', args, options);
      if (over) return run;
    }
  }

  /** Its log and how it goes, each event once and in order, until it is over. */
  events(options?: FollowOptions): AsyncGenerator<CrawlEvent, void, undefined> {
    return this.#studio.crawlEvents(this.id, options);
  }

  /** Its items, one after another. */
  items(options: Omit<ItemOptions, 'project' | 'run'> = {}): AsyncGenerator<Item, void, undefined> {
    return this.#studio.items(this.spider, { ...options, project: this.project, run: this.id });
  }

  /** Asks it to pause; requests that are under way end first. */
  pause(options?: CallOptions): Promise<RunSummary> {
    return this.#studio.call('runs.pause', { run: this.id }, options);
  }

  /** Goes on after a pause. */
  async resume(options?: CallOptions): Promise<RunSummary> {
    const { run } = await this.#studio.call('runs.resume', { run: this.id }, options);
    return run;
  }

  /** Asks it to stop for good. */
  stop(options?: CallOptions): Promise<RunSummary> {
    return this.#studio.call('runs.stop', { run: this.id }, options);
  }
}

import { Crawl } from './crawl.ts';
import { isCrawlEvent, isWorkspaceEvent, type CrawlEvent, type WorkspaceEvent } from './events.ts';
import { follow, type FollowOptions, type ReadEvent } from './follow.ts';
import type { ChangeEvent, Item, RequestRow, RunSummary } from './generated/models.ts';
import type { OperationName } from './generated/operations.ts';
import {
  apart,
  type ArgsOf,
  type ExportFile,
  type ExportOptions,
  type Given,
  type ItemOptions,
  type RequestOptions,
  type ResultOf,
} from './calls.ts';
import { readJson, requestOf, withQuery } from './request.ts';
import { createTransport, type CallOptions, type ClientOptions, type Transport } from './transport.ts';

/** The API of one Spider Studio. */
export class SpiderStudio {
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    this.#transport = createTransport(options);
  }

  /**
   * Calls any operation of the API: `await studio.call('runs.get', { run: '7' })`.
   * @throws ApiError, ConnectionError
   */
  call<N extends OperationName>(name: N, ...[args = {}, options]: Given<N>): Promise<ResultOf<N>> {
    return this.#transport.send(requestOf(name, args), (answer) => readJson<ResultOf<N>>(answer), options);
  }

  /** Fetches one page as a crawl of a spider would, and returns what it takes from it. */
  scrape(args: ArgsOf<'scrape.page'>, options?: CallOptions): Promise<ResultOf<'scrape.page'>> {
    return this.call('scrape.page', args, options);
  }

  /** Starts a crawl. */
  async crawl(args: ArgsOf<'crawls.begin'>, options?: CallOptions): Promise<Crawl> {
    const { run } = await this.call('crawls.begin', args, options);
    return new Crawl(this, run);
  }

  /** A crawl that was started before. */
  async openCrawl(id: string, options?: CallOptions): Promise<Crawl> {
    const { run } = await this.call('crawls.status', { id }, options);
    return new Crawl(this, run);
  }

  /** All items of a spider, one after another: of its latest run, or of `run`. */
  async *items(spider: string, options: ItemOptions = {}): AsyncGenerator<Item, void, undefined> {
    const { portion: limit = 500, ...rest } = options;
    const { calling, args } = apart(rest);
    let cursor: string | null = null;
    do {
      const next: { cursor?: string } = cursor === null ? {} : { cursor };
      const page: ResultOf<'results.read'> = await this.call(
        'results.read',
        { ...args, spider, limit, ...next },
        calling,
      );
      yield* page.items;
      cursor = page.next;
    } while (cursor !== null);
  }

  /** All requests of a run, one after another, by default in the order in which they were found. */
  async *requests(run: string, options: RequestOptions = {}): AsyncGenerator<RequestRow, void, undefined> {
    const { portion: limit = 500, ...rest } = options;
    const { calling, args } = apart(rest);
    const sort = { column: 'id', descending: false } as const;
    for (let offset = 0, more = true; more; offset += limit) {
      const { rows } = await this.call('runs.requests', { sort, ...args, run, offset, limit }, calling);
      yield* rows;
      more = rows.length === limit;
    }
  }

  /** All runs, newest first. */
  async *runs(options: ArgsOf<'runs.list'> & CallOptions = {}): AsyncGenerator<RunSummary, void, undefined> {
    const { calling, args } = apart(options);
    let { before } = args;
    for (let isOver = false; !isOver;) {
      const { runs, more } = await this.call(
        'runs.list',
        { ...args, ...(before === undefined ? {} : { before }) },
        calling,
      );
      yield* runs;
      before = runs.at(-1)?.id;
      isOver = !more || before === undefined;
    }
  }

  /** All items of a spider as a file. Reading fails where the file does not arrive whole. */
  async export(spider: string, options: ExportOptions): Promise<ExportFile> {
    const { calling, args } = apart(options);
    const path = withQuery(`/api/results/${encodeURIComponent(spider)}`, args);
    const answer = await this.#transport.open({ verb: 'GET', path }, calling);
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    return { type, body: answer.body ?? new Blob([]).stream() };
  }

  /** The log of a crawl and how it goes, each event once and in order, until it is over. */
  async *crawlEvents(id: string, options?: FollowOptions): AsyncGenerator<CrawlEvent, void, undefined> {
    const stream = {
      path: `/api/crawls/${encodeURIComponent(id)}/events`,
      isLast: ({ event }: ReadEvent) => event === 'end',
    };
    for await (const event of follow(this.#transport, stream, options)) if (isCrawlEvent(event)) yield event;
  }

  /** What changes in the workspace from now on, or `after` a change, each change once and in order, without an end. */
  async *changes({
    project,
    kinds,
    ...options
  }: FollowOptions & { project?: string; kinds?: readonly ChangeEvent['kind'][] } = {}): AsyncGenerator<
    WorkspaceEvent,
    void,
    undefined
  > {
    const query = { project, kinds: kinds?.join(',') };
    const stream = { path: '/api/events', query, isLast: () => false };
    for await (const event of follow(this.#transport, stream, options))
      if (isWorkspaceEvent(event)) yield event;
  }
}

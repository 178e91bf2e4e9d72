import type { Breach, ExpectationReport } from '../../shared/spider/expectation-report.ts';
import type { Spider } from '../../shared/spider/schema.ts';
import { breachName, createMeter, type Meter, type Moment } from '../expectations/meter.ts';
import type { Clock } from './clock.ts';
import type { CrawlEnd } from './limits.ts';
import type { Ledger, NewItem } from './ports/ledger.ts';
import type { MeasuredRun } from './ports/measured-run.ts';

/** How often the measurement is stored while a run goes, in milliseconds. */
const keepEvery = 1000;

/** What the watch needs from the session of its run. */
export interface WatchDependencies {
  measured: MeasuredRun;
  ledger: Pick<Ledger, 'record'>;
  clock: Pick<Clock, 'now'>;
}

/**
 * Measures the items of a run by what its spider expects, tells what does not hold, and asks the crawl to end where the spider
 * wants that. A breach is told once, and pauses its run once: resumed, the run goes on until something else does not hold.
 */
export class ExpectationWatch {
  readonly #spider: Spider;
  readonly #deps: WatchDependencies;
  readonly #told: Set<string>;
  #meter: Meter;
  #end: CrawlEnd | null = null;
  #keptAt: number;
  /** Whether stored items have changed since they were measured. */
  #isStale = false;
  /** The last stored item that was read, how many were, and how many when all were last read anew. */
  #after: string | null = null;
  #read = 0;
  #readAnew = 0;
  /** Files that items lack, and how many they were when all items were last read anew for them. */
  #lacking = 0;
  #lackingAnew = 0;
  /** Whether the measurement is being repeated, and whether items were stored meanwhile. */
  #isRepeating = false;
  #hasMore = false;

  private constructor(spider: Spider, deps: WatchDependencies, meter: Meter, told: Iterable<string>) {
    this.#spider = spider;
    this.#deps = deps;
    this.#meter = meter;
    this.#told = new Set(told);
    this.#keptAt = deps.clock.now();
  }

  /** Measures what earlier sessions of the run have stored. @returns null for a spider that expects nothing */
  static async open(spider: Spider, deps: WatchDependencies): Promise<ExpectationWatch | null> {
    const meter = createMeter(spider);
    if (meter === null) return null;
    const { told = [] } = (await deps.measured.load()) ?? {};
    const watch = new ExpectationWatch(spider, deps, meter, told);
    await watch.#repeat();
    await watch.#keep(watch.#meter.report('running'));
    return watch;
  }

  /** Returns why the crawl must end, or null. */
  reached(): CrawlEnd | null {
    return this.#end;
  }

  /**
   * Measures the items of a page that was committed.
   * @param changedOthers whether items of other pages were changed with it
   */
  async recordPage(items: readonly NewItem[], changedOthers: boolean): Promise<void> {
    if (changedOthers) this.#isStale = true;
    if (items.length === 0) return;
    if (this.#isRepeating) this.#hasMore = true;
    else for (const item of items) this.#meter.add(item);
    if (this.#news('running').length > 0) await this.#judge();
    if (this.#deps.clock.now() - this.#keptAt >= keepEvery) await this.#keep(this.#meter.report('running'));
  }

  /**
   * Takes into account that a file has come or not, with which stored items have changed. Of files that have not, all items are
   * measured anew whenever there are half as many more, so that a run with few files is ended before it is over.
   */
  async recordFile(isThere: boolean): Promise<void> {
    this.#isStale = true;
    if (isThere) return;
    this.#lacking += 1;
    if (this.#lacking < this.#lackingAnew * 1.5 || this.#isRepeating) return;
    this.#lackingAnew = this.#lacking;
    await this.#repeat();
    await this.#judge();
  }

  /**
   * Measures the items that were stored since the session began or this was called last. It must not be called beside `recordPage`.
   * @param changesOthers whether items that were stored before may have changed as well
   */
  async recordStored(changesOthers: boolean): Promise<void> {
    if (changesOthers) this.#isStale = true;
    await this.#readStored(this.#meter);
    // All items are read anew before a judgement, so that it waits until there are half as many more.
    const isDue = !this.#isStale || this.#read >= this.#readAnew * 1.5;
    if (isDue && this.#news('running').length > 0) await this.#judge();
    if (this.#deps.clock.now() - this.#keptAt >= keepEvery) await this.#keep(this.#meter.report('running'));
  }

  /**
   * Ends the session: measures once more where items were changed, and tells what is new.
   * @param known items that count for `min_items` although this run did not store them
   */
  async close(moment: Moment, known: number): Promise<ExpectationReport> {
    if (this.#isStale) await this.#repeat();
    const report = this.#meter.report(moment, known);
    await this.#tell(report.breaches);
    await this.#keep(report);
    return report;
  }

  /** Tells what does not hold any more, and ends the crawl where that is wanted. */
  async #judge(): Promise<void> {
    if (this.#isStale && !this.#isRepeating) await this.#repeat();
    const news = new Set(this.#news('running'));
    if (news.size === 0) return;
    const { breaches, onBreach } = this.#meter.report('running');
    const found = breaches.filter((breach) => news.has(breachName(breach)));
    await this.#tell(found);
    const [first] = found;
    if (onBreach !== 'warn' && first !== undefined) {
      this.#end ??= { kind: 'breached', action: onBreach, message: first.message };
    }
  }

  #news(moment: Moment): string[] {
    return this.#meter.broken(moment).filter((name) => !this.#told.has(name));
  }

  async #tell(breaches: readonly Breach[]): Promise<void> {
    const news = breaches.filter((breach) => !this.#told.has(breachName(breach)));
    if (news.length === 0) return;
    for (const breach of news) this.#told.add(breachName(breach));
    await this.#deps.ledger.record(
      news.map(({ message, examples }) => ({ kind: 'expectation', url: examples[0]?.url ?? null, message })),
    );
  }

  /** Measures all stored items anew. Those that are stored meanwhile are read last. */
  async #repeat(): Promise<void> {
    const meter = createMeter(this.#spider) ?? this.#meter;
    this.#isRepeating = true;
    this.#isStale = false;
    this.#after = null;
    this.#read = 0;
    do {
      this.#hasMore = false;
      await this.#readStored(meter);
    } while (this.#hasMore);
    this.#meter = meter;
    this.#readAnew = this.#read;
    this.#isRepeating = false;
  }

  async #readStored(meter: Meter): Promise<void> {
    for (;;) {
      const { items, last } = await this.#deps.measured.items(this.#after);
      for (const item of items) meter.add(item);
      this.#read += items.length;
      if (last === null) return;
      this.#after = last;
    }
  }

  async #keep(report: ExpectationReport): Promise<void> {
    this.#keptAt = this.#deps.clock.now();
    await this.#deps.measured.keep({ report, told: [...this.#told] });
  }
}

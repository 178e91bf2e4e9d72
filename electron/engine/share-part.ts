import type { Clock } from './clock.ts';
import type { ForeignHosts } from './host-turns.ts';
import type { LeadWork } from './lead-work.ts';
import type { CrawlEnd, LimitSettings } from './limits.ts';
import type { Origin, Origins } from './origins.ts';
import { OwnedHosts } from './owned-hosts.ts';
import type { PageInput, PageOutput } from './page-types.ts';
import type { FoundSitemap, RunShare } from './ports/run-share.ts';
import { SharedLimits } from './shared-limits.ts';
import type { RequestTask } from './slots.ts';
import type { Suspects } from './suspects.ts';

/** What a session's part in a run needs of its crawl. */
interface CrawlParts {
  origins: Origins;
  suspects: Suspects;
  lead: LeadWork;
  wake: () => void;
}

/** The part of one session in a run that several carry out: its hosts, its share of the limits, and what it is told. */
export class SharePart {
  readonly share: RunShare;
  readonly limits: SharedLimits;
  readonly #clock: Clock;
  #wake: () => void = () => undefined;
  #hosts: OwnedHosts | null = null;
  #lead: LeadWork | null = null;
  #losses = 0;
  #own: CrawlEnd | null = null;
  /** Whether something was told since the last `attend`. */
  #hasNews = false;

  constructor(share: RunShare, settings: LimitSettings, clock: Clock) {
    this.share = share;
    this.#clock = clock;
    const onChange = (): void => this.#wake();
    this.limits = new SharedLimits(settings, { share, clock, onChange, onLoss: () => this.#lose() });
  }

  /** Stores sitemaps that were found. */
  readonly found = (sitemaps: readonly FoundSitemap[]): Promise<void> => this.share.found(sitemaps);

  /** Takes the parts of the crawl, before anything is asked of it. */
  join({ origins, suspects, lead, wake }: CrawlParts): void {
    this.#wake = wake;
    this.#lead = lead;
    this.#hosts = new OwnedHosts({ share: this.share, origins, suspects, clock: this.#clock });
  }

  /** Takes part from now on. */
  open(): Promise<void> {
    const { limits, hosts } = this;
    this.#hasNews = true;
    return this.share.open({
      came: (grant) => this.#told(() => hosts.came(grant)),
      letGo: (host) => this.#told(() => hosts.letGo(host)),
      lost: (host) =>
        this.#told(() => {
          this.#lose();
          hosts.lost(host);
        }),
      lend: (origin) => hosts.lend(origin),
      lent: (host, restMs) => this.#told(() => hosts.lent(host, restMs)),
      recall: (kind, purpose) => limits.recall(kind, purpose),
      changed: () => this.#told(() => limits.changed()),
    });
  }

  get hosts(): OwnedHosts {
    return joined(this.#hosts);
  }

  /** What this session does while it leads. */
  get lead(): LeadWork {
    return joined(this.#lead);
  }

  /** Whether something was told since the last step of the crawl began. */
  get hasNews(): boolean {
    return this.#hasNews;
  }

  /** When to look at what is not told, in milliseconds since 1970. */
  get wakeAt(): number {
    return this.lead.wakeAt;
  }

  /** Takes note of what was told. Called at the beginning of each step of the crawl. */
  attend(): Promise<void> {
    const isNews = this.#hasNews;
    this.#hasNews = false;
    return this.lead.attend(isNews);
  }

  /**
   * Carries out what hands out requests at a host, which stays with this session meanwhile.
   * @param most number of requests that may begin and that the limits count
   * @param work returns how many have begun
   */
  async serving(host: string, most: number, work: () => Promise<number>): Promise<void> {
    if (!this.share.holds(host)) {
      this.#lose();
      this.hosts.lost(host);
      return;
    }
    this.hosts.begin(host);
    this.limits.began(most);
    let begun = 0;
    try {
      begun = await work();
    } finally {
      this.limits.unused(Math.max(0, most - begun));
      this.hosts.end(host);
    }
  }

  /** How the hosts of others are asked for turns. */
  foreign(origins: Origins): ForeignHosts {
    return {
      isForeign: (host) => !this.hosts.has(host),
      borrow: (origin: Origin) => {
        const { name, host } = origin;
        return this.share.borrow({ origin: name, host, gapMs: origins.gapAfter(origin) });
      },
      sent: (origin) => this.share.borrowed(origin.host, origins.gapAfter(origin)),
    };
  }

  /** A task at a host, which stays with this session until it has ended. */
  at(host: string, work: RequestTask): RequestTask {
    this.hosts.begin(host);
    this.hosts.sends(host);
    return (sent) => work(sent).finally(() => this.hosts.end(host));
  }

  /** The work on a request, which counts for the limits until it has ended. */
  counting(work: RequestTask): RequestTask {
    return (sent) => work(sent).finally(() => this.limits.ended());
  }

  /** Processes pages so that links are found again whose page was not written. */
  processing(process: (input: PageInput) => Promise<PageOutput>): (input: PageInput) => Promise<PageOutput> {
    return (input) => process(this.#losses === 0 ? input : { ...input, losses: this.#losses });
  }

  /** The end of the run, if it has one. @param found end that this session has found, which it proposes */
  endOf(found: CrawlEnd | null): CrawlEnd | null {
    const { verdict, isDismissed } = this.share;
    if (verdict !== null) return verdict.end;
    const own = this.lead.end ?? found;
    if (own !== null && own.kind !== 'stuck' && this.#own === null && !isDismissed) {
      this.#hasNews = true;
      this.share.propose(own);
    }
    this.#own ??= own;
    return null;
  }

  /** With what the session ends, once nothing is in flight; null: it goes on. */
  get end(): CrawlEnd | null {
    const { verdict } = this.share;
    if (verdict !== null) return verdict.finishesFiles ? null : verdict.end;
    return this.isLeaving ? (this.#own ?? { kind: 'paused' }) : null;
  }

  /** Whether requests may begin: nothing has been found that ends the run or this session. */
  get isOpen(): boolean {
    return this.#own === null && !this.share.isDismissed;
  }

  /** Whether this session is to leave, as soon as nothing is in flight. */
  get isLeaving(): boolean {
    return this.share.verdict === null && (this.share.isDismissed || this.#own?.kind === 'stuck');
  }

  /** Leaves the run to the others. @returns its end, if there are none */
  leave(): Promise<CrawlEnd | null> {
    return this.share.leave(this.share.isDismissed ? null : this.#own, this.hosts.giveUp());
  }

  #told(act: () => void): void {
    act();
    this.#hasNews = true;
    this.#wake();
  }

  #lose(): void {
    this.#losses += 1;
  }
}

/** A part of a crawl that is there once `join` was called. */
function joined<T>(part: T | null): T {
  if (part === null) throw new Error('The session has not joined its run.');
  return part;
}

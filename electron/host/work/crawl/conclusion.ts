import { loginRoad } from '../../../../shared/roads.ts';
import type { RunCause } from '../../../../shared/run-cause.ts';
import { count, counted } from '../../../../shared/counted.ts';
import type { CrawlEnd } from '../../../engine/crawl.ts';
import type { ExpectationReport } from '../../../../shared/spider/expectation-report.ts';
import type { Counters } from '../../../engine/ports/ledger.ts';
import { describeTrap } from '../../../engine/trap-watch.ts';

/** How a run ended: its state, the reason in one sentence, and the cause and exit code for programs. */
export interface Conclusion {
  state: 'completed' | 'stopped' | 'paused' | 'failed';
  reason: string;
  cause: RunCause;
  /** 0: success. 1: it failed, was blocked, or yielded nothing. */
  exitCode: 0 | 1;
}

/** Facts from the ledger about an ended run. */
export interface RunFacts {
  counters: Counters;
  /** Pages fetched from the network, whatever their outcome. */
  pagesFetched: number;
  /** Whether the spider extracts items: a rule with a callback, or no rules. */
  wantsItems: boolean;
  /** Requests with a callback, whatever their outcome. */
  extractionRequests: number;
  /** Items with at least one filled field. */
  itemsWithValues: number;
  /** Extraction requests that failed, and those skipped because an earlier run has extracted the page. */
  failedExtractions: number;
  extractedBefore: number;
  /** Most frequent reason of failed and skipped requests; null: there is none. */
  commonReason: string | null;
  /** Whether another attempt could fetch none of them either. Default: it could. */
  onlyRefused?: boolean;
  /** Warning about a start URL that is an unread sitemap, if any. */
  unreadSitemap?: string | null;
  /** Warning about a page that is empty until its scripts run, if any. */
  scriptMade?: string | null;
  /** Why a page had no rows, if one had none. */
  noRows?: string | null;
  /** Which start URL asks for a login, if one does. */
  loginWall?: string | null;
  /** Which page is of another kind than its callback reads, and what to do about it, if one is. */
  otherKind?: string | null;
  /** How many pages gave nothing but what their login page says, and the message about one; null: none did. */
  loginTaken?: { pages: number; message: string } | null;
}

/** Determines how a run ended. An empty result always has a reason. */
export function concludeRun(end: CrawlEnd, facts: RunFacts): Conclusion {
  switch (end.kind) {
    case 'item-limit':
      return stopped(`It reached its limit of ${counted(end.limit, 'item')}.`);
    case 'page-limit':
      return stopped(`It reached its limit of ${counted(end.limit, 'page')}.`);
    case 'time-limit': {
      const seconds = end.limitMs / 1000;
      return stopped(`It reached its limit of ${seconds} ${seconds === 1 ? 'second' : 'seconds'} of work.`);
    }
    case 'error-limit': {
      const because = facts.commonReason === null ? '' : ` The most frequent reason: ${facts.commonReason}`;
      const reason = `It reached its limit of ${counted(end.limit, 'failed page')}.${because}`;
      if (isRefusedAll(facts)) return failed('not-allowed', reason);
      return facts.pagesFetched === 0
        ? { state: 'stopped', reason, cause: 'no-pages', exitCode: 1 }
        : stopped(reason);
    }
    case 'paused':
      return paused('Paused on request.');
    case 'stopped':
      return paused('Paused at once on request; what was in flight is queued again.');
    case 'blocked': {
      const share = `${end.blocked} of the last ${end.of} answers were 403, 429 or 503`;
      return {
        state: 'paused',
        reason: `Paused because the site seems to block this crawl: ${share}.`,
        cause: 'blocked',
        exitCode: 1,
      };
    }
    case 'trapped': {
      const advice =
        'A run that is resumed counts anew. To stay out, deny such links in a rule and start a new run; TRAP_PAGES 0 turns this off.';
      const reason = `Paused because it seems caught in a crawler trap. ${describeTrap(end)} ${advice}`;
      return { state: 'paused', reason, cause: 'trapped', exitCode: 1 };
    }
    case 'login-expired': {
      const advice = `Log in again under the name ${end.login}; then the run can be resumed, and goes on where it is.`;
      const reason = `Paused because the login ${end.login} has expired. ${end.message} ${advice}`;
      return { state: 'paused', reason, cause: 'login-expired', exitCode: 1 };
    }
    case 'stuck': {
      const reason = `Paused because nothing got through. ${end.reason}`;
      return { state: 'paused', reason, cause: 'offline', exitCode: 1 };
    }
    case 'breached':
      return concludeBreached(end);
    case 'exhausted':
      return concludeExhausted(facts);
    default:
      return end satisfies never;
  }
}

function concludeExhausted(facts: RunFacts): Conclusion {
  const { counters, pagesFetched, wantsItems, extractionRequests, itemsWithValues, commonReason } = facts;
  const { extractedBefore, failedExtractions } = facts;
  const because = commonReason === null ? '' : ` The most frequent reason: ${commonReason}`;
  const unread = facts.unreadSitemap ?? null;
  const kindWords = facts.otherKind === null || facts.otherKind === undefined ? '' : ` ${facts.otherKind}`;
  const wall = facts.loginWall ?? null;
  const isWithout = pagesFetched === 0 || (wantsItems && itemsWithValues === 0 && extractedBefore === 0);
  if (wall !== null && isWithout) {
    return failed('login', `Nothing was extracted. ${wall} ${loginRoad(null)}`);
  }
  const taken = facts.loginTaken ?? null;
  if (taken !== null && itemsWithValues <= taken.pages && extractedBefore === 0) {
    return failed('login', `Nothing but a login page was extracted. ${taken.message} ${loginRoad(null)}`);
  }
  if (pagesFetched === 0) {
    return failed(isRefusedAll(facts) ? 'not-allowed' : 'no-pages', `No page could be fetched.${because}`);
  }
  if (wantsItems && counters.items === 0 && extractedBefore > 0 && failedExtractions === 0) {
    return nothingNew(facts);
  }
  if (wantsItems && counters.items === 0) {
    if (unread !== null) return failed('nothing-extracted', `Nothing was extracted. ${unread}`);
    return extractionRequests === 0
      ? failed(
          'nothing-extracted',
          'Nothing was extracted: no link matched a rule that has a callback. Explain a URL of the site to see why.',
        )
      : failed(
          'nothing-extracted',
          `Nothing was extracted.${because === '' ? emptyPage(facts) : because}${kindWords}`,
        );
  }
  if (wantsItems && itemsWithValues === 0) {
    const why = facts.scriptMade ?? facts.otherKind ?? 'Try the selectors on a page of the site to see why.';
    return failed('empty-items', `Every item is empty: no selector matched anything. ${why}`);
  }
  const troubles = [
    counters.failed > 0 ? `${counted(counters.failed, 'page')} failed` : '',
    counters.skipped > 0 ? `${counted(counters.skipped, 'page')} skipped` : '',
  ].filter((part) => part !== '');
  const but = troubles.length === 0 ? '' : ` ${troubles.join(', ')}.`;
  const also = [unread, taken?.message ?? null].map((text) => (text === null ? '' : ` ${text}`)).join('');
  return {
    state: 'completed',
    reason: `Finished. No pages left.${but}${also}`,
    cause: 'finished',
    exitCode: 0,
  };
}

/** Whether nothing was fetched, and nothing of it could be fetched in another attempt. */
const isRefusedAll = ({ pagesFetched, counters, onlyRefused = false }: RunFacts): boolean =>
  onlyRefused && pagesFetched === 0 && counters.done === 0;

/** Why no page had rows, where that left a run without items. */
function emptyPage({ noRows = null, scriptMade = null }: RunFacts): string {
  return [noRows, scriptMade].map((reason) => (reason === null ? '' : ` ${reason}`)).join('');
}

/** An incremental run that found only known pages, which is a success. */
function nothingNew({ counters, extractedBefore }: RunFacts): Conclusion {
  const pages = extractedBefore === 1 ? 'One page was' : `All ${count(extractedBefore)} pages were`;
  const failed = counters.failed === 0 ? '' : ` ${counted(counters.failed, 'page')} failed.`;
  const reason = `Nothing new to do: ${pages} extracted by an earlier full run (DELTAFETCH_ENABLED is on).${failed}`;
  return { state: 'completed', reason, cause: 'nothing-new', exitCode: 0 };
}

/** A run that ended itself because of its data. */
export function concludeBreached({ action, message }: Extract<CrawlEnd, { kind: 'breached' }>): Conclusion {
  if (action === 'fail')
    return failed('breached', `The data is not as expected. ${message} What was stored is kept.`);
  const advice = 'Resumed, the run goes on; this expectation does not pause it again.';
  return {
    state: 'paused',
    reason: `Paused because the data is not as expected. ${message} ${advice}`,
    cause: 'breached',
    exitCode: 1,
  };
}

/** The most breaches that a reason names. */
const namedBreaches = 3;

/**
 * The conclusion of a run whose data was measured: at the end of a run, what does not hold fails it unless the spider only warns.
 * A run that failed, or goes on another time, keeps its conclusion.
 */
export function withExpectations(
  conclusion: Conclusion,
  { isOver, onBreach, breaches }: Pick<ExpectationReport, 'isOver' | 'onBreach' | 'breaches'>,
): Conclusion {
  const isJudged = isOver && (conclusion.state === 'completed' || conclusion.state === 'stopped');
  if (!isJudged || breaches.length === 0) return conclusion;
  const named = breaches.slice(0, namedBreaches).map(({ message }) => message);
  const more = breaches.length - named.length;
  const what = `${named.join(' ')}${more > 0 ? ` ${counted(more, 'more expectation does', 'more expectations do')} not hold.` : ''}`;
  if (onBreach === 'warn') return { ...conclusion, reason: `${conclusion.reason} Not as expected: ${what}` };
  return failed('breached', `The data is not as expected. ${what} What was stored is kept.`);
}

const stopped = (reason: string): Conclusion => ({ state: 'stopped', reason, cause: 'limit', exitCode: 0 });
const paused = (reason: string): Conclusion => ({ state: 'paused', reason, cause: 'paused', exitCode: 0 });
const failed = (cause: RunCause, reason: string): Conclusion => ({
  state: 'failed',
  reason,
  cause,
  exitCode: 1,
});

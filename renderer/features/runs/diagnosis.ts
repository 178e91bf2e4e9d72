import type { RunDetails } from '../../../shared/contract/types.ts';
import { count, counted, percent } from '../../ui/format.ts';
import { adviceFor } from './advice.ts';
import { groupReasons } from './reason-groups.ts';
import type { RequestQuery } from './request-filter.ts';

/** A way out of a finding. */
export type Remedy =
  | { readonly kind: 'requests'; readonly label: string; readonly query: RequestQuery }
  | { readonly kind: 'log'; readonly label: string; readonly kinds: readonly string[] }
  /** The logins, in the settings. */
  | { readonly kind: 'logins'; readonly label: string }
  /** The spider, at its tester, with a page of the run where there is one. */
  | { readonly kind: 'tester'; readonly label: string }
  | { readonly kind: 'start'; readonly label: string; readonly allowPrivate: boolean };

/** Something that went wrong in a run, with remedies. */
export interface Finding {
  readonly id: string;
  readonly tone: 'danger' | 'warning' | 'info';
  readonly title: string;
  /** What it means and what to do. */
  readonly text: string;
  readonly remedies: readonly Remedy[];
}

/** The least number of responses for a meaningful share. */
const enoughAnswers = 5;
/** The share of refused responses that is reported. */
const refusedShare = 0.2;
const refusals = new Set([403, 429, 503]);

/** The findings about a run, with remedies; the most severe first. */
export function diagnose(details: RunDetails): Finding[] {
  const expired = expiredLogin(details);
  // What lacks is behind the login.
  if (expired !== null) return [expired];
  const nothing = unreadSitemap(details) ?? whyNothing(details) ?? whyFailed(details);
  return [
    ...(nothing === null ? [] : [nothing]),
    ...refused(details),
    ...caught(details),
    ...emptyFields(details),
    ...leftRows(details),
    ...traps(details),
  ];
}

/** The run has paused itself and waits for a person to log in. */
function expiredLogin({ run, expiredLogin: login }: RunDetails): Finding | null {
  if (login === null || run.state !== 'paused') return null;
  return {
    id: 'login-expired',
    tone: 'warning',
    title: `The login ${login.name} has expired`,
    text: `Log in again under this name: the run then goes on where it paused, and fetches the page once more. A page that asks for a login gives no item. On a computer without a screen, import the login from a file.`,
    remedies: [{ kind: 'logins', label: 'Show the logins' }],
  };
}

/** Why a run failed that has brought something, or that has not got as far as a page. */
function whyFailed({ run, expectations }: RunDetails): Finding | null {
  // What does not hold of what is expected is told in full where it is measured.
  if (run.state !== 'failed' || (expectations?.breaches.length ?? 0) > 0) return null;
  return {
    id: 'failed',
    tone: 'danger',
    title: 'The run failed',
    text: run.reason ?? 'Its process ended with an error.',
    remedies: [{ kind: 'log', label: 'Show the log', kinds: [] }],
  };
}

/** A start URL that is a sitemap or a feed, in a run without items. */
function unreadSitemap({ run, eventKinds }: RunDetails): Finding | null {
  const times = eventKinds.find(({ kind }) => kind === 'sitemap-unread')?.count ?? 0;
  if (times === 0 || run.counters.items > 0) return null;
  return {
    id: 'sitemap-unread',
    tone: 'danger',
    title: times === 1 ? 'The start URL is not a page' : `${counted(times, 'start URL')} are not pages`,
    text: 'A sitemap or a feed holds no items and no links, only URLs. With USE_SITEMAP=true it is read, and the URLs in it go through the rules.',
    remedies: [{ kind: 'log', label: 'Show where', kinds: ['sitemap-unread'] }],
  };
}

const testerRemedy: Remedy = { kind: 'tester', label: 'Open a page in the tester' };

/** Why a run has no items; null if it has some, or if it is too early to say. */
function whyNothing(details: RunDetails): Finding | null {
  const { run, reasons, itemsWithValues, answeredBy } = details;
  // Pages that an earlier run has extracted are not passed to a callback, and explain nothing.
  const extractionRequests = details.extractionRequests - answeredBy.memory;
  const { counters } = run;
  const over = run.state !== 'running' && run.state !== 'queued' && run.state !== 'pausing';
  const [common] = groupReasons(
    answeredBy.memory > 0 ? reasons.filter(({ state }) => state === 'failed') : reasons,
  );
  const because = common === undefined ? '' : ` Most often: ${common.text}`;
  const advice = common === undefined ? null : adviceFor(common.text);
  if (counters.items > 0) {
    if (itemsWithValues > 0) return null;
    return {
      id: 'empty-items',
      tone: 'danger',
      title: 'Every item is empty',
      text: `${counted(counters.items, 'item')} came in, and no selector matched anything in any of them. The tester shows where each selector stops matching, and suggests others.`,
      remedies: [testerRemedy, itemsRemedy],
    };
  }
  if (!over && counters.done + counters.failed < enoughAnswers) return null;
  if (counters.done === 0 && counters.failed + counters.skipped > 0) {
    const isPrivate = reasons.some(({ reason }) => /loopback|private (?:address|network)/iu.test(reason));
    return {
      id: 'no-page',
      tone: 'danger',
      title: over
        ? 'Nothing was extracted because no page could be fetched'
        : 'No page could be fetched so far',
      text: `${because.trim()}${advice === null ? '' : ` ${advice}`}`.trim(),
      remedies: [
        ...(isPrivate
          ? [{ kind: 'start', label: 'Start again with private addresses', allowPrivate: true } as const]
          : []),
        troubleRemedy(counters.failed > 0 ? 'failed' : 'skipped'),
      ],
    };
  }
  if (counters.done === 0) return null;
  if (extractionRequests === 0) {
    return {
      id: 'no-callback',
      tone: over ? 'danger' : 'warning',
      title: over
        ? 'Nothing was extracted because no link matched a rule that has a callback'
        : 'No link has matched a rule with a callback so far',
      text: `${counted(counters.done, 'page was', 'pages were')} read for links only. In the tester, the links of a page show which rule takes each of them and why the others are dropped.`,
      remedies: [
        testerRemedy,
        { kind: 'log', label: 'Dropped links', kinds: ['links-dropped', 'links-trapped', 'links-problem'] },
      ],
    };
  }
  if (!over) return null;
  const before = reasons.some(({ reason }) => /DELTAFETCH_ENABLED/u.test(reason));
  if (before && counters.failed === 0) return null;
  return {
    id: 'no-item',
    tone: 'danger',
    title: 'Nothing was extracted',
    text: `${counted(extractionRequests, 'page was', 'pages were')} passed to a callback and returned no item.${because}${advice === null ? '' : ` ${advice}`}`,
    remedies: [testerRemedy, troubleRemedy(counters.failed > 0 ? 'failed' : 'done')],
  };
}

const itemsRemedy: Remedy = { kind: 'requests', label: 'Pages with items', query: { state: 'done' } };

const troubleRemedy = (state: 'failed' | 'skipped' | 'done'): Remedy => ({
  kind: 'requests',
  label: state === 'done' ? 'Show the pages' : `Show the ${state} requests`,
  query: { state },
});

function refused({ run, statuses, tiers }: RunDetails): Finding[] {
  const answered = statuses.reduce((sum, each) => sum + (each.status === null ? 0 : each.count), 0);
  const blocked = statuses.filter(({ status }) => status !== null && refusals.has(status));
  const times = blocked.reduce((sum, each) => sum + each.count, 0);
  if (answered < enoughAnswers || times / answered < refusedShare) return [];
  const [most] = blocked.toSorted((a, b) => b.count - a.count);
  const more = tiers === null ? ', or give the project proxies' : '';
  return [
    {
      id: 'refused',
      tone: run.counters.items === 0 ? 'danger' : 'warning',
      title: `The site refuses ${percent(times / answered)} of the requests`,
      text: `${count(times)} of ${counted(answered, 'answer')} ${times === 1 ? 'was' : 'were'} ${blocked.map(({ status }) => status).join(', ')}. Raise DOWNLOAD_DELAY, lower CONCURRENT_REQUESTS${more}; then queue the failed requests again.`,
      remedies: [
        {
          kind: 'requests',
          label: 'Show them',
          query: most?.status === undefined || most.status === null ? {} : { status: String(most.status) },
        },
      ],
    },
  ];
}

function emptyFields({ fields, run, expectations }: RunDetails): Finding[] {
  const told = new Set(
    expectations?.breaches.flatMap(({ field, expectation }) => (expectation === 'fill' ? [field] : [])),
  );
  if (run.counters.items < enoughAnswers) return [];
  const empty = fields.filter(({ field, filled, items }) => filled === 0 && items > 0 && !told.has(field));
  if (empty.length === 0 || empty.length === fields.length) return [];
  const names = empty.slice(0, 4).map(({ field }) => `“${field}”`);
  const rest = empty.length > names.length ? ` and ${count(empty.length - names.length)} more` : '';
  return [
    {
      id: 'empty-fields',
      tone: 'warning',
      title:
        empty.length === 1
          ? `The field ${names.join()} was never filled`
          : `${count(empty.length)} fields were never filled`,
      text: `${names.join(', ')}${rest} found nothing in ${counted(Math.max(...empty.map(({ items }) => items)), 'item')}. The tester shows where the selector stops matching, and suggests others.`,
      remedies: [testerRemedy],
    },
  ];
}

/** Rows whose values gave no item, because they led nowhere or to a page that could not be read. */
function leftRows({ eventKinds }: RunDetails): Finding[] {
  const kinds = ['rows-dropped', 'rows-lost'];
  const times = eventKinds.reduce((sum, { kind, count: each }) => sum + (kinds.includes(kind) ? each : 0), 0);
  if (times === 0) return [];
  return [
    {
      id: 'left-rows',
      tone: 'warning',
      title: 'Some rows gave no item',
      text: 'They have no link, their link may not be followed, or the page behind it could not be read. The log names the rows and the reason. In the tester, the table of rows shows where each leads.',
      remedies: [{ kind: 'log', label: 'Show which', kinds }, testerRemedy],
    },
  ];
}

/** The run has paused itself and waits for a decision. */
function caught({ run, eventKinds }: RunDetails): Finding[] {
  if (run.state !== 'paused' || !eventKinds.some(({ kind }) => kind === 'trapped')) return [];
  return [
    {
      id: 'trapped',
      tone: 'warning',
      title: 'The crawl seems to be in a crawler trap',
      text: 'Many pages in a row gave no item and repeat other pages of the run. Resuming continues and restarts the count. To stay out, deny such links in a rule and start a new run. TRAP_PAGES=0 never pauses.',
      remedies: [
        { kind: 'log', label: 'Where it was', kinds: ['trapped'] },
        { kind: 'requests', label: 'Show the pages', query: { state: 'done' } },
      ],
    },
  ];
}

function traps({ eventKinds }: RunDetails): Finding[] {
  const times = eventKinds.find(({ kind }) => kind === 'trap')?.count ?? 0;
  if (times === 0) return [];
  return [
    {
      id: 'traps',
      tone: 'info',
      title: `${counted(times, 'crawler trap')} kept out`,
      text: 'Links into calendars without end, session ids, repeating paths or endless filters were not followed. If such pages are wanted, TRAP_DETECTION=false follows them.',
      remedies: [{ kind: 'log', label: 'Show them', kinds: ['trap', 'links-trapped'] }],
    },
  ];
}

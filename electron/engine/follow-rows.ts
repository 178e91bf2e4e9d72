import { counted } from '../../shared/counted.ts';
import { isPlain, type RequestMessage } from '../../shared/request-message.ts';
import type { Iterate, Spider } from '../../shared/spider/schema.ts';
import { writeRequest } from '../../shared/spider/start-requests.ts';
import type { ExtractedRow } from '../extract/rows.ts';
import type { DomainMatcher } from './domains.ts';
import { fingerprintOfMessage } from './fingerprint.ts';
import { factsOf } from './known-links.ts';
import { defaultMaxUrlLength } from './links.ts';
import type { PageInput } from './page-types.ts';
import type { NewEvent, NewRequest, NewRow } from './ports/ledger.ts';
import { createResolver, originOf, type Resolver } from './resolve.ts';

/** Whether rows of a spider lead to other pages. */
export function rowsTravel({ callbacks }: Pick<Spider, 'callbacks'>): boolean {
  return Object.values(callbacks ?? {}).some(({ iterate }) => (iterate?.follow ?? null) !== null);
}

/** What decides where rows lead. No rule is asked. */
export interface RowPlan {
  domains: DomainMatcher;
  /** Maximum number of links from a start URL; 0: no limit. */
  depthLimit: number;
  /** DEPTH_PRIORITY. */
  depthPriority: number;
}

type Follow = NonNullable<Iterate['follow']>;

/** The rows of a page, and the callback of the pages that they lead to. */
interface FollowedRows {
  rows: readonly ExtractedRow[];
  callback: string;
  /** What relative URLs refer to. */
  base: string;
  /** How the pages are requested; null or left out: with POST where a row has a form. */
  method?: Follow['method'];
}

/** The facts of a page that its rows inherit. */
type RowPage = Pick<PageInput, 'id' | 'url' | 'depth' | 'priority' | 'follow'>;

/** Maximum number of rows that an event names. */
const namedRows = 10;

/**
 * Returns the requests of rows, one link deeper than their page, with its priority. The links of their pages are followed where
 * those of this page are. A row that leads nowhere keeps the reason, and an event tells each reason once.
 */
export function followRows(
  plan: RowPlan,
  page: RowPage,
  { rows, callback, base, method }: FollowedRows,
): { rows: NewRow[]; events: NewEvent[] } {
  const resolver = createResolver(base);
  const followed = rows.map(({ values, problems, follow }): NewRow => {
    const target = targetOf(plan, page, { ...follow, method }, resolver);
    if (typeof target === 'string') {
      return { values, problems, request: null, reason: follow?.reason ?? target };
    }
    return { values, problems, request: requestOf(plan, page, target, callback), reason: null };
  });
  return { rows: followed, events: dropped(page.url, followed) };
}

/** The request that a row leads to. */
interface Target {
  url: string;
  fingerprint: string;
  message?: RequestMessage;
}

/** What a row says about where it leads. */
interface Lead {
  href?: string | null;
  form?: Record<string, string | string[]>;
  method?: Follow['method'] | undefined;
}

/** @returns the target of a row; a text: why it leads nowhere */
function targetOf(
  { domains, depthLimit }: RowPlan,
  { depth }: RowPage,
  { href, form, method }: Lead,
  resolver: Resolver,
): Target | string {
  if (href === null || href === undefined) return 'It has no URL.';
  const resolved = resolver.resolve(href);
  if (!resolved.ok) return problems[resolved.problem];
  if (!domains.allows(resolved.url)) return 'Its URL is outside allowed_domains.';
  if (depthLimit > 0 && depth + 1 > depthLimit) return `DEPTH_LIMIT is ${depthLimit}.`;
  const { url, message } = writeRequest({ url: resolved.url, form: form ?? null, method: method ?? null });
  if (url.length > defaultMaxUrlLength) return problems['too-long'];
  const facts = factsOf(url);
  if (isPlain(message)) return facts;
  return { url: facts.url, fingerprint: fingerprintOfMessage(facts.fingerprint, message), message };
}

const problems = {
  scheme: 'Its URL has a scheme other than http and https.',
  invalid: 'Its URL is not valid.',
  'too-long': 'Its URL is too long.',
};

function requestOf(
  { depthPriority }: RowPlan,
  { id, depth, priority, follow }: RowPage,
  { url, fingerprint, message }: Target,
  callback: string,
): NewRequest {
  return {
    url,
    fingerprint,
    origin: originOf(url),
    priority: priority - depthPriority,
    depth: depth + 1,
    rule: null,
    callback,
    follow,
    parent: id,
    ...(message === undefined ? {} : { message }),
  };
}

/** Tells which rows lead nowhere, once for each reason. */
function dropped(url: string, rows: readonly NewRow[]): NewEvent[] {
  const numbers = new Map<string, number[]>();
  for (const [index, { reason }] of rows.entries()) {
    if (reason === null) continue;
    const known = numbers.get(reason);
    if (known === undefined) numbers.set(reason, [index + 1]);
    else known.push(index + 1);
  }
  return [...numbers].map(([reason, at]) => {
    const named = at.slice(0, namedRows).join(', ');
    const more = at.length > namedRows ? ` and ${at.length - namedRows} more` : '';
    const which = `${at.length === 1 ? 'row' : 'rows'} ${named}${more}`;
    const message = `${counted(at.length, 'row was', 'rows were')} not followed (${which}): ${reason}`;
    return { kind: 'rows-dropped', url, message };
  });
}

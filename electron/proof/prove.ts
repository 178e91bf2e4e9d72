import { hash } from 'node:crypto';
import { identityOf } from '../../shared/request-message.ts';
import { applyArgs, usualArgs } from '../../shared/spider/args.ts';
import { settingsFromProject } from '../../shared/spider/default-settings.ts';
import { inProject, ownProblems } from '../../shared/spider/in-project.ts';
import type { Spider } from '../../shared/spider/schema.ts';
import { validateSpider, type Problem } from '../../shared/spider/validate.ts';
import { fingerprintRequest } from '../engine/fingerprint.ts';
import { parseList, splitPages } from '../engine/list-pages.ts';
import { createOffline, type OfflineExtractor, type ReadPage } from '../engine/offline.ts';
import { readBody } from '../engine/read-body.ts';
import { completeLists } from './checks/complete-lists.ts';
import { examples } from './checks/examples.ts';
import { fillAndType } from './checks/fill-and-type.ts';
import { grounded } from './checks/grounded.ts';
import { heldBack } from './checks/held-back.ts';
import type { Judged } from './checks/input.ts';
import { nextPage } from './checks/next-page.ts';
import { politeAndSafe } from './checks/polite-and-safe.ts';
import { rules } from './checks/rules.ts';
import { simpler } from './checks/simpler.ts';
import { stress } from './checks/stress.ts';
import { valid } from './checks/valid.ts';
import { pageFacts, type TakenPage } from './facts/page-facts.ts';
import { ShownRequests } from './facts/shown-requests.ts';
import type { PageFacts } from './facts/types.ts';
import { holdBack } from './hold-back.ts';
import { onePageOf } from './one-page.ts';
import { requestedUrl, requestPrint } from './requested.ts';
import type { PageSource } from './input/source.ts';
import { SelectorTrials, type SelectorFacts } from './stress/selector-trials.ts';
import {
  checkNames,
  notRun,
  presentEdition,
  type CheckName,
  type CheckResult,
  type Edition,
  type Finding,
  type ProofPage,
  type Verdict,
} from './types.ts';

/** What a proof found. */
export interface Proof {
  readonly verdict: Verdict;
  readonly checks: readonly CheckResult[];
  /** SHA-256 of each page that was read, in the order given. */
  readonly pages: readonly ProvedPage[];
  /** Arguments of the spider that pages were stored with; left out: its defaults. */
  readonly args?: Readonly<Record<string, string>>;
  /** The settings that the project gave to the spider; left out: none. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** The edition of the checks; left out: the first. */
  readonly edition?: Exclude<Edition, 1>;
}

/** A page that a spider was judged by. */
export interface ProvedPage {
  readonly url: string;
  readonly sha256: string;
  readonly isHeld: boolean;
  /** Of a page that is stored with the spider: what is known of it beside its body. */
  readonly stored?: Omit<ProofPage, 'file' | 'url'>;
}

/**
 * Judges a spider by pages, without a network and without a clock: the same document, pages and seed give the same proof.
 * @param document JSON text of the spider
 * @param seed decides which pages are held back
 * @param defaults settings that the project gives to its spiders
 * @param edition of the checks, to repeat an earlier proof
 * @throws ProofInputError for pages that cannot be read
 */
export async function prove(
  document: string,
  source: PageSource,
  seed: string,
  defaults: Readonly<Record<string, unknown>> = {},
  edition: Edition = presentEdition,
): Promise<Proof> {
  const proof = await judge(document, { source, seed, defaults, edition });
  return edition === 1 ? proof : { ...proof, edition };
}

interface Given {
  readonly source: PageSource;
  readonly seed: string;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly edition: Edition;
}

async function judge(document: string, { source, seed, defaults, edition }: Given): Promise<Proof> {
  const { problems, spider: written, given } = checked(document, defaults);
  const first = valid(problems);
  if (written === null) return conclude({ valid: first }, [], given);
  const spider = inProject(withArgs(written, source.args), given);
  const { facts, hashes, selectors, requests } = await examine(spider, source, seed);
  // A crawl takes nothing from what was not fetched well.
  const judged: Judged = { spider, pages: facts.filter(isFetched) };
  const shown: Judged = { spider, pages: judged.pages.filter(({ isHeld }) => !isHeld) };
  const findings: Partial<Record<CheckName, Finding>> = {
    valid: first,
    grounded: grounded(judged),
    examples: examples(judged),
    'fill and type': fillAndType(shown, judged),
    'complete lists': completeLists(shown),
    'next page': nextPage(judged),
    rules: rules(judged),
    'held-back pages': heldBack(judged, edition === 1 ? null : onePageOf(inProject(written, given))),
    stress: stress(selectors),
    simpler: simpler(selectors),
    'polite and safe': politeAndSafe(spider, requests),
  };
  const pages = facts.map((page, at): ProvedPage => {
    const { url, isHeld, group, status, contentType, fetchedAt, rendered, requested, message } = page;
    const proved = { url, sha256: hashes[at] ?? '', isHeld };
    if (source.kind === 'files') return proved;
    const sent = message === undefined ? {} : { message: identityOf(message) };
    return { ...proved, stored: { requested, group, status, contentType, fetchedAt, rendered, ...sent } };
  });
  const proof = conclude(findings, pages, given);
  return Object.keys(source.args).length === 0 ? proof : { ...proof, args: source.args };
}

/** The spider, its problems in its project, and the settings that it has from there. Null: a run would refuse it. */
function checked(
  document: string,
  defaults: Readonly<Record<string, unknown>>,
): { problems: readonly Problem[]; spider: Spider | null; given: Record<string, unknown> } {
  const { problems, spider } = validateSpider(document);
  if (spider === null) return { problems, spider, given: {} };
  const names = settingsFromProject(spider.settings, defaults);
  const given = Object.fromEntries(names.map((name) => [name, defaults[name]]));
  if (names.length === 0) return { problems, spider, given };
  const whole = validateSpider(inProject(spider, given));
  const own = ownProblems(whole.problems, spider, given);
  return { problems: own, spider: whole.spider === null ? null : spider, given };
}

/** The spider as a crawl has it: with its arguments, those of them that it has. */
function withArgs(spider: Spider, given: PageSource['args']): Spider {
  const known = Object.entries(given).filter(([name]) => Object.hasOwn(spider.args ?? {}, name));
  const applied = applyArgs(spider, { ...usualArgs(spider), ...Object.fromEntries(known) });
  return 'spider' in applied ? applied.spider : spider;
}

function conclude(
  findings: Partial<Record<CheckName, Finding>>,
  pages: Proof['pages'],
  defaults: Readonly<Record<string, unknown>>,
): Proof {
  const checks = checkNames.map((name, at): CheckResult => ({
    number: at + 1,
    name,
    ...(findings[name] ?? notRun('a valid document', 'the document has errors')),
  }));
  const isRefused = checks.some(({ result }) => result === 'fail');
  const isHeld = checks.some(({ name, result }) => name === 'held-back pages' && result === 'pass');
  const verdict = isRefused ? 'refused' : isHeld ? 'proved' : 'incomplete';
  return { verdict, checks, pages, ...(Object.keys(defaults).length === 0 ? {} : { defaults }) };
}

/** Examines all pages, one at a time: first those that the document reaches, then those that rows of others lead to. */
async function examine(
  spider: Spider,
  source: PageSource,
  seed: string,
): Promise<{ facts: PageFacts[]; hashes: string[]; selectors: SelectorFacts[]; requests: number }> {
  const offline = createOffline(spider);
  const trials = new SelectorTrials(seed);
  const reach = reachedBy(offline);
  const shown = new ShownRequests(spider);
  const fetched = source.pages.filter(isFetched);
  const held = holdBack(fetched, seed, (page) => reach(page).callback ?? '');
  const byRow = new Map<string, string | null>();
  const found = new Map<ProofPage, { facts: PageFacts; sha256: string }>();
  const take = async (page: ProofPage, taken: Omit<TakenPage, 'isHeld'>): Promise<void> => {
    const body = await source.body(page);
    const read = readPage(page, body);
    const { facts, output } = pageFacts({ spider, offline, trials }, page, read, {
      ...taken,
      isHeld: held.has(page),
    });
    shown.add(page, taken.by, output);
    found.set(page, { facts, sha256: hash('sha256', body) });
    for (const { request } of output.rows)
      if (request !== null) byRow.set(fingerprintRequest(request.url, request.message), request.callback);
  };
  const rest: ProofPage[] = [];
  for (const page of source.pages) {
    const taken = reach(page);
    if (taken.by === null) rest.push(page);
    else await take(page, taken);
  }
  // Rows of the last pages may lead to others; each pass takes at least one page, or is the last.
  for (let open = rest; open.length > 0;) {
    const reached = open.filter((page) => byRow.has(requestPrint(page)));
    for (const page of reached)
      await take(page, { by: 'row', callback: byRow.get(requestPrint(page)) ?? null });
    const left = open.filter((page) => !found.has(page));
    if (reached.length === 0) for (const page of left) await take(page, { by: null, callback: null });
    open = reached.length === 0 ? [] : left;
  }
  const all = source.pages.map((page) => found.get(page)).filter((each) => each !== undefined);
  return {
    facts: all.map(({ facts }) => facts),
    hashes: all.map(({ sha256 }) => sha256),
    selectors: trials.facts,
    requests: shown.count,
  };
}

const isFetched = ({ status }: Pick<ProofPage, 'status'>): boolean => status < 400;

/** Returns what in the document reaches a URL: a start URL, or a rule. */
function reachedBy(offline: OfflineExtractor): (page: ProofPage) => Omit<TakenPage, 'isHeld'> {
  return (page) => {
    const url = requestedUrl(page);
    const { callback, rule } = offline.callbackFor(url, page.message);
    return { callback, by: offline.startsWith(url, page.message) ? 'start' : rule };
  };
}

function readPage({ url, contentType, fetchedAt, rendered, message }: ProofPage, body: Uint8Array): ReadPage {
  const sent = message === undefined ? {} : { message };
  const about = { url, contentType, fetchedAt, rendered, ...sent };
  const read = readBody(body, contentType);
  if (!read.ok) return { ...about, kind: 'html', page: null, problem: `The page ${read.problem}.` };
  const list = splitPages(read.text);
  const page = list === null ? read.page : parseList(list);
  return { ...about, kind: read.kind, page, problem: null, list };
}

import type { TopicEvent } from '../../../shared/contract/index.ts';
import type { Proposal } from '../../../shared/contract/types.ts';
import { jsonTextOf } from '../../../shared/json-text.ts';
import { typedAddress } from '../../../shared/spider/new-spider.ts';
import type { Handler } from '../data/call-context.ts';
import { savedPage } from '../data/rows.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';
import type { PageCapture } from '../work/capture/page-capture.ts';
import { typeOfFile } from '../work/read-page.ts';
import type { CaptureStage } from '../work/capture/page-session.ts';
import { packPage } from '../work/capture/pack-page.ts';
import { isOf } from '../work/capture/source-answer.ts';
import { requireChoice } from '../work/propose-document.ts';
import type { Tester } from '../work/tester/tester.ts';
import type { SampleKeeper } from './sample-keeper.ts';
import type { Uploads } from './uploads.ts';

/** Services that proposals need. */
interface ProposalServices {
  database: Pick<DatabaseWorkers, 'ask'>;
  capture: PageCapture;
  uploads: Pick<Uploads, 'take'>;
  sample: Pick<SampleKeeper, 'serveAddress' | 'serveAt'>;
  tester: Pick<Tester, 'propose'>;
  /** Publishes the progress of an operation. */
  report: (operation: string | undefined, stage: TopicEvent<'progress'>['stage']) => void;
}

/** Creates the handlers that fetch a page in order to propose a spider. */
export function createProposalHandlers(services: ProposalServices): {
  readonly [N in 'spiders.begin' | 'pages.propose' | 'pages.proposeDetails' | 'pages.keepSource']: Handler<N>;
} {
  const known: KnownProposals = { paces: new Map(), proposals: new Map() };
  const propose: ProposePage = (page, signal) =>
    known.proposals.get(page) ??
    services.tester.propose({ page, durationMs: known.paces.get(page) ?? null }, signal);
  return {
    'spiders.begin': beginHandler(services, known),
    'pages.propose': async ({ page }, { signal }) => propose(page, signal),
    'pages.proposeDetails': detailsHandler(services, propose),
    'pages.keepSource': sourceHandler(services, propose),
  };
}

/** What could be made of a saved page. */
type ProposePage = (page: string, signal: AbortSignal) => Proposal | Promise<Proposal>;

/** What is known of pages that spiders began with, by the id of the saved page, until the host ends. */
interface KnownProposals {
  /** How long the site took to answer, in milliseconds. */
  paces: Map<string, number>;
  /** What was proposed for them, with what only their fetch told: headers, and guesses that were fetched. */
  proposals: Map<string, Proposal>;
}

/** The most pages of which that is kept; the oldest is forgotten. */
const maxPaces = 1000;
const maxProposals = 20;

function keep<T>(kept: Map<string, T>, page: string, value: T, most: number): void {
  kept.set(page, value);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}

function detailsHandler(services: ProposalServices, propose: ProposePage): Handler<'pages.proposeDetails'> {
  const { database, capture, sample, report } = services;
  return async ({ page: id, choice: wanted, allowPrivate, withinDomains = false, operation }, { signal }) => {
    const owner = await database.ask('quick', 'requirePage', { page: id });
    const { project, spider, source } = owner;
    const { choices } = await propose(id, signal);
    const choice = requireChoice(choices, wanted);
    if (choice.sample === null) return { choice, page: null, notes: [] };
    const settings = await database.ask('quick', 'pageSettings', { owner, text: null });
    await sample.serveAt(choice.sample, spider);
    const browser = source === 'rendered' ? true : null;
    const within = withinDomains ? await database.ask('quick', 'pageDomains', { owner, text: null }) : null;
    const request = { project, settings, url: choice.sample, allowPrivate, within, browser };
    const observer = { signal, onStage: (stage: CaptureStage) => report(operation, stage) };
    const { content, ...detailed } = await capture.details({ request, choice }, observer);
    if (content === null) return { ...detailed, page: null };
    const added = await database.ask('write', 'addPage', {
      owner,
      page: { ...content, run: null },
    });
    return { ...detailed, page: savedPage(added) };
  };
}

function sourceHandler({ database }: ProposalServices, propose: ProposePage): Handler<'pages.keepSource'> {
  return async ({ page: id, source: position }, { signal }) => {
    const owner = await database.ask('quick', 'requirePage', { page: id });
    const { sources } = await propose(id, signal);
    const source = sources[position];
    const answers = await database.ask('quick', 'pageAnswers', { page: id });
    const answer = source === undefined ? undefined : answers.find((each) => isOf(source, each));
    if (answer === undefined) return { page: null };
    const { text } = jsonTextOf(answer.body);
    const raw = { body: Buffer.from(text), contentType: 'application/json', url: answer.url };
    const { page, title } = packPage(raw);
    const content = { title, url: answer.url, source: 'url' as const, page, run: null };
    return { page: savedPage(await database.ask('write', 'addPage', { owner, page: content })) };
  };
}

function beginHandler(
  services: ProposalServices,
  { paces, proposals }: KnownProposals,
): Handler<'spiders.begin'> {
  const { database, capture, uploads, sample, report } = services;
  return async ({ project, url, upload, allowPrivate, browser, anyway, operation }, { signal }) => {
    const begun = async () => {
      if (upload !== undefined) {
        const { name, body } = uploads.take(upload);
        const address = url === undefined || url === '' ? null : addressOf(url);
        return capture.beginFile({ body, contentType: typeOfFile(name, body), url: address }, signal);
      }
      const address = addressOf(url ?? '');
      const isSample = await sample.serveAddress(address);
      const request = {
        project,
        settings: await database.ask('quick', 'projectSettings', { project }),
        url: address,
        allowPrivate: allowPrivate || isSample,
        browser: browser ?? null,
      };
      const keep = anyway === true ? ('all' as const) : ('working' as const);
      const observer = { signal, onStage: (stage: CaptureStage) => report(operation, stage) };
      return await capture.begin({ request, keep }, observer).catch((error: unknown) => {
        const plain = isUnreachable(error) ? plainAddressOf(url ?? '', address) : null;
        if (plain === null) throw error;
        return capture.begin({ request: { ...request, url: plain }, keep }, observer);
      });
    };
    const { content, proposal, notes, durationMs } = await begun();
    // Without a choice there is nothing that a spider could take.
    const isHopeless = proposal.choices.length === 0 && anyway !== true;
    if (content === null || isHopeless) return { spider: null, page: null, proposal, notes };
    const { spider, page } = await database.ask('write', 'beginSpider', { project, content });
    keep(proposals, page.id, proposal, maxProposals);
    if (durationMs !== null) keep(paces, page.id, durationMs, maxPaces);
    return { spider, page: savedPage(page), proposal, notes };
  };
}

/** Problems of a site that has no https. A bad certificate is none: the person decides whether to trust the site. */
const unreachable: ReadonlySet<unknown> = new Set(['connection', 'timeout']);

const isUnreachable = (error: unknown): boolean =>
  error instanceof HostError && error.code === 'fetch-failed' && unreachable.has(error.details['reason']);

/** The same address with http, where it was typed without a scheme. Null: it was not. */
function plainAddressOf(typed: string, address: string): string | null {
  return address.startsWith('https:') && !/^https:/i.test(typed.trim())
    ? address.replace(/^https:/, 'http:')
    : null;
}

/** @throws HostError `bad-url` */
function addressOf(typed: string): string {
  const address = typedAddress(typed);
  if (address !== null) return address;
  const hint = 'Write it as a browser shows it, for example example.org/shop.';
  throw new HostError('bad-url', `"${typed.slice(0, 200)}" is no address of a page.`, hint);
}

import type { TopicEvent } from '../../../shared/contract/index.ts';
import { typedAddress } from '../../../shared/spider/new-spider.ts';
import type { Handler } from '../data/call-context.ts';
import { savedPage } from '../data/rows.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';
import type { PageCapture } from '../work/capture/page-capture.ts';
import { typeOfFile } from '../work/read-page.ts';
import type { CaptureStage } from '../work/capture/page-session.ts';
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
  readonly [N in 'spiders.begin' | 'pages.propose' | 'pages.proposeDetails']: Handler<N>;
} {
  const paces: Paces = new Map();
  return {
    'spiders.begin': beginHandler(services, paces),
    'pages.propose': ({ page }, { signal }) =>
      services.tester.propose({ page, durationMs: paces.get(page) ?? null }, signal),
    'pages.proposeDetails': detailsHandler(services, paces),
  };
}

/** How long the site took to answer, in milliseconds, by the id of the saved page. Known until the host ends. */
type Paces = Map<string, number>;
/** The most pages whose time is kept; the oldest is forgotten. */
const maxPaces = 1000;

function keepPace(paces: Paces, page: string, durationMs: number | null): void {
  if (durationMs === null) return;
  paces.set(page, durationMs);
  const [oldest] = paces.keys();
  if (paces.size > maxPaces && oldest !== undefined) paces.delete(oldest);
}

function detailsHandler(services: ProposalServices, paces: Paces): Handler<'pages.proposeDetails'> {
  const { database, capture, tester, sample, report } = services;
  return async ({ page: id, choice: wanted, allowPrivate, operation }, { signal }) => {
    const { project, spider, source } = await database.ask('quick', 'requirePage', { page: id });
    const { choices } = await tester.propose({ page: id, durationMs: paces.get(id) ?? null }, signal);
    const choice = requireChoice(choices, wanted);
    if (choice.sample === null) return { choice, page: null, notes: [] };
    const settings = await database.ask('quick', 'pageSettings', { project, spider, text: null });
    await sample.serveAt(choice.sample, spider);
    const browser = source === 'rendered' ? true : null;
    const request = { project, settings, url: choice.sample, allowPrivate, browser };
    const observer = { signal, onStage: (stage: CaptureStage) => report(operation, stage) };
    const { content, ...detailed } = await capture.details({ request, choice }, observer);
    if (content === null) return { ...detailed, page: null };
    const added = await database.ask('write', 'addPage', {
      project,
      spider,
      page: { ...content, run: null },
    });
    return { ...detailed, page: savedPage(added) };
  };
}

function beginHandler(services: ProposalServices, paces: Paces): Handler<'spiders.begin'> {
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
        settings: {},
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
    keepPace(paces, page.id, durationMs);
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

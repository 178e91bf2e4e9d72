import { builtInCallback } from '../../shared/spider/schema.ts';
import type { PageInput, PageOutput } from './page-types.ts';
import type { GenerationLedger, QueuedPage, SourceRequest, TakenRequest } from './ports/generation.ts';

/** How a session of a generation ended: `breached`, where its items are not as expected and the spider wants that it ends. */
export type ReextractEnd = 'exhausted' | 'paused' | 'stopped' | 'breached';

/** What extracting again needs. */
export interface ReextractDependencies {
  ledger: GenerationLedger;
  /** See `createSelection`. */
  select: (request: SourceRequest) => TakenRequest;
  /** See `PageProcessor.processAll`. */
  process: (inputs: readonly PageInput[]) => Promise<PageOutput[]>;
  /** Strategies for articles that are only tried on a page before it is rendered; empty where the source rendered all pages. */
  beforeRendering: readonly string[];
  /** Measures the items by what the spider expects; null: it expects nothing. */
  expectations: { recordStored(): Promise<void>; reached(): boolean } | null;
  /** Aborted: finish the pages in progress. */
  pause: AbortSignal;
  /** Aborted: drop them. */
  stop: AbortSignal;
  onChange: () => void;
}

/** Requests that are taken over in one transaction. */
const takenAtOnce = 500;
/** Most pages that are processed and written together, and bytes of their texts, of which the first page may exceed the latter. */
const most = { pages: 32, bytes: 8 * 1024 * 1024 };

const unreached = 'No row leads to this page any longer.';

/**
 * Extracts again from the stored pages of a run, in the order in which it fetched them. Two batches are in progress at a time: one
 * is processed while the one before is written, so that memory does not grow with the run.
 *
 * Rejects only if the ledger does. What was not written is still queued then.
 */
export async function reextract(deps: ReextractDependencies): Promise<ReextractEnd> {
  if (!(await takeOver(deps))) return ended(deps);
  // A row may lead to a page that was passed over, so the requests are gone through until nothing new is found.
  while (await goThrough(deps)) deps.onChange();
  if (isEnding(deps)) return ended(deps);
  await deps.ledger.endWaiting(unreached);
  await deps.ledger.flush();
  return 'exhausted';
}

type Endings = Pick<ReextractDependencies, 'pause' | 'stop' | 'expectations'>;

const isEnding = ({ pause, stop, expectations }: Endings): boolean =>
  pause.aborted || stop.aborted || expectations?.reached() === true;

function ended({ stop, expectations }: Endings): ReextractEnd {
  if (stop.aborted) return 'stopped';
  return expectations?.reached() === true ? 'breached' : 'paused';
}

/** Takes over the requests of the source. @returns whether it came to the end */
async function takeOver({ ledger, select, pause, stop, onChange }: ReextractDependencies): Promise<boolean> {
  let from: number | null = null;
  do {
    if (pause.aborted || stop.aborted) return false;
    const { requests, next } = await ledger.source(from, takenAtOnce);
    await ledger.take(requests.map(select));
    from = next;
    onChange();
  } while (from !== null);
  return true;
}

/** Goes through the queued requests once. @returns whether a page was found, and nobody asked to end */
async function goThrough(deps: ReextractDependencies): Promise<boolean> {
  const { ledger } = deps;
  let after: string | null = null;
  let passing = false;
  let hasFound = false;
  let inProgress: Promise<void> | null = null;
  while (!isEnding(deps)) {
    const { pages, next } = await ledger.queued(after, most, passing);
    passing = false;
    const last = pages.at(-1);
    const before: Promise<void> | null = inProgress;
    if (last !== undefined) {
      hasFound = true;
      after = last.id;
      inProgress = extractAndSettle(deps, pages, before);
      // It is awaited later.
      inProgress.catch(() => undefined);
      await before;
    } else if (before !== null) {
      // Its rows may lead to the request that waits.
      await before;
      inProgress = null;
    } else if (next?.kind === 'redirect') {
      hasFound = true;
      await ledger.redirect(next.id);
    } else if (next !== null) {
      passing = true;
    } else {
      return hasFound;
    }
  }
  await inProgress;
  return false;
}

/** Processes a batch of pages, and writes what was taken from them after the batch before. */
async function extractAndSettle(
  { ledger, process, beforeRendering, expectations, stop, onChange }: ReextractDependencies,
  pages: readonly QueuedPage[],
  before: Promise<void> | null,
): Promise<void> {
  const outputs = await process(pages.map((page) => inputOf(page, beforeRendering)));
  await before;
  if (stop.aborted) return;
  await ledger.settle(outputs.map((output, index) => ({ ...output, id: pages[index]?.id ?? '' })));
  await expectations?.recordStored();
  onChange();
}

/** The page as it was, except that a browser cannot be asked again. */
function inputOf(
  { page: { body, sha256, codec, length, kind }, rendered, ...request }: QueuedPage,
  beforeRendering: readonly string[],
): PageInput {
  const isArticle = request.callback === builtInCallback;
  return {
    ...request,
    body,
    stored: { sha256, codec, length, kind },
    browser: rendered ? { kind: 'rendered' } : { kind: 'none', reason: notRendered },
    ...(rendered && isArticle && beforeRendering.length > 0
      ? { earlier: beforeRendering.map((strategy) => ({ strategy, article: null, reason: triedBefore })) }
      : {}),
  };
}

const notRendered = 'the stored page was not rendered in a browser, and nothing is fetched again';
const triedBefore = 'it is tried before a page is rendered';

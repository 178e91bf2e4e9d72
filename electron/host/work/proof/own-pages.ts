import { fingerprintUrl } from '../../../engine/fingerprint.ts';
import type { PageKind } from '../../../../shared/page-kind.ts';
import { maxPageBytes, ProofInputError, type PageSource } from '../../../proof/input/source.ts';
import type { CertificateClaim } from '../../../proof/certificate.ts';
import type { ProofPage } from '../../../proof/types.ts';
import type { SpiderName } from '../../../store/history/crawl-history-queries.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { ledTo, type LoadedPage } from './led-to.ts';
import { choosePages, type SampleLimits } from './choose-pages.ts';
import { findOwnPages, findRunPages, savedPages, type FoundPages, type OwnPage } from './find-own-pages.ts';

/** The tree of a page takes a second at most, and a proof should take a minute at most. */
const limits: SampleLimits = {
  perGroup: 20,
  pages: 100,
  saved: 60,
  bytes: 50 * 1024 * 1024,
};

/**
 * Opens the pages that are stored with a spider: its saved pages and a sample of those that its newest run stored.
 * @param seed decides which are taken; @throws ProofInputError where there are none
 */
export async function openOwnPages(workspace: Workspace, of: SpiderName, seed: string): Promise<PageSource> {
  return openFound(workspace, await findOwnPages(workspace, of, seed), seed);
}

/**
 * Opens the saved pages of the draft of a spider that was never saved.
 * @param text of the draft; @throws ProofInputError where there are none
 */
export async function openDraftPages(
  workspace: Workspace,
  { project, draft }: { project: string; draft: string },
  { text, seed }: { text: string; seed: string },
): Promise<PageSource> {
  const rows = await workspace.queries.savedPages.ofDraft(project, draft);
  const pages = await savedPages(workspace, rows, { text, runs: null, locked: new Map() });
  return openFound(workspace, { pages, args: {} }, seed, (loaded) => ledTo(text, loaded));
}

/**
 * Opens a sample of the pages that a run has stored.
 * @param text of the spider that is judged; @throws ProofInputError where there are none
 */
export async function openRunPages(
  workspace: Workspace,
  id: string,
  { text, seed }: { text: string; seed: string },
): Promise<PageSource> {
  const run = await workspace.queries.runs.get(id);
  const pages = await findRunPages(workspace, run, { text, seed });
  return openFound(workspace, { pages, args: run.options.args ?? {} }, seed);
}

async function openFound(
  workspace: Workspace,
  { pages, args }: FoundPages,
  seed: string,
  left: (loaded: readonly LoadedPage[]) => readonly LoadedPage[] = (loaded) => loaded,
): Promise<PageSource> {
  const chosen = choosePages(pages, seed, limits);
  const loaded: LoadedPage[] = [];
  for (const each of chosen) {
    const page = await load(workspace, each);
    if (page !== null) loaded.push(page);
  }
  const taken = left(loaded);
  if (taken.length > 0) return sourceOf(taken, args);
  throw new ProofInputError(
    'There are no pages to judge it by.',
    'Save pages as tests, run the spider once, or name a folder or WARC file of pages. Pages that were saved before BROWSER_ACTIONS or PAGINATED_LISTINGS were carried out are left out.',
  );
}

/**
 * Opens the pages of a certificate, found again among those that are stored with a spider by their SHA-256. Those that are gone are
 * left out. @throws ProofInputError where it was made with files
 */
export async function openProvedPages(
  { queries }: Workspace,
  of: SpiderName,
  { pages: proved, args }: CertificateClaim,
): Promise<PageSource> {
  const loaded: Pick<LoadedPage, 'page' | 'text'>[] = [];
  for (const { url, sha256, stored } of proved) {
    if (stored === undefined) {
      throw new ProofInputError(
        'The certificate was made with pages of files, not with pages that are stored with a spider.',
        'Name the folder or WARC file.',
      );
    }
    const text = await queries.pages.ofSpider(of, sha256);
    if (text !== null) loaded.push({ page: { file: null, url, ...stored }, text });
  }
  return sourceOf(loaded, args);
}

function sourceOf(
  loaded: readonly Pick<LoadedPage, 'page' | 'text'>[],
  args: PageSource['args'],
): PageSource {
  const texts = new Map(loaded.map(({ page, text }) => [page, text]));
  return {
    kind: 'own-pages',
    args,
    pages: loaded.map(({ page }) => page),
    body: (page) => Promise.resolve(Buffer.from(texts.get(page) ?? '')),
    close: () => Promise.resolve(),
  };
}

/** Reads a page; null: it is gone, or too large. */
async function load(
  { queries }: Workspace,
  { source, url, requested, message, group, status, rendered, fetchedAt }: OwnPage,
): Promise<LoadedPage | null> {
  const common = { file: null, group, status, ...(message === undefined ? {} : { message }) };
  if (source.kind === 'saved') {
    const text = await queries.savedPages.html(source.page);
    const page = { ...common, url, requested, contentType: typeOf(source.as), fetchedAt, rendered };
    return { page, text, kind: source.as };
  }
  const stored = await queries.pages.ofRequest(source.request);
  if (stored === null || stored.html.length > maxPageBytes) return null;
  const page: ProofPage = {
    ...common,
    url: stored.url,
    requested: fingerprintUrl(stored.url) === fingerprintUrl(url) ? null : url,
    contentType: typeOf(stored.kind),
    fetchedAt: Date.parse(stored.fetchedAt),
    rendered: stored.rendered,
  };
  return { page, text: stored.html, kind: stored.kind };
}

/** Stored pages are text in UTF-8, whatever they came in. */
function typeOf(kind: PageKind): string {
  const type = { html: 'text/html', xml: 'application/xml', json: 'application/json' }[kind];
  return `${type}; charset=utf-8`;
}

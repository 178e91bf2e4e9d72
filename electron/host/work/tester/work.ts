import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import { proposeColumns } from '../../../authoring/propose-columns.ts';
import { propose } from '../../../authoring/propose.ts';
import type { Proposal } from '../../../../shared/contract/types.ts';
import { completeCss } from '../../../authoring/selectors/complete.ts';
import { isSameMaking } from '../../../authoring/selectors/same-making.ts';
import { scopeIndex } from '../../../authoring/selectors/scope-index.ts';
import { analyzePage } from '../../../authoring/analyze/analyze.ts';
import type { KeptSheet } from '../../../store/pages/saved-page-queries.ts';
import { outliner } from '../preview/outliner.ts';
import type { PictureFacts } from '../../../store/pages/picture-queries.ts';
import { requireRun } from '../../data/require-run.ts';
import { pagePictures } from '../pictures/picture-links.ts';
import { PagePictures } from '../preview/page-pictures.ts';
import { PageStyles } from '../preview/page-styles.ts';
import { renderPage, type RenderedPage } from '../preview/render.ts';
import { describeScriptMade, scriptMadeOf } from '../../../extract/analyze/script-made.ts';
import { baseOf, pageSheets } from '../styles/style-links.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { storedPage } from '../../data/pages.ts';
import { readSettingsOf } from '../../data/read-settings.ts';
import { whyUnacted } from '../../data/unacted.ts';
import { pagesOf, type PageOwner } from '../../data/page-owner.ts';
import { requirePage } from '../../data/require.ts';
import { listLinks } from '../../../engine/list-pages.ts';
import { BenchWork } from './bench-work.ts';
import { reportArticle } from './article-report.ts';
import { shortBudget, wholeBudget } from './cut-value.ts';
import { reportCallback } from './callback-report.ts';
import { describeElement } from './describe-element.ts';
import { whyNone, whyRefused } from './refusal.ts';
import { findElements } from './find-elements.ts';
import { emptyInRun, emptyOnSaved } from './empty-fields.ts';
import { emptyTargets } from './empty-targets.ts';
import { givenCallback } from './given-callback.ts';
import type { OtherPage } from './question.ts';
import { mergeRows, rowParts } from './list-parts.ts';
import { reportLinks } from './links-report.ts';
import { reportOutline } from './outline-report.ts';
import { OpenPage, type OpenedPage } from './open-page.ts';
import { reportPages } from './pages-report.ts';
import { onlyFields, readCallback, readDomains, readRowCallback, readRules } from './parts.ts';
import { rendersEveryPage } from './rendered.ts';
import { rowLinks } from './row-targets.ts';
import type { ProvenanceSource } from './provenance.ts';
import { relocate } from './relocate.ts';
import { reportRows } from './rows-report.ts';
import { placesWithin, reportSelector } from './selector-report.ts';
import { JsonPlace } from './places.ts';
import { suggestSelectors } from './suggest.ts';
import { describeValue, findValues, suggestPaths } from './suggest-json.ts';
import { reportTree } from './tree-report.ts';

/** A page ready for display. */
export interface ShownPage extends RenderedPage {
  /** Why the page seems empty without its scripts; null: it does not. */
  needsBrowser: string | null;
  /** Stored style sheets, including failed ones. */
  kept: readonly KeptSheet[];
  /** Pictures that could not be loaded. */
  failedPictures: readonly PictureFacts[];
}

/** A saved page, or the page that a run has stored for a request. */
export type PagePlace = { page: string } | { request: string };

/** The style sheets and pictures that a page refers to, as absolute URLs without duplicates, and what is needed to fetch them. */
export interface PageFileLinks {
  owner: PageOwner;
  /** URL of the page; null: unknown. */
  url: string | null;
  encoding: string;
  /** None of a page that a run has stored: they could not be kept. */
  sheets: string[];
  pictures: string[];
}

/** Maximum total text of cached pages in UTF-16 units; a tree takes about twenty times as many bytes. */
const maxOpen = 24_000_000;

/** Other saved pages that suggested selectors are compared on, and their size together in bytes. */
const maxOthers = 12;
const maxOthersLength = 6_000_000;

const isMadeLike = (one: OpenPage, other: OpenPage): boolean =>
  one.content.kind === other.content.kind &&
  isSameMaking(scopeIndex(one.tree.document), scopeIndex(other.tree.document));

type Timed<V> = V & { parsed: boolean; elapsedMs: number };

/** The jobs of a tester thread. It reads pages from the database and caches their trees. */
export class TesterWork {
  /** The tests of spiders. */
  readonly bench: BenchWork;
  readonly #workspace: Workspace;
  readonly #open = new Map<string, OpenPage>();
  /** The proposal for an open page, which is asked for again when a choice is taken. */
  readonly #proposals = new WeakMap<OpenPage, { durationMs: number | null; proposal: Proposal }>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.bench = new BenchWork({ workspace, open: async (id) => (await this.#openSaved(id)).page });
  }

  callback({
    page,
    text,
    callback,
    fields,
    whole,
  }: CallArgs<'tester.callback'>): Promise<CallValue<'tester.callback'>> {
    return this.#with(page, (open) => {
      const written = readCallback(text, callback);
      const read = onlyFields(written, fields ?? null);
      const budget = (whole ?? false) ? wholeBudget : shortBudget;
      const { iterate } = read;
      const refused = whyRefused(open, callback, written);
      if (iterate !== null) {
        const how = { domains: readDomains(text), budget };
        const [first = open, ...others] = rowParts(open, written);
        const rows = mergeRows(
          reportRows(first, read, iterate, how),
          others.map((part) => reportRows(part, read, iterate, how)),
        );
        return { callback, refused, ...rows };
      }
      const report = reportCallback(open.front, read, budget);
      const none = fields === undefined ? whyNone(open, callback, report.fields) : null;
      return { callback, refused: refused ?? none, ...report, rows: null };
    });
  }

  /** What a callback takes from all saved pages of a spider. */
  async pages(
    { project, spider, ...wanted }: CallArgs<'tester.pages'>,
    isCancelled: () => boolean,
  ): Promise<CallValue<'tester.pages'>> {
    const saved = await this.#workspace.queries.savedPages.list(project, spider);
    const open = async (id: string): Promise<OpenPage> => (await this.#openSaved(id)).page;
    return reportPages(saved, wanted, { open, isCancelled });
  }

  /** The fields that are empty on all saved pages of a spider. */
  async empty(
    { project, spider, text }: CallArgs<'tester.empty'>,
    isCancelled: () => boolean,
  ): Promise<CallValue<'tester.empty'>> {
    const saved = await this.#workspace.queries.savedPages.list(project, spider);
    const open = async (id: string): Promise<OpenPage> => (await this.#openSaved(id)).page;
    const { fields } = await emptyOnSaved(saved, text, { open, isCancelled });
    return { fields, selectors: await emptyTargets(saved, text, open) };
  }

  /** The fields that are empty in all items of a run. */
  emptyInRun({ run }: CallArgs<'tester.emptyInRun'>): Promise<CallValue<'tester.emptyInRun'>> {
    return emptyInRun(this.provenance, run);
  }

  selector({ page, ...what }: CallArgs<'tester.selector'>): Promise<CallValue<'tester.selector'>> {
    return this.#with(page, (open) => reportSelector(open, what));
  }

  tree({ page, ...part }: CallArgs<'tester.tree'>): Promise<CallValue<'tester.tree'>> {
    return this.#with(page, (open) => reportTree(open, part));
  }

  /** The same of a page that a run has stored. */
  async treeOfRequest({
    request,
    ...part
  }: CallArgs<'pages.treeOfRequest'>): Promise<CallValue<'pages.treeOfRequest'>> {
    return reportTree((await this.#openStored(request)).page, part);
  }

  outline({ page }: CallArgs<'tester.outline'>): Promise<CallValue<'tester.outline'>> {
    return this.#with(page, reportOutline);
  }

  article({ page, text }: CallArgs<'tester.article'>): Promise<CallValue<'tester.article'>> {
    return this.#with(page, (open) => ({ strategies: reportArticle(open, text) }));
  }

  async links({ page, text }: CallArgs<'tester.links'>): Promise<CallValue<'tester.links'>> {
    const row = await requirePage(this.#workspace, page);
    return this.#with(page, (open) => {
      const spider = readRules(text);
      const callback = readRowCallback(text, givenCallback(spider, row).callback);
      const followed = callback === null ? undefined : rowLinks(open, callback, spider.allowed_domains);
      const within =
        open.list === null ? null : listLinks({ settings: readSettingsOf(text) }, open.url ?? '');
      return reportLinks(open, spider, { within, ...(followed === undefined ? {} : { followed }) });
    });
  }

  async given({ page, text }: CallArgs<'tester.given'>): Promise<CallValue<'tester.given'>> {
    const row = await requirePage(this.#workspace, page);
    return { ...givenCallback(readRules(text), row), unacted: whyUnacted(row, readSettingsOf(text)) };
  }

  async suggest({
    page,
    elsewhere = [],
    ...wanted
  }: CallArgs<'tester.suggest'>): Promise<CallValue<'tester.suggest'>> {
    const others = await this.#othersThan(page, elsewhere);
    return this.#with(page, (open) => {
      const [element = 0] = wanted.elements;
      if (open.content.kind === 'json') {
        const suggestions = suggestPaths(open, wanted);
        return { element: describeValue(open, element), suggestions, question: null };
      }
      const alike = others.filter((each) => isMadeLike(open, each.page));
      return { element: describeElement(open, element), ...suggestSelectors(open, wanted, alike) };
    });
  }

  async relocate({ page, ...sought }: CallArgs<'tester.relocate'>): Promise<CallValue<'tester.relocate'>> {
    const others = await this.#othersThan(page, []);
    return this.#with(page, (open) => {
      for (const other of others) {
        const found = open.content.kind === 'json' ? null : relocate(open, other.page, sought);
        if (found !== null) return { found: { ...found, page: other.id } };
      }
      return { found: null };
    });
  }

  complete({ page, before, within }: CallArgs<'tester.complete'>): Promise<CallValue<'tester.complete'>> {
    return this.#with(page, (open) => {
      const places = placesWithin(open, within ?? null) ?? [];
      return completeCss(
        before,
        places.flatMap((place) => (place instanceof JsonPlace ? [] : [place])),
      );
    });
  }

  /** Other saved pages of the same spider, with what is known of them: those first, then the newest. */
  async #othersThan(
    id: string,
    known: NonNullable<CallArgs<'tester.suggest'>['elsewhere']>,
  ): Promise<OtherPage[]> {
    const rows = await pagesOf(this.#workspace, await requirePage(this.#workspace, id));
    const isKnown = (page: string): number => (known.some((each) => each.page === page) ? 0 : 1);
    const others = rows.filter((row) => row.id !== id && row.kind !== 'json');
    const chosen: OtherPage[] = [];
    let length = 0;
    for (const row of others.toSorted((a, b) => isKnown(a.id) - isKnown(b.id)).slice(0, maxOthers)) {
      length += row.bytes;
      if (length > maxOthersLength) break;
      const { page } = await this.#openSaved(row.id);
      const told = known.find((each) => each.page === row.id);
      chosen.push({ id: row.id, page, elements: told?.elements ?? [], not: told?.not ?? [] });
    }
    return chosen;
  }

  columns({ page, rows }: CallArgs<'tester.columns'>): Promise<CallValue<'tester.columns'>> {
    return this.#with(page, ({ content, context }) => proposeColumns(content, rows, context));
  }

  find({ page, text }: CallArgs<'tester.find'>): Promise<CallValue<'tester.find'>> {
    return this.#with(page, (open) => ({
      found: open.content.kind === 'json' ? findValues(open, text) : findElements(open, text),
    }));
  }

  analyze({ page }: CallArgs<'tester.analyze'>): Promise<CallValue<'tester.analyze'>> {
    return this.#with(page, (open) => analyzePage(open.tree, { url: open.url, rendered: open.rendered }));
  }

  /** Proposes what a spider could take from a saved page. */
  async propose({
    page,
    durationMs,
  }: CallArgs<'pages.propose'> & { durationMs: number | null }): Promise<Proposal> {
    const { page: open } = await this.#openSaved(page);
    const known = this.#proposals.get(open);
    if (known?.durationMs === durationMs) return known.proposal;
    const { url, rendered, context } = open;
    const answers = await this.#workspace.queries.savedPages.answers(page);
    const { fetchedAt } = context;
    const proposal = propose(open.content, { url, rendered, fetchedAt, durationMs, answers });
    this.#proposals.set(open, { durationMs, proposal });
    return proposal;
  }

  /** Creates the preview of a saved page, or of a page stored by a run. */
  async render(place: PagePlace): Promise<ShownPage> {
    const { page } =
      'page' in place ? await this.#openSaved(place.page) : await this.#openStored(place.request);
    const { savedPages, pictures } = this.#workspace.queries;
    const sheets = 'page' in place ? await savedPages.sheets(place.page) : [];
    const { project } = (await this.#ownerOf(place)).owner;
    const base = baseOf(page.elements, page.url);
    const links = pagePictures(page.elements, page.url);
    const shown = {
      styles: new PageStyles(sheets, base),
      pictures: new PagePictures(await pictures.get(project, links), base),
    };
    const known = await pictures.known(project, links);
    const isFinal = page.rendered || page.content.kind !== 'html';
    const made = isFinal ? null : scriptMadeOf(page.elements);
    return {
      ...renderPage(page.tree.document, page.elements, { script: outliner().script, ...shown }),
      kept: sheets,
      failedPictures: known.filter(({ type }) => type === null),
      needsBrowser: made === null ? null : describeScriptMade(made),
    };
  }

  /** What a page refers to for its looks. */
  async files(place: PagePlace): Promise<PageFileLinks> {
    const { page } =
      'page' in place ? await this.#openSaved(place.page) : await this.#openStored(place.request);
    const { elements, url } = page;
    const sheets = 'page' in place ? pageSheets(elements, url) : [];
    return { ...(await this.#ownerOf(place)), url, sheets, pictures: pagePictures(elements, url) };
  }

  /** Whose page it is, and the encoding of the page. */
  async #ownerOf(place: PagePlace): Promise<{ owner: PageOwner; encoding: string }> {
    if ('page' in place) {
      const { project, spider, draft, encoding } = await requirePage(this.#workspace, place.page);
      return { owner: { project, spider, draft }, encoding };
    }
    const { page, request } = await storedPage(this.#workspace, place.request);
    const { project, spider } = await requireRun(this.#workspace, request.run);
    return { owner: { project, spider }, encoding: page.encoding };
  }

  async #with<V extends object>(id: string, work: (page: OpenPage) => V): Promise<Timed<V>> {
    const begun = performance.now();
    const { page, parsed } = await this.#openSaved(id);
    return { ...work(page), parsed, elapsedMs: performance.now() - begun };
  }

  async #openSaved(id: string): Promise<{ page: OpenPage; parsed: boolean }> {
    const { url, addedAt, fetchedAt, source, run, kind } = await requirePage(this.#workspace, id);
    return this.#opened(`page ${id} ${addedAt} ${url ?? ''}`, async () => ({
      html: await this.#workspace.queries.savedPages.html(id),
      url,
      fetchedAt: Date.parse(fetchedAt),
      kind,
      rendered: source === 'rendered' || (run !== null && (await rendersEveryPage(this.#workspace, run))),
    }));
  }

  /** What the provenance of a value is read from. */
  get provenance(): ProvenanceSource {
    const open = async (request: string, rendered: boolean | null): Promise<OpenPage> =>
      (await this.#openStored(request, rendered)).page;
    return { workspace: this.#workspace, open };
  }

  /** @param shown whether a browser has rendered it; null: as the settings of the run say */
  #openStored(request: string, shown: boolean | null = null): Promise<{ page: OpenPage; parsed: boolean }> {
    return this.#opened(`request ${request} ${shown ?? ''}`, async () => {
      const stored = await storedPage(this.#workspace, request);
      return {
        ...stored.page,
        fetchedAt: Date.parse(stored.page.fetchedAt),
        rendered:
          shown ?? (stored.page.rendered || (await rendersEveryPage(this.#workspace, stored.request.run))),
      };
    });
  }

  async #opened(
    key: string,
    read: () => Promise<OpenedPage & { html: string }>,
  ): Promise<{ page: OpenPage; parsed: boolean }> {
    const known = this.#open.get(key);
    if (known !== undefined) {
      this.#open.delete(key);
      this.#open.set(key, known);
      return { page: known, parsed: false };
    }
    const { html, ...facts } = await read();
    this.#makeRoom(html.length);
    const page = new OpenPage(html, facts);
    this.#open.set(key, page);
    return { page, parsed: true };
  }

  /** Evicts the least recently used pages before a new one is parsed. */
  #makeRoom(length: number): void {
    let held = length;
    for (const page of this.#open.values()) held += page.length;
    for (const [key, page] of this.#open) {
      if (held <= maxOpen) return;
      held -= page.length;
      this.#open.delete(key);
    }
  }
}

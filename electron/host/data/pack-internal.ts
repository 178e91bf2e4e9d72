import { identityOf } from '../../../shared/request-message.ts';
import { packLimits } from '../../packs/limits.ts';
import type { LibraryImport, NewPack, StoredPack } from '../../store/spiders/pack-queries.ts';
import type { PackItems, PackPage, PackVersion } from '../../packs/pack-file.ts';
import type { DataContext } from './data-context.ts';
import { isSameDocument } from '../../store/spiders/same-document.ts';
import { HostError } from '../errors.ts';
import { withName } from './with-name.ts';
import { lenientSpider } from './lenient-spider.ts';
import { requireSpider, requireVersion } from './stored-spiders.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What the store has of a spider for its pack. */
export interface PackedSpider {
  description: string | null;
  spider: PackVersion;
  earlier: PackVersion[];
  pages: PackPage[];
  items: PackItems | null;
}

/** Database work for packs; no client can call it. */
export const packInternalHandlers = {
  /** Everything of a spider that a pack holds. */
  packedSpider: async (
    {
      project,
      spider,
      versions,
      items,
    }: { project: string; spider: string; versions: 'newest' | 'all'; items: boolean },
    { workspace }: DataContext,
  ): Promise<PackedSpider> => {
    const { version: number } = await requireSpider(workspace, project, spider);
    const kept = versions === 'newest' ? [] : await workspace.queries.spiders.versions({ project, spider });
    const earlier: PackVersion[] = [];
    for (const each of kept.filter((version) => version.number < number).slice(0, packLimits.versions))
      earlier.unshift(await versionOf(workspace, project, spider, each.number));
    const newest = await versionOf(workspace, project, spider, number);
    return {
      description: lenientSpider(newest.text).description,
      spider: newest,
      earlier,
      pages: await pagesOf(workspace, project, spider),
      items: items ? await itemsOf(workspace, project, spider) : null,
    };
  },
  storePack: async (
    { pack, dryRun }: { pack: NewPack; dryRun: boolean },
    { workspace, publish, window }: DataContext,
  ): Promise<StoredPack> => {
    const stored = await workspace.queries.packs.store(pack, { dryRun });
    if (dryRun) return stored;
    const { project, name: spider } = pack;
    if (!stored.unchanged)
      publish('spiders', { project, spider, what: 'saved', version: stored.version, by: window });
    if (stored.created) publish('projects', { project });
    publish('pages', { project, spider });
    return stored;
  },
  /** The spiders that were imported from the library, and whether each was changed since. */
  libraryImports: async (
    { project }: { project: string | null },
    { workspace }: DataContext,
  ): Promise<ImportedSpider[]> => {
    const found: ImportedSpider[] = [];
    for (const imported of await workspace.queries.packs.imported(project))
      found.push(await importedSpider(workspace, imported));
    return found;
  },
  /** Where a spider came from. */
  libraryImport: async (
    { project, spider }: { project: string; spider: string },
    { workspace }: DataContext,
  ): Promise<ImportedSpider> => {
    await requireSpider(workspace, project, spider);
    const [newest] = await workspace.queries.packs.imports({ project, spider });
    if (newest === undefined) throw notImported(project, spider);
    return importedSpider(workspace, newest);
  },
  /** Adds a version as it was before the import that a spider is at. */
  undoImport: async (
    { project, spider }: { project: string; spider: string },
    { workspace, publish, window }: DataContext,
  ): Promise<{ version: number; to: number; from: LibraryImport['from'] }> => {
    const of = { project, spider };
    const { version: newest } = await requireSpider(workspace, project, spider);
    const imports = await workspace.queries.packs.imports(of);
    const [current] = imports;
    if (current === undefined) throw notImported(project, spider);
    const to = current.base - 1;
    if (to < 1)
      throw new HostError(
        'nothing-before',
        `"${spider}" was imported as its version ${current.base}, and there is none before it.`,
        null,
      );
    const { text } = await requireVersion(workspace, project, spider, to);
    const { registry, name, version: number } = current.from;
    const version = await workspace.queries.packs.goBack({
      ...of,
      text: withName(text, spider),
      note: `Back to version ${to}, before ${registry}/${name}@${number}`,
      newest,
      like: imports.find((each) => each.number <= to)?.number ?? null,
    });
    if (version === null)
      throw new HostError('stale-version', `"${spider}" was saved meanwhile.`, 'Look at it, and try again.');
    publish('spiders', { ...of, what: 'saved', version, by: window });
    return { version, to, from: current.from };
  },
};

/** A spider that was imported from the library, as it is now. */
export interface ImportedSpider extends LibraryImport {
  /** Its newest version. */
  newest: number;
  /** The text of the newest version, and the text as it came. */
  text: string;
  baseText: string;
  /** Whether they are different documents. */
  changedHere: boolean;
}

async function importedSpider(workspace: Workspace, imported: LibraryImport): Promise<ImportedSpider> {
  const { project, spider, base } = imported;
  const { number: newest, text } = await requireVersion(workspace, project, spider, null);
  const { text: baseText } = await requireVersion(workspace, project, spider, base);
  return {
    ...imported,
    newest,
    text,
    baseText,
    changedHere: !isSameDocument(text, withName(baseText, spider)),
  };
}

const notImported = (project: string, spider: string): HostError =>
  new HostError(
    'not-imported',
    `"${spider}" in project "${project}" was not imported from the library.`,
    'Spiders from files have no updates.',
  );

async function versionOf(
  workspace: Workspace,
  project: string,
  spider: string,
  version: number,
): Promise<PackVersion> {
  const {
    number,
    createdAt: savedAt,
    note,
    text,
  } = await requireVersion(workspace, project, spider, version);
  return { number, savedAt, note, text };
}

async function pagesOf({ queries }: Workspace, project: string, spider: string): Promise<PackPage[]> {
  const rows = (await queries.savedPages.list(project, spider)).toReversed();
  const locked = await queries.lockedValues.list(project, spider);
  const pages: PackPage[] = [];
  for (const { id, title, url, source, encoding, kind, fetchedAt, request } of rows) {
    const own = locked.filter(({ page }) => page === id);
    pages.push({
      title: title.slice(0, longestTitle),
      url,
      source,
      encoding,
      kind,
      fetchedAt,
      ...(request === undefined
        ? {}
        : { request: { url: request.url, message: identityOf(request.message) } }),
      text: await queries.savedPages.html(id),
      locked: own.map((part) => ({
        kind: part.kind,
        name: part.name,
        callback: part.callback,
        values: part.values,
      })),
    });
  }
  return pages;
}

/** Items of the newest run that has any, up to the limits; null: no run has items. */
async function itemsOf({ queries }: Workspace, project: string, spider: string): Promise<PackItems | null> {
  const run = await queries.runs.latestWithItems(project, spider);
  if (run === null) return null;
  const view = { project, spider, run: run.id, filters: [], words: [], sort: [], upTo: null };
  const { batches } = await queries.items.stream(view);
  const lines: string[] = [];
  let bytes = 0;
  for await (const batch of batches()) {
    for (const { url, title, content, author, published_date, metadata } of batch) {
      const line = `${JSON.stringify({ url, title, content, author, published_date, ...metadata })}\n`;
      bytes += Buffer.byteLength(line);
      if (lines.length >= packLimits.items || bytes > packLimits.itemBytes) return joined(lines);
      lines.push(line);
    }
  }
  return joined(lines);
}

/** Characters of the title of a page, as a manifest holds it. */
const longestTitle = 300;

const joined = (lines: readonly string[]): PackItems => ({ count: lines.length, text: lines.join('') });

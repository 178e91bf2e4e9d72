import type { LibraryUpdate, UpdatePreview } from '../../../../shared/contract/types.ts';
import { documentChanges } from '../../../../shared/spider/document-changes.ts';
import type { PackPage } from '../../../packs/pack-file.ts';
import type { ImportedSpider } from '../../data/pack-internal.ts';
import { isSameDocument } from '../../../store/spiders/same-document.ts';
import { withName } from '../../data/with-name.ts';
import type { OpenedPack } from '../packs/open-pack.ts';
import { shownEntry, type FoundEntry } from './find-entry.ts';

/** What an update would make of a spider, and the pages that it is judged by. */
interface UpdatePlan {
  told: Pick<UpdatePreview, 'base' | 'before' | 'after' | 'same' | 'changes' | 'pages'>;
  judged: PackPage[];
}

/** A spider that was imported, and the newest version among the entries of its registry. */
export function updateOf(
  { project, spider, newest: version, base, from, importedAt, changedHere }: ImportedSpider,
  entries: readonly FoundEntry[],
): LibraryUpdate {
  const { kind: _kind, ...origin } = from;
  const found = entries.find(({ registry, entry }) => registry === from.registry && entry.name === from.name);
  const [newest = null] = found === undefined ? [] : shownEntry(found).versions;
  return {
    project,
    spider,
    from: origin,
    importedAt,
    version,
    changedHere,
    newest,
    canGoBack: base > 1,
    isNewer: newest !== null && newest.version > from.version,
  };
}

/** Compares a spider with another version of its entry. @param own its saved pages */
export function planUpdate(
  { spider, text: before, baseText }: ImportedSpider,
  { text: after, pack }: OpenedPack,
  own: readonly PackPage[],
): UpdatePlan {
  const base = withName(baseText, spider);
  const isKnown = (page: PackPage): boolean => own.some((each) => isSamePage(each, page));
  return {
    told: {
      base,
      before,
      after,
      same: isSameDocument(before, after),
      changes: documentChanges(parsed(base), parsed(before), parsed(after)),
      pages: pack.pages.filter((page) => !isKnown(page)).length,
    },
    judged: withOwnPages(pack.pages, own),
  };
}

/** The pages of a pack and of a spider: what the pack locks on a page takes the place of what was locked in the same cell. */
function withOwnPages(packed: readonly PackPage[], own: readonly PackPage[]): PackPage[] {
  const both = packed.map((page): PackPage => {
    const known = own.find((each) => isSamePage(each, page))?.locked ?? [];
    const isLocked = (cell: PackPage['locked'][number]): boolean =>
      page.locked.some(({ kind, name }) => kind === cell.kind && name === cell.name);
    return { ...page, locked: [...page.locked, ...known.filter((cell) => !isLocked(cell))] };
  });
  return [...both, ...own.filter((page) => !packed.some((each) => isSamePage(each, page)))];
}

const isSamePage = (one: PackPage, other: PackPage): boolean =>
  one.url === other.url && one.text === other.text;

function parsed(text: string): unknown {
  const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
  return value;
}

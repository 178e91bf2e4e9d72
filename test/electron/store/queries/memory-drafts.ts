import { notFound } from '../../../../electron/store/errors.ts';
import type {
  DiscardResult,
  DraftPlace,
  DraftQueries,
  DraftRow,
  KeptDraft,
  KnownDraft,
  SeenDraft,
} from '../../../../electron/store/spiders/draft-queries.ts';
import { isoTime, revisionOf, type Tables } from './memory-tables.ts';

/** Drafts within a transaction, for those who change them with something else. */
export function draftTable(tables: Tables) {
  function find(place: DraftPlace): DraftRow | null {
    if (place.spider !== null) return tables.spider(place)?.draft ?? null;
    const draft = tables.unsaved.get(place.draft ?? '');
    return draft?.project === place.project ? draft : null;
  }

  function set(place: DraftPlace, draft: DraftRow | null): void {
    if (place.spider === null) {
      if (draft !== null) tables.unsaved.set(draft.id, draft);
      else if (place.draft !== null) tables.unsaved.delete(place.draft);
      return;
    }
    const spider = tables.spider(place);
    if (spider === null) throw notFound(`spider "${place.spider}" in the project "${place.project}"`);
    spider.draft = draft;
  }

  return {
    find,
    put(place: DraftPlace, text: string, base: number | null, known: KnownDraft): KeptDraft {
      const before = find(place);
      if (before !== null && before.text !== text && before.revision !== known)
        return { kind: 'conflict', draft: before };
      const { project, spider } = place;
      if (spider === null) tables.project(project);
      const id = before?.id ?? tables.newId();
      const updatedAt = isoTime(tables.now);
      const draft = { id, project, spider, text, base, revision: revisionOf(text), updatedAt };
      set(place, draft);
      return { kind: 'kept', draft };
    },
    discard(place: DraftPlace, seen: SeenDraft | 'any'): DiscardResult {
      const draft = find(place);
      if (draft === null) return 'missing';
      if (seen !== 'any' && draft.text !== seen.text && draft.revision !== seen.revision) return 'conflict';
      set(place, null);
      return 'discarded';
    },
  };
}

export function draftsOf(tables: Tables): DraftQueries {
  const { find, put, discard } = draftTable(tables);
  return {
    async get(place) {
      return find(place);
    },
    async unsaved(project) {
      return [...tables.unsaved.values()]
        .filter((draft) => project === null || draft.project === project)
        .toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt) || Number(b.id) - Number(a.id));
    },
    async put(...given) {
      return put(...given);
    },
    async discard(...given) {
      return discard(...given);
    },
  };
}

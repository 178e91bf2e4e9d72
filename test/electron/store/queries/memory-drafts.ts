import { notFound } from '../../../../electron/store/errors.ts';
import {
  keptSteps,
  type DiscardResult,
  type DraftPlace,
  type DraftQueries,
  type DraftRow,
  type KeptDraft,
  type KnownDraft,
  type SeenDraft,
} from '../../../../electron/store/spiders/draft-queries.ts';
import { isoTime, revisionOf, type Tables } from './memory-tables.ts';

const isSeen = (draft: DraftRow, seen: SeenDraft | 'any'): boolean =>
  seen === 'any' || draft.text === seen.text || draft.revision === seen.revision;

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
      else if (place.draft !== null) {
        tables.unsaved.delete(place.draft);
        for (const [id, { row }] of tables.savedPages)
          if (row.draft === place.draft) tables.savedPages.delete(id);
      }
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
    /** The draft, if its caller has seen it. */
    seen(place: DraftPlace, seen: SeenDraft | 'any'): DraftRow | null {
      const draft = find(place);
      return draft !== null && isSeen(draft, seen) ? draft : null;
    },
    discard(place: DraftPlace, seen: SeenDraft | 'any'): DiscardResult {
      const draft = find(place);
      if (draft === null) return 'missing';
      if (!isSeen(draft, seen)) return 'conflict';
      set(place, null);
      return 'discarded';
    },
  };
}

export function draftsOf(tables: Tables): DraftQueries {
  const { find, put, discard } = draftTable(tables);
  const steps = tables.draftSteps;
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
    async patch(place, known, patch) {
      const draft = find(place);
      const newest = place.spider === null ? undefined : tables.spider(place)?.versions.at(-1);
      const before =
        draft ?? (newest === undefined ? null : { ...newest, base: newest.number, revision: null });
      if (before === null) return { kind: 'missing' };
      const text = patch(before.text);
      const kept = put(place, text, before.base, known === undefined ? before.revision : known);
      const own = steps.get(kept.draft.id) ?? [];
      if (kept.kind === 'kept' && text !== before.text) own.push({ text: before.text, after: text });
      steps.set(kept.draft.id, own.slice(-keptSteps));
      return { ...kept, steps: own.slice(-keptSteps).length };
    },
    async undo(place, known) {
      const draft = find(place);
      const own = steps.get(draft?.id ?? '') ?? [];
      const step = own.at(-1);
      if (draft === null || step?.after !== draft.text) return { kind: 'missing' };
      const kept = put(place, step.text, draft.base, known === undefined ? draft.revision : known);
      if (kept.kind === 'kept') own.pop();
      return { ...kept, steps: own.length };
    },
    async discard(...given) {
      return discard(...given);
    },
  };
}

import type { StoreContext } from '../database/context.ts';
import type { DraftPlace, DraftQueries, KnownDraft, SeenDraft } from './draft-queries.ts';
import type { DraftRows } from './draft-rows.ts';

export function createDrafts({ connection }: StoreContext, rows: DraftRows): DraftQueries {
  return {
    get: connection.query((place: DraftPlace) => rows.get(place)),
    unsaved: connection.query((project: string | null) => rows.unsaved(project)),
    put: connection.change((place: DraftPlace, text: string, base: number | null, known: KnownDraft) =>
      rows.put(place, text, base, known),
    ),
    discard: connection.change((place: DraftPlace, seen: SeenDraft | 'any') => rows.discard(place, seen)),
  };
}

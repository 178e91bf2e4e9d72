import type { StoreContext } from '../database/context.ts';
import type { DraftPlace, DraftQueries, KnownDraft, SeenDraft } from './draft-queries.ts';
import type { DraftRows } from './draft-rows.ts';
import { createDraftSteps } from './draft-steps.ts';
import type { SpiderRows } from './spider-rows.ts';

export function createDrafts(context: StoreContext, rows: DraftRows, spiders: SpiderRows): DraftQueries {
  const { connection } = context;
  const steps = createDraftSteps(context, { drafts: rows, spiders });
  return {
    get: connection.query((place: DraftPlace) => rows.get(place)),
    unsaved: connection.query((project: string | null) => rows.unsaved(project)),
    put: connection.change((place: DraftPlace, text: string, base: number | null, known: KnownDraft) =>
      rows.put(place, text, base, known),
    ),
    patch: connection.change(
      (place: DraftPlace, known: KnownDraft | undefined, patch: (text: string) => string) =>
        steps.patch(place, known, patch),
    ),
    undo: connection.change((place: DraftPlace, known: KnownDraft | undefined) => steps.undo(place, known)),
    discard: connection.change((place: DraftPlace, seen: SeenDraft | 'any') => rows.discard(place, seen)),
  };
}

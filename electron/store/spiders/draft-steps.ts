import { hash as hashOf } from 'node:crypto';
import type { StoreContext } from '../database/context.ts';
import { keptSteps, type DraftPlace, type KnownDraft, type PatchedDraft } from './draft-queries.ts';
import type { DraftRows } from './draft-rows.ts';
import type { SpiderRows } from './spider-rows.ts';

/** Changes drafts in steps that can be taken back, within a transaction of its caller. */
interface DraftSteps {
  patch(place: DraftPlace, known: KnownDraft | undefined, patch: (text: string) => string): PatchedDraft;
  undo(place: DraftPlace, known: KnownDraft | undefined): PatchedDraft;
}

export function createDraftSteps(
  { connection: { db } }: StoreContext,
  { drafts, spiders }: { drafts: DraftRows; spiders: SpiderRows },
): DraftSteps {
  const add = db.prepare<[number, string, string]>(
    'INSERT INTO draft_steps (draft_id, text, hash) VALUES (?, ?, ?)',
  );
  const removeOld = db.prepare<[{ draft: number; most: number }]>(
    `DELETE FROM draft_steps WHERE draft_id = @draft AND id NOT IN (
      SELECT id FROM draft_steps WHERE draft_id = @draft ORDER BY id DESC LIMIT @most)`,
  );
  const newest = db.prepare<[number], { id: number; text: string; hash: string }>(
    'SELECT id, text, hash FROM draft_steps WHERE draft_id = ? ORDER BY id DESC LIMIT 1',
  );
  const remove = db.prepare<[number]>('DELETE FROM draft_steps WHERE id = ?');
  const count = db.prepare<[number], number>('SELECT count(*) FROM draft_steps WHERE draft_id = ?').pluck();
  const stepsOf = (draft: number): number => count.get(draft) ?? 0;

  /** The text that a patch begins with. */
  function begun(place: DraftPlace): { text: string; base: number | null; revision: KnownDraft } | null {
    const draft = drafts.get(place);
    if (draft !== null || place.spider === null) return draft;
    const version = spiders.version(place, null);
    return version === null ? null : { text: version.text, base: version.number, revision: null };
  }

  return {
    patch(place, known, patch) {
      const before = begun(place);
      if (before === null) return { kind: 'missing' };
      // Nothing is kept of a draft that its writer does not know.
      const expected = known === undefined ? before.revision : known;
      const text = patch(before.text);
      const kept = drafts.put(place, text, before.base, expected);
      const id = drafts.idOf(place) ?? 0;
      if (kept.kind === 'kept' && text !== before.text) {
        add.run(id, before.text, hashOf('sha256', text));
        removeOld.run({ draft: id, most: keptSteps });
      }
      return { ...kept, steps: stepsOf(id) };
    },
    undo(place, known) {
      const draft = drafts.get(place);
      const id = drafts.idOf(place);
      const step = id === null ? undefined : newest.get(id);
      if (draft === null || id === null || step?.hash !== hashOf('sha256', draft.text))
        return { kind: 'missing' };
      const kept = drafts.put(place, step.text, draft.base, known === undefined ? draft.revision : known);
      if (kept.kind === 'kept') remove.run(step.id);
      return { ...kept, steps: stepsOf(id) };
    },
  };
}

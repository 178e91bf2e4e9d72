import { Type } from 'typebox';
import { command } from '../define.ts';
import { Id, Json, nullable, strictObject, stringEnum } from '../shapes.ts';
import { ProblemSchema } from './common.ts';
import { DraftRef, DraftSchema, KnownDraft } from './spiders.ts';

const Pointer = Type.String({ maxLength: 4000, description: 'A JSON pointer (RFC 6901).' });

/** Schema of `PatchOperation`. */
export const PatchOperationSchema = strictObject({
  op: stringEnum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
  path: Pointer,
  from: Type.Optional(Pointer),
  value: Type.Optional(Json),
});

/** Schema of `PatchedDraft`. */
export const PatchedDraftSchema = strictObject({
  ...DraftSchema.properties,
  draft: nullable(Id, { description: 'null: the draft of a stored spider.' }),
  steps: Type.Integer({
    minimum: 0,
    description: 'How many patches can be taken back, one after the other.',
  }),
  valid: Type.Boolean({ description: 'Whether the text could be saved; there may be warnings.' }),
  problems: Type.Array(ProblemSchema),
});

const Known = Type.Optional({
  ...KnownDraft,
  description: 'The revision that the caller knows. Left out: whichever it is.',
});

/** Calls that change unsaved edits step by step. */
export const draftCalls = {
  'spiders.patchDraft': command(
    'Makes a JSON Patch (RFC 6902) in unsaved edits: all of it or nothing. Of a stored spider without edits, they begin with its newest version.',
    {
      executor: 'write',
      verb: 'PATCH',
      path: '/api/drafts',
      args: strictObject({
        ...DraftRef,
        patch: Type.Array(PatchOperationSchema, { minItems: 1, maxItems: 200 }),
        known: Known,
      }),
      result: PatchedDraftSchema,
      errors: ['unknown-spider', 'unknown-draft', 'draft-conflict', 'bad-patch'],
    },
  ),
  'spiders.undoDraft': command(
    'Takes the newest patch of unsaved edits back, unless they were changed by something else since.',
    {
      executor: 'write',
      path: '/api/drafts/undo',
      args: strictObject({ ...DraftRef, known: Known }),
      result: PatchedDraftSchema,
      errors: ['unknown-spider', 'unknown-draft', 'draft-conflict', 'nothing-to-undo'],
    },
  ),
} as const;

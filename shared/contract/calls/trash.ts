import { Type } from 'typebox';
import { query, command } from '../define.ts';
import { Count, Id, Name, Time, emptyObject, nullable, strictObject, stringEnum } from '../shapes.ts';

/** What was deleted together. */
const TrashContents = strictObject({
  spiders: Count,
  versions: Count,
  runs: Count,
  paused: Type.Integer({ minimum: 0, description: 'Runs that can be resumed once they are restored.' }),
  items: Count,
  pages: Type.Integer({ minimum: 0, description: 'Saved pages.' }),
  bytes: Type.Integer({
    minimum: 0,
    description: 'About how much room the pages and items take; a sample of large runs is measured.',
  }),
});

/** Schema of `TrashEntry`. */
export const TrashEntrySchema = strictObject({
  id: Id,
  kind: stringEnum(['project', 'spider', 'run', 'page']),
  project: Name,
  spider: nullable(Name, { description: 'null: a project.' }),
  run: nullable(Id, { description: 'null: something else than a run.' }),
  title: nullable(Type.String(), { description: 'The title of a saved page; null: something else.' }),
  deletedAt: Time,
  goesAt: Type.String({ description: 'When it goes for good by itself, in ISO 8601.' }),
  contents: TrashContents,
  within: nullable(stringEnum(['project', 'spider']), {
    description:
      'What it belongs to is in the trash as well, and is to be restored before; null: it can be restored.',
  }),
});

/** An argument of calls that delete. */
export const ForGood = Type.Optional(
  Type.Boolean({
    description: 'Whether it goes for good at once. Default: it goes to the trash, for 30 days.',
  }),
);

/** A part of the answer of calls that delete. */
export const InTrash = nullable(Id, {
  description: 'The entry of the trash, to restore it by; null: it is not in the trash.',
});

/** Calls about the trash. */
export const trashCalls = {
  'trash.list': query('What is in the trash, the newest first.', {
    executor: 'quick',
    path: '/api/trash',
    args: emptyObject,
    result: Type.Array(TrashEntrySchema),
  }),
  'trash.restore': command(
    'Restores something from the trash exactly as it was. Its moments of schedules that have passed are not caught up.',
    {
      executor: 'write',
      path: '/api/trash/{entry}/restore',
      args: strictObject({
        entry: Id,
        name: Type.Optional(
          Type.String({
            ...Name,
            description: 'Another name for a project or a spider, which then gets a version with it.',
          }),
        ),
      }),
      result: strictObject({ entry: TrashEntrySchema, project: Name, spider: nullable(Name) }),
      errors: ['unknown-trash', 'name-taken', 'conflict', 'bad-arguments'],
    },
  ),
  'trash.empty': command(
    'Removes things from the trash for good: from then on nobody can restore them. `trash.free` frees their room.',
    {
      executor: 'write',
      verb: 'DELETE',
      path: '/api/trash',
      args: strictObject({
        entries: nullable(Type.Array(Id, { maxItems: 1000 }), { description: 'null: all.' }),
      }),
      result: strictObject({ removed: Count, bytes: Count }),
      errors: ['unknown-trash'],
    },
  ),
  'trash.free': command(
    'Frees some of the room of what was removed for good, within a fraction of a second. Windows and the daemon do so by themselves.',
    {
      executor: 'write',
      path: '/api/trash/free',
      args: emptyObject,
      result: strictObject({ more: Type.Boolean() }),
    },
  ),
} as const;

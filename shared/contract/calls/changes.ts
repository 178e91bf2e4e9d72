import { Type } from 'typebox';
import { query } from '../define.ts';
import { Id, Name, Time, nullable, strictObject, stringEnum } from '../shapes.ts';
import { runStates } from './common.ts';
import { queueStates } from '../../queue-states.ts';

/** What a change can be about. */
export const changeKinds = ['run', 'queue', 'schedule', 'spider', 'project', 'page', 'trash'] as const;

/** Schema of `ChangeEvent`: an entry of the log of changes, which is written in the transaction of the change itself. */
export const ChangeEventSchema = strictObject({
  id: Type.String({ description: 'Its place in the order of all changes; larger is later.' }),
  at: Time,
  kind: stringEnum(changeKinds),
  subject: Id,
  project: nullable(Type.String(), { description: 'null: it concerns no project.' }),
  spider: nullable(Type.String()),
  what: nullable(Type.String(), {
    description:
      'What has happened: created, moved (to another state), asked (to pause or stop), accepted, saved, renamed, marked, added, changed, removed, queued, skipped, deleted, restored or emptied.',
  }),
  state: nullable(stringEnum([...new Set([...runStates, ...queueStates, 'deleted' as const])]), {
    description: 'The state of a run or of an entry of the queue now.',
  }),
  cause: nullable(Type.String(), { description: 'Why a run has ended or paused, for programs.' }),
  reason: nullable(Type.String(), { description: 'Why, in one sentence.' }),
  run: nullable(Id, { description: 'The run of an entry of the queue.' }),
  version: nullable(Type.Integer(), { description: 'The newest version of a spider.' }),
  breaches: Type.Integer({ minimum: 0, description: 'What a run has broken of what its spider expects.' }),
});

/** Calls about the log of changes. */
export const changeCalls = {
  'changes.list': query('What has changed in the workspace, in order, from a place on.', {
    executor: 'quick',
    path: '/api/changes',
    args: strictObject({
      after: Type.Optional(
        Type.Unsafe<string>({
          ...Type.String({ pattern: '^\\d{1,15}$' }),
          description: 'Only changes after the one with this id. Default: from the oldest that is kept.',
        }),
      ),
      project: Type.Optional(Name),
      kinds: Type.Optional(Type.Array(stringEnum(changeKinds), { maxItems: changeKinds.length })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default: 500.' })),
    }),
    result: strictObject({
      changes: Type.Array(ChangeEventSchema),
      next: Type.String({ description: 'What to ask for `after` next, also where nothing was found.' }),
      newest: Type.String({ description: 'The id of the newest change that there is; 0: there was none.' }),
      gap: Type.Boolean({
        description:
          'Whether changes after `after` are not kept any more, so that what they were about is to be read anew.',
      }),
    }),
  }),
};

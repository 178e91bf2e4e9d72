import { Type } from 'typebox';
import { query, command } from '../define.ts';
import { Count, Name, Time, emptyObject, strictObject } from '../shapes.ts';
import { ForGood, InTrash } from './trash.ts';

/** Schema of `Project`. */
export const ProjectSchema = strictObject({ name: Name, spiders: Count, runs: Count, createdAt: Time });

/** Calls that list and change projects. */
export const projectCalls = {
  'projects.list': query('All projects, by name.', {
    executor: 'quick',
    path: '/api/projects',
    args: emptyObject,
    result: Type.Array(ProjectSchema),
  }),
  'projects.create': command('Creates a project.', {
    executor: 'write',
    path: '/api/projects',
    args: strictObject({ name: Name }),
    result: ProjectSchema,
    errors: ['name-taken'],
  }),
  'projects.rename': command('Renames a project. It keeps its proxies.', {
    executor: 'write',
    verb: 'PATCH',
    path: '/api/projects/{project}',
    args: strictObject({ project: Name, name: Name }),
    result: ProjectSchema,
    errors: ['unknown-project', 'name-taken'],
  }),
  'projects.delete': command('Moves a project to the trash, with its spiders, runs, items and saved pages.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/projects/{project}',
    args: strictObject({
      project: Name,
      dryRun: Type.Boolean({ description: 'Whether to report only what would be deleted.' }),
      forGood: ForGood,
    }),
    result: strictObject({
      spiders: Count,
      runs: Count,
      paused: Count,
      items: Count,
      pages: Count,
      trash: InTrash,
    }),
    errors: ['unknown-project', 'conflict'],
  }),
} as const;

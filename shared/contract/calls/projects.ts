import { Type } from 'typebox';
import { query, command } from '../define.ts';
import { Count, Name, Time, emptyObject, strictObject } from '../shapes.ts';

export const ProjectSchema = strictObject({ name: Name, spiders: Count, runs: Count, createdAt: Time });

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
  'projects.rename': command('Gives a project another name. Its proxies go with it.', {
    executor: 'write',
    verb: 'PATCH',
    path: '/api/projects/{project}',
    args: strictObject({ project: Name, name: Name }),
    result: ProjectSchema,
    errors: ['unknown-project', 'name-taken'],
  }),
  'projects.delete': command('Deletes a project with its spiders, runs and items.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/projects/{project}',
    args: strictObject({
      project: Name,
      dryRun: Type.Boolean({ description: 'Only tell what would go.' }),
    }),
    result: strictObject({ spiders: Count, runs: Count, items: Count }),
    errors: ['unknown-project', 'conflict'],
  }),
} as const;

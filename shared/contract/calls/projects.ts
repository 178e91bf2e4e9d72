import { Type } from 'typebox';
import { Count, Name, nothing, reads, shape, Time, writes } from '../define.ts';

export const ProjectSchema = shape({ name: Name, spiders: Count, runs: Count, createdAt: Time });

export const projectCalls = {
  'projects.list': reads('All projects, by name.', { args: nothing, answer: Type.Array(ProjectSchema) }),
  'projects.create': writes('Creates a project.', {
    args: shape({ name: Name }),
    answer: ProjectSchema,
    errors: ['name-taken'],
  }),
  'projects.rename': writes('Gives a project another name. Its proxies go with it.', {
    args: shape({ project: Name, name: Name }),
    answer: ProjectSchema,
    errors: ['unknown-project', 'name-taken'],
  }),
  'projects.delete': writes('Deletes a project with its spiders, runs and items.', {
    args: shape({
      project: Name,
      dryRun: Type.Boolean({ description: 'Only tell what would go.' }),
    }),
    answer: shape({ spiders: Count, runs: Count, items: Count }),
    errors: ['unknown-project', 'conflict'],
  }),
} as const;

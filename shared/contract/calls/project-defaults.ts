import { Type } from 'typebox';
import { csvDialects, exportFormats } from '../../export-formats.ts';
import { command, query } from '../define.ts';
import { Json, Name, emptyObject, record, strictObject, stringEnum } from '../shapes.ts';

/** Schema of `ProjectDefaults`. */
export const ProjectDefaultsSchema = strictObject({
  settings: record(Json, {
    maxProperties: 100,
    description:
      'Settings of all spiders of the project that have none of their own, from a closed list: none that changes what is extracted or which links are followed.',
  }),
  exports: strictObject(
    {
      format: Type.Optional(stringEnum(exportFormats, { description: 'The format of exports.' })),
      dialect: Type.Optional(
        stringEnum(csvDialects, { description: 'The dialect of exports in the format csv.' }),
      ),
    },
    { description: 'How items are exported unless a person chooses otherwise.' },
  ),
});

/** Calls about what a project gives to all its spiders. */
export const projectDefaultsCalls = {
  'app.defaults': query(
    'The defaults of the workspace, for all projects that set nothing else; none are empty objects.',
    {
      executor: 'quick',
      path: '/api/defaults',
      args: emptyObject,
      result: ProjectDefaultsSchema,
    },
  ),
  'app.setDefaults': command(
    'Replaces the defaults of the workspace. Runs that have begun keep those they began with.',
    {
      executor: 'write',
      verb: 'PUT',
      path: '/api/defaults',
      args: ProjectDefaultsSchema,
      result: ProjectDefaultsSchema,
      errors: ['bad-settings'],
    },
  ),
  'projects.defaults': query('The defaults of a project; none are empty objects.', {
    executor: 'quick',
    path: '/api/projects/{project}/defaults',
    args: strictObject({ project: Name }),
    result: ProjectDefaultsSchema,
    errors: ['unknown-project'],
  }),
  'projects.setDefaults': command(
    'Replaces the defaults of a project. Runs that have begun keep those they began with.',
    {
      executor: 'write',
      verb: 'PUT',
      path: '/api/projects/{project}/defaults',
      args: strictObject({ project: Name, ...ProjectDefaultsSchema.properties }),
      result: ProjectDefaultsSchema,
      errors: ['unknown-project', 'bad-settings'],
    },
  ),
} as const;

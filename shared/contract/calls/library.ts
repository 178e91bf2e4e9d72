import { Type } from 'typebox';
import { libraryTagPattern, maxLibraryTags } from '../../library-tags.ts';
import { command, query } from '../define.ts';
import { Count, Name, SpiderRef, Time, emptyObject, nullable, strictObject, stringEnum } from '../shapes.ts';
import { PackPreviewSchema, PackTestSchema } from './packs.ts';
import { SavedSpiderSchema } from './spiders.ts';

/** How a registry is read. `shipped`: the templates that come with the application. */
const registryKinds = ['shipped', 'folder', 'git', 'url'] as const;

const Text = Type.String();
const RegistryName = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]*$' });
const EntryName = Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' });
const Version = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const Notes = nullable(Type.String({ maxLength: 2000 }), {
  description: 'What is new in it; null: nothing is said.',
});

/** Schema of `Registry`. */
export const RegistrySchema = strictObject({
  name: RegistryName,
  kind: stringEnum(registryKinds),
  location: Type.String({ description: 'A path, a URL, or the address of a Git repository.' }),
  allowPrivate: Type.Boolean({ description: 'Whether it may have a private address.' }),
  title: nullable(Text, { description: 'As its index says; null: it was never read.' }),
  entries: Count,
  readAt: nullable(Time, { description: 'When its index was last read; null: never.' }),
  problem: nullable(Text, {
    description: 'Why it could not be read the last time, in one sentence; what was read before is shown.',
  }),
  canPublish: Type.Boolean({ description: 'Whether spiders can be published to it at all.' }),
});

const EntryVersionSchema = strictObject({
  version: Version,
  bytes: Count,
  sha256: Text,
  published: Time,
  notes: Notes,
});

/** Schema of `LibraryEntry`. */
export const LibraryEntrySchema = strictObject({
  registry: RegistryName,
  name: EntryName,
  kind: stringEnum(['spider', 'template'], {
    description: 'A spider is for the sites that it names; a template is where a spider of your own begins.',
  }),
  title: Text,
  description: nullable(Text),
  sites: Type.Array(Text),
  tags: Type.Array(Text),
  licence: nullable(Text),
  author: nullable(Text),
  versions: Type.Array(EntryVersionSchema, { minItems: 1, description: 'Newest first.' }),
});

/** What names a version of an entry. */
const EntryRef = {
  registry: nullable(RegistryName, { description: 'null: whichever registry has it, if only one has.' }),
  name: EntryName,
  version: nullable(Version, { description: 'null: the newest.' }),
};
const Refresh = Type.Optional(
  Type.Boolean({
    description:
      'true: all registries are read anew; false: none is. Left out: those that were read more than 15 minutes ago are.',
  }),
);
const Target = {
  project: Name,
  spider: Type.Optional(
    Type.String({ ...Name, description: 'The name of the spider. Left out: that of the entry.' }),
  ),
};

const OriginSchema = strictObject({
  registry: RegistryName,
  name: EntryName,
  version: Version,
  sha256: Text,
});

/** Schema of `LibraryUpdate`. */
export const LibraryUpdateSchema = strictObject({
  project: Name,
  spider: Name,
  from: OriginSchema,
  importedAt: Time,
  version: Type.Integer({ minimum: 1, description: 'The newest version of the spider.' }),
  changedHere: Type.Boolean({ description: 'Whether its document was changed since it was imported.' }),
  newest: nullable(EntryVersionSchema, {
    description: 'The newest version in the registry; null: the registry, or the entry in it, is gone.',
  }),
  isNewer: Type.Boolean({ description: 'Whether that is newer than what was imported.' }),
  canGoBack: Type.Boolean({ description: 'Whether there is a version before the one that was imported.' }),
});

const changePlaces = ['here', 'there', 'both'] as const;

/** Schema of `UpdatePreview`. */
export const UpdatePreviewSchema = strictObject({
  ...LibraryUpdateSchema.properties,
  to: EntryVersionSchema,
  base: Type.String({ description: 'The text as it was imported.' }),
  before: Type.String({ description: 'The text of its newest version.' }),
  after: Type.String({ description: 'The text that it would have.' }),
  same: Type.Boolean({ description: 'Whether the document would stay as it is.' }),
  changes: Type.Array(strictObject({ place: Text, where: stringEnum(changePlaces) }), {
    description:
      'The places of the document that were changed since the import: here, in the registry, or in both.',
  }),
  test: PackTestSchema,
  pages: Type.Integer({ minimum: 0, description: 'Number of saved pages that it does not have yet.' }),
});

const unusable = [
  'damaged-registries',
  'bad-registry',
  'registry-unreachable',
  'no-git',
  'cancelled',
] as const;
const unfound = ['unknown-registry', 'not-in-library', 'ambiguous-name'] as const;

/** Calls about the library: registries, and the spiders and templates in them. */
export const libraryCalls = {
  'library.registries': query('The registries, with what is known of each. Reads none of them.', {
    executor: 'work',
    path: '/api/library/registries',
    args: emptyObject,
    result: Type.Array(RegistrySchema),
    errors: ['damaged-registries'],
  }),
  'library.addRegistry': command('Adds a registry, and reads its index.', {
    executor: 'work',
    path: '/api/library/registries',
    args: strictObject({
      name: RegistryName,
      location: Type.String({
        minLength: 1,
        maxLength: 2000,
        description:
          'A folder, a URL below which there is `index.json`, or a Git repository with `#BRANCH` behind it.',
      }),
      kind: Type.Optional(
        stringEnum(['folder', 'git', 'url'], { description: 'Left out: as the location looks.' }),
      ),
      allowPrivate: Type.Optional(
        Type.Boolean({ description: 'Whether it may have a private address. Left out: it may not.' }),
      ),
      create: Type.Optional(
        nullable(Type.String({ minLength: 1, maxLength: 200 }), {
          description: 'The title of a new registry, where there is none yet.',
        }),
      ),
    }),
    result: RegistrySchema,
    errors: [...unusable, 'registry-exists', 'not-here', 'not-publishable', 'credentials-in-url'],
  }),
  'library.removeRegistry': command('Forgets a registry. Spiders that were imported from it stay.', {
    executor: 'work',
    verb: 'DELETE',
    path: '/api/library/registries/{name}',
    args: strictObject({ name: RegistryName }),
    result: RegistrySchema,
    errors: ['unknown-registry', 'damaged-registries'],
  }),
  'library.search': query(
    'The spiders and templates of all registries that have every word in their name, title, description, sites or tags, best first.',
    {
      executor: 'work',
      path: '/api/library',
      args: strictObject({
        words: Type.String({ maxLength: 500 }),
        registry: nullable(RegistryName, { description: 'null: all.' }),
        refresh: Refresh,
      }),
      result: strictObject({
        entries: Type.Array(LibraryEntrySchema),
        registries: Type.Array(RegistrySchema, { description: 'How fresh what is shown is.' }),
      }),
      errors: ['damaged-registries', 'unknown-registry', 'cancelled'],
    },
  ),
  'library.entry': query('An entry of a registry with all its versions.', {
    executor: 'work',
    path: '/api/library/entry',
    args: strictObject({ ...EntryRef, refresh: Refresh }),
    result: LibraryEntrySchema,
    errors: [...unfound, ...unusable],
  }),
  'library.preview': query(
    'What is in a version of an entry, what an import would store, and whether the spider takes from the saved pages what it should. Stores nothing.',
    {
      executor: 'work',
      path: '/api/library/preview',
      args: strictObject({ ...EntryRef, ...Target }),
      result: strictObject({ entry: LibraryEntrySchema, version: Version, pack: PackPreviewSchema }),
      errors: [...unfound, ...unusable, 'bad-pack', 'invalid-spider'],
    },
  ),
  'library.import': command(
    'Stores the spider of an entry with its saved pages and locked values, and where it came from. All of it or nothing.',
    {
      executor: 'work',
      path: '/api/library/import',
      args: strictObject({ ...EntryRef, ...Target }),
      result: strictObject({
        ...SavedSpiderSchema.properties,
        pages: Count,
        locked: Count,
        from: OriginSchema,
      }),
      errors: [...unfound, ...unusable, 'bad-pack', 'invalid-spider'],
    },
  ),
  'library.publish': command(
    'Adds a spider to a registry as a new version of its entry, which is never overwritten: whole or not at all.',
    {
      executor: 'work',
      path: '/api/library/publish',
      args: strictObject({
        ...SpiderRef,
        registry: RegistryName,
        name: Type.Optional(
          Type.String({ ...EntryName, description: 'The name of the entry. Left out: that of the spider.' }),
        ),
        kind: Type.Optional(stringEnum(['spider', 'template'])),
        title: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200 }))),
        tags: Type.Optional(
          Type.Array(Type.String({ pattern: libraryTagPattern }), { maxItems: maxLibraryTags }),
        ),
        author: Type.Optional(nullable(Type.String({ maxLength: 300 }))),
        licence: Type.Optional(nullable(Type.String({ maxLength: 300 }))),
        notes: Type.Optional(Notes),
      }),
      result: strictObject({
        registry: RegistryName,
        name: EntryName,
        version: Version,
        unchanged: Type.Boolean({
          description: 'Whether the newest version of the entry is the same, so that none was added.',
        }),
        bytes: Count,
        sha256: Text,
        pages: Count,
        locked: Count,
        commitYourself: nullable(Text, {
          description:
            'The folder of a Git working copy whose changes are still to be committed; null: it is none.',
        }),
      }),
      errors: ['unknown-spider', 'unknown-registry', 'not-publishable', 'bad-pack', ...unusable],
    },
  ),
  'library.updates': query(
    'The spiders that were imported, with the newest version of each in its registry. Templates are where a spider begins, and have no updates.',
    {
      executor: 'work',
      path: '/api/library/updates',
      args: strictObject({ project: nullable(Name, { description: 'null: all.' }), refresh: Refresh }),
      result: strictObject({
        spiders: Type.Array(LibraryUpdateSchema),
        registries: Type.Array(RegistrySchema, { description: 'How fresh what is shown is.' }),
      }),
      errors: ['damaged-registries', 'cancelled'],
    },
  ),
  'library.previewUpdate': query(
    'What an update would make of a spider: its text, what was changed where since the import, and whether the newer version takes from the saved pages what it should. Stores nothing.',
    {
      executor: 'work',
      path: '/api/library/update',
      args: strictObject({ ...SpiderRef, version: nullable(Version, { description: 'null: the newest.' }) }),
      result: UpdatePreviewSchema,
      errors: ['unknown-spider', 'not-imported', ...unfound, ...unusable, 'bad-pack', 'invalid-spider'],
    },
  ),
  'library.update': command(
    'Stores another version of an imported spider as a new version, with its saved pages and locked values, after its fixtures have passed. Earlier versions stay.',
    {
      executor: 'work',
      path: '/api/library/update',
      args: strictObject({
        ...SpiderRef,
        version: nullable(Version, { description: 'null: the newest.' }),
        replaceEdits: Type.Boolean({
          description:
            'Whether it takes the place of changes that were made here. They stay in the version before.',
        }),
        force: Type.Boolean({ description: 'Whether it is stored although its fixtures fail.' }),
      }),
      result: strictObject({
        ...SavedSpiderSchema.properties,
        pages: Count,
        locked: Count,
        from: OriginSchema,
        test: PackTestSchema,
      }),
      errors: [
        'unknown-spider',
        'not-imported',
        'changed-here',
        'failing-fixtures',
        ...unfound,
        ...unusable,
        'bad-pack',
        'invalid-spider',
      ],
    },
  ),
  'library.rollback': command(
    'Adds a version as it was before the version that was imported last. Its saved pages and locked values stay as they are.',
    {
      executor: 'work',
      path: '/api/library/rollback',
      args: strictObject(SpiderRef),
      result: strictObject({
        ...SpiderRef,
        version: Type.Integer({ minimum: 1, description: 'The version that was added.' }),
        to: Type.Integer({ minimum: 1, description: 'The version that it is like.' }),
        from: OriginSchema,
      }),
      errors: ['unknown-spider', 'not-imported', 'nothing-before', 'stale-version'],
    },
  ),
} as const;

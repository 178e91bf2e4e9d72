import { projectOption, type CommandSpec } from '../command.ts';
import {
  describeEntry,
  entryTable,
  registryTable,
  requireReference,
  staleNotes,
  versionTable,
} from '../library-words.ts';
import { count, describeProblem, printable, UsageError } from '../output.ts';
import { testSentence } from '../pack-words.ts';
import { updateCommands } from './library-updates.ts';
import { registryCommands } from './registries.ts';

const refreshOption = {
  flags: '--refresh',
  description: 'read all registries anew (default: those that were read more than 15 minutes ago)',
};
const offlineOption = { flags: '--offline', description: 'read none of them, and show what was read last' };
const nameOption = {
  flags: '--name <name>',
  description: 'the name that the spider gets (default: its own)',
};

const search: CommandSpec = {
  usage: 'search [words...]',
  summary: 'search spiders and templates in all registries',
  description:
    'Lists the spiders and templates that have every word in their name, title, description, sites or tags; without a word, all. A registry that cannot be read is shown as it was read last, and a warning says how long ago that was.',
  options: [
    { flags: '--registry <name>', description: 'only this registry (default: all)' },
    refreshOption,
    offlineOption,
  ],
  examples: [
    ['library search', 'everything, with the templates that come with Spider Studio'],
    ['library search shop prices', 'what has both words'],
  ],
  async run({ output, options, ask }, words) {
    if (options.flag('refresh') && options.flag('offline'))
      throw new UsageError('--refresh and --offline exclude each other.');
    const found = await ask('library.search', {
      words: words.join(' '),
      registry: options.text('registry'),
      ...(options.flag('refresh') ? { refresh: true } : {}),
      ...(options.flag('offline') ? { refresh: false } : {}),
    });
    for (const note of staleNotes(found.registries)) output.note(note);
    output.result(found, () =>
      found.entries.length === 0
        ? 'Nothing has these words.'
        : `${printable(entryTable(found.entries))}\n\n"spider-studio library show NAME" shows what is in one.`,
    );
  },
};

const show: CommandSpec = {
  usage: 'show <name>',
  summary: 'what is in a spider or template of the library, before it is imported',
  description:
    'Shows which sites it crawls, settings that matter, its saved pages, the rows that it takes from them, and whether they are as locked now. Stores nothing. NAME is NAME, REGISTRY/NAME or REGISTRY/NAME@VERSION.',
  options: [projectOption, nameOption],
  examples: [
    ['library show shop', 'the template for shops'],
    ['library show team/shop@2', 'version 2 of "shop" in the registry "team"'],
  ],
  async run({ output, options, ask }, [text = '']) {
    const spider = options.text('name');
    const shown = await ask('library.preview', {
      ...requireReference(text),
      project: options.project(),
      ...(spider === null ? {} : { spider }),
    });
    output.result(shown, () => printable(describeEntry(shown.entry, shown.pack)));
  },
};

const importEntry: CommandSpec = {
  usage: 'import <name>',
  summary: 'store a spider or template of the library',
  description:
    'Fetches a spider or template, compares it with its checksum, and stores it with its saved pages and locked values: as a new spider, or as a new version of the spider with that name. It is remembered where it came from, so that updates are found.',
  options: [projectOption, nameOption],
  examples: [
    ['library import templates/shop --name lamps', 'begins a spider with the template for shops'],
    ['library import team/shop@2', 'version 2 and no newer one'],
  ],
  async run({ output, options, ask }, [text = '']) {
    const spider = options.text('name');
    const target = {
      ...requireReference(text),
      project: options.project(),
      ...(spider === null ? {} : { spider }),
    };
    const { pack } = await ask('library.preview', target);
    const { problems, ...stored } = await ask('library.import', target);
    for (const problem of problems) output.note(describeProblem(problem));
    output.result({ ...stored, test: pack.test }, () => {
      const { from, created, unchanged, version, pages } = stored;
      const what = `${stored.spider} in project ${stored.project}`;
      const done = unchanged
        ? `Unchanged: ${what} equals version ${version}, its newest.`
        : `Stored ${created ? 'the new spider' : `version ${version} of`} ${what}.`;
      const added = pages === 0 ? '' : ` ${count(pages, 'saved page')} added.`;
      return printable(
        `${done}${added}\nFrom ${from.registry}/${from.name}@${from.version}. Fixtures: ${testSentence(pack.test)}`,
      );
    });
  },
};

const publish: CommandSpec = {
  usage: 'publish <spider> <registry>',
  summary: 'add a spider to a registry, as a new version',
  description:
    'Packs a spider with its saved pages and locked values, and adds it to a registry in a folder or a Git repository. The index is written whole or not at all; a version is never overwritten; of two who publish at once, none loses anything. The text of a spider goes along as it is, with every header in it. In a Git working copy the files are written, and you commit them.',
  options: [
    projectOption,
    { flags: '--name <name>', description: 'its name in the registry (default: that of the spider)' },
    { flags: '--template', description: 'publish it as a template that others begin with' },
    { flags: '--title <text>', description: 'what people see in lists (default: as before, or the name)' },
    {
      flags: '--tag <tag>',
      description: 'a tag; may be repeated (default: those of the spider)',
      repeatable: true,
    },
    { flags: '--author <name>', description: 'who made it' },
    { flags: '--licence <name>', description: 'under which licence it may be used' },
    { flags: '--notes <text>', description: 'what is new in this version' },
  ],
  examples: [
    ['library publish shop team --notes "Takes prices of variants"', 'a new version of "shop" for the team'],
  ],
  async run({ output, options, ask }, [spider = '', registry = '']) {
    const tags = options.list('tag');
    const name = options.text('name');
    const published = await ask('library.publish', {
      project: options.project(),
      spider,
      registry,
      ...(name === null ? {} : { name }),
      ...(options.flag('template') ? { kind: 'template' as const } : {}),
      ...(tags.length === 0 ? {} : { tags }),
      title: options.text('title'),
      author: options.text('author'),
      licence: options.text('licence'),
      notes: options.text('notes'),
    });
    if (published.locked === 0)
      output.note(
        'Nothing is locked on its saved pages, so nothing proves the spider to others; see "test --lock".',
      );
    output.result(published, () => {
      const what = `${published.registry}/${published.name}`;
      if (published.unchanged)
        return printable(`Unchanged: version ${published.version} of ${what} is the same.`);
      const commit =
        published.commitYourself === null
          ? ''
          : `\nCommit and push the changes in ${published.commitYourself} for others to see them.`;
      return printable(
        `Published version ${published.version} of ${what} (${Math.ceil(published.bytes / 1000)} kB): ${count(published.pages, 'saved page')}, ${count(published.locked, 'locked value')}.${commit}`,
      );
    });
  },
};

const versions: CommandSpec = {
  usage: 'versions <name>',
  summary: 'list the versions of a spider or template of the library',
  options: [refreshOption],
  examples: [['library versions team/shop', 'version, date, size, checksum and notes']],
  async run({ output, options, ask }, [text = '']) {
    const entry = await ask('library.entry', {
      ...requireReference(text),
      ...(options.flag('refresh') ? { refresh: true } : {}),
    });
    output.result(entry, () => printable(versionTable(entry)));
  },
};

const list: CommandSpec = {
  usage: 'list',
  summary: 'list the registries',
  examples: [['library list', 'name, kind, location, and when each was read']],
  async run({ output, ask }) {
    const registries = await ask('library.registries', {});
    output.result(registries, () => printable(registryTable(registries)));
  },
};

/** The commands below `library`. */
export const libraryCommands: readonly CommandSpec[] = [
  search,
  show,
  importEntry,
  versions,
  publish,
  ...updateCommands,
  list,
  ...registryCommands,
];

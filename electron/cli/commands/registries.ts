import type { CommandSpec } from '../command.ts';
import { count, printable } from '../output.ts';

/** The commands that add and remove registries. */
export const registryCommands: readonly CommandSpec[] = [
  {
    usage: 'add <name> <location>',
    summary: 'add a registry: a folder, a Git repository or a URL',
    description:
      'Adds a registry of spiders and templates, and reads its index. LOCATION is a folder, the address of a Git repository (https://….git, git@host:path, a bare repository) with #BRANCH behind it if needed, or a URL below which there is an index.json. With --create, a folder or a Git repository without an index becomes a new registry.',
    options: [
      {
        flags: '--kind <kind>',
        description: 'how it is read (default: as the location looks)',
        choices: ['folder', 'git', 'url'],
      },
      { flags: '--create <title>', description: 'make a new registry of this title, where there is none' },
      { flags: '--allow-private', description: 'it may have a private address' },
    ],
    examples: [
      ['library add team ./our-spiders --create "Our spiders"', 'a new registry in a folder'],
      ['library add team git@git.example:team/spiders.git', 'a Git repository, with the keys of git'],
      ['library add public https://spiders.example/library/', 'a URL; nothing can be published to it'],
    ],
    async run({ output, options, ask }, [name = '', location = '']) {
      const kind = options.text('kind');
      const added = await ask('library.addRegistry', {
        name,
        location,
        allowPrivate: options.flag('allowPrivate'),
        create: options.text('create'),
        ...(kind === 'folder' || kind === 'git' || kind === 'url' ? { kind } : {}),
      });
      output.result(added, () =>
        printable(
          `Added ${added.name}: ${added.title ?? ''} (${added.kind}), ${count(added.entries, 'entry', 'entries')}.`,
        ),
      );
    },
  },
  {
    usage: 'remove <name>',
    summary: 'forget a registry',
    description: 'Forgets a registry. What is in it stays, and so do the spiders that were imported from it.',
    examples: [['library remove team', 'its spiders stay']],
    async run({ output, ask }, [name = '']) {
      const removed = await ask('library.removeRegistry', { name });
      output.result(removed, () => printable(`Removed ${removed.name}. Imported spiders stay.`));
    },
  },
];

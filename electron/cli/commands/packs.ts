import type { PackSource } from '../../../shared/contract/types.ts';
import { projectOption, type CommandSpec } from '../command.ts';
import { readBytes } from '../input.ts';
import { count, describeProblem, printable } from '../output.ts';
import { describePack, testSentence } from '../pack-words.ts';
import { writeWhole } from '../write-file.ts';

/** The command `pack`. */
export const pack: CommandSpec = {
  usage: 'pack <spider>',
  summary: 'write a spider with its saved pages to one file',
  description:
    'Writes a spider pack: one file with the text of a spider, its notes, its saved pages and the values that are locked on them, for another computer or another person. It holds no code, no passwords and no proxies. "unpack FILE" is the way back.',
  options: [
    projectOption,
    { flags: '--output <file>', description: 'the file to write (default: NAME.spiderpack)' },
    {
      flags: '--versions <which>',
      description: 'which versions of the spider go along (default: newest)',
      choices: ['all', 'newest'],
    },
    { flags: '--items', description: 'add items of the newest run as examples' },
    { flags: '--author <name>', description: 'who made it' },
    { flags: '--licence <name>', description: 'under which licence it may be used' },
    { flags: '--force', description: 'replace an existing file' },
  ],
  examples: [
    ['pack shop', 'writes shop.spiderpack'],
    ['pack shop --versions all --items --output shop.spiderpack --force', 'with its history and examples'],
  ],
  async run({ output, options, ask }, [spider = '']) {
    const { data, ...packed } = await ask('packs.create', {
      project: options.project(),
      spider,
      versions: options.text('versions') === 'all' ? 'all' : 'newest',
      items: options.flag('items'),
      author: options.text('author'),
      licence: options.text('licence'),
    });
    const file = options.text('output') ?? packed.file;
    await writeWhole(file, Buffer.from(data, 'base64'), { replace: options.flag('force') });
    if (packed.locked === 0)
      output.note(
        'Nothing is locked on its saved pages, so nothing proves the spider to others; see "test --lock".',
      );
    output.result({ ...packed, file }, () => {
      const items = packed.items === null ? '' : `, ${count(packed.items, 'example item')}`;
      return printable(
        `Wrote ${file} (${Math.ceil(packed.bytes / 1000)} kB): ${count(packed.versions, 'version')}, ${count(packed.pages, 'saved page')}, ${count(packed.locked, 'locked value')}${items}.`,
      );
    });
  },
};

/** The command `unpack`. */
export const unpack: CommandSpec = {
  usage: 'unpack <file>',
  summary: 'store the spider of a pack',
  description:
    'Opens a spider pack, checks every byte of it, runs the spider on its saved pages, and stores it with them: as a new spider, or as a new version of the spider with that name. Either all of it is stored or nothing. "-" reads from standard input.',
  options: [
    projectOption,
    { flags: '--name <name>', description: 'the name that the spider gets (default: its own)' },
    { flags: '--dry-run', description: 'show what is in it and whether its fixtures pass; store nothing' },
  ],
  examples: [
    ['unpack shop.spiderpack --dry-run', 'what is in it, and what it would crawl'],
    ['unpack shop.spiderpack --name other-shop', 'stores it under another name'],
  ],
  async run({ output, options, ask }, [file = '']) {
    const data = Buffer.from(await readBytes(file)).toString('base64');
    const source: PackSource = { kind: 'content', name: file, data };
    const name = options.text('name');
    const target = { source, project: options.project(), ...(name === null ? {} : { name }) };
    const preview = await ask('packs.inspect', target);
    if (options.flag('dryRun')) {
      output.result(preview, () => printable(describePack(preview)));
      return;
    }
    const { problems, ...stored } = await ask('packs.import', target);
    for (const problem of problems) output.note(describeProblem(problem));
    if (!preview.test.passed) output.note(`Fixtures: ${testSentence(preview.test)}`);
    output.result({ ...stored, test: preview.test }, () => {
      const { spider, project, version, created, unchanged, pages } = stored;
      const what = `${spider} in project ${project}`;
      const done = unchanged
        ? `Unchanged: ${what} equals version ${version}, its newest.`
        : `Stored ${created ? 'the new spider' : `version ${version} of`} ${what}.`;
      const added = pages === 0 ? '' : ` ${count(pages, 'saved page')} added.`;
      return printable(`${done}${added}\nFixtures: ${testSentence(preview.test)}`);
    });
  },
};

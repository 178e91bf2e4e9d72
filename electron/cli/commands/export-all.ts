import { HostError } from '../../host/errors.ts';
import { files } from '../../system/files.ts';
import { join } from 'node:path';
import { projectOption, type CommandSpec } from '../command.ts';
import { defaultsFile, entriesOfFolder, leftOvers, writeFolder } from '../folder-files.ts';
import { count, printable, UsageError } from '../output.ts';

/** The command `spiders export`. */
export const exportAll: CommandSpec = {
  usage: 'export',
  summary: 'write the spiders of a project as files of a folder',
  description: `Writes every spider of a project to a file of a folder, byte for byte as it was saved, for example to keep them in Git: NAME.json, with a mark after "~" where a system would not accept the name. Files that have the text already are not touched. The defaults of the project are written to ${defaultsFile}. Files of spiders that are not in the project any more are named, and removed with --prune. "import FOLDER" is the way back.`,
  options: [
    projectOption,
    { flags: '--all <folder>', description: 'the folder, which is made if needed' },
    { flags: '--prune', description: 'remove files of spiders that the project does not have any more' },
    { flags: '--dry-run', description: 'only show what would be written' },
  ],
  examples: [
    ['spiders export --all spiders --project press', 'writes spiders/NAME.json for each'],
    ['spiders export --all spiders --project press --prune', 'and removes the files of deleted ones'],
  ],
  async run({ output, options, ask }) {
    const folder = options.text('all');
    if (folder === null || folder === '')
      throw new UsageError('--all is missing.', 'Add --all with the folder to write to.');
    const project = options.project();
    const dryRun = options.flag('dryRun');
    const { files: texts, defaults } = await ask('spiders.exportAll', { project });
    const isSet = Object.keys({ ...defaults.settings, ...defaults.exports }).length > 0;
    const hasFile = (await entriesOfFolder(folder)).includes(defaultsFile);
    // Without defaults there is no file, unless there was one: an import is to take them away as well.
    const shared =
      isSet || hasFile ? [{ name: defaultsFile, text: `${JSON.stringify(defaults, null, 2)}\n` }] : [];
    const wanted = [...texts, ...shared];
    const states = await writeFolder(folder, wanted, { dryRun });
    const gone = await leftOvers(folder, wanted);
    const prunes = options.flag('prune') && !dryRun;
    for (const { file } of prunes ? gone : []) {
      if (!files.remove(join(folder, file)))
        throw new HostError(
          'file-in-use',
          `"${join(folder, file)}" could not be removed.`,
          'Close it first.',
        );
    }
    const written = texts.map(({ name: file, spider, version }, index) => ({
      file,
      spider,
      version,
      state: states[index] ?? 'unchanged',
    }));
    const left = gone.map((each) => ({ ...each, removed: prunes }));
    for (const { file, spider, removed } of left) {
      const now = texts.find((each) => each.spider === spider);
      const why = now === undefined ? `the project has no spider ${spider}` : `${spider} is in ${now.name}`;
      output.note(
        removed ? `Removed ${file}: ${why}.` : `${file} is left over: ${why}. --prune removes such files.`,
      );
    }
    const result = {
      folder,
      project,
      files: written,
      defaults: shared.length === 0 ? null : (states.at(-1) ?? 'unchanged'),
      left,
    };
    output.result(result, () => {
      const of = (state: string): number => written.filter((each) => each.state === state).length;
      const parts = [`${of('new')} new`, `${of('changed')} changed`, `${of('unchanged')} unchanged`];
      const done = dryRun ? 'Would write' : 'Wrote';
      return printable(`${done} ${count(written.length, 'spider')} to ${folder}: ${parts.join(', ')}.`);
    });
  },
};

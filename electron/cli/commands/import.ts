import { basename } from 'node:path';
import type { CallValue } from '../../../shared/contract/index.ts';
import { convertSources, sourceWords } from '../../../shared/spider/convert-sources.ts';
import { toHostError } from '../../host/errors.ts';
import { projectOption, type CommandSpec, type Context } from '../command.ts';
import { isFolder } from '../folder-files.ts';
import { commandFor, isOf, refuseForeign, sourceOf } from '../foreign-source.ts';
import { importConverted } from '../import-converted.ts';
import { importFolder } from '../import-folder.ts';
import { readInput } from '../input.ts';
import { describeProblem } from '../output.ts';

/** The command `import`. */
export const importCommand: CommandSpec = {
  usage: 'import <file>',
  summary: 'store a spider, or a folder of them, in a project',
  description:
    'Checks a spider file and stores it in a project, which is created if needed. An existing spider of that name gets a new version, unless the newest one is equal; earlier versions are kept. "-" reads from standard input. Of a folder, every *.json that is not hidden is stored; what is wrong with one file does not keep the others, and the exit code is then 1. With --from, the files of another tool (a file, a folder or a .zip) are converted first, never run, and what was taken over, changed and lost is listed. A file that is plainly of another tool is told as that.',
  options: [
    projectOption,
    {
      flags: '--from <tool>',
      description: 'convert the spiders of another tool first',
      choices: convertSources,
    },
    { flags: '--dry-run', description: 'check the file and show what would happen; store nothing' },
  ],
  examples: [
    ['import news.json', 'stores it in the project "default"'],
    ['import - --project press < news.json', 'reads standard input, stores it in the project "press"'],
    ['import news.json --dry-run', 'shows what would happen'],
    ['import spiders --project press', 'every spider of a folder, as "spiders export --all" writes it'],
    [
      'import sitemap.json --from webscraper --dry-run',
      'shows what would become of a sitemap of Web Scraper',
    ],
    ['import shop.zip --from portia', 'converts the spiders of a project of Portia'],
    ['import shop.py --from scrapy', 'converts a spider of Scrapy from its source, which is not run'],
  ],
  async run({ output, options, ask }, [file = '']) {
    const dryRun = options.flag('dryRun');
    const from = convertSources.find((tool) => tool === options.text('from'));
    if (from !== undefined)
      return importConverted({ output, ask }, { from, path: file, project: options.project(), dryRun });
    if (file !== '-') await refuseForeign({ ask }, file);
    if (file !== '-' && (await isFolder(file)))
      return importFolder({ output, ask }, { folder: file, project: options.project(), dryRun });
    const text = await readInput(file);
    const { problems, ...stored } = await importText(ask, { text, file, project: options.project(), dryRun });
    const other = await sourceOf({ ask }, { files: [{ name: basename(file), text }] });
    if (other !== null)
      output.note(`It looks like ${sourceWords[other]}, which ${commandFor(other, file)} converts.`);
    for (const problem of problems) output.note(describeProblem(problem));
    output.result(stored, () => {
      const { spider, project, version, created, unchanged } = stored;
      const what = `${spider} in project ${project}`;
      if (unchanged) return `Unchanged: ${what} equals version ${version}, its newest. No version was added.`;
      const done = `${created ? 'the new spider' : `version ${version} of`} ${what}`;
      return dryRun ? `Would store ${done}.` : `Stored ${done}.`;
    });
    return 0;
  },
};

/** Imports a text. One that is no spider but of another tool is told as that. */
async function importText(
  ask: Context['ask'],
  given: { text: string; file: string; project: string; dryRun: boolean },
): Promise<CallValue<'spiders.import'>> {
  try {
    return await ask('spiders.import', given);
  } catch (error) {
    const problem = toHostError(error);
    if (problem.code !== 'invalid-spider') throw problem;
    const other = await sourceOf({ ask }, { files: [{ name: basename(given.file), text: given.text }] });
    throw other === null ? problem : isOf(other, given.file);
  }
}

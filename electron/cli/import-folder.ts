import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import type { ProjectDefaults } from '../../shared/contract/types.ts';
import type { Context } from './command.ts';
import { HostError, toHostError } from '../host/errors.ts';
import { worded } from './actions.ts';
import { defaultsFile, entriesOfFolder, nameIn, spiderFiles } from './folder-files.ts';
import { readInput } from './input.ts';
import { count, describeProblem, printable } from './output.ts';

/** What became of a file of a folder. */
type ImportedFile = { file: string } & (
  | { spider: string; project: string; version: number; created: boolean; unchanged: boolean }
  | { error: object }
);

/** Failures that concern one file; any other one ends the import. */
const ofOneFile = new Set<HostError['code']>([
  'invalid-spider',
  'not-text',
  'too-large',
  'bad-arguments',
  'name-taken',
  'no-permission',
  'not-found',
  'is-a-folder',
  'file-in-use',
]);

/**
 * Imports every spider file of a folder, by name, and the defaults of the project where the folder has them. What is wrong with one
 * file does not keep the others.
 * @returns the exit code
 */
export async function importFolder(
  { output, ask }: Pick<Context, 'output' | 'ask'>,
  { folder, project, dryRun }: { folder: string; project: string; dryRun: boolean },
): Promise<number> {
  const entries = await entriesOfFolder(folder);
  const names = spiderFiles(entries);
  const taken = new Map<string, string>();
  const done: ImportedFile[] = [];
  for (const name of names) {
    const file = join(folder, name);
    try {
      const text = await readInput(file);
      requireFree(nameIn(text), name, taken);
      const { problems, ...stored } = await ask('spiders.import', { text, file, project, dryRun });
      for (const problem of problems) output.note(`${file}: ${describeProblem(problem).trim()}`);
      done.push({ file, ...stored });
    } catch (error) {
      const failure = toHostError(error);
      if (!ofOneFile.has(failure.code)) throw failure;
      const { code, message, details } = failure;
      const hint = worded(failure);
      output.note(`error: ${message}${hint === null ? '' : `\n  hint: ${hint}`}`);
      done.push({ file, error: { code, message, hint, ...details } });
    }
  }
  if (names.length === 0) output.note(`There is no spider file (*.json) in "${folder}".`);
  const isDefaultsBad =
    entries.includes(defaultsFile) &&
    !(await importDefaults({ output, ask }, { file: join(folder, defaultsFile), project, dryRun }));
  const failed = done.filter((each) => 'error' in each).length;
  output.result(done, () => {
    const stored = done.flatMap((each) => ('error' in each ? [] : [each]));
    const created = stored.filter((each) => each.created).length;
    const unchanged = stored.filter((each) => each.unchanged).length;
    const parts = [
      `${created} new`,
      `${stored.length - created - unchanged} changed`,
      `${unchanged} unchanged`,
      ...(failed === 0 ? [] : [`${failed} failed`]),
    ];
    const begin = dryRun ? 'Would import' : 'Imported';
    return printable(
      `${begin} ${count(stored.length, 'spider')} into project ${project}: ${parts.join(', ')}.`,
    );
  });
  return failed > 0 || isDefaultsBad ? 1 : 0;
}

/** Two files of a spider would be two versions, of which the order of names would choose the newest. @throws HostError */
function requireFree(spider: string | null, file: string, taken: Map<string, string>): void {
  if (spider === null) return;
  const other = taken.get(spider);
  taken.set(spider, other ?? file);
  if (other === undefined) return;
  const message = `"${file}" and "${other}" are both the spider "${spider}".`;
  throw new HostError('name-taken', message, 'Remove one of them, or give one another name.');
}

/** Sets the defaults of the project from a file. @returns whether the file could be used */
async function importDefaults(
  { output, ask }: Pick<Context, 'output' | 'ask'>,
  { file, project, dryRun }: { file: string; project: string; dryRun: boolean },
): Promise<boolean> {
  try {
    const wanted = readDefaults(await readInput(file), file);
    const isThere = (await ask('projects.list', {})).some(({ name }) => name === project);
    const present = isThere ? await ask('projects.defaults', { project }) : { settings: {}, exports: {} };
    if (isDeepStrictEqual(present, wanted)) return true;
    if (!isThere && !dryRun) await ask('projects.create', { name: project });
    if (!dryRun) await ask('projects.setDefaults', { project, ...wanted });
    const what = `the defaults of project ${project} from ${file}`;
    output.note(dryRun ? `Would set ${what}.` : `Set ${what}.`);
    return true;
  } catch (error) {
    const failure = toHostError(error);
    if (failure.code !== 'bad-settings' && !ofOneFile.has(failure.code)) throw failure;
    const hint = worded(failure);
    output.note(`error: ${file}: ${failure.message}${hint === null ? '' : `\n  hint: ${hint}`}`);
    return false;
  }
}

/** @throws HostError `bad-arguments`; what is in it is checked by the call */
function readDefaults(text: string, file: string): ProjectDefaults {
  try {
    const { settings = {}, exports = {} }: ProjectDefaults = JSON.parse(text.replace(/^\uFEFF/, ''));
    return { settings, exports };
  } catch {
    throw new HostError('bad-arguments', `"${file}" is not valid JSON.`, 'Mend it, or remove it.');
  }
}

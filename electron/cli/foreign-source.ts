import { sourceWords, type ConvertSource } from '../../shared/spider/convert-sources.ts';
import { HostError, toHostError } from '../host/errors.ts';
import type { Context } from './command.ts';
import { entriesOfFolder, isFolder } from './folder-files.ts';
import { readSources, type Sources } from './source-files.ts';

/** Files that are none of Spider Studio, whatever is in them. */
const isForeign = /\.(?:py|zip)$/i;
/** What the folder of a project of another tool has. */
const foreignEntries = ['project.json', 'items.json', 'scrapy.cfg'];

/**
 * Says of what other tool a file or a folder is that is imported without saying so.
 * @throws HostError with the command that converts it
 */
export async function refuseForeign({ ask }: Pick<Context, 'ask'>, path: string): Promise<void> {
  const isOther = (await isFolder(path))
    ? (await entriesOfFolder(path)).some((name) => foreignEntries.includes(name))
    : isForeign.test(path);
  if (!isOther) return;
  const from = await sourceOf({ ask }, await readSources(path, null));
  if (from !== null) throw isOf(from, path);
  if (isForeign.test(path))
    throw new HostError(
      'invalid-spider',
      `"${path}" is no spider.`,
      'Name a JSON file, or a file of a tool with --from.',
    );
}

/** The tool that wrote files; null: none that is known. */
export async function sourceOf(
  { ask }: Pick<Context, 'ask'>,
  sources: Sources,
): Promise<ConvertSource | null> {
  try {
    return (await ask('spiders.convert', sources)).from;
  } catch (error) {
    const problem = toHostError(error);
    if (problem.code === 'not-convertible') return null;
    throw problem;
  }
}

/** The error for a file of another tool, with what converts it. */
export const isOf = (from: ConvertSource, path: string): HostError =>
  new HostError(
    'invalid-spider',
    `"${path}" is ${sourceWords[from]}.`,
    `Convert it: ${commandFor(from, path)}`,
  );

/** The command that converts a file. */
export const commandFor = (from: ConvertSource, path: string): string =>
  `spider-studio import ${/^[\w./:\\-]+$/.test(path) ? path : JSON.stringify(path)} --from ${from}`;

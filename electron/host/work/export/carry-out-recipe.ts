import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { extname, join, parse } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ExportState, Recipe, RecipeSettings } from '../../../../shared/contract/types.ts';
import type { SpiderName } from '../../../store/history/crawl-history-queries.ts';
import { onWindows } from '../../../system/file-names.ts';
import type { AskedDatabase } from '../../data/internal.ts';
import { HostError } from '../../errors.ts';
import { readCredentials, systemSources } from '../proxy-secrets.ts';
import type { ExportOrder, Exports } from './exports.ts';
import { withDownloadFolder } from './download-folder.ts';
import { startNew } from './start-new.ts';

/** What carrying a saved export out needs. */
export interface RecipeWork {
  database: AskedDatabase;
  exports: Pick<Exports, 'start' | 'ended'>;
  dataDir: string;
}

/** What it is carried out for. */
export interface RecipeRequest {
  of: SpiderName;
  recipe: Recipe;
  /** The id of a run, or the newest one. */
  run: string;
  /** What names tell as date and time: when the run ended, or now where it has not. In milliseconds since 1970. */
  now: number;
}

/** How it ended. */
export interface CarriedOut {
  /** null: it went to a command. */
  file: string | null;
  rows: number;
  notes: string[];
}

/** Characters of the errors of a command that are told. */
const toldErrors = 500;

/** Carries a saved export out. @throws HostError `recipe-failed`, or that of an export that cannot begin */
export async function carryOutRecipe(work: RecipeWork, request: RecipeRequest): Promise<CarriedOut> {
  const { settings } = request.recipe;
  if (settings === null) throw failed('What was saved cannot be read. Save it again.');
  const { target } = settings;
  if (target.kind !== 'command') {
    const to = await placeOf(target, settings, request);
    const { state, given } = await write(work, request, settings, to);
    await given();
    const { rows, notes, file } = state;
    return { file, rows, notes };
  }
  return withDownloadFolder(work.dataDir, 'recipe', async (folder) => {
    const path = join(folder, `items.${settings.format}`);
    const { state, given } = await write(work, request, settings, { kind: 'file', path, replace: true });
    await giveTo(target.command, path);
    await given();
    const { rows, notes } = state;
    return { file: null, rows, notes };
  });
}

/** Where the export of a recipe is written. @throws HostError `missing-secret`, `bad-secret` */
async function placeOf(
  target: Exclude<RecipeSettings['target'], { kind: 'command' }>,
  settings: RecipeSettings,
  request: RecipeRequest,
): Promise<ExportOrder['target']> {
  switch (target.kind) {
    case 'folder': {
      const append = target.append === true;
      const path = join(target.folder, fileName(target.name, settings, request));
      return { kind: 'file', path, replace: !append, append };
    }
    case 'place': {
      const key = objectKey(target.key, settings, request);
      return { kind: 'object', place: target.place, key, replace: target.replace === true };
    }
    case 'table': {
      const { database, secret = null, schema = null, table, key = null, addColumns = false } = target;
      const credentials = secret === null ? null : await readCredentials(secret, systemSources);
      const { of, recipe, run } = request;
      // A recipe that was removed and saved again is another one.
      const name = `${of.project}/${of.spider}/${recipe.name} ${recipe.createdAt}`;
      const source = { recipe: name, part: settings.items === 'new' ? 'new' : run };
      return { kind: 'table', database, credentials, schema, table, key, addColumns, source };
    }
    default:
      return target satisfies never;
  }
}

async function write(
  { database, exports }: RecipeWork,
  { of, recipe, run }: RecipeRequest,
  settings: RecipeSettings,
  target: ExportOrder['target'],
): Promise<{ state: ExportState; given: () => Promise<void> }> {
  const { items, filters, search, sort, target: saved, ...how } = settings;
  const source = { ...of, run: items === 'new' ? 'all' : run };
  const conditions = {
    ...(filters === undefined ? {} : { filters }),
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort }),
  };
  const view = await database.ask('quick', 'exportView', { source, ...conditions });
  const copies = filesPlace(saved, target);
  const order = { view, ...how, target, ...(copies === null ? {} : { files: copies }) };
  const mark = { name: `recipe ${recipe.name}`, isStaged: settings.target.kind === 'command' };
  const { begun, given } =
    items === 'new'
      ? await startNew({ database, exports }, mark, order)
      : { begun: await exports.start(order), given: async () => undefined };
  const state = await exports.ended(begun.id);
  if (state.state === 'done') return { state, given };
  throw failed([state.error ?? 'The export was cancelled.', state.hint ?? ''].join(' ').trim());
}

/** Where the downloaded files go beside a file; null: nowhere. */
function filesPlace(saved: RecipeSettings['target'], target: ExportOrder['target']): string | null {
  if (saved.kind !== 'folder' || saved.files === undefined || target.kind !== 'file') return null;
  const { dir, name } = parse(target.path);
  return join(dir, saved.files === 'folder' ? 'files' : `${name}.files.zip`);
}

/** A text with its places filled in. */
function filledIn(template: string, request: RecipeRequest): string {
  const { of, run, now } = request;
  const [date = '', time = ''] = new Date(now).toISOString().slice(0, 19).split('T');
  const values: Record<string, string> = { ...of, run, date, time: time.replaceAll(':', '-') };
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Returns the key of an object with its places filled in; a slash divides it. */
export function objectKey(
  template: string,
  { format }: Pick<RecipeSettings, 'format'>,
  request: RecipeRequest,
): string {
  const parts = filledIn(template, request)
    .split('/')
    .map((part) => part.replaceAll(/[^\p{L}\p{N}._ =-]+/gu, '-'))
    .filter((part) => !/^\.*$/.test(part));
  const key = parts.length === 0 ? 'items' : parts.join('/');
  return extname(key) === '' ? `${key}.${format}` : key;
}

/** Returns the name of a file with its places filled in, as every system takes it. */
export function fileName(
  template: string,
  { format }: Pick<RecipeSettings, 'format'>,
  request: RecipeRequest,
): string {
  const safe = filledIn(template, request)
    .replaceAll(/[^\p{L}\p{N}._ -]+/gu, '-')
    .replace(/^[. -]+/, '');
  const named = safe === '' ? 'items' : safe;
  return onWindows(extname(named) === '' ? `${named}.${format}` : named);
}

/** Gives a file to a program on its standard input. @throws HostError `recipe-failed` */
async function giveTo([program = '', ...args]: readonly string[], path: string): Promise<void> {
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'], windowsHide: true });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (errors.length < toldErrors) errors += text;
  });
  const ended = new Promise<number | string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code ?? `ended by ${signal}`));
  });
  // A program that ends before it has read everything says why by its exit code.
  await pipeline(createReadStream(path), child.stdin).catch(() => undefined);
  const end = await ended;
  if (end === 0) return;
  const why = typeof end === 'number' ? `ended with code ${end}` : end;
  throw failed(`"${program}": ${why}. ${errors.slice(0, toldErrors).trim()}`.trim());
}

const failed = (message: string): HostError =>
  new HostError('recipe-failed', message, 'Change what was saved, or what it needs, and carry it out again.');

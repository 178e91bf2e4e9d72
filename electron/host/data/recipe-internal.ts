import type { Recipe, RecipeSettings } from '../../../shared/contract/types.ts';
import { appendableFormats, formatNames } from '../../../shared/export-formats.ts';
import { itemKeyColumn } from '../../../shared/item-columns.ts';
import type { SpiderName } from '../../store/history/crawl-history-queries.ts';
import type { ItemView } from '../../store/items/item-queries.ts';
import type { ExportIntention, TakenRecipe } from '../../store/recipes/recipe-queries.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DataContext } from './data-context.ts';
import { datasetOf } from './dataset-internal.ts';
import { noRecipe, recipeView } from './recipes.ts';
import { requireRun } from './require-run.ts';
import { requireSpider } from './stored-spiders.ts';

/** The name of the reader that looks for runs that have ended. */
const readerName = 'recipes';
/** Changes that are looked through at once. */
const portion = 500;
const endedStates: ReadonlySet<string> = new Set(['completed', 'stopped', 'failed']);

/** An attempt that was begun, with what is to be done. */
export interface BegunRecipe {
  taken: TakenRecipe;
  recipe: Recipe;
  /** When the run has ended, in milliseconds since 1970: each attempt names files by it. null: it goes on. */
  moment: number | null;
}

/** The settings with the columns by which rows are known again, as the spider names them, or else the key of each item. */
async function withKey(
  workspace: Workspace,
  of: SpiderName,
  settings: RecipeSettings,
): Promise<RecipeSettings> {
  const { target, columns, rows = null } = settings;
  if (target.kind !== 'table' || target.key === undefined) return settings;
  const named = target.key.length > 0 ? target.key : (await datasetOf(workspace, of)).key;
  if (named === null && rows !== null)
    throw new HostError(
      'bad-arguments',
      'The entries of a list have no key of their own.',
      'Name the columns by which they are known again.',
    );
  const key = [...(named ?? [itemKeyColumn])];
  const absent = key.find((name) => name !== itemKeyColumn && columns?.includes(name) === false);
  if (absent !== undefined)
    throw new HostError(
      'bad-arguments',
      `Rows are known again by "${absent}", and that is not among the exported columns.`,
      'Choose it, or name another key.',
    );
  return { ...settings, target: { ...target, key } };
}

/** Work about saved exports for the host itself; no client can call it. */
export const recipeInternalHandlers = {
  /** The newest item that was exported to a target, and the newest that there is. */
  exportExtent: async (
    { view, target }: { view: ItemView; target: string },
    { workspace: { queries } }: DataContext,
  ): Promise<{ mark: number; newest: number }> => {
    const mark = await queries.recipes.mark(view, target);
    const { upTo } = await queries.items.slice(view, 0, 1);
    return { mark, newest: upTo };
  },
  exportIntention: (
    { of, target }: { of: SpiderName; target: string },
    { workspace: { queries } }: DataContext,
  ): Promise<ExportIntention | null> => queries.recipes.intention(of, target),
  moveExportMark: async (
    { of, target, item }: { of: SpiderName; target: string; item: number },
    { workspace: { queries } }: DataContext,
  ): Promise<null> => {
    await queries.recipes.moveMark(of, target, item);
    return null;
  },
  saveRecipe: async (
    {
      of,
      name,
      afterRun,
      settings,
    }: { of: SpiderName; name: string; afterRun: boolean; settings: RecipeSettings },
    { workspace }: DataContext,
  ): Promise<Recipe> => {
    const { outbox, recipes } = workspace.queries;
    const { target, format } = settings;
    if ((target.kind === 'table') !== (format === 'table'))
      throw new HostError('bad-arguments', 'Rows go to a table in the format "table", and to no file.', null);
    if (target.kind === 'folder' && target.append === true && !appendableFormats.includes(format))
      throw new HostError(
        'not-appendable',
        `Nothing can be added to a file in the format ${formatNames[format]}.`,
        'Choose csv, jsonl or sqlite, or write a new file for each run.',
      );
    await requireSpider(workspace, of.project, of.spider);
    const saved = await withKey(workspace, of, settings);
    // Runs that end from now on are exported, and none before.
    if ((await outbox.readerAt(readerName)) === null)
      await outbox.advance(readerName, await outbox.position());
    return recipeView(await recipes.save(of, { name, afterRun, recipe: JSON.stringify(saved) }));
  },
  recipes: async ({ of }: { of: SpiderName }, { workspace }: DataContext): Promise<Recipe[]> => {
    await requireSpider(workspace, of.project, of.spider);
    return (await workspace.queries.recipes.list(of)).map(recipeView);
  },
  recipe: async (
    { of, name }: { of: SpiderName; name: string },
    { workspace }: DataContext,
  ): Promise<Recipe> => {
    await requireSpider(workspace, of.project, of.spider);
    const found = await workspace.queries.recipes.get(of, name);
    if (found === null) throw noRecipe(of.spider, name);
    return recipeView(found);
  },
  /** Notes what is to be exported for runs that have ended since the last time. @returns whether there may be more */
  noteEndedRuns: async (_: null, { workspace: { queries } }: DataContext): Promise<boolean> => {
    const { outbox, recipes } = queries;
    const from = await outbox.readerAt(readerName);
    if (from === null) return false;
    const { entries, position } = await outbox.after(from, portion);
    for (const { change } of entries) {
      if (change.kind !== 'run' || change.what !== 'moved' || change.runKind === 'test') continue;
      // A run that was deleted meanwhile has no items to export.
      if (endedStates.has(change.state)) await recipes.noteRun(change.subject);
    }
    if (position > from) await outbox.advance(readerName, position);
    return entries.length > 0;
  },
  /** Begins the attempt that is due first; null: none is. @param until when others may take it over, in milliseconds since 1970 */
  takeRecipe: async (
    { until }: { until: number },
    { workspace }: DataContext,
  ): Promise<BegunRecipe | null> => {
    const taken = await workspace.queries.recipes.take(until);
    if (taken === null) return null;
    return { taken, recipe: recipeView(taken.recipe), moment: await endOf(workspace, taken.run) };
  },
  /** When a run ended, in milliseconds since 1970; null: it has not. */
  endOfRun: ({ run }: { run: string }, { workspace }: DataContext): Promise<number | null> =>
    endOf(workspace, run),
  noteRecipeByHand: async (
    { of, name, run, reason }: { of: SpiderName; name: string; run: string; reason: string | null },
    { workspace: { queries } }: DataContext,
  ): Promise<null> => {
    await queries.recipes.noteByHand(of, name, run, reason);
    return null;
  },
  extendRecipe: (
    { taken, until }: { taken: TakenRecipe; until: number },
    { workspace: { queries } }: DataContext,
  ): Promise<boolean> => queries.recipes.extend(taken, until),
  endRecipe: async (
    { taken, reason, retryAt }: { taken: TakenRecipe; reason: string | null; retryAt: number | null },
    { workspace: { queries } }: DataContext,
  ): Promise<null> => {
    await queries.recipes.end(taken, reason, retryAt);
    return null;
  },
  recipesDue: (_: null, { workspace: { queries } }: DataContext): Promise<number | null> =>
    queries.recipes.nextDue(),
};

async function endOf(workspace: DataContext['workspace'], run: string): Promise<number | null> {
  const { endedAt } = await requireRun(workspace, run);
  return endedAt === null ? null : Date.parse(endedAt);
}

import type { SpiderName } from '../../../../electron/store/history/crawl-history-queries.ts';
import type {
  RecipeQueries,
  RecipeRow,
  TakenRecipe,
} from '../../../../electron/store/recipes/recipe-queries.ts';
import { noSpider } from '../../../../electron/store/spiders/spider-rows.ts';
import { isoTime, type KeptRecipeRun, type Tables } from './memory-tables.ts';

type Kept = Tables['recipes']['all'][number];

export function recipesOf(tables: Tables): RecipeQueries {
  const { all, runs, marks, intentions } = tables.recipes;

  function idOf(of: SpiderName): string {
    const found = tables.spider(of);
    if (found === null) throw noSpider(of);
    return found.id;
  }

  const isThere = (run: string): boolean => tables.runs().some(({ row }) => row.id === run);

  function toRow({ spiderId, ...row }: Kept): RecipeRow | null {
    const names = [...tables.projects].flatMap(([project, { spiders }]) =>
      [...spiders].flatMap(([spider, { id }]) => (id === spiderId ? [{ project, spider }] : [])),
    );
    const [of] = names;
    if (of === undefined) return null;
    const own = runs
      .filter(({ recipe, run }) => recipe === row.id && isThere(run))
      .toSorted((a, b) => Number(b.run) - Number(a.run));
    const [last] = own;
    if (last === undefined) return { ...row, ...of, last: null };
    const { run, state, attempts, reason, endedAt, dueAt } = last;
    const retryAt = state === 'pending' && attempts > 0 ? isoTime(dueAt) : null;
    return { ...row, ...of, last: { run, state, attempts, reason, endedAt, retryAt } };
  }

  const kept = (of: SpiderName, name: string): Kept | undefined =>
    all.find((row) => row.spiderId === tables.spider(of)?.id && row.name === name);
  const find = (of: SpiderName, name: string): RecipeRow | null => {
    const row = kept(of, name);
    return row === undefined ? null : toRow(row);
  };
  const open = (): KeptRecipeRun[] =>
    runs
      .filter(({ state }) => state === 'pending' || state === 'running')
      .filter(({ recipe, run }) => all.some(({ id }) => id === recipe) && isThere(run))
      .toSorted(
        (a, b) => a.dueAt - b.dueAt || Number(a.run) - Number(b.run) || Number(a.recipe) - Number(b.recipe),
      );
  const own = ({ recipe, run, attempt }: TakenRecipe): KeptRecipeRun | undefined =>
    runs.find(
      (one) =>
        one.recipe === recipe.id && one.run === run && one.attempts === attempt && one.state === 'running',
    );

  return {
    list: async (of) =>
      all
        .filter(({ spiderId }) => spiderId === tables.spider(of)?.id)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .flatMap((row) => toRow(row) ?? []),
    get: async (of, name) => find(of, name),
    async save(of, { name, afterRun, recipe }) {
      const spiderId = idOf(of);
      const before = kept(of, name);
      const row = before ?? {
        id: tables.newId(),
        createdAt: isoTime(tables.now),
        spiderId,
        name,
        afterRun,
        recipe,
      };
      if (before === undefined) all.push(row);
      Object.assign(row, { afterRun, recipe });
      const saved = toRow(row);
      if (saved === null) throw noSpider(of);
      return saved;
    },
    async remove(of, name) {
      const before = kept(of, name);
      if (before === undefined) return false;
      all.splice(all.indexOf(before), 1);
      return true;
    },
    mark: async (of, target) => marks.get(JSON.stringify([idOf(of), target])) ?? 0,
    async moveMark(of, target, item) {
      const key = JSON.stringify([idOf(of), target]);
      marks.set(key, Math.max(item, marks.get(key) ?? 0));
      if ((intentions.get(key)?.item ?? Infinity) <= item) intentions.delete(key);
    },
    async intend(of, target, intention) {
      intentions.set(JSON.stringify([idOf(of), target]), structuredClone(intention));
    },
    intention: async (of, target) => intentions.get(JSON.stringify([idOf(of), target])) ?? null,
    async noteRun(run) {
      const found = tables.runs().find(({ row }) => row.id === run);
      const spiderId = found === undefined ? null : tables.spider(found.of)?.id;
      const own = all.filter((row) => row.spiderId === spiderId && row.afterRun);
      const isNew = own.filter(({ id }) => !runs.some((one) => one.recipe === id && one.run === run));
      const { now: dueAt } = tables;
      for (const { id: recipe } of isNew)
        runs.push({ recipe, run, state: 'pending', attempts: 0, dueAt, reason: null, endedAt: null });
      return isNew.length;
    },
    async take(until) {
      const due = open().find(({ dueAt }) => dueAt <= tables.now);
      const row = all.find(({ id }) => id === due?.recipe);
      if (due === undefined || row === undefined) return null;
      Object.assign(due, { state: 'running', attempts: due.attempts + 1, dueAt: until });
      const recipe = toRow(row);
      return recipe === null ? null : { recipe, run: due.run, attempt: due.attempts };
    },
    async extend(taken, until) {
      const found = own(taken);
      if (found !== undefined) found.dueAt = until;
      return found !== undefined;
    },
    async end(taken, reason, retryAt) {
      const found = own(taken);
      const state = reason === null ? 'done' : retryAt === null ? 'failed' : 'pending';
      const endedAt = retryAt === null ? isoTime(tables.now) : null;
      if (found !== undefined) Object.assign(found, { state, reason, endedAt, dueAt: retryAt ?? 0 });
    },
    async noteByHand(of, name, run, reason) {
      const row = kept(of, name);
      if (row === undefined) return;
      const found = runs.find((one) => one.recipe === row.id && one.run === run);
      const state = reason === null ? 'done' : 'failed';
      const endedAt = isoTime(tables.now);
      if (found === undefined)
        runs.push({ recipe: row.id, run, state, attempts: 1, dueAt: 0, reason, endedAt });
      else if (found.state !== 'running')
        Object.assign(found, { state, attempts: found.attempts + 1, dueAt: 0, reason, endedAt });
    },
    failed: async (project) =>
      all
        .flatMap((row) => toRow(row) ?? [])
        .filter((row) => row.project === project && row.last?.state === 'failed')
        .toSorted((a, b) => (a.spider < b.spider || (a.spider === b.spider && a.name < b.name) ? -1 : 1))
        .map(({ spider, name: recipe, last }) => ({
          spider,
          recipe,
          run: last?.run ?? '',
          reason: last?.reason ?? 'No reason was recorded.',
        })),
    nextDue: async () => open()[0]?.dueAt ?? null,
  };
}

import type { StoreContext } from '../database/context.ts';
import { isoTime, isoTimeOrNull, rowId } from '../database/rows.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import type { SpiderRows } from '../spiders/spider-rows.ts';
import { createMarks } from './marks.ts';
import type { RecipeQueries, RecipeRow, RecipeRun, TakenRecipe } from './recipe-queries.ts';

interface Stored extends SpiderName {
  id: number;
  name: string;
  after_run: 0 | 1;
  recipe_json: string;
  created_at: number;
}

interface StoredRun {
  recipe_id: number;
  run_id: number;
  state: RecipeRun['state'];
  attempts: number;
  due_at: number;
  reason: string | null;
  ended_at: number | null;
}

const columns = `r.id, r.name, r.after_run, r.recipe_json, r.created_at, spiders.name AS spider, projects.name AS project
  FROM export_recipes AS r JOIN spiders ON spiders.id = r.spider_id JOIN projects ON projects.id = spiders.project_id`;

/** What is noted for a run in the trash waits until that is restored. */
const isThere = 'EXISTS (SELECT 1 FROM runs WHERE id = run_id)';

/** Implements `RecipeQueries` on SQLite. */
export function createRecipes(context: StoreContext, spiders: Pick<SpiderRows, 'requireId'>): RecipeQueries {
  const { connection, now } = context;
  const { db } = connection;
  const ofSpider = 'projects.name = @project AND spiders.name = @spider';
  const all = db.prepare<[SpiderName], Stored>(`SELECT ${columns} WHERE ${ofSpider} ORDER BY r.name`);
  const named = db.prepare<[SpiderName & { name: string }], Stored>(
    `SELECT ${columns} WHERE ${ofSpider} AND r.name = @name`,
  );
  const byId = db.prepare<[number], Stored>(`SELECT ${columns} WHERE r.id = ?`);
  const newest = db.prepare<[number], StoredRun>(
    `SELECT * FROM recipe_runs WHERE recipe_id = ? AND ${isThere} ORDER BY run_id DESC LIMIT 1`,
  );
  const insert = db.prepare<[{ spider: number; name: string; after: number; json: string; now: number }]>(
    `INSERT INTO export_recipes (spider_id, name, after_run, recipe_json, created_at)
      VALUES (@spider, @name, @after, @json, @now)
      ON CONFLICT (spider_id, name) DO UPDATE SET after_run = @after, recipe_json = @json`,
  );
  const remove = db.prepare<[number]>('DELETE FROM export_recipes WHERE id = ?');
  const note = db.prepare<[number, number]>(
    `INSERT INTO recipe_runs (recipe_id, run_id, state, due_at)
      SELECT r.id, runs.id, 'pending', ? FROM runs JOIN export_recipes AS r ON r.spider_id = runs.spider_id
      WHERE runs.id = ? AND r.after_run = 1 ON CONFLICT (recipe_id, run_id) DO NOTHING`,
  );
  const take = db.prepare<[{ now: number; until: number }], StoredRun>(
    `UPDATE recipe_runs SET state = 'running', attempts = attempts + 1, due_at = @until
      WHERE (recipe_id, run_id) = (SELECT recipe_id, run_id FROM recipe_runs
        WHERE state IN ('pending', 'running') AND due_at <= @now AND ${isThere} ORDER BY due_at, run_id, recipe_id LIMIT 1) RETURNING *`,
  );
  const own = "WHERE recipe_id = @recipe AND run_id = @run AND attempts = @attempt AND state = 'running'";
  const extend = db.prepare<[{ recipe: number; run: number; attempt: number; until: number }]>(
    `UPDATE recipe_runs SET due_at = @until ${own}`,
  );
  const end = db.prepare<
    [
      {
        recipe: number;
        run: number;
        attempt: number;
        state: string;
        reason: string | null;
        due: number;
        ended: number | null;
      },
    ]
  >(`UPDATE recipe_runs SET state = @state, reason = @reason, due_at = @due, ended_at = @ended ${own}`);
  // One that another process is at ends by itself.
  const noteOwn = db.prepare<
    [{ recipe: number; run: number; state: string; reason: string | null; now: number }]
  >(
    `INSERT INTO recipe_runs (recipe_id, run_id, state, attempts, due_at, reason, ended_at)
      VALUES (@recipe, @run, @state, 1, 0, @reason, @now)
      ON CONFLICT (recipe_id, run_id) DO UPDATE
      SET state = @state, attempts = recipe_runs.attempts + 1, due_at = 0, reason = @reason, ended_at = @now
      WHERE recipe_runs.state <> 'running'`,
  );
  const givenUp = db.prepare<
    [string],
    { spider: string; recipe: string; run: number; reason: string | null }
  >(
    `SELECT spiders.name AS spider, r.name AS recipe, t.run_id AS run, t.reason FROM export_recipes AS r
      JOIN spiders ON spiders.id = r.spider_id JOIN projects ON projects.id = spiders.project_id
      JOIN recipe_runs AS t ON t.recipe_id = r.id
        AND t.run_id = (SELECT max(run_id) FROM recipe_runs WHERE recipe_id = r.id)
      WHERE projects.name = ? AND t.state = 'failed' ORDER BY spiders.name, r.name`,
  );
  const next = db
    .prepare<[], number | null>(
      `SELECT min(due_at) FROM recipe_runs WHERE state IN ('pending', 'running') AND ${isThere}`,
    )
    .pluck();

  function toRow({ id, after_run, recipe_json, created_at, ...stored }: Stored): RecipeRow {
    const last = newest.get(id);
    return {
      ...stored,
      id: String(id),
      afterRun: after_run === 1,
      recipe: recipe_json,
      createdAt: isoTime(created_at),
      last:
        last === undefined
          ? null
          : {
              run: String(last.run_id),
              state: last.state,
              attempts: last.attempts,
              reason: last.reason,
              endedAt: isoTimeOrNull(last.ended_at),
              retryAt: last.state === 'pending' && last.attempts > 0 ? isoTime(last.due_at) : null,
            },
    };
  }

  const read = (of: SpiderName, name: string): RecipeRow | null => {
    const stored = named.get({ project: of.project, spider: of.spider, name });
    return stored === undefined ? null : toRow(stored);
  };
  const keyOf = ({
    recipe,
    run,
    attempt,
  }: TakenRecipe): { recipe: number; run: number; attempt: number } => ({
    recipe: rowId(recipe.id, 'recipe'),
    run: rowId(run, 'run'),
    attempt,
  });

  return {
    list: connection.query(({ project, spider }: SpiderName) => all.all({ project, spider }).map(toRow)),
    get: connection.query(read),
    save: connection.change((of, { name, afterRun, recipe }) => {
      insert.run({ spider: spiders.requireId(of), name, after: afterRun ? 1 : 0, json: recipe, now: now() });
      const saved = read(of, name);
      if (saved === null) throw new Error('A recipe that was just saved is not there.');
      return saved;
    }),
    remove: connection.change((of, name) => {
      const found = read(of, name);
      if (found !== null) remove.run(Number(found.id));
      return found !== null;
    }),
    ...createMarks(context, spiders),
    noteRun: connection.change((run) => note.run(now(), rowId(run, 'run')).changes),
    take: connection.change((until) => {
      const taken = take.get({ now: now(), until });
      const stored = taken === undefined ? undefined : byId.get(taken.recipe_id);
      if (taken === undefined || stored === undefined) return null;
      return { recipe: toRow(stored), run: String(taken.run_id), attempt: taken.attempts };
    }),
    extend: connection.change((taken, until) => extend.run({ ...keyOf(taken), until }).changes > 0),
    end: connection.change((taken, reason, retryAt) => {
      const state = reason === null ? 'done' : retryAt === null ? 'failed' : 'pending';
      const ended = retryAt === null ? now() : null;
      end.run({ ...keyOf(taken), state, reason, due: retryAt ?? 0, ended });
    }),
    noteByHand: connection.change((of, name, run, reason) => {
      const found = read(of, name);
      if (found === null) return;
      const state = reason === null ? 'done' : 'failed';
      noteOwn.run({ recipe: rowId(found.id, 'recipe'), run: rowId(run, 'run'), state, reason, now: now() });
    }),
    failed: connection.query((project: string) =>
      givenUp.all(project).map(({ run, reason, ...rest }) => ({
        ...rest,
        run: String(run),
        reason: reason ?? 'No reason was recorded.',
      })),
    ),
    nextDue: connection.query(() => next.get() ?? null),
  };
}

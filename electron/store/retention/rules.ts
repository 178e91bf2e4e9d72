import { Type } from 'typebox';
import { keepEverything, type RetentionRule } from '../../../shared/retention.ts';
import { ownCheck } from '../../schemas/checker.ts';
import { parsedJson } from '../database/json-columns.ts';
import type { StoreContext } from '../database/context.ts';
import { notFound } from '../errors.ts';

const AtMost = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]);
/** A stored rule. */
export const StoredRuleSchema = Type.Object({
  runs: AtMost,
  days: AtMost,
  pages: AtMost,
  detail: AtMost,
  dataset: Type.Unsafe<RetentionRule['dataset']>({ type: 'string', enum: ['keep', 'forget'] }),
});
const isRule = ownCheck(StoredRuleSchema);

/** For what a rule holds: a spider, a project, or the workspace (both null). */
export interface RuleScope {
  project: string | null;
  spider: string | null;
}

/** A rule, and for what it holds. */
export interface StoredRule extends RuleScope {
  rule: RetentionRule;
}

/** What the last removal by the clock has done, and whether there is one. */
export interface RetentionSettings {
  nightly: boolean;
  /** Milliseconds since 1970; null: never. */
  doneAt: number | null;
  /** JSON of what it has done. */
  done: string | null;
}

/** The rules of a workspace. Call within a query or a change. */
export interface RetentionRules {
  all(): StoredRule[];
  /** The nearest rule of a spider, and whose it is. */
  of(
    project: string,
    spider: string,
  ): { rule: RetentionRule; from: 'spider' | 'project' | 'workspace' | 'none' };
  /** @throws StoreError `not-found` */
  set(scope: RuleScope, rule: RetentionRule | null): void;
  settings(): RetentionSettings;
  configure(settings: Partial<RetentionSettings>): void;
}

export function createRetentionRules({ connection: { db } }: StoreContext): RetentionRules {
  const select = `SELECT coalesce(p.name, of.name) AS project, s.name AS spider, rule_json AS json FROM retention_rules AS r
    LEFT JOIN projects AS p ON p.id = r.project_id
    LEFT JOIN spiders AS s ON s.id = r.spider_id LEFT JOIN projects AS of ON of.id = s.project_id
    WHERE (r.project_id IS NULL OR p.id IS NOT NULL) AND (r.spider_id IS NULL OR of.id IS NOT NULL)`;
  const all = db.prepare<[], RuleScope & { json: string }>(`${select} ORDER BY project, spider`);
  const idOf = db.prepare<[RuleScope], { project: number | null; spider: number | null }>(
    `SELECT p.id AS project, s.id AS spider FROM projects AS p LEFT JOIN spiders AS s ON s.project_id = p.id AND s.name = @spider
      WHERE p.name = @project`,
  );
  const remove = db.prepare<[number | null, number | null]>(
    'DELETE FROM retention_rules WHERE project_id IS ? AND spider_id IS ?',
  );
  const insert = db.prepare<[number | null, number | null, string]>(
    'INSERT INTO retention_rules (project_id, spider_id, rule_json) VALUES (?, ?, ?)',
  );
  const settings = db.prepare<[], { nightly: number; doneAt: number | null; done: string | null }>(
    'SELECT nightly, done_at AS doneAt, done_json AS done FROM retention_settings WHERE id = 1',
  );
  const write = db.prepare<[{ nightly: number; doneAt: number | null; done: string | null }]>(
    `INSERT INTO retention_settings (id, nightly, done_at, done_json) VALUES (1, @nightly, @doneAt, @done)
      ON CONFLICT (id) DO UPDATE SET nightly = excluded.nightly, done_at = excluded.done_at, done_json = excluded.done_json`,
  );

  function read(): StoredRule[] {
    return all.all().flatMap(({ json, ...scope }) => {
      const rule = parsedJson(json);
      // A rule that cannot be read removes nothing.
      return [{ ...scope, rule: isRule(rule) ? rule : keepEverything }];
    });
  }

  function readSettings(): RetentionSettings {
    const row = settings.get();
    return row === undefined
      ? { nightly: false, doneAt: null, done: null }
      : { ...row, nightly: row.nightly === 1 };
  }

  return {
    all: read,
    of(project, spider) {
      const rules = read();
      const own = (wanted: RuleScope) =>
        rules.find((each) => each.project === wanted.project && each.spider === wanted.spider)?.rule;
      const near = [
        { rule: own({ project, spider }), from: 'spider' },
        { rule: own({ project, spider: null }), from: 'project' },
        { rule: own({ project: null, spider: null }), from: 'workspace' },
      ] as const;
      for (const { rule, from } of near) if (rule !== undefined) return { rule, from };
      return { rule: keepEverything, from: 'none' };
    },
    set({ project, spider }, rule) {
      const found = project === null ? null : idOf.get({ project, spider });
      if (found === undefined) throw notFound(`project "${project}"`);
      if (spider !== null && (found?.spider ?? null) === null) throw notFound(`spider "${spider}"`);
      const ids = [spider === null ? (found?.project ?? null) : null, found?.spider ?? null] as const;
      remove.run(...ids);
      if (rule !== null) insert.run(...ids, JSON.stringify(rule));
    },
    settings: readSettings,
    configure(change) {
      const { nightly, doneAt, done } = { ...readSettings(), ...change };
      write.run({ nightly: nightly ? 1 : 0, doneAt, done });
    },
  };
}

import type { RetentionRule } from '../../../shared/retention.ts';
import { isoTime, isoTimeOrNull, rowId } from '../database/rows.ts';
import type { StoreContext } from '../database/context.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import { createRunReader } from '../runs/run-rows.ts';
import type { SpiderRows } from '../spiders/spider-rows.ts';
import { createDatasetNeeds, type DatasetEffect } from './dataset-effect.ts';
import { createDropParts, type RunPart } from './drop-parts.ts';
import { createRetentionRules, type RetentionSettings, type RuleScope, type StoredRule } from './rules.ts';
import { createRunFacts, type RunFacts } from './run-facts.ts';

export type { DatasetEffect } from './dataset-effect.ts';
export type { RunPart } from './drop-parts.ts';
export type { RetentionSettings, RuleScope, StoredRule } from './rules.ts';
export type { RunFacts } from './run-facts.ts';

/** What a run has lost by rule, and whether it is pinned. Times are ISO 8601 in UTC. */
export interface RunRetention {
  pinnedAt: string | null;
  pagesDroppedAt: string | null;
  detailDroppedAt: string | null;
}

/** What goes by rule. Methods throw StoreError; those that take a spider or a run `not-found`. */
export interface Retention {
  rules(): StoredRule[];
  /** The nearest rule of a spider, and whose it is. */
  ruleOf(spider: SpiderName): { rule: RetentionRule; from: 'spider' | 'project' | 'workspace' | 'none' };
  /** @param rule null: there is none for it */
  setRule(scope: RuleScope, rule: RetentionRule | null): void;
  settings(): RetentionSettings;
  configure(settings: Partial<RetentionSettings>): void;
  /** The runs of a spider, newest first. @param withDataset whether its dataset, which has to be current, is asked what it needs */
  runs(spider: SpiderName, withDataset: boolean): RunFacts[];
  /** What its dataset, which has to be current, loses with runs. */
  datasetEffect(spider: SpiderName, runs: readonly string[]): DatasetEffect;
  /** The newest runs of a spider that have these pages. @param hashes SHA-256 in hexadecimal */
  runsWithPages(spider: SpiderName, hashes: readonly string[]): string[];
  /** Of each run: its pages that nothing has but runs that lose theirs as well, and about how many bytes they take. */
  pageSizes(runs: readonly string[]): Map<string, { pages: number; bytes: number }>;
  /** About how many bytes a run takes without its pages. */
  bodySize(run: string): number;
  detailSize(run: string): { events: number; bytes: number };
  /** Decides that parts of runs go; `dropStep` lets them go. */
  dropParts(runs: readonly string[], part: RunPart): void;
  /** Lets some of what was decided go: some ten milliseconds. @returns whether there is more */
  dropStep(): boolean;
  pin(run: string, pinned: boolean): RunRetention;
  ofRun(run: string): RunRetention;
}

/** Implements `Retention` on SQLite. */
export function createRetention(context: StoreContext, spiders: Pick<SpiderRows, 'requireId'>): Retention {
  const { connection, now } = context;
  const reader = createRunReader(context);
  const rules = createRetentionRules(context);
  const facts = createRunFacts(context, reader);
  const dataset = createDatasetNeeds(context);
  const parts = createDropParts(context);
  const step = connection.writing(() => parts.step());
  const pinned = connection.db
    .prepare<[number], number | null>('SELECT pinned_at FROM runs WHERE id = ?')
    .pluck();
  const pin = connection.db.prepare<[number | null, number]>(
    'UPDATE all_runs SET pinned_at = ? WHERE id = ?',
  );

  function ofRun(id: string): RunRetention {
    const run = Number(reader.require(id).id);
    const droppedAt = (part: RunPart): string | null => {
      const found = parts.of(run).find((each) => each.part === part);
      return found === undefined ? null : isoTime(found.at);
    };
    return {
      pinnedAt: isoTimeOrNull(pinned.get(run) ?? null),
      pagesDroppedAt: droppedAt('pages'),
      detailDroppedAt: droppedAt('detail'),
    };
  }

  return {
    rules: connection.reading(() => rules.all()),
    ruleOf: connection.reading(({ project, spider }: SpiderName) => rules.of(project, spider)),
    setRule: connection.writing((scope: RuleScope, rule: RetentionRule | null) => rules.set(scope, rule)),
    settings: connection.reading(() => rules.settings()),
    configure: connection.writing((change: Partial<RetentionSettings>) => rules.configure(change)),
    runs: connection.reading((spider: SpiderName, withDataset: boolean) =>
      facts.of(spider, withDataset ? dataset.seers(spiders.requireId(spider)) : new Set()),
    ),
    datasetEffect: connection.reading((spider: SpiderName, runs: readonly string[]) =>
      dataset.effect(spiders.requireId(spider), runs.map(Number)),
    ),
    runsWithPages: connection.reading((spider: SpiderName, hashes: readonly string[]) =>
      facts.withPages(spiders.requireId(spider), hashes).map(String),
    ),
    pageSizes: connection.reading((runs: readonly string[]) => {
      const sizes = facts.pageSizes(runs.map(Number));
      return new Map([...sizes].map(([run, size]) => [String(run), size]));
    }),
    bodySize: connection.reading((run: string) => facts.bodySize(rowId(run, 'run'))),
    detailSize: connection.reading((run: string) => facts.detailSize(rowId(run, 'run'))),
    dropParts: connection.writing((runs: readonly string[], part: RunPart) =>
      parts.begin(runs.map(Number), part),
    ),
    dropStep() {
      try {
        return step();
      } catch (error) {
        parts.beginAnew();
        throw error;
      }
    },
    pin: connection.writing((run: string, isPinned: boolean) => {
      pin.run(isPinned ? now() : null, Number(reader.require(run).id));
      return ofRun(run);
    }),
    ofRun: connection.reading(ofRun),
  };
}

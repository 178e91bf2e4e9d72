import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import type { ItemDifference, RunComparison } from '../../../../shared/contract/types.ts';
import type { Evidence } from '../../../compare/cause-of-change.ts';
import { combined, type Verdict } from '../../../compare/cause.ts';
import { findCauses, wholeItem, type Causes } from '../../../compare/causes.ts';
import { valuesOf } from '../../../compare/compared-item.ts';
import { compareItems, type Comparison } from '../../../compare/compare.ts';
import type { Difference } from '../../../compare/differences.ts';
import { RunEvidence } from '../../../compare/run-evidence.ts';
import { identityBy, runSide } from '../../../compare/run-side.ts';
import type { ItemRow } from '../../../store/items/item-queries.ts';
import { isEnded } from '../../../store/runs/run-states.ts';
import { runIs } from '../../../../shared/run-words.ts';
import { cellOf, runSummary } from '../../data/rows.ts';
import { requireRun } from '../../data/require-run.ts';
import { spiderOfRun, type RunSpider } from '../../data/run-spider.ts';
import { HostError } from '../../errors.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { differingNames, isSameSpider } from './differing-spiders.ts';

/** Whoever waits for a comparison. */
export interface Waiting {
  /** Asked between batches; may let others have the thread before it answers. */
  isCancelled: () => boolean | Promise<boolean>;
  /** Called a few times a second with the share that is done, from 0 to 1. */
  onShare: (share: number) => void;
}

/** A comparison, kept for questions about its parts. */
interface Kept {
  summary: Omit<RunComparison, 'examples'>;
  comparison: Comparison;
  causes: Causes;
}

/** Comparisons that are kept. Each takes up to some dozen bytes a difference. */
const maxKept = 3;
const examplesOfKind = 5;
/** Fields of an item that only one run has. */
const maxFields = 20;
/** Characters of the name of an item. */
const maxName = 200;
/** Interval of progress reports, in milliseconds. */
const progressEvery = 100;
/** Share of the work that comparing is; the rest is looking for causes. */
const comparingShare = 0.9;

/** Carries out the calls about comparisons on the store. Not for a thread that others wait for. */
export class CompareWork {
  readonly #workspace: Workspace;
  readonly #kept = new Map<string, Kept>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  async compare(args: CallArgs<'runs.compare'>, waiting: Waiting): Promise<CallValue<'runs.compare'>> {
    const { summary, comparison, causes } = await this.#comparison(args, waiting);
    const examples: ItemDifference[] = [];
    for (const kind of ['added', 'removed', 'changed'] as const) {
      const some = comparison.differences.slice({ kind }, 0, examplesOfKind);
      examples.push(...(await this.#shown(some, summary.key, causes)));
    }
    return { ...summary, examples };
  }

  async differences(
    args: CallArgs<'runs.differences'>,
    waiting: Waiting,
  ): Promise<CallValue<'runs.differences'>> {
    const { kind, field, offset, limit } = args;
    const { summary, comparison, causes } = await this.#comparison(args, waiting);
    const filter = { ...(kind === undefined ? {} : { kind }), ...(field === undefined ? {} : { field }) };
    const some = comparison.differences.slice(filter, offset, limit);
    return {
      rows: await this.#shown(some, summary.key, causes),
      total: comparison.differences.count(filter),
    };
  }

  async #comparison(args: CallArgs<'runs.compare'>, waiting: Waiting): Promise<Kept> {
    const { queries } = this.#workspace;
    await requireRun(this.#workspace, args.before);
    await requireRun(this.#workspace, args.after);
    const [first, second] = [await spiderOfRun(queries, args.before), await spiderOfRun(queries, args.after)];
    const key = args.key ?? second.spider?.expect?.key ?? [];
    const stamp = ({ run }: RunSpider) => [run.id, run.state, run.counters.items, run.endedAt];
    const name = JSON.stringify([stamp(first), stamp(second), key]);
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const made = await this.#make([first, second], [...key], waiting);
    this.#kept.set(name, made);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
    return made;
  }

  async #make(
    [first, second]: readonly [RunSpider, RunSpider],
    key: string[],
    waiting: Waiting,
  ): Promise<Kept> {
    const { items } = this.#workspace.queries;
    const check = async (): Promise<void> => {
      if (await waiting.isCancelled()) throw new HostError('cancelled', 'It was cancelled.');
    };
    const sides = [await runSide(items, first.run, key), await runSide(items, second.run, key)] as const;
    const comparison = await compareItems(...sides, { check, onProgress: reporting(waiting) });
    const evidence = this.#evidence(first, second);
    const causes = await findCauses(comparison, evidence, items, { identify: identityBy(key), check });
    return { summary: summaryOf([first, second], key, { comparison, causes }), comparison, causes };
  }

  #evidence(first: RunSpider, second: RunSpider): Evidence | null {
    const [a, b] = [first.spider, second.spider];
    if (a === null || b === null) return null;
    const { requests, pages } = this.#workspace.queries;
    const side = ({ run }: RunSpider, spider: typeof a): RunEvidence => {
      const { state, kind } = run;
      const cutShort =
        kind === 'test' ? 'was a test' : isEnded(state) && state === 'completed' ? null : runIs(state);
      const order = spider.settings?.EXTRACTOR_ORDER;
      const rendered = Array.isArray(order) && order[0] === 'browser';
      return new RunEvidence({ id: run.id, spider, rendered, cutShort }, { requests, pages });
    };
    return { before: side(first, a), after: side(second, b), sameSpider: isSameSpider(a, b) };
  }

  /** Differences with the values of both sides. */
  async #shown(
    differences: readonly Difference[],
    key: readonly string[],
    causes: Causes,
  ): Promise<ItemDifference[]> {
    const { items } = this.#workspace.queries;
    const read = async (ids: (string | null)[]) => {
      const rows = await items.read(ids.filter((id) => id !== null));
      return new Map(rows.map((row) => [row.id, row]));
    };
    const before = await read(differences.map((each) => each.before));
    const after = await read(differences.map((each) => each.after));
    const identify = identityBy(key);
    return differences.flatMap((difference): ItemDifference[] => {
      const a = difference.before === null ? undefined : before.get(difference.before);
      const b = difference.after === null ? undefined : after.get(difference.after);
      const item = b ?? a;
      if (item === undefined) return [];
      const verdicts = causes.of(difference);
      const whole = verdicts?.get(wholeItem) ?? null;
      return [
        {
          kind: difference.kind,
          key: identify(item).key,
          url: item.url,
          name: nameOf(item),
          before: a?.id ?? null,
          after: b?.id ?? null,
          cause: verdicts === null ? null : combined([...verdicts.values()].map(({ cause }) => cause)),
          reason: whole?.reason ?? null,
          fields: shownFields(difference, [a, b], verdicts),
        },
      ];
    });
  }
}

/** What an item is called: its title, else its name. */
function nameOf({ title, metadata }: ItemRow): string | null {
  const name = title ?? metadata['name'];
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, maxName) : null;
}

function shownFields(
  { kind, fields }: Difference,
  [a, b]: readonly [ItemRow | undefined, ItemRow | undefined],
  verdicts: ReadonlyMap<string, Verdict> | null,
): ItemDifference['fields'] {
  const [before, after] = [a, b].map((item) => (item === undefined ? new Map() : valuesOf(item)));
  const all = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].filter(
    (name) => name !== 'url',
  );
  const names = kind === 'changed' ? fields : all.slice(0, maxFields);
  return names.map((field) => ({
    field,
    before: cellOf(before?.get(field)),
    after: cellOf(after?.get(field)),
    cause: verdicts?.get(field)?.cause ?? null,
    reason: verdicts?.get(field)?.reason ?? null,
  }));
}

function summaryOf(
  [first, second]: readonly [RunSpider, RunSpider],
  key: string[],
  { comparison, causes }: { comparison: Comparison; causes: Causes },
): Kept['summary'] {
  const { totals, added, removed, changed, unchanged, keyless, duplicates, fields } = comparison;
  const { site, spider, both, unknown, checked, reasons } = causes;
  const none = { site: 0, spider: 0, both: 0, unknown: 0 };
  return {
    before: runSummary(first.run),
    after: runSummary(second.run),
    key,
    items: totals,
    added,
    removed,
    changed,
    unchanged,
    keyless,
    duplicates,
    cause: {
      site,
      spider,
      both,
      unknown,
      checked,
      reasons,
      sameSpider:
        first.spider !== null && second.spider !== null && isSameSpider(first.spider, second.spider),
      settings: differingNames(first.spider?.settings, second.spider?.settings),
      args: differingNames(first.run.options.args, second.run.options.args),
    },
    fields: fields.map((field) => ({ ...field, cause: causes.fields.get(field.field) ?? none })),
  };
}

/** Reports the share that is done at intervals. */
function reporting({ onShare }: Waiting): (share: number) => void {
  let reportedAt = 0;
  return (share) => {
    const now = performance.now();
    if (now - reportedAt < progressEvery) return;
    reportedAt = now;
    onShare(comparingShare * share);
  };
}

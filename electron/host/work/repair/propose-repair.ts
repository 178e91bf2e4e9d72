import type { CallArgs } from '../../../../shared/contract/index.ts';
import type { RepairChoice, RepairedSelector, RepairProposal } from '../../../../shared/contract/types.ts';
import { languageOfRows } from '../../../../shared/selectors/language.ts';
import type { FieldExtract, Spider } from '../../../../shared/spider/schema.ts';
import { validateSpider } from '../../../../shared/spider/validate.ts';
import { selectorOf } from '../../../authoring/measure-fields.ts';
import { heal, type Repair, type SlotHealing } from '../../../authoring/repair/heal.ts';
import type { HealPage, Pair } from '../../../authoring/repair/places.ts';
import type { Slot } from '../../../authoring/repair/slots.ts';
import { scopeOf } from '../../../extract/scope.ts';
import type { RunRow } from '../../../store/runs/run-queries.ts';
import { fallsOf } from '../../data/fill-falls.ts';
import { requireRun } from '../../data/require-run.ts';
import { runSummary } from '../../data/rows.ts';
import { HostError } from '../../errors.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { pagesOfRun, readPages, type PageOfRun } from './run-pages.ts';
import { whyLost } from './why-lost.ts';

/** Pairs of pages of a callback that are compared: those with the same URL, and where there are few of them, others. */
const limits = { same: 120, fewSame: 8, others: 24 };

/**
 * Finds what the spider of an earlier run took again on the pages of a run, for the spider as it is now.
 * @param isCancelled asked between callbacks
 */
export async function proposeRepair(
  workspace: Workspace,
  { run: id, against: wanted, text }: CallArgs<'repair.propose'>,
  isCancelled: () => boolean,
): Promise<RepairProposal> {
  const run = await requireRun(workspace, id);
  const { against, falls } = await fallsOf(workspace, run, wanted ?? null);
  const pages = { old: 0, fresh: 0, same: 0 };
  const selectors: RepairedSelector[] = [];
  const proposal = {
    run: runSummary(run),
    against: against === null ? null : runSummary(against),
    pages,
    falls,
    selectors,
  };
  if (against === null) return proposal;
  if (against.project !== run.project || against.spider !== run.spider)
    throw new HostError(
      'bad-arguments',
      `Run ${against.id} is one of ${against.spider}, and run ${run.id} is one of ${run.spider}.`,
      'Compare two runs of one spider.',
    );
  const spider = await spiderOf(workspace, against);
  const now = (await presentSpider(workspace, run, text ?? null))?.callbacks ?? {};
  for (const [name, callback] of Object.entries(spider?.callbacks ?? {})) {
    if (isCancelled()) throw new HostError('cancelled', 'It was cancelled.');
    const old = await pagesOfRun(workspace, against.id, name);
    const fresh = await pagesOfRun(workspace, run.id, name);
    const chosen = choosePairs(old, fresh);
    pages.old += old.length;
    pages.fresh += fresh.length;
    pages.same += chosen.filter(({ isSame }) => isSame).length;
    if (chosen.length === 0) continue;
    const pairs = await openPairs(workspace, chosen);
    const asked = falls.flatMap(({ callback: of, field }) => (of === name && field !== null ? [field] : []));
    const healed = heal(callback, pairs, { present: now[name] ?? callback, asked: new Set(asked) });
    const lost = healed.some(({ verdict }) => verdict === 'lost')
      ? whyLost(pairs.map(({ fresh: { on } }) => on))
      : null;
    selectors.push(...healed.map((each) => described(name, each, lost)));
  }
  return proposal;
}

async function spiderOf({ queries }: Workspace, run: RunRow): Promise<Spider | null> {
  return validateSpider((await queries.spiders.versionById(run.versionId)).text).spider;
}

/** The spider that is to be repaired: the given text, else the newest version. Null: it is not valid. */
async function presentSpider(
  { queries }: Workspace,
  { project, spider }: RunRow,
  text: string | null,
): Promise<Spider | null> {
  const newest = text ?? (await queries.spiders.version({ project, spider }, null))?.text;
  return newest === undefined ? null : validateSpider(newest).spider;
}

interface ChosenPair {
  readonly old: PageOfRun;
  readonly fresh: PageOfRun;
  readonly isSame: boolean;
}

/** Pairs pages with the same URL; where there are few, also others of the same callback, in their order. */
function choosePairs(old: readonly PageOfRun[], fresh: readonly PageOfRun[]): ChosenPair[] {
  const byUrl = new Map(old.map((page) => [page.url, page]));
  const same = fresh.flatMap((page): ChosenPair[] => {
    const before = byUrl.get(page.url);
    return before === undefined ? [] : [{ old: before, fresh: page, isSame: true }];
  });
  if (same.length >= limits.fewSame) return spread(same, limits.same);
  const known = new Set(same.map(({ fresh: { url } }) => url));
  const others = spread(
    fresh.filter(({ url }) => !known.has(url)),
    limits.others,
  );
  const before = spread(
    old.filter(({ url }) => !known.has(url)),
    limits.others,
  );
  const rest = others.flatMap((page, at): ChosenPair[] => {
    const one = before[at % Math.max(1, before.length)] ?? old[at % Math.max(1, old.length)];
    return one === undefined ? [] : [{ old: one, fresh: page, isSame: false }];
  });
  return [...same, ...rest];
}

/** Evenly spaced ones of some. */
function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return all.filter(
    (_, at) => Math.floor((at * most) / all.length) !== Math.floor(((at - 1) * most) / all.length),
  );
}

async function openPairs(workspace: Workspace, chosen: readonly ChosenPair[]): Promise<Pair[]> {
  const opened = await readPages(
    workspace,
    chosen.flatMap(({ old, fresh }) => [old, fresh]),
  );
  const placed = (page: PageOfRun): Pair['old'] | null => {
    const on: HealPage | undefined = opened.get(page.request);
    return on === undefined ? null : { scope: scopeOf(on.page), on };
  };
  return chosen.flatMap(({ old, fresh, isSame }) => {
    const [before, after] = [placed(old), placed(fresh)];
    const isOneKind =
      before !== null &&
      after !== null &&
      (before.on.page.kind === 'json') === (after.on.page.kind === 'json');
    return isOneKind ? [{ old: before, fresh: after, isSame }] : [];
  });
}

function described(
  callback: string,
  { slot, verdict, repairs, present }: SlotHealing,
  lost: string | null,
): RepairedSelector {
  return {
    callback,
    name: slot.name,
    path: ['callbacks', callback, ...slot.path],
    ...selectorIn(slot),
    verdict,
    present: { ...present, examples: [...present.examples] },
    choices: repairs.map(choiceOf),
    reason: verdict === 'lost' ? (lost ?? 'Nothing on the new pages is like what it took.') : null,
  };
}

const selectorIn = (slot: Slot): Pick<RepairedSelector, 'selector' | 'language'> =>
  slot.kind === 'entries' ? { selector: slot.present, language: slot.language } : selectorOf(slot.present);

const selectorOfValue = (value: FieldExtract | string): Pick<RepairChoice, 'selector' | 'language'> =>
  typeof value === 'string' ? { selector: value, language: languageOfRows(value) } : selectorOf(value);

const choiceOf = ({ replacement, why, proof }: Repair): RepairChoice => ({
  value: replacement,
  ...selectorOfValue(replacement),
  why,
  proof: { ...proof, examples: [...proof.examples] },
});

import type { CallArgs } from '../../../../shared/contract/index.ts';
import type {
  FieldBreach,
  FillFall,
  RepairChoice,
  RepairedSelector,
  RepairProposal,
} from '../../../../shared/contract/types.ts';
import { languageOfRows } from '../../../../shared/selectors/language.ts';
import type { FieldExtract, Spider } from '../../../../shared/spider/schema.ts';
import { validateSpider } from '../../../../shared/spider/validate.ts';
import { selectorOf } from '../../../authoring/measure-fields.ts';
import { heal, type Repair, type SlotHealing } from '../../../authoring/repair/heal.ts';
import type { Slot } from '../../../authoring/repair/slots.ts';
import type { RunRow } from '../../../store/runs/run-queries.ts';
import { findingsOf } from '../../data/repair-findings.ts';
import { requireRun } from '../../data/require-run.ts';
import { runSummary } from '../../data/rows.ts';
import { HostError } from '../../errors.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { choosePairs, pairsWithin } from './choose-pairs.ts';
import { failingPages } from './failing-pages.ts';
import { openPairs } from './open-pairs.ts';
import { proposeRegions } from './propose-regions.ts';
import { pagesOfRun } from './run-pages.ts';
import { whyLost } from './why-lost.ts';

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
  const { against, falls, breaches } = await findingsOf(workspace, run, wanted ?? null);
  const pages = { old: 0, fresh: 0, same: 0 };
  const selectors: RepairedSelector[] = [];
  const proposal = {
    run: runSummary(run),
    against: against === null ? null : runSummary(against),
    pages,
    falls,
    breaches,
    selectors,
  };
  if (against === null && breaches.every(({ field }) => field === null)) return proposal;
  if (against !== null && (against.project !== run.project || against.spider !== run.spider))
    throw new HostError(
      'bad-arguments',
      `Run ${against.id} is one of ${against.spider}, and run ${run.id} is one of ${run.spider}.`,
      'Compare two runs of one spider.',
    );
  const own = await spiderOf(workspace, run);
  const before = against === null ? own : await spiderOf(workspace, against);
  const spider = await presentSpider(workspace, run, text ?? null);
  const now = spider?.callbacks ?? {};
  const asked = askedFields(before, falls, breaches);
  const failing = own === null ? new Set<string>() : await failingPages(workspace, run, own, asked);
  for (const [name, callback] of Object.entries(before?.callbacks ?? {})) {
    if (isCancelled()) throw new HostError('cancelled', 'It was cancelled.');
    const fresh = await pagesOfRun(workspace, run.id, name);
    const old = against === null ? fresh : await pagesOfRun(workspace, against.id, name);
    const chosen = against === null ? pairsWithin(fresh, failing) : choosePairs(old, fresh, failing);
    pages.old += old.length;
    pages.fresh += fresh.length;
    pages.same += chosen.filter(({ isSame }) => isSame).length;
    if (chosen.length === 0) continue;
    const pairs = await openPairs(workspace, chosen);
    const healed = heal(callback, pairs, {
      present: now[name] ?? callback,
      asked: asked.get(name) ?? new Set(),
    });
    const lost = healed.some(({ verdict }) => verdict === 'lost')
      ? whyLost(pairs.map(({ fresh: { on } }) => on))
      : null;
    selectors.push(...healed.map((each) => described(name, each, lost)));
  }
  if (against !== null && before !== null && spider !== null)
    selectors.push(...(await proposeRegions(workspace, { run, against, before, now: spider })));
  return proposal;
}

/** The fields that are looked for in any case, by callback. */
function askedFields(
  spider: Spider | null,
  falls: readonly FillFall[],
  breaches: readonly FieldBreach[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const breached = new Set(breaches.flatMap(({ field }) => field ?? []));
  const asked = Object.entries(spider?.callbacks ?? {}).map(([name, { extract }]): [string, Set<string>] => {
    const fallen = falls.flatMap(({ callback, field }) =>
      callback === name && field !== null ? [field] : [],
    );
    return [name, new Set([...fallen, ...Object.keys(extract ?? {}).filter((field) => breached.has(field))])];
  });
  return new Map(asked.filter(([, fields]) => fields.size > 0));
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

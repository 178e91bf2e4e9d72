import type { RepairedSelector } from '../../../../shared/contract/types.ts';
import type { Spider } from '../../../../shared/spider/schema.ts';
import { healRegion, regionSlots, type RegionHealing } from '../../../authoring/repair/regions.ts';
import { compileRules, judge } from '../../../engine/rules.ts';
import type { RunRow } from '../../../store/runs/run-queries.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { openPairs } from './open-pairs.ts';
import { pagesOfRun } from './run-pages.ts';

/** Pages with the same URL in both runs that are compared, in the order of admission. */
const maxPairs = 24;

interface ComparedRuns {
  readonly run: RunRow;
  readonly against: RunRow;
  /** The spider of the earlier run. */
  readonly before: Spider;
  /** The spider that is to be repaired. */
  readonly now: Spider;
}

/** Finds the regions again from which rules took links in an earlier run, where they give no longer any. */
export async function proposeRegions(
  workspace: Workspace,
  { run, against, before, now }: ComparedRuns,
): Promise<RepairedSelector[]> {
  const compiled = compileRules(now).rules;
  const slots = (now.rules ?? []).flatMap((rule, number) => {
    const old = before.rules?.[number];
    const was = new Map((old === undefined ? [] : regionSlots(old, number)).map((slot) => [slot.name, slot]));
    return regionSlots(rule, number).flatMap((slot) => {
      const source = was.get(slot.name)?.present;
      const own = compiled[number];
      return source === undefined || own === undefined
        ? []
        : [{ slot, source, own, callback: rule.callback }];
    });
  });
  if (slots.length === 0) return [];
  const old = new Map((await pagesOfRun(workspace, against.id)).map((page) => [page.url, page]));
  const chosen = (await pagesOfRun(workspace, run.id)).flatMap((fresh) => {
    const page = old.get(fresh.url);
    return page === undefined ? [] : [{ old: page, fresh, isSame: true }];
  });
  const pairs = await openPairs(workspace, chosen.slice(0, maxPairs));
  return slots.flatMap(({ slot, source, own, callback }) => {
    const healed = healRegion(slot, source, pairs, (url) => judge(own, url).accepted);
    return healed === null ? [] : [described(healed, callback ?? null)];
  });
}

const described = (
  { slot, verdict, repairs, present }: RegionHealing,
  callback: string | null,
): RepairedSelector => ({
  callback,
  name: slot.name,
  path: [...slot.path],
  selector: slot.present,
  language: slot.language,
  verdict,
  present: { ...present, examples: [] },
  choices: repairs.map(({ replacement, why, proof }) => ({
    value: replacement,
    selector: replacement,
    language: slot.language,
    why,
    proof: { ...proof, examples: [] },
  })),
  reason: verdict === 'lost' ? 'None of its links is on the new pages.' : null,
});

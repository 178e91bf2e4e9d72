import type { HealPage, Pair } from '../../../authoring/repair/places.ts';
import { scopeOf } from '../../../extract/scope.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { ChosenPair } from './choose-pairs.ts';
import { readPages, type PageOfRun } from './run-pages.ts';

/** Opens the pages of pairs. Pairs of which one cannot be opened, or is of another kind than the other, are left out. */
export async function openPairs(workspace: Workspace, chosen: readonly ChosenPair[]): Promise<Pair[]> {
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

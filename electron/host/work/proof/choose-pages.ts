import { hash } from 'node:crypto';

/** What is known of a stored page before it is opened. */
export interface Candidate {
  /** Tells pages apart, and names the parents of others. */
  readonly key: string;
  /** The callback that took it when it was stored; null: none. */
  readonly group: string | null;
  /** The page on which its link was found first; null: none, or it is not known. */
  readonly parent: string | null;
  /** Number of links from the start; null: it is not known. */
  readonly depth: number | null;
  /** Whether it gave nothing, or was not fetched well. */
  readonly isPoor: boolean;
  /** Size of its text; null: it is not known. */
  readonly bytes: number | null;
  /** Whether a person has saved it. */
  readonly isSaved: boolean;
}

/** How many pages are chosen. */
export interface SampleLimits {
  /** Pages of one group, without those that lead to others. */
  readonly perGroup: number;
  /** Pages in all, and saved pages among them. */
  readonly pages: number;
  readonly saved: number;
  /** Size of all pages together, in bytes. */
  readonly bytes: number;
}

/** Pages at the start of a crawl that are taken of each group before others. */
const maxStarts = 3;
/** Generations of pages that lead to a page and are taken with it. */
const maxAncestors = 5;

/**
 * Draws the pages that a spider is judged by: saved ones first, then some of each group, groups near the start first. The page that
 * leads to a chosen one is taken as well: so pages that only rows lead to are reached, and of the pages of a list two follow each
 * other. The same candidates and seed give the same pages.
 */
export function choosePages<C extends Candidate>(
  candidates: readonly C[],
  seed: string,
  limits: SampleLimits,
): C[] {
  const known = new Map(candidates.map((candidate) => [candidate.key, candidate]));
  const drawn = new Map(candidates.map(({ key }) => [key, hash('sha256', `${seed}\n${key}`)]));
  const chosen = new Set<C>();
  let bytes = 0;

  const byDraw = (a: C, b: C): number => ((drawn.get(a.key) ?? '') < (drawn.get(b.key) ?? '') ? -1 : 1);
  const parentOf = ({ parent }: C): C | undefined => (parent === null ? undefined : known.get(parent));

  function add(page: C): void {
    const size = page.bytes ?? 0;
    if (chosen.has(page) || chosen.size >= limits.pages || bytes + size > limits.bytes) return;
    chosen.add(page);
    bytes += size;
  }
  function addWithParents(page: C): void {
    add(page);
    let child = page;
    for (let generation = 0; generation < maxAncestors; generation += 1) {
      const parent = parentOf(child);
      if (parent === undefined) return;
      add(parent);
      if (parent.group === child.group) return;
      child = parent;
    }
  }
  function addGroup(group: readonly C[]): void {
    const count = (): number => group.filter((page) => chosen.has(page)).length;
    const take = (pages: readonly C[], most: number): void => {
      for (const page of pages) if (count() < most) addWithParents(page);
    };
    const sorted = group.toSorted(byDraw);
    const [poor, good] = [sorted.filter(({ isPoor }) => isPoor), sorted.filter(({ isPoor }) => !isPoor)];
    take(
      sorted.filter(({ depth }) => depth === 0),
      maxStarts,
    );
    // As large a part of the sample gave nothing as of the run.
    const share = Math.round((limits.perGroup * poor.length) / group.length);
    take(poor.slice(0, share), limits.perGroup);
    take(good, Math.ceil(limits.perGroup / 2));
    // The other half is from pages that are chosen already: what leads to them needs no more room.
    const isNear = (page: C): boolean => {
      const parent = parentOf(page);
      return parent !== undefined && parent.group !== page.group && chosen.has(parent);
    };
    take(good.filter(isNear), limits.perGroup);
    take([...good, ...poor], limits.perGroup);
  }

  const saved = candidates.filter(({ isSaved }) => isSaved).toSorted(byDraw);
  for (const page of saved.slice(0, limits.saved)) addWithParents(page);
  const nearest = (group: readonly C[]): number => Math.min(...group.map(({ depth }) => depth ?? 0));
  const groups = [...Map.groupBy(candidates, ({ group }) => group).values()];
  for (const group of groups.toSorted((a, b) => nearest(a) - nearest(b))) addGroup(group);
  return candidates.filter((page) => chosen.has(page));
}

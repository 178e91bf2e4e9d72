import type { AnyNode } from 'domhandler';
import { valueOf, type Part } from './ending.ts';
import type { Goal } from './goal.ts';
import type { Join, Path } from './path.ts';
import type { ScopeIndex } from './scope-index.ts';
import { survivalOf } from './survival.ts';
import { likeness } from './value-kind.ts';

/** A selector of one path or several, with what was found of it. */
export interface Judged {
  readonly paths: readonly Path[];
  readonly join: Join;
  /** The node of the first example that it gives, and the root of its place. */
  readonly node: AnyNode;
  readonly root: AnyNode;
  readonly matches: number;
  readonly agreement: number | null;
  readonly chosen: readonly (AnyNode | null)[];
  readonly score: number;
}

/** What a path selects on all places. */
interface Tried {
  readonly path: Path;
  readonly onGoals: readonly (readonly AnyNode[])[];
  readonly onOthers: readonly (readonly AnyNode[])[];
  /** Whether it gives a wanted node and nothing else, by goal. */
  readonly right: readonly boolean[];
  readonly isWrong: boolean;
  readonly survival: number;
}

/** Most paths that are looked at for a second one to stand in. */
const maxPartners = 60;
/** Gain in survival for which a second path is worth its length. */
const worthwhile = 0.03;

const selectAt = (index: ScopeIndex, { css, xpath }: Path): readonly AnyNode[] =>
  css === null ? index.select('xpath', xpath) : index.select('css', css);

/** Keeps the paths that give the wanted nodes, combines those that do so only together, and orders them, the best first. */
export function judge(
  paths: readonly Path[],
  goals: readonly Goal[],
  others: readonly ScopeIndex[],
  { part, start }: { part: Part; start: '' | '.' },
): Judged[] {
  const tried = paths.map((path) => tryOut(path, goals, others)).filter(({ isWrong }) => !isWrong);
  const sample = sampleOf(goals, part);
  const support = supportOf(tried, others.length, part);
  const whole = tried.filter(({ right }) => right.every(Boolean));
  const judged = whole.flatMap((each) => combine([each], goals, { support, sample, part }));
  judged.sort((a, b) => b.score - a.score);
  const joined = alternatives(judged, tried, goals, { support, sample, part });
  // On one page alone nothing contradicts a selector that stands in.
  if (others.length === 0 && start === '')
    joined.push(...elseByPlace(judged, tried, goals, { support, sample, part }));
  return [...joined, ...judged].toSorted((a, b) => b.score - a.score);
}

function tryOut(path: Path, goals: readonly Goal[], others: readonly ScopeIndex[]): Tried {
  const onGoals = goals.map(({ index }) => selectAt(index, path));
  const right = goals.map(({ accepted, rejected }, at) => {
    const found = onGoals[at] ?? [];
    if (accepted.size === 0) return !found.some((node) => rejected.has(node));
    const [first] = found;
    return first !== undefined && found.length === 1 && accepted.has(first);
  });
  const isWrong = right.some((isRight, position) => !isRight && (onGoals[position] ?? []).length > 0);
  const isUseless = !right.some(Boolean);
  const at = goals.findIndex((_, position) => right[position]);
  const [node] = onGoals[at] ?? [];
  const root = goals[at]?.index.root;
  return {
    path,
    onGoals,
    onOthers: isWrong || isUseless ? [] : others.map((index) => selectAt(index, path)),
    right,
    isWrong: isWrong || isUseless || node === undefined,
    survival: node === undefined || root === undefined ? 0 : survivalOf([path], node, root),
  };
}

/** By place without an example: how strongly the families stand for each value. */
type Support = readonly ReadonlyMap<string, number>[];

interface Judging {
  readonly support: Support;
  /** A value of an example. */
  readonly sample: string;
  readonly part: Part;
}

function supportOf(tried: readonly Tried[], places: number, part: Part): Support {
  return Array.from({ length: places }, (_, at) => {
    const byFamily = new Map<string, Map<string, number>>();
    for (const { path, onOthers, right } of tried) {
      const found = onOthers[at] ?? [];
      const [first] = found;
      if (first === undefined) continue;
      const value = valueOf(first, part);
      const share = right.filter(Boolean).length / right.length;
      const weight = (path.weight ** 2 * share) / found.length;
      const own = byFamily.get(path.family) ?? new Map<string, number>();
      byFamily.set(path.family, own);
      own.set(value, Math.max(own.get(value) ?? 0, weight));
    }
    const total = new Map<string, number>();
    for (const own of byFamily.values()) {
      for (const [value, weight] of own) total.set(value, (total.get(value) ?? 0) + weight);
    }
    return total;
  });
}

function sampleOf(goals: readonly Goal[], part: Part): string {
  for (const { accepted } of goals) for (const node of accepted.keys()) return valueOf(node, part);
  return '';
}

/** Judges paths as one selector; none if they give something wrong together. */
function combine(
  tried: readonly Tried[],
  goals: readonly Goal[],
  { support, sample, part }: Judging,
  join: Join = 'either',
): Judged[] {
  const union = (lists: readonly (readonly AnyNode[])[]): AnyNode[] => [...new Set(lists.flat())];
  const onGoals = goals.map((_, at) => union(tried.map((each) => each.onGoals[at] ?? [])));
  const isRight = goals.every(({ accepted }, at) => accepted.size === 0 || onGoals[at]?.length === 1);
  const at = goals.findIndex(({ accepted }) => accepted.size > 0);
  const [node] = onGoals[at] ?? [];
  const root = goals[at]?.index.root;
  if (!isRight || node === undefined || root === undefined) return [];
  const onOthers = support.map((_, place) => union(tried.map((each) => each.onOthers[place] ?? [])));
  const absent = tried.some(({ path }) => path.family === 'label') ? 0.6 : 0.3;
  const agreements = onOthers.map((found, place) => {
    const [first] = found;
    if (first === undefined) return absent;
    const value = valueOf(first, part);
    const told = support[place] ?? new Map<string, number>();
    const all = [...told.values()].reduce((sum, each) => sum + each, 0);
    const share = all === 0 ? 1 : (told.get(value) ?? 0) / all;
    return (
      (found.length === 1 ? 1 : 0.5) * (value === '' ? 0.2 : likeness(value, sample)) * (0.4 + 0.6 * share)
    );
  });
  const agreement =
    agreements.length === 0 ? null : agreements.reduce((sum, each) => sum + each, 0) / agreements.length;
  const paths = tried.map(({ path }) => path);
  const survival = survivalOf(paths, node, root, join);
  const fits = goals.flatMap(
    ({ accepted }, place) => onGoals[place]?.map((each) => accepted.get(each) ?? 1) ?? [],
  );
  const fit = fits.reduce((sum, each) => sum + each, 0) / Math.max(1, fits.length);
  const weight = tried.reduce((sum, { path }) => sum + path.weight, 0) / tried.length;
  const length = paths.reduce((sum, { css, xpath }) => sum + (css ?? xpath).length, 0);
  const score =
    (agreement === null ? 0.7 * survival + 0.3 * weight : 0.55 * agreement + 0.15 * survival + 0.3 * weight) *
      (0.6 + 0.4 * fit) -
    length / 4000;
  return [
    {
      paths,
      join,
      node,
      root,
      matches: onGoals[at]?.length ?? 0,
      agreement,
      chosen: onOthers.map(([first]) => first ?? null),
      score,
    },
  ];
}

/** Pairs of paths, where one alone gives only some of the examples or may be lost with one name. */
function alternatives(
  judged: readonly Judged[],
  tried: readonly Tried[],
  goals: readonly Goal[],
  judging: Judging,
): Judged[] {
  const [best] = judged;
  const partners = tried
    .toSorted((a, b) => b.path.weight + b.survival - a.path.weight - a.survival)
    .slice(0, maxPartners);
  if (best === undefined) return covering(partners, goals, judging);
  const main = tried.find(({ path }) => path === best.paths[0]);
  if (main === undefined) return [];
  const found: Judged[] = [];
  for (const partner of partners) {
    if (partner === main) continue;
    const covers = coverage(main, partner);
    if (covers === 0 && !(isCareful(partner) && isCareful(main))) continue;
    const [pair] = combine([main, partner], goals, judging);
    if (pair === undefined) continue;
    if (covers > 0) {
      found.push({ ...pair, score: Math.max(pair.score, best.score) + covers / 20 });
      continue;
    }
    const gain = survivalOf(pair.paths, pair.node, pair.root) - survivalOf(best.paths, best.node, best.root);
    if (gain >= worthwhile && (pair.agreement ?? 0) >= (best.agreement ?? 0)) found.push(pair);
  }
  return found;
}

/** Places where two selectors must find the same before the second is trusted where the first finds nothing. */
const enoughSame = 3;

/** The share of all places where only the second of two selectors finds something; 0 if they ever disagree. */
function coverage(main: Tried, partner: Tried): number {
  let same = 0;
  let gained = 0;
  for (const [at, found] of main.onOthers.entries()) {
    const other = partner.onOthers[at] ?? [];
    if (found.length === 0 && other.length === 1) gained += 1;
    if (found.length === 0 || other.length === 0) continue;
    if (found.length > 1 || other.length > 1 || found[0] !== other[0]) return 0;
    same += 1;
  }
  return same < enoughSame ? 0 : gained / main.onOthers.length;
}

/** Whether it finds nothing, and not something else, where what it goes by is gone. */
const isCareful = ({ path: { uses, family } }: Tried): boolean =>
  family === 'label' || (family !== 'structure' && uses.every(({ kind }) => kind !== 'position'));

/** Survival below which the first selector gets another to stand in for it. */
const frail = 0.95;

/** Careful selectors that may come first, and those that may stand in for each. */
const mostFirst = 4;
const mostSecond = 10;

/** Careful selectors with another for where they find nothing, unless the best is not frail. */
function elseByPlace(
  judged: readonly Judged[],
  tried: readonly Tried[],
  goals: readonly Goal[],
  judging: Judging,
): Judged[] {
  const [best] = judged;
  const bestSurvival = tried.find(({ path }) => path === best?.paths[0])?.survival ?? 0;
  if (best === undefined || bestSurvival >= frail) return [];
  const ranked = judged.flatMap(({ paths: [path] }) => tried.find((each) => each.path === path) ?? []);
  const pairs = ranked
    .filter(isCareful)
    .slice(0, mostFirst)
    .flatMap((main) =>
      ranked
        .filter((each) => each !== main)
        .slice(0, mostSecond)
        .flatMap((partner) => combine([main, partner], goals, judging, 'else')),
    );
  return pairs.filter(
    (pair) => survivalOf(pair.paths, pair.node, pair.root, 'else') >= bestSurvival + worthwhile,
  );
}

/** Few paths that give all examples together: each in turn the one that adds most. */
function covering(partners: readonly Tried[], goals: readonly Goal[], judging: Judging): Judged[] {
  const chosen: Tried[] = [];
  const covered = goals.map(() => false);
  while (covered.includes(false) && chosen.length < 3) {
    const gainOf = ({ right }: Tried): number =>
      right.filter((isRight, at) => isRight && covered[at] !== true).length;
    const best = partners.toSorted((a, b) => gainOf(b) - gainOf(a))[0];
    if (best === undefined || gainOf(best) === 0) return [];
    chosen.push(best);
    for (const [at, isRight] of best.right.entries()) if (isRight) covered[at] = true;
  }
  return combine(chosen, goals, judging);
}

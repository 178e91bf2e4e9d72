import type { AnyNode } from 'domhandler';
import { valueOf, type Part } from './ending.ts';
import type { Goal } from './goal.ts';
import type { Join, Path } from './path.ts';
import type { ScopeIndex } from './scope-index.ts';
import { eventsAt } from './changes.ts';
import { lossesOf, survivalOf, type Loss } from './survival.ts';
import { likeness } from './value-kind.ts';

/** A selector of one path or several, with what was found of it. */
export interface Judged {
  readonly paths: readonly Path[];
  readonly join: Join;
  /** The node of the first example that it gives. */
  readonly node: AnyNode;
  readonly matches: number;
  readonly agreement: number | null;
  readonly chosen: readonly (AnyNode | null)[];
  /** Estimated share of single changes that it survives. */
  readonly survival: number;
  readonly score: number;
}

/** What a path selects on all places. */
export interface Tried {
  readonly path: Path;
  readonly onGoals: readonly (readonly AnyNode[])[];
  readonly onOthers: readonly (readonly AnyNode[])[];
  /** Whether it gives a wanted node and nothing else, by goal. */
  readonly right: readonly boolean[];
  readonly isWrong: boolean;
  /** What each change around the node does to it. */
  readonly losses: readonly Loss[];
  readonly survival: number;
}

const selectAt = (index: ScopeIndex, { css, xpath }: Path): readonly AnyNode[] =>
  css === null ? index.select('xpath', xpath) : index.select('css', css);

/** Evaluates a path on all places. */
export function tryOut(path: Path, goals: readonly Goal[], others: readonly ScopeIndex[]): Tried {
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
  const events = isWrong || node === undefined || root === undefined ? [] : eventsAt(node, root);
  const losses = lossesOf(path, events);
  return {
    path,
    onGoals,
    onOthers: isWrong || isUseless ? [] : others.map((index) => selectAt(index, path)),
    right,
    isWrong: isWrong || isUseless || node === undefined,
    losses,
    survival: survivalOf([losses], events, 'either'),
  };
}

/** By place without an example: how strongly the families stand for each value. */
type Support = readonly ReadonlyMap<string, number>[];

export interface Judging {
  readonly support: Support;
  /** A value of an example. */
  readonly sample: string;
  readonly part: Part;
}

/** What the families say on each of the other places. */
export function supportOf(tried: readonly Tried[], places: number, part: Part): Support {
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

/** A value of an example. */
export function sampleOf(goals: readonly Goal[], part: Part): string {
  for (const { accepted } of goals) for (const node of accepted.keys()) return valueOf(node, part);
  return '';
}

/** Judges paths as one selector; none if they give something wrong together. */
export function combine(
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
  const survival = survivalOf(
    tried.map(({ losses }) => losses),
    eventsAt(node, root),
    join,
  );
  const fits = goals.flatMap(
    ({ accepted }, place) => onGoals[place]?.map((each) => accepted.get(each) ?? 1) ?? [],
  );
  const fit = fits.reduce((sum, each) => sum + each, 0) / Math.max(1, fits.length);
  const weight = tried.reduce((sum, { path }) => sum + path.weight, 0) / tried.length;
  const length = paths.reduce((sum, { css, xpath }) => sum + (css ?? xpath).length, 0);
  const score =
    scoreOf({ agreement, survival, weight, length: 0 }) * (0.6 + 0.4 * fit) - length / perCharacter;
  return [
    {
      paths,
      join,
      node,
      matches: onGoals[at]?.length ?? 0,
      agreement,
      chosen: onOthers.map(([first]) => first ?? null),
      survival,
      score,
    },
  ];
}

/** Characters of a selector that weigh as much as the whole score. */
const perCharacter = 4000;

/** How good a selector is, 0 to 1, less a little for its length. */
export function scoreOf({
  agreement,
  survival,
  weight,
  length,
}: Pick<Judged, 'agreement' | 'survival'> & { weight: number; length: number }): number {
  const worth =
    agreement === null ? 0.8 * survival + 0.2 * weight : 0.55 * agreement + 0.15 * survival + 0.3 * weight;
  return worth - length / perCharacter;
}

import { combine, scoreOf, type Judged, type Judging, type Tried } from './agreement.ts';
import type { Goal } from './goal.ts';
import type { Join } from './path.ts';
import { eventsAt, type Events } from './changes.ts';
import { survivalOf } from './survival.ts';

/** Most paths that are looked at for a second one to stand in. */
const maxPartners = 60;
/** Gain in survival for which a second path is worth its length. */
const worthwhile = 0.03;

/** Pairs of paths, where one alone gives only some of the examples or may be lost with one name. */
export function alternatives(
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
    const gain = pair.survival - best.survival;
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

/** Share of a change for which something else may be found. */
const careless = 0.5;

/** Whether it finds nothing, and not something else, where what it goes by is gone. */
const isCareful = ({ losses }: Tried): boolean => losses.every(({ wrong }) => wrong < careless);

/** Survival below which the first selector gets others to stand in for it. */
const frail = 0.975;
/** Selectors that may come first of several. */
const mostFirst = 8;
/** Weight from which a selector may stand in: it tells something, and is no place counted from the beginning of the page. */
const telling = 0.35;
/** Pairs that are looked at for a third. */
const mostPairs = 8;
/** Gain in survival for which one more selector is worth its length, on one page alone. */
const worthAnother = 0.02;

interface Chain {
  readonly members: readonly Tried[];
  readonly join: Join;
  readonly survival: number;
  readonly score: number;
}

/** Two or three selectors, of which each stands in where those before it find nothing. */
export function standIns(
  judged: readonly Judged[],
  tried: readonly Tried[],
  goals: readonly Goal[],
  judging: Judging,
): Judged[] {
  const [best] = judged;
  if (best === undefined || best.survival >= frail) return [];
  const byPath = new Map(tried.map((each) => [each.path, each]));
  const ranked = judged.flatMap(({ paths: [path] }) => (path === undefined ? [] : (byPath.get(path) ?? [])));
  const events = eventsAt(best.node, goals[0]?.index.root ?? best.node);
  const singles = ranked.map((each) => chainOfPaths([each], events));
  const pairs = longer(singles.slice(0, mostFirst), ranked, events);
  const triples = longer(pairs, ranked, events);
  return [...pairs, ...triples].flatMap(({ members, join }) => combine(members, goals, judging, join));
}

/** Chains with one more selector at the end, where it is worth its length; the best first. */
function longer(chains: readonly Chain[], ranked: readonly Tried[], events: Events): Chain[] {
  return chains
    .flatMap((chain) =>
      ranked.flatMap((each) => {
        if (chain.members.includes(each) || each.path.weight < telling) return [];
        const more = chainOfPaths([...chain.members, each], events);
        // One between the first and the last that adds nothing is left out.
        const [main, ...between] = chain.members;
        const isNeedless =
          main !== undefined &&
          between.length > 0 &&
          chainOfPaths([main, each], events).survival >= more.survival - worthAnother;
        if (isNeedless) return [];
        return more.survival >= chain.survival + worthAnother ? [more] : [];
      }),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, mostPairs);
}

function chainOfPaths(members: readonly Tried[], events: Events): Chain {
  const losses = members.map((each) => each.losses);
  const join = members.every(isCareful) ? 'either' : 'else';
  const survival = survivalOf(losses, events, join);
  const weight = members.reduce((sum, { path }) => sum + path.weight, 0) / members.length;
  const length = members.reduce((sum, { path }) => sum + (path.css ?? path.xpath).length, 0);
  return { members, join, survival, score: scoreOf({ agreement: null, survival, weight, length }) };
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

import { isFilled } from '../../../shared/filled.ts';
import type { Callback, FieldExtract } from '../../../shared/spider/schema.ts';
import { isJson } from '../../extract/scope.ts';
import { chooseEntries, enough, entriesAt, matchEntries, type EntriesChoice } from './entries.ts';
import { proposeEmbedded } from './embedded-json.ts';
import { proposePaths } from './json-paths.ts';
import { descriptions, locate, type Descriptions, type Located } from './locate.ts';
import { valueAt, type Pair } from './places.ts';
import { proofOf, type Proof } from './proof.ts';
import { proposeSelectors, type Candidate } from './propose-selectors.ts';
import { slotsOf, type EntriesSlot, type Slot, type ValueSlot } from './slots.ts';
import { contest, shareAround, differenceOf, equality, readBefore, weigh, type Hypothesis } from './weigh.ts';

/** A change of a spider that repairs one selector. */
export interface Repair<Replacement = FieldExtract | string> {
  /** What stands at the slot's path instead: the definition of a field, or the selector of rows or entries. */
  readonly replacement: Replacement;
  /** What the new selector goes by, in a few words. */
  readonly why: string;
  /** How well it fits what was there before, 0 to 1. */
  readonly score: number;
  readonly proof: Proof;
}

/** What became of a selector. */
export interface SlotHealing<S = Slot, Replacement = FieldExtract | string> {
  readonly slot: S;
  /**
   * `fine`: it works as before. `sure`: one repair is right. `unsure`: several may be, for a person to choose. `lost`: nothing on
   * the new pages is like what it took.
   */
  readonly verdict: 'fine' | 'sure' | 'unsure' | 'lost';
  /** The best first: one where it is sure, up to three where it is not. */
  readonly repairs: readonly Repair<Replacement>[];
  /** What the present selector gives on the new pages. */
  readonly present: Proof;
}

/** Places that are weighed, and of them those in which elements are looked for. */
const limits = { weighed: 16, located: 6, entryPairs: 24, choices: 3 };
/**
 * A selector works where its fill rate has not fallen further than this, and so many values are those before. Of the values that it
 * still gives, a repair may lose no more than a share.
 */
const works = { fall: 0.1, equal: 0.6, lost: 0.1 };
/** Score from which the best is right, and how far it is before the next that gives other values; below `least` nothing is offered. */
const certain = { score: 0.7, ahead: 0.04, wins: 2, around: 0.25, least: 0.45, witnesses: 5 };
/** How far a repair must be ahead of a selector that is filled as often as before. */
const aheadOfWorking = 0.15;
/** The same where the field was asked for: its rate has fallen, or it is not as expected. */
const aheadOfAsked = 0.02;
/** Share of places with other values from which two repairs differ. */
const differsFrom = 0.1;

/**
 * Looks at all selectors of a callback on the pages of a site before and after it changed, and finds those again that give less or
 * other than before. A function of values; it changes nothing.
 * @param pairs pages with the same URL, or of the same kind
 * @param callback as it was when the old pages were fetched
 */
export function heal(
  callback: Callback,
  pairs: readonly Pair[],
  { present = callback, asked = new Set() }: HealOptions = {},
): SlotHealing[] {
  return healSlots(slotsOf(callback, present), pairs, { asked, describe: descriptions() });
}

/** What is known besides the pages. */
export interface HealOptions {
  /** The callback as it is now, which is to be repaired; left out: it is as it was. */
  readonly present?: Callback;
  /** Names of fields that are looked for even if they seem to work. */
  readonly asked?: ReadonlySet<string>;
}

interface Healer {
  readonly asked: ReadonlySet<string>;
  readonly describe: Descriptions;
}

function healSlots(slots: readonly Slot[], pairs: readonly Pair[], healer: Healer): SlotHealing[] {
  const values = slots.filter((slot) => slot.kind === 'value');
  const sample = spread(pairs, limits.weighed);
  const broken = values.filter((slot) => healer.asked.has(slot.name) || !isWorking(slot, pairs));
  // Where a part of the pages has changed, the old elements are looked for on those.
  const failing = sample.filter((pair) => broken.some((slot) => isFailing(slot, pair)));
  const sought = (failing.length === 0 ? sample : failing).toSorted(
    (a, b) => Number(b.isSame) - Number(a.isSame),
  );
  const located =
    broken.length === 0
      ? []
      : locate(
          spread(sought, limits.located),
          values.map(({ field }) => field),
          healer.describe,
        );
  return slots.flatMap((slot): SlotHealing[] => {
    if (slot.kind === 'entries') return healEntries(slot, pairs, healer);
    if (!broken.includes(slot)) return [untouched(slot, pairs)];
    const own = located[values.indexOf(slot)] ?? [];
    return [healValue(slot, { pairs, sample, located: own, isAsked: healer.asked.has(slot.name) })];
  });
}

/** Evenly spaced ones of some. */
function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)]).filter(
    (each): each is T => each !== undefined,
  );
}

const untouched = (slot: ValueSlot, pairs: readonly Pair[]): SlotHealing => ({
  slot,
  verdict: 'fine',
  repairs: [],
  present: proofOf(slot.field, slot.present, pairs),
});

/** Whether a field is filled as often as before, and mostly with the values before where those can be compared. */
function isWorking({ field, present }: ValueSlot, pairs: readonly Pair[]): boolean {
  let [before, after, compared, equal] = [0, 0, 0, 0];
  for (const { old, fresh, isSame } of pairs) {
    const [was, is] = [valueAt(old, field), valueAt(fresh, present)];
    before += Number(isFilled(was));
    after += Number(isFilled(is));
    if (!isSame || !isFilled(was)) continue;
    compared += 1;
    equal += equality(was, is);
  }
  return after >= before * (1 - works.fall) && equal >= compared * works.equal;
}

/** Whether a selector takes nothing at a place, or nothing of what was there before. */
function isFailing({ field, present }: ValueSlot, { old, fresh, isSame }: Pair): boolean {
  const is = valueAt(fresh, present);
  if (!isFilled(is)) return true;
  const was = isSame ? valueAt(old, field) : null;
  return isFilled(was) && equality(was, is) === 0;
}

/** Pairs of places, those of them that are weighed, and where what the slot took may be. */
interface Search {
  readonly pairs: readonly Pair[];
  readonly sample: readonly Pair[];
  readonly located: readonly Located[];
  readonly isAsked: boolean;
}

function healValue(slot: ValueSlot, { pairs, sample, located, isAsked }: Search): SlotHealing {
  const { field } = slot;
  const before = readBefore(field, sample);
  const present = proofOf(field, slot.present, pairs);
  if (before.fill === 0) return { slot, verdict: 'fine', repairs: [], present };
  const own: Candidate = { field: slot.present, why: 'as it is', rank: -1 };
  const written = candidatesFor(slot, sample, located);
  const all = weigh([own, ...written], { pairs: sample, before, located });
  const working = all.find(({ candidates }) => candidates.includes(own));
  const hypotheses = all.filter((each) => working === undefined || keeps(each, working));
  const [best] = hypotheses;
  const isFilledAsBefore = present.filled >= before.fill * present.places * (1 - works.fall);
  const needed = isFilledAsBefore ? (isAsked ? aheadOfAsked : aheadOfWorking) : 0;
  const isBehind = (best?.score ?? 0) - (working?.score ?? 0) > needed;
  if (!isBehind) return { slot, verdict: isFilledAsBefore ? 'fine' : 'lost', repairs: [], present };
  const repairs = hypotheses
    .filter((each) => each.score >= certain.least && !each.candidates.includes(own))
    .slice(0, limits.choices)
    .map((hypothesis) => repairBy(hypothesis, field, pairs));
  if (best === undefined || repairs.length === 0) return { slot, verdict: 'lost', repairs: [], present };
  const isSure = isCertain(best, hypotheses);
  return {
    slot,
    verdict: isSure ? 'sure' : 'unsure',
    repairs: isSure ? repairs.slice(0, 1) : repairs,
    present,
  };
}

/** Whether a hypothesis gives the old values where the present selector still does. */
function keeps({ equal }: Hypothesis, working: Hypothesis): boolean {
  const kept = working.equal.flatMap((each, at) => (each === 1 ? [equal[at] ?? 0] : []));
  return kept.filter((each) => each < 1).length <= kept.length * works.lost;
}

/** Definitions that may take what the slot took; where the present one works at some places, written at the others. */
function candidatesFor(slot: ValueSlot, sample: readonly Pair[], located: readonly Located[]): Candidate[] {
  if (sample.some(({ fresh }) => isJson(fresh.scope))) return proposePaths(slot, sample);
  const failing = sample.filter((pair) => isFailing(slot, pair));
  const isPartly = failing.length > 0 && failing.length < sample.length;
  const seeds = isPartly ? located.filter(({ pair }) => failing.includes(pair)) : located;
  const others = sample.map(({ fresh }) => fresh);
  // What is in the JSON of a page moves in it more often than the script does.
  return [...proposeEmbedded(slot, sample), ...proposeSelectors(slot, seeds, others, isPartly)];
}

/** Whether the best is right: it fits well, and every other that gives other values fits worse, or is worse wherever they differ. */
function isCertain(best: Hypothesis, all: readonly Hypothesis[]): boolean {
  if (best.score < certain.score || shareAround(best) > certain.around || hasNoWitness(best)) return false;
  return all.every((each) => {
    if (each === best || differenceOf(best, each) <= differsFrom) return true;
    const { wins, losses } = contest(best, each);
    const ahead = best.score - each.score;
    return losses === 0 && wins >= certain.wins ? ahead > 0 : ahead >= certain.ahead;
  });
}

/** Whether no old value is found again at a few places: that all of them have changed at once is less likely than an error. */
function hasNoWitness({ equal }: Hypothesis): boolean {
  const known = equal.filter((each) => each !== null);
  return known.length > 0 && known.length < certain.witnesses && known.every((each) => each < 1);
}

/** Of the candidates with the same values, the one that ranks best; in the language of the old one where they rank alike. */
function repairBy({ candidates, score }: Hypothesis, old: FieldExtract, pairs: readonly Pair[]): Repair {
  const isOther = ({ field }: Candidate): number =>
    Number((field.css === undefined) !== (old.css === undefined));
  const [best] = candidates.toSorted((a, b) => a.rank + 3 * isOther(a) - b.rank - 3 * isOther(b));
  const field = best?.field ?? old;
  return { replacement: field, why: best?.why ?? '', score, proof: proofOf(old, field, pairs) };
}

function healEntries(slot: EntriesSlot, pairs: readonly Pair[], healer: Healer): SlotHealing[] {
  const { present, choices } = chooseEntries(slot, pairs, healer.describe);
  const proofs = (selector: string): Proof => entriesProof(slot, selector, pairs);
  const own = { slot, present: proofs(slot.present) };
  const better = choices.filter(({ score }) => score > present.score && score >= certain.least);
  const [best] = better;
  if (present.score >= enough || best === undefined) {
    const isLost = present.score < certain.least && choices.length > 0;
    const verdict = isLost ? 'lost' : 'fine';
    return [{ ...own, verdict, repairs: [] }, ...healInner(slot, slot.present, pairs, healer)];
  }
  const rival = better.find((each) => !isSameChoice(best, each));
  const isSure = best.score >= certain.score && best.score - (rival?.score ?? 0) >= certain.ahead;
  const distinct = better.filter((each, at) => !better.slice(0, at).some((one) => isSameChoice(one, each)));
  const repairs = distinct.slice(0, isSure ? 1 : limits.choices).map(({ selector, why, score }): Repair => ({
    replacement: selector,
    why,
    score,
    proof: proofs(selector),
  }));
  const inner = healInner(slot, best.selector, pairs, healer);
  return [{ ...own, verdict: isSure ? 'sure' : 'unsure', repairs }, ...inner];
}

const isSameChoice = (one: EntriesChoice, other: EntriesChoice): boolean =>
  one.selected.every((scopes, at) => {
    const others = other.selected[at] ?? [];
    return scopes.length === others.length && scopes.every((scope, place) => scope === others[place]);
  });

/** Heals the fields inside the entries that a selector takes on the new pages. */
function healInner(
  slot: EntriesSlot,
  selector: string,
  pairs: readonly Pair[],
  healer: Healer,
): SlotHealing[] {
  const inner = pairs.flatMap((pair) => entryPairs(slot, selector, pair));
  return inner.length === 0 ? [] : healSlots(slot.inner, spread(inner, limits.entryPairs), healer);
}

/** The old and new entries of a place, each with the one that it is; by their order where none is found again. */
function entryPairs(slot: EntriesSlot, selector: string, { old, fresh, isSame }: Pair): Pair[] {
  const [before, after] = [entriesAt(old, slot), entriesAt(fresh, slot, selector)];
  const pairOf = (one: number, other: number, same: boolean): Pair[] => {
    const [was, is] = [before[one], after[other]];
    if (was === undefined || is === undefined) return [];
    return [{ old: { scope: was, on: old.on }, fresh: { scope: is, on: fresh.on }, isSame: same }];
  };
  const matches = isSame ? matchEntries(before, after) : [];
  if (matches.length > 0) return matches.flatMap((each) => pairOf(each.old, each.fresh, true));
  return before.flatMap((_, at) => pairOf(at, at, false));
}

/** Old entries found again, as a proof: those that are not are missing, and none is changed. */
function entriesProof(slot: EntriesSlot, selector: string, pairs: readonly Pair[]): Proof {
  let [old, found, filled] = [0, 0, 0];
  for (const pair of pairs) {
    const [before, after] = [entriesAt(pair.old, slot), entriesAt(pair.fresh, slot, selector)];
    filled += Number(after.length > 0);
    if (!pair.isSame) continue;
    old += before.length;
    found += matchEntries(before, after).length;
  }
  return { old, found, changed: 0, missing: old - found, filled, places: pairs.length, examples: [] };
}

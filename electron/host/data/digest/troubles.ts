import { counted } from '../../../../shared/counted.ts';
import { troubleKinds, type TroubleKind } from '../../../../shared/trouble-kinds.ts';
import type { NoticeSettings } from '../../../../shared/contract/types.ts';
import type { RunRow } from '../../../store/runs/run-queries.ts';
import { usualItems } from '../usual-items.ts';

/** Something that is wrong with a spider. */
export interface Trouble {
  what: TroubleKind;
  /** In a sentence or more. */
  message: string;
}

/** A run as it is judged. */
export interface JudgedRun {
  run: Pick<RunRow, 'state' | 'cause' | 'reason' | 'kind' | 'breaches'> & { counters: { items: number } };
  /** What of the data is not as expected. Left out: only how much, as the run says. */
  breaches?: readonly { expectation: string; message: string }[];
  /** Numbers of items of the completed full runs before it, newest first. */
  before: readonly number[];
  /** Whether it leaves out pages that an earlier run has read, so that its number of items says nothing. */
  isIncremental: boolean;
}

/** The most breaches that a message names. */
const namedBreaches = 3;

/** What is wrong with a run that has ended or paused, the worst first; empty: nothing. A test run is never judged. */
export function troublesOf(judged: JudgedRun, on: NoticeSettings['on']): Trouble[] {
  if (judged.run.kind !== 'full') return [];
  const all = [...endTroubles(judged), ...dataTroubles(judged), ...itemTroubles(judged)];
  return worstFirst(all.filter(({ what }) => isOn(what, on)));
}

/** Sorts by how bad it is, and leaves out what is there twice. */
export function worstFirst(troubles: readonly Trouble[]): Trouble[] {
  return troubleKinds.flatMap((kind) => troubles.find(({ what }) => what === kind) ?? []);
}

/** Whether notices are about this kind of trouble. */
export function isOn(what: TroubleKind, on: NoticeSettings['on']): boolean {
  switch (what) {
    case 'failed':
    case 'interrupted':
    case 'login-expired':
      return on.failed;
    case 'too-few-items':
      return on.tooFewItems;
    case 'blocked':
    case 'breached':
    case 'dead':
    case 'drop':
    case 'paused':
    case 'skipped':
      return on[what];
    default:
      return what satisfies never;
  }
}

function endTroubles({ run: { state, cause, reason } }: JudgedRun): Trouble[] {
  const told = (what: TroubleKind): Trouble[] => [{ what, message: reason ?? 'No reason was recorded.' }];
  if (state === 'interrupted') return told('interrupted');
  if (cause === 'breached') return [];
  if (state === 'failed') return told('failed');
  if (state !== 'paused') return [];
  if (cause === 'blocked') return told('blocked');
  if (cause === 'login-expired') return told('login-expired');
  if (cause === 'error') return told('failed');
  return cause === 'trapped' || cause === 'offline' ? told('paused') : [];
}

function dataTroubles({ run, breaches }: JudgedRun): Trouble[] {
  if (breaches === undefined) {
    const isBreached = run.breaches > 0 || run.cause === 'breached';
    return isBreached ? [{ what: 'breached', message: run.reason ?? '' }] : [];
  }
  const tooFew = breaches.filter(({ expectation }) => expectation === 'min_items');
  const others = breaches.filter(({ expectation }) => expectation !== 'min_items');
  const named = others.slice(0, namedBreaches).map(({ message }) => message);
  const more = others.length - named.length;
  if (more > 0) named.push(`${counted(more, 'more expectation does', 'more expectations do')} not hold.`);
  const known: Trouble[] = [
    ...(others.length === 0 ? [] : [{ what: 'breached' as const, message: named.join(' ') }]),
    ...tooFew.slice(0, 1).map(({ message }) => ({ what: 'too-few-items' as const, message })),
  ];
  if (known.length > 0 || run.cause !== 'breached') return known;
  return [{ what: 'breached', message: run.reason ?? 'The data is not as expected.' }];
}

function itemTroubles({ run, before, isIncremental }: JudgedRun): Trouble[] {
  const { state, cause } = run;
  const { items } = run.counters;
  if (cause === 'nothing-extracted' || cause === 'empty-items')
    return [
      { what: 'too-few-items', message: items === 0 ? 'It has no items.' : 'All its items are empty.' },
    ];
  if (state !== 'completed' || isIncremental || cause === 'nothing-new') return [];
  const usual = usualItems(before);
  if (usual === null || items >= usual.dropBelow) return [];
  const message = `It has ${counted(items, 'item')}; the median of the ${usual.runs} full runs before it is ${usual.median}.`;
  return [{ what: items === 0 ? 'too-few-items' : 'drop', message }];
}

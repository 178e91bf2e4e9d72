import { useState } from 'react';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { CallError } from '../../../shared/contract/errors.ts';
import { useCall } from '../../state/query.ts';
import { useSettled } from '../../state/use-settled.ts';
import type { WrittenWhat } from './export-actions.ts';

/** Rows of the file that are shown before it is written. */
const previewRows = 20;

/** Items up to which everything is counted on all of them without being asked to. */
const countedAlways = 50_000;

/** What counts on all items. */
export interface Counting {
  /** null: they are counted, or are being counted. */
  readonly start: (() => void) | null;
  /** Ends a count before its end; null: none is under way. */
  readonly cancel: (() => void) | null;
}

/** What an export makes of the items, and what can be done about the count on all of them. */
export interface ShownPreview {
  readonly value: CallValue<'exports.preview'> | null;
  readonly error: CallError | null;
  /** The last answer stays until the next one is here, so that the choices keep their place and the focus. */
  readonly shown: CallValue<'exports.preview'> | null;
  readonly counting: Counting;
}

/** Finds out what an export makes of the items: of the first ones at once, and then of all. */
export function useExportPreview(what: WrittenWhat): ShownPreview {
  const first = useCall('exports.preview', { ...what, limit: previewRows });
  // What a person has said about the count; null: nothing yet.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const settled = useSettled(what, 400);
  const isPart = first.value !== null && first.value.examined < first.value.total;
  const isWanted = wanted ?? (first.value !== null && first.value.total <= countedAlways);
  const counts = isPart && isWanted && settled === what;
  // Where this is not asked any more, the client cancels the call.
  const whole = useCall('exports.preview', counts ? { ...what, limit: previewRows, whole: true } : null);
  const value = (counts ? whole.value : null) ?? first.value;
  const [shown, setShown] = useState<CallValue<'exports.preview'> | null>(null);
  if (value !== null && value !== shown) setShown(value);
  const isCounting = counts && whole.value === null && whole.error === null;
  return {
    value,
    error: first.error,
    shown,
    counting: {
      start: isPart && !isWanted ? () => setWanted(true) : null,
      cancel: isCounting ? () => setWanted(false) : null,
    },
  };
}

import type { FieldReport } from '../../../../shared/contract/types.ts';
import { isFilled } from '../../../../shared/filled.ts';
import { whyNotTaken } from '../../../extract/takes-page.ts';
import type { OpenPage } from './open-page.ts';
import type { ReadCallback } from './parts.ts';

/** Why a crawl extracts nothing from a page of this kind with a callback, in one sentence; null: it does. */
export function whyRefused(
  { content: { kind }, unreadable }: OpenPage,
  name: string,
  { callback, iterate, broken }: ReadCallback,
): string | null {
  if (unreadable !== null) return unreadable;
  // Fields that are not valid yet may be the ones that take the page.
  if (broken.size > 0 || iterate?.ok === false) return null;
  const rows = iterate === null ? {} : { iterate: iterate.iterate };
  return whyNotTaken(kind, name, { extract: callback?.extract ?? {}, ...rows });
}

/** The same where all fields are known: an item without any value from an XML page is none. */
export function whyNone(
  { content: { kind } }: OpenPage,
  name: string,
  fields: readonly FieldReport[],
): string | null {
  const isNone = kind === 'xml' && !fields.some(({ depth, value }) => depth === 0 && isFilled(value));
  return isNone ? `No field of ${name} has a value on this XML page.` : null;
}

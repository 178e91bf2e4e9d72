import type { ProposedField } from '../../../../shared/contract/types.ts';
import { extractCallback } from '../../../../electron/extract/callback.ts';
import { pageOf } from './page-of.ts';

/** The item that a spider with proposed fields takes from a page. */
export function extractItem(fields: readonly ProposedField[], html: string): Record<string, unknown> {
  const { page, context } = pageOf(html);
  const extract = Object.fromEntries(fields.map(({ name, definition }) => [name, definition]));
  return extractCallback(page, { extract }, context).item;
}

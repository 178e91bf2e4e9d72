import type { ProposedChoice, ProposedField } from '../../shared/contract/types.ts';
import type { Page } from '../extract/page.ts';
import { PageContext, type PageFacts } from '../extract/page-context.ts';
import { detailCallback, generalFields } from './general-details.ts';
import { measureFields } from './measure-fields.ts';
import { readStructured } from './structured/read-structured.ts';
import { spiderOf } from './try-parts.ts';

/** The fields of a page about one thing: what it says about itself, else what almost every page has. */
function detailFields(page: Page, context: PageContext): ProposedField[] {
  const own = page.kind === 'html' ? (readStructured(page, context)?.fields ?? []) : [];
  const names = new Set(own.map(({ name }) => name));
  const missing = generalFields.filter(
    ({ name }) => !names.has(name) && !(name === 'heading' && names.has('title')),
  );
  return [...own, ...measureFields(page, missing, context)];
}

/**
 * A choice whose detail pages are read as this one: the callback of details takes the fields that it has. The choice is
 * as it was where the page has none.
 */
export function withDetails(choice: ProposedChoice, page: Page, facts: PageFacts): ProposedChoice {
  const fields = detailFields(page, new PageContext(page, facts));
  if (fields.length === 0) return choice;
  const extract = Object.fromEntries(fields.map(({ name, definition }) => [name, definition]));
  const callbacks = { ...choice.parts.callbacks, [detailCallback]: { extract } };
  const parts = { ...choice.parts, callbacks };
  return spiderOf(parts) === null ? choice : { ...choice, parts, sample: null };
}

import type { ProposedChoice, ProposedField } from '../../shared/contract/types.ts';
import type { Page } from '../extract/page.ts';
import { PageContext, type PageFacts } from '../extract/page-context.ts';
import { detailCallback, generalFieldsBeside } from './general-details.ts';
import { measureFields } from './measure-fields.ts';
import { readStructured } from './structured/read-structured.ts';
import { spiderOf } from './try-parts.ts';

/**
 * A choice whose detail pages are read as this one: the callback of details takes the fields that it has. The choice is
 * as it was where the page has none.
 */
export function withDetails(choice: ProposedChoice, page: Page, facts: PageFacts): ProposedChoice {
  const { callbacks } = choice.parts;
  const ofRow = Object.entries(callbacks).flatMap(([name, { extract }]) =>
    name === detailCallback ? [] : Object.keys(extract ?? {}),
  );
  const fields = detailFields(page, new PageContext(page, facts), new Set(ofRow));
  if (fields.length === 0) return choice;
  const extract = Object.fromEntries(fields.map(({ name, definition }) => [name, definition]));
  const parts = { ...choice.parts, callbacks: { ...callbacks, [detailCallback]: { extract } } };
  return spiderOf(parts) === null ? choice : { ...choice, parts, sample: null };
}

/** The fields of a page about one thing: what it says about itself, and what almost every page has. */
function detailFields(page: Page, context: PageContext, ofRow: ReadonlySet<string>): ProposedField[] {
  const own = page.kind === 'html' ? (readStructured(page, context)?.fields ?? []) : [];
  const names = new Set(own.map(({ name }) => name));
  // The title of a thing is the heading of its page.
  const known = new Set([...ofRow, ...names, ...(names.has('title') ? ['heading'] : [])]);
  const general = generalFieldsBeside(known);
  return [...own, ...measureFields(page, general, context)];
}

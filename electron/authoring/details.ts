import { isTag } from 'domhandler';
import type { ProposedChoice, ProposedField } from '../../shared/contract/types.ts';
import type { Page } from '../extract/page.ts';
import { PageContext, type PageFacts } from '../extract/page-context.ts';
import { detailCallback, generalFieldsBeside } from './general-details.ts';
import type { PageTree } from '../extract/tree.ts';
import { nameColumn } from './lists/column-names.ts';
import { labelledColumns } from './lists/labels.ts';
import { measureFields, type FieldDraft } from './measure-fields.ts';
import { readStructured } from './structured/read-structured.ts';
import { spiderOf } from './try-parts.ts';
import { readColumn } from './values/column.ts';

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
  const taken = new Set([...known, ...general.map(({ name }) => name)]);
  const labelled = page.kind === 'html' ? labelledFields(page, context, taken) : [];
  return [...own, ...measureFields(page, [...general, ...labelled], context)];
}

/** Fields of a detail page that are told by their labels. */
const mostLabelled = 12;

/** The fields that a page labels itself, as in a table of properties: those whose names are free. */
function labelledFields(page: PageTree, context: PageContext, taken: ReadonlySet<string>): FieldDraft[] {
  const heads = page.document.children.filter(isTag);
  const columns = labelledColumns(heads).filter(({ field }) => field.xpath !== undefined);
  const drafts = columns.map(({ label, field, values, element, head }): FieldDraft => {
    const place = { attribute: null, element: element.name, words: [label] };
    const { type, processors } = readColumn(values, place, context);
    const name = nameColumn({ element, head, attribute: null, type, label, itemprop: null, isProse: false });
    return { name, type, definition: processors.length === 0 ? field : { ...field, processors } };
  });
  const names = drafts.map(({ name }) => name);
  return drafts
    .filter(({ name }, at) => name !== '' && !taken.has(name) && names.indexOf(name) === at)
    .slice(0, mostLabelled);
}

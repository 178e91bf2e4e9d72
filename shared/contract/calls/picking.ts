import { Type } from 'typebox';
import { query } from '../define.ts';
import { Count, Id, nullable, strictObject, stringEnum } from '../shapes.ts';
import { Language } from './common.ts';
import { ProposedFieldSchema } from './proposals.ts';
import { Selector, Timing } from './tester.ts';
import { treePart, treeRows } from './tree.ts';

/** Schema of `SelectorSuggestion`. */
export const SuggestionSchema = strictObject({
  language: Language,
  selector: Type.String(),
  matches: Type.Integer({ minimum: 0, description: 'Number of nodes that it matches.' }),
  value: nullable(Type.String(), { description: 'The value of the first match, cut after 200 characters.' }),
  kind: stringEnum(['text', 'markup', 'attribute', 'list'], {
    description: '`list`: it also matches similar elements.',
  }),
  why: Type.String({ description: 'Why it was proposed, in a few words.' }),
  family: nullable(
    stringEnum(['id', 'attribute', 'class', 'label', 'heading', 'structure', 'text'], {
      description: 'What it goes by; `text`: one of several texts of an element.',
    }),
    { description: 'null: it is a path to a JSON value.' },
  ),
  survival: nullable(Type.Number(), {
    description:
      'Estimated share of single changes of the page, such as a class that is renamed or a block that is added, after which it still selects the same; from 0 to 1. null: unknown.',
  }),
  pages: Type.Array(
    strictObject({
      page: Id,
      matches: Count,
      value: nullable(Type.String(), { description: 'Of the first match, cut after 200 characters.' }),
      differs: Type.Boolean({ description: 'Whether most of the other suggestions select something else.' }),
    }),
    { description: 'What it selects on the other saved pages of the spider that are made alike.' },
  ),
});

/** Schema of `PageElement`. */
export const ElementSchema = strictObject({
  element: Type.Integer({ minimum: 0 }),
  tag: Type.String({ description: 'Of a JSON value the name of the member that it is or lies in.' }),
  attributes: Type.Array(strictObject({ name: Type.String(), value: Type.String() })),
  text: Type.String({ description: 'The visible text inside, cut after 500 characters.' }),
  ancestors: Type.Array(strictObject({ element: Type.Integer({ minimum: 0 }), label: Type.String() }), {
    description: 'From the outermost inwards, for a breadcrumb; a label is, for example, "div.product".',
  }),
});

/** Schema of `OutlineEntry`. */
export const OutlineEntrySchema = strictObject({
  element: Count,
  depth: Type.Integer({ minimum: 0, description: 'The number of entries that it lies in.' }),
  role: stringEnum([
    'landmark',
    'heading',
    'list',
    'item',
    'table',
    'row',
    'cell',
    'link',
    'image',
    'control',
    'text',
  ]),
  name: Type.String({ description: 'Its label or its text, cut after 120 characters; "": none.' }),
});

/** Numbers of elements. */
const Elements = Type.Array(Count, { maxItems: 50 });

const expected = ['unknown-page', 'timed-out', 'cancelled'] as const;

/** Calls that show what a page holds, for picking from it. */
export const pickingCalls = {
  'tester.tree': query('A part of a saved JSON or XML page as rows of a tree.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/pages/{page}/tree',
    args: strictObject({
      page: Id,
      ...treePart,
    }),
    result: strictObject({
      ...treeRows,
      ...Timing,
    }),
    errors: expected,
  }),
  'tester.outline': query(
    'The outline of a saved page: landmarks, headings, lists, tables, links, pictures and texts, as a tree.',
    {
      executor: 'work',
      path: '/api/pages/{page}/outline',
      args: strictObject({ page: Id }),
      result: strictObject({
        entries: Type.Array(OutlineEntrySchema, { description: 'In document order; at most 5000.' }),
        cut: Type.Boolean({ description: 'Whether there are more.' }),
        ...Timing,
      }),
      errors: expected,
    },
  ),
  'tester.suggest': query('Proposes selectors for elements or a JSON value of a saved page, best first.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/pages/{page}/suggestions',
    args: strictObject({
      page: Id,
      elements: Type.Array(Count, {
        minItems: 1,
        maxItems: 50,
        description: 'Numbers of elements that a selector is to match. Several make a list of all like them.',
      }),
      not: Type.Optional(
        Type.Array(Count, { maxItems: 50, description: 'Numbers of elements that it must not match.' }),
      ),
      elsewhere: Type.Optional(
        Type.Array(strictObject({ page: Id, elements: Elements, not: Elements }), {
          maxItems: 50,
          description: 'The same for other saved pages of the spider: answers to questions.',
        }),
      ),
      within: Type.Optional(
        nullable(Selector, {
          description:
            'Selector of the items of a nested list or of rows, for selectors relative to them; the language is told by its beginning.',
        }),
      ),
    }),
    result: strictObject({
      element: ElementSchema,
      suggestions: Type.Array(SuggestionSchema),
      question: nullable(
        strictObject({
          page: Id,
          element: Count,
          value: Type.String({ description: 'What would be taken there, cut after 200 characters.' }),
          yes: Type.Array(Count, { description: 'Positions of the suggestions that take it.' }),
          no: Type.Array(Count, { description: 'Positions of those that take something else or nothing.' }),
        }),
        {
          description:
            'An element of another saved page that the suggestions disagree on: whether it is one of the wanted, `elsewhere` says. null: they agree.',
        },
      ),
      ...Timing,
    }),
    errors: [...expected, 'unknown-element'],
  }),
  'tester.relocate': query(
    'Finds on a saved page what a selector, which matches nothing there, takes on another saved page of the spider.',
    {
      executor: 'work',
      verb: 'POST',
      path: '/api/pages/{page}/relocation',
      args: strictObject({
        page: Id,
        language: Language,
        selector: Selector,
        within: Type.Optional(
          nullable(Selector, { description: 'Selector of the items or rows that it is relative to.' }),
        ),
      }),
      result: strictObject({
        found: nullable(
          strictObject({
            element: Type.Integer({ minimum: 0, description: 'Number of the likest element of this page.' }),
            page: Type.String({ description: 'The other page.' }),
            was: Type.Integer({ minimum: 0, description: 'Number of the element that it takes there.' }),
            value: Type.String({ description: 'The text of that one, cut after 300 characters.' }),
          }),
          { description: 'null: it matches on no other page, or nothing here is like it.' },
        ),
        ...Timing,
      }),
      errors: expected,
    },
  ),
  'tester.complete': query('What can follow at a place of a CSS selector, from what a saved page has.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/pages/{page}/completions',
    args: strictObject({
      page: Id,
      before: Type.String({ maxLength: 20_000, description: 'The selector up to the place.' }),
      within: Type.Optional(
        nullable(Selector, { description: 'Selector of the rows or items that it is evaluated in.' }),
      ),
    }),
    result: strictObject({
      from: Type.Integer({
        minimum: 0,
        description: 'Position in `before`, in UTF-16 units, from which the text of an entry stands in.',
      }),
      entries: Type.Array(
        strictObject({
          text: Type.String(),
          kind: stringEnum(['tag', 'class', 'id', 'attribute', 'value', 'pseudo']),
          count: nullable(Count, {
            description:
              'Number of elements that the selector then matches; null: it depends on what follows.',
          }),
        }),
        { description: 'At most 200, those with most elements first.' },
      ),
      ...Timing,
    }),
    errors: expected,
  }),
  'tester.columns': query('Proposes columns for the rows that a selector takes from a saved page.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/pages/{page}/columns',
    args: strictObject({ page: Id, rows: Selector }),
    result: strictObject({
      fields: Type.Array(ProposedFieldSchema, {
        description: 'The columns that tell something, best first.',
      }),
      others: Type.Array(ProposedFieldSchema, { description: 'Columns that were left out as noise.' }),
      ...Timing,
    }),
    errors: expected,
  }),
  'tester.find': query(
    'Finds the elements and attributes, or the JSON values, that contain a text, with selectors.',
    {
      executor: 'work',
      path: '/api/pages/{page}/find',
      args: strictObject({ page: Id, text: Type.String({ minLength: 1, maxLength: 2000 }) }),
      result: strictObject({
        found: Type.Array(
          strictObject({
            selector: Type.String(),
            tag: Type.String(),
            attribute: nullable(Type.String()),
            text: Type.String(),
            element: nullable(Type.Integer()),
          }),
        ),
        ...Timing,
      }),
      errors: expected,
    },
  ),
} as const;

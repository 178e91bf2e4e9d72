import { Type } from 'typebox';
import { query } from '../define.ts';
import { Count, Id, nullable, strictObject, stringEnum } from '../shapes.ts';
import { Language } from './common.ts';
import { Selector, Timing } from './tester.ts';

/** Schema of `TreeRow`. */
export const TreeRowSchema = strictObject(
  {
    number: Count,
    depth: Count,
    kind: stringEnum(['object', 'list', 'text', 'number', 'boolean', 'null', 'element']),
    name: nullable(Type.String(), {
      description:
        'The member name or position of a JSON value, the name of an element; null: the whole page.',
    }),
    attributes: nullable(Type.String(), { description: 'Of an element, as they are written.' }),
    value: nullable(Type.String(), {
      description: 'A value, the names of an object, or the text of an element; cut after 300 characters.',
    }),
    size: nullable(Count, {
      description: 'Number of members, entries or elements inside; null: it holds none.',
    }),
    open: Type.Boolean(),
  },
  { description: 'One row of a page as a tree.' },
);

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

const expected = ['unknown-page', 'timed-out', 'cancelled'] as const;

/** Calls that show what a page holds, for picking from it. */
export const pickingCalls = {
  'tester.tree': query('A part of a saved JSON or XML page as rows of a tree.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/pages/{page}/tree',
    args: strictObject({
      page: Id,
      openTo: Type.Integer({
        minimum: 0,
        maximum: 10_000,
        description: 'Nodes that are less deep than this are open.',
      }),
      toggled: Type.Array(Count, {
        maxItems: 10_000,
        description: 'Numbers of nodes that are the other way.',
      }),
      from: Count,
      count: Type.Integer({ minimum: 1, maximum: 1000 }),
      reveal: Type.Optional(
        nullable(Count, { description: 'Number of a node that is to be seen, with what it lies in opened.' }),
      ),
    }),
    result: strictObject({
      total: Type.Integer({ minimum: 0, description: 'Number of rows where these nodes are open.' }),
      from: Type.Integer({ minimum: 0, description: 'The position of the first of these rows.' }),
      rows: Type.Array(TreeRowSchema),
      revealed: nullable(
        strictObject({
          position: Type.Integer({ minimum: 0, description: 'The row of the node, from 0.' }),
          opened: Type.Array(Count, { description: 'Numbers of the nodes that were opened for it.' }),
        }),
      ),
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
  'tester.suggest': query('Proposes selectors for an element or JSON value of a saved page.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/pages/{page}/suggestions',
    args: strictObject({
      page: Id,
      element: Count,
      within: Type.Optional(
        nullable(Selector, {
          description:
            'Selector of the items of a nested list or of rows, for selectors relative to them; the language is told by its beginning.',
        }),
      ),
    }),
    result: strictObject({ element: ElementSchema, suggestions: Type.Array(SuggestionSchema), ...Timing }),
    errors: [...expected, 'unknown-element'],
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

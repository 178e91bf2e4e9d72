import { Type } from 'typebox';
import type { ProposedChoice, ProposedField, ProposedList } from '../../../shared/contract/types.ts';
import { HostError } from '../../host/errors.ts';
import { tool, type Tool } from '../tool.ts';
import { PageArg } from './page-tools.ts';

/** Rows of a list that are shown. */
const shownRows = 3;

/** Tools that tell what a spider could take from a saved page. They are found without a model, and were tried on the page. */
export const proposeTools: readonly Tool[] = [
  tool({
    name: 'propose_lists',
    title: 'Lists of a page',
    description:
      'The lists of a saved page, best first: the selector of their rows, their fields with selectors, the first rows, and where rows lead. Also the spiders that could be made of the page (`choices`); apply_patch takes the id of one.',
    calls: ['pages.propose'],
    args: { page: PageArg },
    async run({ page }, { ask }) {
      const { url, title, state, lists, choices, structured } = await ask('pages.propose', { page });
      const said =
        structured === null ? null : { type: structured.type, fields: structured.fields.map(briefField) };
      return {
        head: { url, title, state, structured: said, choices: choices.map(briefChoice) },
        list: { name: 'lists', entries: lists.map(briefList) },
        isFromPages: true,
      };
    },
  }),
  tool({
    name: 'propose_pagination',
    title: 'Next page',
    description: 'What leads from a saved page to the following ones, best first, and its links by pattern.',
    calls: ['pages.propose'],
    args: { page: PageArg },
    async run({ page }, { ask }) {
      const { url, next, pages, groups } = await ask('pages.propose', { page });
      return {
        head: { url, next_page: next, numbered: pages.slice(0, 20) },
        list: { name: 'links', entries: groups },
        isFromPages: true,
      };
    },
  }),
  tool({
    name: 'propose_fields',
    title: 'Fields of rows',
    description:
      'Fields for the rows of a saved page, as a spider holds them, with how often each is filled and its first values. Name the rows by a selector, or by the position of a list in propose_lists.',
    calls: ['tester.columns', 'pages.propose'],
    args: {
      page: PageArg,
      rows: Type.Optional(
        Type.String({ minLength: 1, maxLength: 20_000, description: 'Selector of the rows.' }),
      ),
      list: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 7, description: 'Position of a list. Default: 0.' }),
      ),
    },
    async run({ page, rows, list = 0 }, { ask }) {
      const { selector, fields, others } =
        rows === undefined
          ? listAt((await ask('pages.propose', { page })).lists, list)
          : { selector: rows, ...(await ask('tester.columns', { page, rows })) };
      const all = [
        ...fields.map((field) => ({ ...field, isNoise: false })),
        ...others.map((field) => ({ ...field, isNoise: true })),
      ];
      return { head: { rows: selector }, list: { name: 'fields', entries: all }, isFromPages: true };
    },
  }),
];

const briefField = ({ name, type, filled, samples, definition }: ProposedField) => ({
  name,
  type,
  filled,
  samples: samples.slice(0, 2),
  definition,
});

function briefList({ selector, language, count, label, confidence, fields, rows, detail }: ProposedList) {
  return {
    rows: selector,
    language,
    count,
    label,
    confidence,
    fields: fields.map(briefField),
    first: rows.slice(0, shownRows),
    detail,
  };
}

/** A choice without its parts. */
export const briefChoice = ({ id, label, scope, expected, note, sample }: ProposedChoice) => ({
  id,
  label,
  scope,
  expected,
  ...(note === null ? {} : { note }),
  ...(sample === null ? {} : { sample }),
});

function listAt(lists: readonly ProposedList[], position: number): ProposedList {
  const found = lists[position];
  if (found !== undefined) return found;
  throw new HostError(
    'bad-arguments',
    `The page has ${lists.length} lists, so there is none at ${position}.`,
    'Positions begin with 0. Name the rows by a selector instead.',
    { pointer: '/list' },
  );
}

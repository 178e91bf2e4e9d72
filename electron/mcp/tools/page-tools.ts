import { Type } from 'typebox';
import { Id, Json, nullable, strictObject, stringEnum } from '../../../shared/contract/shapes.ts';
import { HostError } from '../../host/errors.ts';
import { seenText } from '../answers/clean.ts';
import { elementOf, handleOf } from '../handles.ts';
import { linesOf, nodeOf, treeOf } from '../outline/fold.ts';
import { tool, type Ask, type Tool } from '../tool.ts';

/** The most levels of an outline, unless fewer are asked for. */
const usualDepth = 12;

/** A saved page. */
export const PageArg = Type.String({ ...Id, description: 'The id of a saved page, as list_pages gives it.' });
/** The handle of a node. */
const Handle = Type.String({ pattern: '^e\\d{1,9}$', description: 'A handle, such as e12.' });
const Within = Type.Optional(
  Type.String({ minLength: 1, maxLength: 20_000, description: 'Selector of the rows to look in.' }),
);

/** Tools that show what a saved page holds. */
export const pageTools: readonly Tool[] = [
  tool({
    name: 'page_outline',
    title: 'Outline of a page',
    description:
      'What a saved page holds, as a tree: a handle, a role and a text in each line. Repeated blocks are shown once, with their number. Comments and hidden texts are left out.',
    calls: ['tester.outline', 'tester.analyze'],
    args: {
      page: PageArg,
      within: Type.Optional({ ...Handle, description: 'Only what is in the node with this handle.' }),
      depth: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 40, description: `The most levels. Default: ${usualDepth}.` }),
      ),
    },
    async run({ page, within, depth = usualDepth }, { ask }) {
      const { entries, cut } = await ask('tester.outline', { page });
      if (entries.length === 0) return dataOutline(page, ask);
      const roots = treeOf(entries.map((entry) => ({ ...entry, name: seenText(entry.name) })));
      const nodes =
        within === undefined ? roots : [found(nodeOf(roots, elementOf(within, '/within')), within)];
      const limit = cut ? { cut: 'The page has more than 5000 entries; the rest is not here.' } : {};
      return {
        head: { page, ...limit },
        list: { name: 'lines', entries: [...linesOf(nodes, depth)], isText: true },
        isFromPages: true,
      };
    },
  }),
  tool({
    name: 'page_node',
    title: 'A node of a page',
    description:
      'One node of a saved page (or several like it): its attributes, its text, and selectors for it, best first, with how many nodes each matches here and on other pages, and what share of changes of the page it survives.',
    calls: ['tester.suggest'],
    args: {
      page: PageArg,
      node: Handle,
      like: Type.Optional(
        Type.Array(Handle, {
          maxItems: 49,
          description: 'Other nodes that one selector is to match as well.',
        }),
      ),
      not: Type.Optional(Type.Array(Handle, { maxItems: 50, description: 'Nodes that it must not match.' })),
      within: Within,
    },
    async run({ page, node, like = [], not = [], within }, { ask }) {
      const { element, suggestions, question } = await ask('tester.suggest', {
        page,
        elements: [node, ...like].map((handle) => elementOf(handle)),
        not: not.map((handle) => elementOf(handle, '/not')),
        ...(within === undefined ? {} : { within }),
      });
      const { tag, attributes, text, ancestors } = element;
      const asked =
        question === null
          ? {}
          : { question: { page: question.page, node: handleOf(question.element), value: question.value } };
      return {
        head: {
          node: handleOf(element.element),
          tag,
          attributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
          text,
          path: ancestors.map((ancestor) => `${handleOf(ancestor.element)} ${ancestor.label}`),
          ...asked,
        },
        list: {
          name: 'selectors',
          entries: suggestions.map(({ pages, ...suggestion }) => ({
            ...suggestion,
            pages: pages.map(({ page: other, matches, differs }) => ({ page: other, matches, differs })),
          })),
        },
        isFromPages: true,
      };
    },
  }),
  tool({
    name: 'test_selector',
    title: 'Try a selector',
    description:
      'What a selector matches on a saved page, with the code of the crawl: how many nodes, their first values, and why there are none.',
    calls: ['tester.selector'],
    args: {
      page: PageArg,
      selector: Type.String({
        minLength: 1,
        maxLength: 20_000,
        description: 'CSS with ::text or ::attr(name), XPath, or JSONPath.',
      }),
      language: Type.Optional(
        stringEnum(['css', 'xpath', 'json'], { description: 'Default: told by how the selector begins.' }),
      ),
      within: Within,
    },
    result: strictObject({
      note: Type.String(),
      matches: Type.Integer(),
      problem: nullable(Type.String()),
      hint: nullable(Type.String()),
      empty: { ...Json, description: 'Why it matches nothing, and what would; null: it does.' },
      values: Type.Array(Json),
      total: Type.Integer(),
      next: nullable(Type.String()),
    }),
    async run({ page, selector, language = languageOf(selector), within }, { ask }) {
      const { matches, samples, problem, hint, empty } = await ask('tester.selector', {
        page,
        selector,
        language,
        ...(within === undefined ? {} : { within }),
      });
      return {
        head: { matches, problem, hint, empty },
        list: {
          name: 'values',
          entries: samples.map(({ kind, element, path, value }) => ({
            ...(element === null ? { kind } : { node: handleOf(element) }),
            ...(path === null ? {} : { path }),
            value,
          })),
        },
        isFromPages: true,
      };
    },
  }),
];

/** A page without an outline is JSON or XML: its lists and values. */
async function dataOutline(page: string, ask: Ask) {
  const { title, data, notes } = await ask('tester.analyze', { page });
  const lists = (data?.lists ?? []).map(({ path, count, fields }) => ({ list: path, count, fields }));
  return {
    head: { page, title, notes },
    list: { name: 'data', entries: [...lists, ...(data?.values ?? [])] },
    isFromPages: true,
  };
}

function found<N>(node: N | null, handle: string): N {
  if (node !== null) return node;
  throw new HostError(
    'unknown-element',
    `The outline has no node ${handle}.`,
    'Take a handle from page_outline without `within`. page_node also knows nodes that are not in the outline.',
    { pointer: '/within' },
  );
}

/** The language of a selector by how it begins. */
function languageOf(selector: string): 'css' | 'xpath' | 'json' {
  if (selector.startsWith('$')) return 'json';
  return /^(?:\.?\/|\()/.test(selector) ? 'xpath' : 'css';
}

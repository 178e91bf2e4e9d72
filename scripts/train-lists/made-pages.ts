import { isTag, type AnyNode } from 'domhandler';
import { recordText } from '../../bench/authoring/record-text.ts';
import { elementsBelow } from '../../electron/extract/walk.ts';
import { parsePage, type PageTree } from '../../electron/extract/tree.ts';
import { things } from '../../test/servers/made-data.ts';
import { listMakings } from '../../test/servers/made-lists.ts';

/** A page with a list whose records are known. */
export interface MadePage {
  readonly making: string;
  readonly page: PageTree;
  /** The text of each record; in a second list, that of their first elements where the others follow them as siblings. */
  readonly texts: readonly (readonly string[])[];
}

/** Things of a page: the number of the first, and how many. */
const amounts: readonly (readonly [from: number, count: number])[] = [
  [1, 6],
  [40, 10],
  [300, 12],
];

const links = (names: string, path: string): string =>
  names
    .split(' ')
    .map((name) => `<li><a href="/${path}/${name.toLowerCase()}">${name}</a></li>`)
    .join('');

/** What stands around a list: nearly nothing, menus, or what else there is to choose and to read. */
const frames: readonly ((list: string) => string)[] = [
  (list) => `<h1>The list</h1>${list}<p><a href="/imprint">Imprint</a></p>`,
  (list) =>
    `<header><nav><ul>${links('Home About Help Contact Jobs', 'p')}</ul></nav></header><main><h1>The list</h1>${list}</main><footer><ul>${links('Imprint Privacy Terms', 'l')}</ul></footer>`,
  (list) =>
    `<div id="menu"><ul>${links('Home Boats Sails Engines', 'p')}</ul></div><div id="side"><h4>Kind</h4><ul>${links('Brass Hemp Copper Oilskin Heavy', 'kind')}</ul></div><div id="content"><h2>The list</h2>${list}</div><div class="related"><h4>Also read</h4><ul>${links('Winter Harbours Knots Tides', 'read')}</ul></div>`,
];

/** Pages of all makings of lists but threads, whose records are in one another. */
export function madePages(): MadePage[] {
  const { thread: _, ...makings } = listMakings;
  return Object.entries(makings).flatMap(([making, { html }]) =>
    amounts.flatMap(([from, count]) =>
      frames.map((frame) => {
        const all = things(from, count);
        const records = all.map((thing) => nodesOf(html([thing])));
        const body = `<body>${frame(html(all))}</body>`;
        const isFollowed = records.every(([head, next]) => head !== undefined && next !== undefined);
        return {
          making,
          page: parsePage(`<!doctype html><title>The list</title>${body}`),
          texts: [
            records.map(recordText),
            ...(isFollowed ? [records.map(([head]) => recordText(head === undefined ? [] : [head]))] : []),
          ],
        };
      }),
    ),
  );
}

/** The nodes of the one record that a list has, without the header of a table. */
function nodesOf(html: string): AnyNode[] {
  const { document } = parsePage(html.replace(/<thead>.*<\/thead>/s, ''));
  const body = elementsBelow(document).find(({ name }) => name === 'body');
  let nodes: AnyNode[] = body?.children ?? [];
  for (
    let [only] = nodes;
    nodes.length === 1 &&
    only !== undefined &&
    isTag(only) &&
    /^(?:table|tbody|dl|div)$/.test(only.name) &&
    only.attribs['class'] === undefined;
    [only] = nodes
  )
    nodes = only.children;
  return nodes;
}

import { isTag, type Element } from 'domhandler';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { namedPaths } from '../selectors/anchors.ts';
import { scopeIndex } from '../selectors/scope-index.ts';
import type { PageTree } from '../../extract/tree.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';

/** The fewest rows of a table of properties, and the most characters of the name of one. */
const fewestRows = 3;
const longestName = 60;

/**
 * Finds the table of properties of a thing, such as "Weight: 2 kg", below its heading: the one with most rows. The field is a list of
 * objects with `name` and `value`. Null: there is none.
 */
export function findSpecifications(
  page: PageTree,
  tree: DescribedTree,
  heading: ElementFacts | null,
): FieldExtract | null {
  let most = fewestRows - 1;
  let found: Element | null = null;
  for (const { element, at } of tree.elements) {
    if (at < (heading?.at ?? 0)) continue;
    const rows =
      element.name === 'table'
        ? rowsOfTable(element, tree)
        : element.name === 'dl'
          ? termsOf(element, tree)
          : 0;
    if (rows > most) [most, found] = [rows, element];
  }
  if (found === null) return null;
  const [path] = namedPaths(scopeIndex(page.document), found, { own: null, start: '', isAlone: false }).sort(
    (a, b) => b.weight - a.weight,
  );
  const css = path?.css ?? null;
  if (css === null) return null;
  return found.name === 'dl'
    ? {
        type: 'nested_list',
        selector: `${css} dt`,
        extract: {
          name: { xpath: 'normalize-space(.)' },
          value: { xpath: 'normalize-space(following-sibling::dd[1])' },
        },
      }
    : {
        type: 'nested_list',
        selector: `${css} tr`,
        extract: {
          name: { css: 'th, td', to_text: true },
          value: { xpath: 'normalize-space((.//td)[last()])' },
        },
      };
}

/** The rows of a table if almost all have a name and a value; else 0. */
function rowsOfTable(table: Element, tree: DescribedTree): number {
  const bodies = table.children.filter(isTag).filter(({ name }) => /^t(?:body|head|foot)$/.test(name));
  const rows = bodies.flatMap(({ children }) => children.filter(isTag)).filter(({ name }) => name === 'tr');
  const pairs = rows.filter((row) => {
    const cells = row.children.filter(isTag).filter(({ name }) => /^t[hd]$/.test(name));
    return cells.length === 2 && isName(cells[0], tree) && (tree.factsOf(cells[1] ?? null)?.text ?? 0) > 0;
  });
  return pairs.length >= rows.length * 0.8 ? pairs.length : 0;
}

/** The terms of a list of definitions if each has one definition; else 0. */
function termsOf(list: Element, tree: DescribedTree): number {
  const parts = list.children.filter(isTag);
  const isPaired = parts.every(({ name }, at) => name === (at % 2 === 0 ? 'dt' : 'dd'));
  return isPaired && parts.every((part, at) => at % 2 === 1 || isName(part, tree)) ? parts.length / 2 : 0;
}

function isName(cell: Element | undefined, tree: DescribedTree): boolean {
  const text = cell === undefined ? 0 : (tree.factsOf(cell)?.text ?? 0);
  return text > 0 && text <= longestName;
}

import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { bondOf, outlineOf, type OutlineBlock } from './articles/text/outline.ts';
import { segmentElement, type TextBlock } from './articles/text/segment.ts';

/** Markdown delimiters of inline elements. */
const marks: ReadonlyMap<string, string> = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['em', '*'],
  ['i', '*'],
  ['code', '`'],
  ['kbd', '`'],
  ['samp', '`'],
  ['del', '~~'],
  ['s', '~~'],
]);

const maxInline = 30;

/** Returns the formatted inline elements and links around a node, up to the container, outermost first. */
function inlinePath(node: AnyNode, container: Element): Element[] {
  const path: Element[] = [];
  let current = node.parent;
  for (let steps = 0; current !== null && current !== container && steps < maxInline; steps += 1) {
    if (
      isTag(current) &&
      (marks.has(current.name) || (current.name === 'a' && current.attribs['href'] !== undefined))
    ) {
      path.unshift(current);
    }
    current = current.parent;
  }
  return path;
}

function addressOf(link: Element, base: string | null): string {
  const href = (link.attribs['href'] ?? '').trim();
  const url = URL.parse(href, base ?? undefined)?.href ?? href;
  return url.replaceAll(/[\s()<>]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  );
}

const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]]/g, String.raw`\$&`);

/** Renders a block with links and emphasis; `plain` leaves out emphasis, for headings. */
function inlineMarkdown(block: TextBlock, base: string | null): string {
  let result = '';
  let open: Element[] = [];
  // White space at the ends belongs outside of the delimiters.
  let space = '';
  const close = (element: Element): void => {
    result += element.name === 'a' ? `](${addressOf(element, base)})` : (marks.get(element.name) ?? '');
  };
  for (const node of block.nodes) {
    if (!isText(node)) {
      space = ' ';
      continue;
    }
    const text = node.data.replaceAll(/[\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g, '').replaceAll(/\s+/g, ' ');
    if (text.trim() === '') {
      if (text !== '') space = ' ';
      continue;
    }
    const path = inlinePath(node, block.container.element);
    let same = 0;
    while (same < open.length && same < path.length && open[same] === path[same]) same += 1;
    for (const element of open.slice(same).reverse()) close(element);
    if (text.startsWith(' ')) space = ' ';
    if (result !== '') result += space;
    space = text.endsWith(' ') ? ' ' : '';
    for (const element of path.slice(same))
      result += element.name === 'a' ? '[' : (marks.get(element.name) ?? '');
    const isCode = path.some(({ name }) => marks.get(name) === '`');
    result += isCode ? text.trim().replaceAll('`', "'") : escaped(text.trim());
    open = path;
  }
  for (const element of open.reverse()) close(element);
  return result.replace(/^(?:[#>+-](?=\s)|\d+(?=[.)]\s))/, String.raw`\$&`);
}

const fenceFor = (code: string): string =>
  '`'.repeat(Math.max(3, ...(code.match(/`+/g) ?? []).map(({ length }) => length + 1)));

/** Groups blocks that form one Markdown element: a table, a code block, or a single block. */
function pieces(outline: readonly OutlineBlock[]): OutlineBlock[][] {
  const runs: OutlineBlock[][] = [];
  for (const current of outline) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const { kind } = current.role;
    const joins =
      last !== undefined &&
      last.role.kind === kind &&
      (kind === 'cell' || kind === 'code') &&
      bondOf(last, current) !== 'paragraph';
    if (joins) run?.push(current);
    else runs.push([current]);
  }
  return runs;
}

function tableOf(run: readonly OutlineBlock[], base: string | null): string {
  const rows: string[][] = [];
  let unit: Element | null = null;
  for (const { block, role } of run) {
    if (role.unit !== unit || rows.length === 0) rows.push([]);
    unit = role.unit;
    rows.at(-1)?.push(inlineMarkdown(block, base).replaceAll('|', String.raw`\|`));
  }
  const columns = Math.max(...rows.map(({ length }) => length));
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: columns }, (_, column) => cells[column] ?? '').join(' | ')} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(Array.from({ length: columns }, () => '---')), ...rest.map(line)].join('\n');
}

/**
 * Renders blocks as Markdown: headings, lists, quotations, tables, code, links and emphasis.
 *
 * @param base URL of the page, to resolve links; null leaves them unchanged
 */
export function renderMarkdown(outline: readonly OutlineBlock[], base: string | null): string {
  let markdown = '';
  let before: OutlineBlock | null = null;
  let number = 0;
  for (const run of pieces(outline)) {
    const [first] = run;
    const last = run.at(-1);
    if (first === undefined || last === undefined) continue;
    const { role, block } = first;
    const bond = before === null ? null : bondOf(before, first);
    if (bond !== null) markdown += bond === 'line' ? '\n' : '\n\n';
    let piece: string;
    if (role.kind === 'cell') piece = tableOf(run, base);
    else if (role.kind === 'code') {
      const code = run.map((one) => one.block.text).join('\n');
      const fence = fenceFor(code);
      piece = `${fence}\n${code}\n${fence}`;
    } else if (role.kind === 'heading') piece = `${'#'.repeat(role.level)} ${inlineMarkdown(block, base)}`;
    else if (role.kind === 'item') {
      const indent = '  '.repeat(role.level - 1);
      const isFirst = before?.role.unit !== role.unit;
      number = bond === 'line' ? number + Number(isFirst) : 1;
      const bullet = role.ordered ? `${number}. ` : '- ';
      piece = `${indent}${isFirst ? bullet : '  '}${inlineMarkdown(block, base)}`;
    } else piece = inlineMarkdown(block, base);
    markdown += role.quotes === 0 ? piece : piece.replaceAll(/^/gm, '> '.repeat(Math.min(role.quotes, 5)));
    before = last;
  }
  return markdown;
}

/**
 * Renders an element as Markdown; see `renderMarkdown`. What browsers do not show, such as scripts, is left out.
 * @throws Error if the element has more blocks of text than are read
 */
export function markdownOf(element: Element, base: string | null): string {
  const segmentation = segmentElement(element);
  if (segmentation.truncated)
    throw new Error('The element has too many blocks of text for Markdown; choose a smaller one.');
  return renderMarkdown(outlineOf(segmentation.blocks), base);
}

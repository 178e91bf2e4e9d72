import { readFileSync } from 'node:fs';
import type { AnyNode } from 'domhandler';
import { describe, expect, it } from 'vitest';
import { selectorFor } from '../../../electron/extract/select.ts';
import { parsePage, type PageTree } from '../../../electron/extract/tree.ts';

/** Values that python3-parsel 1.7 (lxml 4.9, cssselect 1.2) gives on pages where both parsers build the same tree. */
interface Row {
  page: string;
  /** A CSS selector of the nodes to start from; the values are then one list for each of them. */
  within?: string;
  css?: string;
  xpath?: string;
  values: string[] | string[][];
}

const fixtures = new URL('../../fixtures/selectors/', import.meta.url);
const rows = JSON.parse(readFileSync(new URL('parsel.json', fixtures), 'utf8')) as Row[];
const pages = new Map<string, PageTree>();

function pageOf(name: string): PageTree {
  const page = pages.get(name) ?? parsePage(readFileSync(new URL(`pages/${name}.html`, fixtures), 'utf8'));
  pages.set(name, page);
  return page;
}

function matches(context: AnyNode, language: 'css' | 'xpath', source: string) {
  const reading = selectorFor(language, source);
  if (!reading.ok) throw new Error(`${source}: ${reading.problem.message}`);
  return reading.selector.select(context);
}

const values = (context: AnyNode, row: Row): string[] =>
  matches(context, row.css === undefined ? 'xpath' : 'css', row.css ?? row.xpath ?? '').map(
    ({ value }) => value,
  );

describe('selectors give what parsel gives', () => {
  it.each(rows.map((row) => [row.page, row.within ?? 'page', row.css ?? row.xpath, row] as const))(
    '%s, %s: %s',
    (_page, _within, _source, row) => {
      const { document } = pageOf(row.page);
      const { within } = row;
      const found =
        within === undefined
          ? values(document, row)
          : matches(document, 'css', within).flatMap(({ node }) =>
              node === null ? [] : [values(node, row)],
            );
      expect(found).toEqual(row.values);
    },
  );
});

import type { PageContext } from '../../extract/page-context.ts';
import type { DescribedTree } from '../tree.ts';
import { findControls, saidBy, type Control } from './controls.ts';
import type { PagerPage } from './features.ts';
import { ownRuns } from './choose-runs.ts';
import { findRuns } from './numbers.ts';

/** Reads what the ranking needs of a page. */
export function readPagerPage(tree: DescribedTree, context: PageContext): PagerPage {
  const controls = findControls(tree, context);
  return {
    tree,
    url: context.url === null ? null : URL.parse(context.url),
    controls,
    runs: ownRuns(findRuns(tree, controls)),
    head: headLinks(tree, context),
    labels: countLabels(controls),
  };
}

function headLinks({ elements }: DescribedTree, context: PageContext): Set<string> {
  const found = new Set<string>();
  for (const { element } of elements) {
    if (element.name !== 'link') continue;
    const { rel = '', href = '' } = element.attribs;
    if (!/(?:^|\s)next(?:$|\s)/i.test(rel)) continue;
    const url = URL.parse(href.trim(), context.base ?? undefined);
    if (url !== null) found.add(url.href);
  }
  return found;
}

function countLabels(controls: readonly Control[]): Map<string, number> {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  for (const control of controls) {
    const { href } = control;
    const { text } = saidBy(control);
    const key = `${text}\n${href}`;
    if (href === '' || seen.has(key)) continue;
    seen.add(key);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

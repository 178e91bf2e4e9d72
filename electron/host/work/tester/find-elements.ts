import type { CallValue } from '../../../../shared/contract/index.ts';
import { findText } from '../../../authoring/analyze/analyze.ts';
import { selectorFor } from '../../../extract/select.ts';
import type { OpenPage } from './open-page.ts';

/** The elements of a page that hold a text, with selectors for them. */
export function findElements(open: OpenPage, text: string): CallValue<'tester.find'>['found'] {
  return findText(open.tree, text).map((place) => {
    const read = selectorFor('css', place.selector);
    const [first] = read.ok ? read.selector.select(open.tree.document) : [];
    return { ...place, element: open.numberOf(first?.node ?? null) };
  });
}

import { findPagination } from '../../electron/authoring/pagination/find-pagination.ts';
import { describeTree } from '../../electron/authoring/tree.ts';
import { PageContext } from '../../electron/extract/page-context.ts';
import type { Predictor } from './labelled-set.ts';

/** The next page, the links to numbered pages, and whether there is a control to press, by the attributes as they stand. */
export const pagination: Predictor = {
  sets: ['pagination'],
  predict: (set) =>
    Object.fromEntries(
      set.pages.map((page) => {
        const tree = set.parse(page);
        const context = new PageContext(tree, { url: page.url ?? null, fetchedAt: 0 });
        const { next, pages } = set.timed(() => findPagination(describeTree(tree), context));
        const controls = next.filter(({ isControl, kind }) => isControl && kind !== 'scroll');
        return [
          page.id,
          {
            next: controls.filter(({ href }) => href !== '').map(({ href }) => href),
            page: [...new Set(pages.map(({ href }) => href).filter((href) => href !== ''))],
            button: controls.length > 0,
          },
        ];
      }),
    ),
};

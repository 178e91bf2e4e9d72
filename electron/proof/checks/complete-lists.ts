import { failing, notRun, type Finding, type ProofProblem } from '../types.ts';
import type { Judged } from './input.ts';

/** Check 5: rows are all records of their list. What is a header or an advert may be left out. */
export function completeLists({ pages }: Judged): Finding {
  const found = pages.flatMap((page) => page.lists.map((list) => ({ page, list })));
  if (found.length === 0) return notRun('pages of lists', 'no page gives rows');
  return failing(
    found.flatMap(({ page, list }): ProofProblem[] => {
      const { pointer, rows, missing, blank } = list;
      const about = { pointer, page: page.url };
      return [
        ...(missing === null
          ? []
          : [
              {
                ...about,
                expected: `${rows + missing.count} records`,
                got: `${rows} rows; left out: "${missing.value}"`,
                hint: 'Let the selector of the rows take all records that are built alike.',
              },
            ]),
        ...(blank === null
          ? []
          : [
              {
                ...about,
                expected: 'a value in every row',
                got: `"${blank.value}" ${blank.why}${blank.count > 1 ? `, and ${blank.count - 1} more` : ''}`,
                hint: 'Let the selector of the rows leave out what is no record.',
              },
            ]),
      ];
    }),
  );
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderTable } from '../../electron/cli/table.ts';
import { draftColumns, draftFigures, draftLine, draftsOf, setsOfLists } from './drafts.ts';
import { fields } from './fields.ts';
import { scoreInteractions } from './interactions.ts';
import { openSet, truthOf, type Predictor } from './labelled-set.ts';
import { lists } from './lists.ts';
import { locators } from './locators.ts';
import { pagination } from './pagination.ts';
import { product } from './product.ts';

const usage = `Writes what Spider Studio proposes for labelled pages, a SET.json for each set.

  npm run score:authoring -- --data DIR --out FOLDER [--set NAME]
  npm run score:authoring -- --data DIR --drafts [--set NAME] [--each]
  npm run score:authoring -- --data DIR --interactions [--set NAME] [--from N] [--pages N] [--json]

The second prints how good the lists are as a spider would take them: rows and columns. --each names every page. The third counts
what a person does in the real window from an address to ten right rows of five columns, or to the next page. --from and --pages
choose a portion of each set.

DIR holds a folder per set, with truth.json and the gzipped pages that it names. The times are processor time of the proposals
for a page, parsing left out, in milliseconds.`;

const predictors: readonly Predictor[] = [lists, fields, pagination, product, locators];

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string' },
    set: { type: 'string' },
    drafts: { type: 'boolean', default: false },
    each: { type: 'boolean', default: false },
    interactions: { type: 'boolean', default: false },
    from: { type: 'string', default: '1' },
    pages: { type: 'string', default: 'Infinity' },
    json: { type: 'boolean', default: false },
  },
});
const { data, out, set: only } = values;
if (data !== undefined && values.drafts) {
  const sets = setsOfLists.filter((name) => only === undefined || only === name);
  const figures = sets.map((name) => {
    const set = openSet(data, name);
    const pages = draftsOf(set);
    if (values.each) for (const page of pages) console.log(draftLine(page));
    return draftFigures(set, pages);
  });
  console.log(renderTable(draftColumns, figures));
  process.exit();
}
if (data !== undefined && values.interactions) {
  const portion = { data, set: only, from: Number(values.from), pages: Number(values.pages) };
  process.exit(await scoreInteractions(portion, values.json));
}
const wanted = predictors
  .flatMap((predictor) => predictor.sets.map((name) => ({ name, predictor })))
  .filter(({ name }) => only === undefined || only === name)
  .filter(({ name }) => truthOf(data ?? '', name) !== null);
if (data === undefined || out === undefined || wanted.length === 0) {
  console.error(usage);
  process.exit(2);
}

mkdirSync(out, { recursive: true });
const rows = wanted.map(({ name, predictor }) => {
  const set = openSet(data, name);
  writeFileSync(join(out, `${name}.json`), JSON.stringify(predictor.predict(set), null, 1));
  const times = set.times();
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  return [name, String(set.truth.length), at(0.5), at(0.95), (times.at(-1) ?? 0).toFixed(1)];
});
console.log(renderTable(['set', 'pages', 'ms CPU, median', '95th percentile', 'longest'], rows));

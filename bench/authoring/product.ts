import { readPage, readProduct } from '../../electron/authoring/structured/read-structured.ts';
import { availabilityOf } from '../../electron/authoring/values/availability.ts';
import { PageContext } from '../../electron/extract/page-context.ts';
import type { PageTree } from '../../electron/extract/tree.ts';
import type { Predictor } from './labelled-set.ts';

const names = ['price', 'sku', 'brand', 'mpn', 'gtin'];

type Prediction = Record<string, string | null>;

/** Predicts the details of products: the first value of each field that is proposed, after its processors. */
export const product: Predictor = {
  sets: ['product'],
  predict(set) {
    return Object.fromEntries(
      set.pages.map((row): [string, Prediction] => {
        const page = set.parse(row);
        return [row.id, set.timed(() => detailsOf(page))];
      }),
    );
  },
};

function detailsOf(page: PageTree): Prediction {
  const context = new PageContext(page, { url: null, fetchedAt: 0 });
  const fields = readProduct(readPage(page, context))?.fields ?? [];
  const of = (name: string): string | null => fields.find((field) => field.name === name)?.samples[0] ?? null;
  const availability = availabilityOf(of('availability') ?? '') ?? (of('price') === null ? null : 'InStock');
  return { ...Object.fromEntries(names.map((name) => [name, of(name)])), availability };
}

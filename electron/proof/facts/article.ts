import { isFilled } from '../../../shared/filled.ts';
import { columnFields, type ExpectedField } from '../../../shared/spider/schema.ts';
import type { OfflineOutput } from '../../engine/offline.ts';
import type { PageContext } from '../../extract/page-context.ts';
import type { JsonValue } from '../../extract/types.ts';
import { isExample } from './examples.ts';
import { hashOf, misfitOf } from './fields.ts';
import type { PageText } from './page-text.ts';
import { Tally, written } from './tally.ts';
import type { FieldFacts } from './types.ts';

/** The columns of an article, which no selector of the document takes. */
export function articleFacts(
  { items }: OfflineOutput,
  expected: Readonly<Record<string, ExpectedField>>,
  { context, text }: { context: PageContext; text: PageText },
): FieldFacts[] {
  return columnFields.map((field): FieldFacts => {
    const wanted = expected[field] ?? {};
    const misfit = misfitOf(wanted);
    const [ungrounded, unfit] = [new Tally(), new Tally()];
    const values: JsonValue[] = items.map((item) => item[field]).filter(isFilled);
    const examples = (wanted.examples ?? []).map((example) =>
      values.some((value) => isExample(example, value, context.base)),
    );
    for (const value of values) {
      const why = misfit(value);
      if (why !== null) unfit.add(value, why);
      if (field === 'title' && typeof value === 'string' && !text.holds(value))
        ungrounded.add(value, 'stands nowhere on the page');
    }
    const [first] = values;
    return {
      field,
      pointer: `/expect/fields/${field}`,
      records: items.length,
      filled: values.length,
      only: first !== undefined && values.every((each) => each === first) ? written(first) : null,
      isOutside: false,
      ungrounded: ungrounded.sample,
      unfit: unfit.sample,
      unlike: null,
      examples: examples.flatMap((isFound, at) => (isFound ? at : [])),
      hashes: wanted.unique === true ? values.map((value) => hashOf(JSON.stringify(value))) : [],
      twins: [],
    };
  });
}

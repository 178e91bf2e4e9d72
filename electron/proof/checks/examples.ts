import { written } from '../facts/tally.ts';
import { failing, notRun, type Finding } from '../types.ts';
import { fieldsOn, type Judged } from './input.ts';

/** Check 3: every example is among the values of its field. */
export function examples(judged: Judged): Finding {
  const wanted = Object.entries(judged.spider.expect?.fields ?? {}).filter(
    ([, { examples: given }]) => (given ?? []).length > 0,
  );
  if (wanted.length === 0) {
    return notRun(
      'examples in expect.fields',
      'no field has one',
      'Give each field a value or two as they are on the pages, for example "examples": ["19.99"].',
    );
  }
  const fields = fieldsOn(judged);
  return failing(
    wanted.flatMap(([name, { examples: given }]) => {
      const own = fields.filter(({ field }) => field === name);
      return (given ?? []).flatMap((example, at) => {
        if (own.some(({ on }) => on.some(({ facts }) => facts.examples.includes(at)))) return [];
        const other = fields.find(({ on }) =>
          on.some(({ facts }) => facts.only !== null && facts.only === example),
        );
        return {
          pointer: own[0]?.pointer ?? `/expect/fields/${name}`,
          page: null,
          expected: written(JSON.parse(JSON.stringify(example ?? null))),
          got: own.length === 0 ? `no page gives "${name}"` : `other values of "${name}" on all pages`,
          hint:
            other === undefined
              ? 'Select the node that has this value, and give the page that shows it.'
              : `The field "${other.field}" has it.`,
        };
      });
    }),
  );
}

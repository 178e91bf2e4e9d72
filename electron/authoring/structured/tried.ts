import type { ProposedField } from '../../../shared/contract/types.ts';
import { isFilled } from '../../../shared/filled.ts';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { evaluateField } from '../../extract/field.ts';
import type { Page } from '../../extract/page.ts';
import type { PageContext } from '../../extract/page-context.ts';
import { scopeOf } from '../../extract/scope.ts';
import { shorten } from '../../extract/text.ts';
import type { JsonValue } from '../../extract/types.ts';
import { selectorOf } from '../measure-fields.ts';
import { readColumn } from '../values/column.ts';
import type { FieldOfKind } from './kinds.ts';
import type { StatedThing, StatedValue } from './source.ts';

/** The most characters of a sample. */
const sampleLength = 300;

/**
 * Makes a field of a value that a page states, with the processors for it, and runs it on the page as a crawl does. Null: it gives
 * another value, so that it is not what a run would have.
 */
export function tryField(
  name: string,
  { value, definition }: StatedValue,
  page: Page,
  context: PageContext,
): ProposedField | null {
  const selected = run(definition, page, context);
  return sameValue(selected, value) ? fieldOf(name, definition, selected, context) : null;
}

/** Makes a field of what a selection gives on the page; null: it gives nothing. */
export function tryDefinition(
  name: string,
  definition: FieldExtract,
  page: Page,
  context: PageContext,
): ProposedField | null {
  return fieldOf(name, definition, run(definition, page, context), context);
}

function fieldOf(
  name: string,
  definition: FieldExtract,
  selected: JsonValue,
  context: PageContext,
): ProposedField | null {
  const first = Array.isArray(selected) ? (selected[0] ?? null) : selected;
  const place = { attribute: attributeOf(definition), element: null, words: [name] };
  const column = readColumn(Array.isArray(selected) ? selected : [first], place, context);
  const processors = [...(definition.processors ?? []), ...column.processors];
  const whole: FieldExtract = processors.length === 0 ? definition : { ...definition, processors };
  const values = column.values.filter(isFilled);
  if (values.length === 0) return null;
  return {
    name,
    ...selectorOf(whole),
    type: column.type,
    filled: 1,
    samples: [...new Set(values.map(shown))].slice(0, 5),
    raw: shown(first),
    definition: whole,
  };
}

const run = (definition: FieldExtract, page: Page, context: PageContext): JsonValue =>
  evaluateField(scopeOf(page), definition, context).result.value;

/** White space is no difference: the text of an element has it where its parts stand apart. */
const bare = (value: JsonValue): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/gu, '');

const sameValue = (a: JsonValue, b: JsonValue): boolean => bare(a) === bare(b);

const shown = (value: JsonValue): string =>
  shorten(typeof value === 'string' ? value : JSON.stringify(value), sampleLength);

/** The attribute that a field takes as it is; null: it takes no attribute, or a part of one. */
function attributeOf({ css, processors }: FieldExtract): string | null {
  if ((processors ?? []).length > 0) return null;
  return /::attr\(\s*([\w-]+)\s*\)\s*$/.exec(css ?? '')?.[1] ?? null;
}

/** The field from the first thing that states it and of which a run takes the same value. */
export function fieldFrom(
  { name, ways, list }: FieldOfKind,
  things: readonly StatedThing[],
  page: Page,
  context: PageContext,
): ProposedField | null {
  for (const thing of things) {
    for (const way of ways) {
      const steps = way.split('.');
      const several = list === true ? thing.values(...steps) : null;
      for (const stated of [several, thing.value(...steps)]) {
        const field = stated === null ? null : tryField(name, stated, page, context);
        if (field !== null) return field;
      }
    }
  }
  return null;
}

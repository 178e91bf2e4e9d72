import type { ProposedField, ValueType } from '../../shared/contract/types.ts';
import { isFilled } from '../../shared/filled.ts';
import { languageOfRows } from '../../shared/selectors/language.ts';
import type { FieldExtract } from '../../shared/spider/schema.ts';
import { extractCallback } from '../extract/callback.ts';
import type { Page } from '../extract/page.ts';
import type { PageContext } from '../extract/page-context.ts';
import { evaluateField } from '../extract/field.ts';
import { scopeOf, type Scope } from '../extract/scope.ts';
import type { JsonValue } from '../extract/types.ts';

/** A field before it was run on the page. */
export interface FieldDraft {
  name: string;
  type: ValueType;
  /** The field as a spider holds it. */
  definition: FieldExtract;
}

const maxSamples = 5;
const sampleLength = 300;

/** The fields that have a value on a page, with the values that a crawl would store. */
export function measureFields(
  page: Page,
  drafts: readonly FieldDraft[],
  context: PageContext,
): ProposedField[] {
  const { item } = extractCallback(page, { extract: definitionsOf(drafts) }, context);
  return drafts.flatMap(
    (draft) =>
      measureField(draft, [item[draft.name] ?? null], rawValue(scopeOf(page), draft.definition, context)) ??
      [],
  );
}

/** The definitions of fields, by name. */
export const definitionsOf = (
  fields: readonly { name: string; definition: FieldExtract }[],
): Record<string, FieldExtract> =>
  Object.fromEntries(fields.map(({ name, definition }) => [name, definition]));

/** The value of a field before its processors. */
export const rawValue = (scope: Scope, definition: FieldExtract, context: PageContext): JsonValue =>
  evaluateField(scope, { ...definition, processors: null }, context).result.value;

/**
 * A field with the values that it gives, one for each place where it was evaluated. Null: it gives none.
 * @param raw the first value before the processors
 */
export function measureField(
  { name, type, definition }: FieldDraft,
  values: readonly JsonValue[],
  raw: JsonValue,
): ProposedField | null {
  const filled = values.filter(isFilled);
  if (filled.length === 0) return null;
  return {
    name,
    ...selectorOf(definition),
    type,
    filled: filled.length,
    samples: [...new Set(filled.map(shown))].slice(0, maxSamples),
    raw: shown(raw),
    definition,
  };
}

/** The selector of a field and its language. */
export function selectorOf({ css, xpath, json_path: path, selector }: FieldExtract): {
  selector: string;
  language: ProposedField['language'];
} {
  if (typeof css === 'string') return { selector: css, language: 'css' };
  if (typeof xpath === 'string') return { selector: xpath, language: 'xpath' };
  if (typeof path === 'string') return { selector: path, language: 'json' };
  const inner = selector ?? '';
  return { selector: inner, language: languageOfRows(inner) };
}

function shown(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > sampleLength ? `${text.slice(0, sampleLength)}…` : text;
}

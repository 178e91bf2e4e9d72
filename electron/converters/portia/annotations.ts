import { entriesOf, isObject, memberOf, membersOf, type PlainObject } from '../../../shared/spider/plain.ts';
import type { Notes } from '../report.ts';
import { textsOf } from '../values.ts';
import { annotationsIn } from './annotated-body.ts';
import type { Sample } from './project.ts';

/** What an annotation takes of an element. */
export interface Taken {
  /** The attribute; null: what the element contains. */
  attribute: string | null;
  /** The id of the field. */
  field: string;
  required: boolean;
  /** The ids of extractors. */
  extractors: string[];
}

/** An annotation of a sample: an element with what is taken of it, or a container of others. */
export interface Annotation {
  id: string;
  container: string | null;
  place: string;
  kind: 'css' | 'xpath';
  query: string;
  taken: Taken[];
  isContainer: boolean;
  repeated: boolean;
  /** The schema of the items of a container, and the field that they are; "": it is not said. */
  schema: string;
  field: string;
  before: string;
  after: string;
}

const known = new Set(
  'id container_id selector accept_selectors reject_selectors selection_mode data annotations required extractors item_container repeated schema_id field pre_text post_text ignore ignore-beneath text-content content siblings tagid data-tagid xpath variant variants generated slice insert_after common_prefix'.split(
    ' ',
  ),
);
const content = new Set(['content', 'text-content', '#portia-content']);

/** No page that people annotated by hand has as many. */
const maxAnnotations = 2000;

/** Reads the annotations of a sample: those that are listed, or those in its body. */
export function readAnnotations({ name, given, annotated }: Sample, notes: Notes): Annotation[] {
  const listed = entriesOf(memberOf(memberOf(given.plugins, 'annotations-plugin'), 'extracts'));
  if (listed.length > maxAnnotations)
    notes.lost(
      `${name} extracts`,
      `A sample has at most ${maxAnnotations} annotations; the others are left out.`,
    );
  if (listed.length > 0)
    return listed
      .slice(0, maxAnnotations)
      .flatMap((each, index) => readOne(each, `${name} extracts[${index}]`, notes) ?? []);
  const body = annotated ?? (typeof given.annotated_body === 'string' ? given.annotated_body : '');
  return annotationsIn(body)
    .slice(0, maxAnnotations)
    .flatMap((each, index) => {
      const place = `${name} annotated_body[${index}]`;
      if (each.isGenerated) {
        notes.lost(place, 'A part of a text is no element; a regex processor can take it.');
        return [];
      }
      return readOne({ ...each.annotation, selector: each.selector }, place, notes) ?? [];
    });
}

function readOne(given: unknown, place: string, notes: Notes): Annotation | null {
  if (!isObject(given)) {
    notes.lost(place, 'It is not an object.');
    return null;
  }
  if (given.ignore === true || given['ignore-beneath'] === true) {
    notes.lost(place, 'Parts of an element are not left out; choose a narrower selector.');
    return null;
  }
  for (const key of Object.keys(given))
    if (!known.has(key)) notes.lost(`${place}.${key}`, 'Nothing here is like it.');
  if (textsOf(given.reject_selectors).length > 0)
    notes.lost(`${place}.reject_selectors`, 'What a selector must not match is not said; add :not(…) to it.');
  if (Number(given.variant ?? given.variants ?? 0) > 0)
    notes.lost(`${place}.variant`, 'Variants of an item are not told apart; rows are.');
  const accepted = textsOf(given.accept_selectors);
  const query =
    typeof given.selector === 'string' && given.selector !== '' ? given.selector : accepted.join(', ');
  if (query === '') {
    notes.lost(place, 'It has no selector.');
    return null;
  }
  return {
    id: textOr(given.id, place),
    container: typeof given.container_id === 'string' ? given.container_id : null,
    place,
    kind: given.selection_mode === 'xpath' || /^(?:\.?\/|\()/.test(query) ? 'xpath' : 'css',
    query,
    taken: takenOf(given),
    isContainer: given.item_container === true,
    repeated: given.repeated === true,
    schema: textOr(given.schema_id, ''),
    field: textOr(given.field, ''),
    before: textOr(given.pre_text, ''),
    after: textOr(given.post_text, ''),
  };
}

const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);

/** Fields in either form: `data` by ids, or `annotations` by attributes. */
function takenOf(given: PlainObject): Taken[] {
  const data = membersOf(given.data);
  if (data.length > 0) {
    return data.flatMap(([, entry]) => {
      const field = memberOf(entry, 'field');
      if (typeof field !== 'string') return [];
      return {
        attribute: attributeOf(memberOf(entry, 'attribute')),
        field,
        required: memberOf(entry, 'required') === true,
        extractors: extractorsOf(memberOf(entry, 'extractors')),
      };
    });
  }
  const required = textsOf(given.required);
  return membersOf(given.annotations).flatMap(([attribute, field]) =>
    typeof field === 'string' && field !== '#dummy'
      ? { attribute: attributeOf(attribute), field, required: required.includes(field), extractors: [] }
      : [],
  );
}

const attributeOf = (name: unknown): string | null =>
  typeof name !== 'string' || content.has(name) ? null : name;

/** Ids of extractors: a list, or the keys of an object. */
export const extractorsOf = (value: unknown): string[] =>
  isObject(value) ? Object.keys(value) : textsOf(value);

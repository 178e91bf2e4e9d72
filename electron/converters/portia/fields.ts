import { entriesOf, isObject, memberOf, membersOf } from '../../../shared/spider/plain.ts';
import type { Notes } from '../report.ts';
import { textsOf } from '../values.ts';
import { extractorsOf, type Annotation, type Taken } from './annotations.ts';
import type { Project, Sample } from './project.ts';

/** What a schema says of a field. */
interface SchemaField {
  name: string;
  type: string;
  required: boolean;
}

/** What is expected of a field of the items. */
export type Expected = Record<string, { type?: string; required?: boolean }>;

const markup = new Set(['safe html', 'raw html']);
/** What values of a type are made into, and what is expected of them. */
const types: Readonly<Record<string, { processors: readonly object[]; expect?: string }>> = {
  text: { processors: [] },
  number: { processors: [{ type: 'number' }], expect: 'number' },
  price: { processors: [{ type: 'number' }], expect: 'number' },
  date: { processors: [{ type: 'parse_datetime' }], expect: 'date' },
  url: { processors: [{ type: 'urljoin' }], expect: 'url' },
  image: { processors: [{ type: 'urljoin' }], expect: 'image' },
};

/** Makes the fields of the annotations of one sample. */
export class PortiaFields {
  readonly #project: Project;
  readonly #sample: Sample;
  readonly #notes: Notes;
  readonly expected: Expected;

  constructor(project: Project, sample: Sample, notes: Notes, expected: Expected) {
    this.#project = project;
    this.#sample = sample;
    this.#notes = notes;
    this.expected = expected;
  }

  /** The name of a field by its id, in a schema or in any. */
  nameOf(id: string, schema: string): string {
    return this.#schemaField(id, schema).name;
  }

  /** Whether a schema asks for a field. */
  isRequired(id: string, schema: string): boolean {
    return this.#schemaField(id, schema).required;
  }

  /** Puts what an annotation takes into the fields. @param query its selector, within the row if there is one */
  add(
    { kind, query, taken, before, after, place }: Annotation,
    { fields, schema, at, why }: FieldsTarget,
  ): void {
    if (taken.length === 0) this.#notes.lost(place, 'It gives no value.');
    for (const each of taken) {
      const { name, type, required } = this.#schemaField(each.field, schema);
      const own = `${place} "${name}"`;
      if (each.field.startsWith('_')) {
        this.#notes.lost(own, 'What must be there without being an item’s value is not checked.');
        continue;
      }
      if (Object.hasOwn(fields, name)) {
        this.#notes.lost(own, 'The field has a selector already.');
        continue;
      }
      const extractors = this.#extractors(each, own);
      const kindOf = extractors.type ?? type;
      const cut = before === '' && after === '' ? [] : [cutting(before, after)];
      const processors = [...cut, ...extractors.processors, ...this.#typed(kindOf, own)];
      fields[name] = {
        ...selected(kind, query, { attribute: each.attribute, isMarkup: markup.has(kindOf) }),
        ...(each.attribute === null && kind === 'css' && !markup.has(kindOf) ? { to_text: true } : {}),
        ...(processors.length === 0 ? {} : { processors }),
      };
      const path = [...at, name];
      this.#notes.from(path, own);
      const changed =
        cut.length > 0 ? 'The text around it is cut off by a regex; null where it is not there.' : why;
      if (changed === null) this.#notes.kept(own, path.join('.'));
      else this.#notes.changed(own, path.join('.'), changed);
      if (at.length === 3) this.expect(name, kindOf, required || each.required);
      else if (required || each.required)
        this.#notes.lost(`${own}.required`, 'What is expected is said of the fields of items only.');
    }
  }

  /** Says what is expected of a field of the items. */
  expect(name: string, type: string, required: boolean): void {
    const expect = Object.hasOwn(types, type) ? types[type]?.expect : undefined;
    if (expect === undefined && !required) return;
    this.expected[name] = {
      ...(expect === undefined ? {} : { type: expect }),
      ...(required ? { required } : {}),
    };
  }

  #typed(type: string, place: string): readonly object[] {
    if (markup.has(type)) return [];
    const known = Object.hasOwn(types, type) ? types[type] : undefined;
    if (known === undefined)
      this.#notes.lost(`${place}.type`, `There is no type "${type}"; its text is taken.`);
    return known?.processors ?? [];
  }

  #schemaField(id: string, schema: string): SchemaField {
    const { items } = this.#project;
    const own = schema !== '' && Object.hasOwn(items, schema) ? items[schema] : undefined;
    for (const each of [own, ...Object.values(items)]) {
      const field = memberOf(memberOf(each, 'fields'), id);
      if (!isObject(field)) continue;
      const name = [field.name, field.display_name].find((text) => typeof text === 'string' && text !== '');
      return {
        name: typeof name === 'string' ? name : id,
        type: typeof field.type === 'string' ? field.type : 'text',
        required: field.required === true,
      };
    }
    return { name: id, type: 'text', required: false };
  }

  /** The extractors of a field: those of the annotation, or those of the sample. */
  #extractors({ field, extractors }: Taken, place: string): { processors: object[]; type: string | null } {
    const ids =
      extractors.length > 0 ? extractors : extractorsOf(memberOf(this.#sample.given.extractors, field));
    const processors: object[] = [];
    let type: string | null = null;
    for (const id of ids) {
      const extractor = Object.hasOwn(this.#project.extractors, id)
        ? this.#project.extractors[id]
        : undefined;
      const pattern = extractor?.regular_expression;
      const given = extractor?.type_extractor;
      if (typeof pattern === 'string' && pattern !== '')
        processors.push(this.#regex(pattern, `${place} extractor ${id}`));
      else if (typeof given === 'string') type = given;
      else this.#notes.lost(`${place} extractor ${id}`, 'There is no such extractor in the project.');
    }
    return { processors, type };
  }

  #regex(pattern: string, place: string): object {
    const groups = pattern.match(/(?<!\\)(?:\\\\)*\((?!\?(?!P<))/g)?.length ?? 0;
    if (groups > 1)
      this.#notes.changed(place, 'regex', 'The first group is taken; there all groups are joined.');
    // A point matches the ends of lines there.
    const flags = /^\(\?([aimux]+)\)/.exec(pattern);
    const dotAll = flags === null ? `(?s)${pattern}` : `(?s${flags[1]})${pattern.slice(flags[0].length)}`;
    return { type: 'regex', pattern: dotAll, group: Math.min(1, groups) };
  }

  /** Says what a schema asks for that has no equal. */
  schemas(ids: readonly string[], used: ReadonlySet<string>): void {
    for (const id of ids) {
      const schema = Object.hasOwn(this.#project.items, id) ? this.#project.items[id] : undefined;
      for (const [key, field] of membersOf(memberOf(schema, 'fields'))) {
        const name = this.nameOf(key, id);
        if (!used.has(key))
          this.#notes.lost(`items ${id}.${name}`, 'No annotation of the sample gives its value.');
        if (memberOf(field, 'vary') === true)
          this.#notes.lost(`items ${id}.${name}.vary`, 'Duplicates are known by the key of expect.');
      }
    }
  }
}

/** Where fields go. */
export interface FieldsTarget {
  fields: Record<string, unknown>;
  schema: string;
  at: readonly (string | number)[];
  /** What differs in all of them; null: nothing. */
  why: string | null;
}

/** Takes what stands between two texts. */
const cutting = (before: string, after: string): object => ({
  type: 'regex',
  pattern: `(?s)${escaped(before)}\\s*(.*?)\\s*${after === '' ? '$' : escaped(after)}`,
  group: 1,
});

const escaped = (text: string): string => text.trim().replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

function selected(
  kind: 'css' | 'xpath',
  query: string,
  { attribute, isMarkup }: { attribute: string | null; isMarkup: boolean },
): object {
  if (kind === 'xpath') {
    if (attribute !== null) return { xpath: `${query}/@${attribute}` };
    return { xpath: isMarkup ? query : `string(${query})` };
  }
  if (attribute === null) return { css: query };
  return {
    css: query
      .split(/,\s*(?![^()[\]]*[)\]])/)
      .map((one) => `${one}::attr(${attribute})`)
      .join(', '),
  };
}

/** The ids of the schemas of a sample. */
export const schemasOf = (annotations: readonly Annotation[], scrapes: unknown): string[] => [
  ...new Set([...textsOf(scrapes), ...annotations.map(({ schema }) => schema).filter((id) => id !== '')]),
];

/** What a list in the source holds, as texts; what is no text is told. */
export function patternsOf(value: unknown, place: string, notes: Notes): string[] {
  for (const [index, entry] of entriesOf(value).entries())
    if (typeof entry !== 'string') notes.lost(`${place}[${index}]`, 'A pattern is a text.');
  return textsOf(value);
}

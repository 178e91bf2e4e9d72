import { bare, callbackName, type Draft } from '../draft.ts';
import type { Notes } from '../report.ts';
import { textFrom } from '../values.ts';
import { readAnnotations, type Annotation } from './annotations.ts';
import { PortiaFields, schemasOf, type Expected } from './fields.ts';
import type { Project, Sample } from './project.ts';

/** A sample as a callback. */
export interface SampleCallback {
  name: string;
  url: string | null;
  place: string;
}

const known = new Set(
  'id name page_id page_type scrapes url extractors annotated_body original_body rendered_body body plugins selectors spider version _results results'.split(
    ' ',
  ),
);
const rowsOnly = 'A page gives items of one kind; the others have been taken.';

/** Makes a callback of a sample, with the fields that it expects. Null: nothing is left of it. */
export function convertSample(
  sample: Sample,
  { project, draft, notes, expected }: { project: Project; draft: Draft; notes: Notes; expected: Expected },
): SampleCallback | null {
  const { given } = sample;
  const place = `sample ${sample.name}`;
  for (const key of Object.keys(given))
    if (!known.has(key)) notes.lost(`${place}.${key}`, 'Nothing here is like it.');
  if (given.page_type === 'links') {
    notes.lost(place, 'Pages that only lead on need no sample; the rules follow their links.');
    return null;
  }
  const annotations = readAnnotations(sample, notes);
  const name = callbackName(`parse_${textFrom(given.name ?? sample.name)}`, draft.callbacks);
  const fields = new PortiaFields(project, sample, notes, expected);
  const used = annotations.flatMap(({ taken, field: own }) => [own, ...taken.map(({ field }) => field)]);
  fields.schemas(schemasOf(annotations, given.scrapes), new Set(used));
  const scrapes = typeof given.scrapes === 'string' ? given.scrapes : '';
  const callback = new SampleReader(annotations, { fields, notes, scrapes }).callback(name);
  if (Object.keys(callback.extract).length === 0) {
    notes.lost(place, 'Nothing is taken from its page.');
    return null;
  }
  notes.from(['callbacks', name], place);
  notes.changed(place, `callbacks.${name}`, 'A field has one value, where there each is a list.');
  draft.callbacks[name] = callback;
  return { name, url: typeof given.url === 'string' ? given.url : null, place };
}

class SampleReader {
  readonly #annotations: readonly Annotation[];
  readonly #byId: ReadonlyMap<string, Annotation>;
  readonly #fields: PortiaFields;
  readonly #notes: Notes;
  readonly #scrapes: string;

  constructor(
    annotations: readonly Annotation[],
    { fields, notes, scrapes }: { fields: PortiaFields; notes: Notes; scrapes: string },
  ) {
    this.#annotations = annotations;
    this.#byId = new Map(annotations.filter(({ isContainer }) => isContainer).map((each) => [each.id, each]));
    this.#fields = fields;
    this.#notes = notes;
    this.#scrapes = scrapes;
  }

  /** The rows of a page if it has such, or else the page as one item. */
  callback(name: string): { iterate?: { selector: string }; extract: Record<string, unknown> } {
    const at = ['callbacks', name, 'extract'];
    const rows = this.#annotations.find(
      (each) => each.isContainer && each.repeated && each.field === '' && this.#rowsAround(each) === null,
    );
    const scope = rows ?? null;
    const extract = bare<unknown>();
    for (const each of this.#annotations) {
      if (each === rows) continue;
      const around = this.#rowsAround(each);
      if (!each.isContainer) this.#value(each, { around, scope }, extract, at);
      else if (!each.repeated) this.#notes.kept(each.place, scope === null ? 'the page' : 'iterate');
      else if (around === scope && (around !== null || each.field !== '')) this.#nested(each, extract, at);
      else this.#notes.lost(each.place, rowsOnly);
    }
    if (rows === undefined) return { extract };
    this.#notes.kept(rows.place, `callbacks.${name}.iterate`);
    return { iterate: { selector: this.#selectorOfRows(rows) }, extract };
  }

  /** A value of the page or of its rows. What stands in a list of its own is taken with that list. */
  #value(
    annotation: Annotation,
    { around, scope }: { around: Annotation | null; scope: Annotation | null },
    extract: Record<string, unknown>,
    at: readonly (string | number)[],
  ): void {
    if (around === scope) this.#add(annotation, scope, extract, at);
    else if (around === null)
      this.#notes.lost(annotation.place, 'It stands outside the rows, and a row has what stands in it.');
    else if (this.#rowsAround(around) !== scope || (scope === null && around.field === ''))
      this.#notes.lost(annotation.place, rowsOnly);
  }

  /** The repeated container around an annotation; null: there is none. */
  #rowsAround({ container }: Annotation): Annotation | null {
    const seen = new Set<string>();
    for (let id = container; id !== null && !seen.has(id);) {
      seen.add(id);
      const around = this.#byId.get(id);
      if (around === undefined) return null;
      if (around.repeated) return around;
      id = around.container;
    }
    return null;
  }

  /** The selector of rows, within the container that they stand in. */
  #selectorOfRows({ kind, query, container }: Annotation): string {
    const outer = container === null ? undefined : this.#byId.get(container);
    const isInside =
      outer !== undefined && outer.kind === 'css' && kind === 'css' && !/,/.test(outer.query + query);
    if (!isInside || /^(?:html|body)$/.test(outer.query) || query.startsWith(outer.query)) return query;
    return `${outer.query} ${query}`;
  }

  #add(
    annotation: Annotation,
    rows: Annotation | null,
    fields: Record<string, unknown>,
    at: readonly (string | number)[],
  ): void {
    const schema = rows?.schema === undefined || rows.schema === '' ? this.#scrapes : rows.schema;
    const inside = rows === null ? annotation.query : within(annotation, rows);
    const why =
      rows !== null && inside === annotation.query && annotation.query !== rows.query
        ? 'It is looked for within each row.'
        : null;
    this.#fields.add({ ...annotation, query: inside }, { fields, schema, at, why });
  }

  /** Repeated parts of a row are a list. */
  #nested(container: Annotation, fields: Record<string, unknown>, at: readonly (string | number)[]): void {
    const schema = this.#scrapes;
    const name = this.#fields.nameOf(container.field === '' ? container.id : container.field, schema);
    const path = [...at, name];
    const extract = bare<unknown>();
    for (const each of this.#annotations) {
      if (!each.isContainer && this.#rowsAround(each) === container)
        this.#add(each, container, extract, [...path, 'extract']);
    }
    if (Object.keys(extract).length === 0 || Object.hasOwn(fields, name))
      return this.#notes.lost(container.place, 'Nothing is taken from it.');
    const outer = this.#rowsAround(container);
    const selector = outer === null ? container.query : within(container, outer);
    this.#notes.from(path, container.place);
    this.#notes.kept(container.place, path.join('.'));
    fields[name] = { type: 'nested_list', selector, extract };
    this.#fields.expect(name, 'list', this.#fields.isRequired(container.field, schema));
  }
}

/** A selector within a row: what stands after that of the row. */
function within({ kind, query }: Annotation, rows: Annotation): string {
  if (kind !== rows.kind || !query.startsWith(rows.query)) return query;
  const rest = query.slice(rows.query.length);
  if (rest === '') return kind === 'css' ? ':scope' : '.';
  if (kind === 'xpath') return rest.startsWith('/') ? `.${rest}` : query;
  return /^[\s>]/.test(rest) ? rest.replace(/^\s*>?\s*/, '') : query;
}

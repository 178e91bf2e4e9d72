import { isObject, memberOf, membersOf, type PlainObject } from '../../../shared/spider/plain.ts';
import { bare } from '../draft.ts';
import { jsonOrNothing, type SourceFile } from '../source.ts';

/** A sample page of a spider. */
export interface Sample {
  name: string;
  given: PlainObject;
  /** The page with its annotations, where it lies in a file of its own. */
  annotated: string | null;
}

/** A spider with its samples. */
export interface PortiaSpider {
  name: string;
  given: PlainObject;
  samples: Sample[];
}

/** A project of Portia. */
export interface Project {
  /** The name in project.json; null: there is none. */
  name: string | null;
  /** The schemas of items by their ids. */
  items: Readonly<Record<string, PlainObject>>;
  /** The extractors by their ids. */
  extractors: Readonly<Record<string, PlainObject>>;
  spiders: PortiaSpider[];
  /** Files that are no JSON. */
  broken: string[];
}

const spiderFile = /^((?:.*\/)?)spiders\/([^/]+)\.json$/;

/** Whether an object is a spider of Portia. */
const isSpider = (value: unknown): value is PlainObject =>
  isObject(value) &&
  ('start_urls' in value || 'generated_urls' in value) &&
  ['links_to_follow', 'template_names', 'templates', 'follow_patterns'].some((key) => key in value);

/** Reads a project from its files, or a single file of a spider. Null: it is none. */
export function readProject(files: readonly SourceFile[]): Project | null {
  const [only] = files;
  const value = files.length === 1 ? jsonOrNothing(only?.text) : undefined;
  if (only !== undefined && isSpider(value)) {
    const name = only.name.replace(/^.*\//, '').replace(/\.json$/i, '');
    const spider = { name, given: value, samples: inline(value) };
    return { name: null, items: {}, extractors: {}, spiders: [spider], broken: [] };
  }
  const roots = files.flatMap(({ name }) => spiderFile.exec(name)?.[1] ?? []);
  const root = roots.toSorted((a, b) => a.length - b.length)[0];
  return root === undefined ? null : new ProjectReader(files, root).read();
}

/** Reads the files of a project below its root. */
class ProjectReader {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #broken: string[] = [];

  constructor(files: readonly SourceFile[], root: string) {
    const inside = files.filter(({ name }) => name.startsWith(root));
    this.#texts = new Map(inside.map(({ name, text }) => [name.slice(root.length), text]));
  }

  read(): Project | null {
    const spiders = [...this.#texts.keys()].flatMap((path) => this.#spider(path) ?? []);
    if (spiders.length === 0) return null;
    const name = memberOf(this.#json('project.json'), 'name');
    return {
      name: typeof name === 'string' ? name : null,
      items: this.#table('items'),
      extractors: this.#table('extractors'),
      spiders,
      broken: this.#broken,
    };
  }

  #json(path: string): unknown {
    const text = this.#texts.get(path);
    const value = jsonOrNothing(text);
    if (text !== undefined && value === undefined) this.#broken.push(path);
    return value;
  }

  /** A table that is one file, a folder of files, or both. */
  #table(name: string): Record<string, PlainObject> {
    const table = bare<PlainObject>();
    for (const [id, value] of membersOf(this.#json(`${name}.json`))) if (isObject(value)) table[id] = value;
    for (const path of this.#texts.keys()) {
      if (!path.startsWith(`${name}/`) || !path.endsWith('.json')) continue;
      const value = this.#json(path);
      if (isObject(value)) table[path.slice(name.length + 1, -'.json'.length)] = value;
    }
    return table;
  }

  #spider(path: string): PortiaSpider | null {
    const name = /^spiders\/([^/]+)\.json$/.exec(path)?.[1];
    if (name === undefined) return null;
    const given = this.#json(path);
    return isSpider(given) ? { name, given, samples: [...inline(given), ...this.#samples(name)] } : null;
  }

  #samples(spider: string): Sample[] {
    const folder = `spiders/${spider}/`;
    return [...this.#texts.keys()].flatMap((path) => {
      const file = path.startsWith(folder) ? path.slice(folder.length) : '';
      const given = /^[^/]+\.json$/.test(file) ? this.#json(path) : undefined;
      if (!isObject(given)) return [];
      const name = file.slice(0, -'.json'.length);
      return [{ name, given, annotated: this.#texts.get(`${folder}${name}/annotated_body.html`) ?? null }];
    });
  }
}

/** The samples that stand in the spider itself. */
function inline(given: PlainObject): Sample[] {
  const templates = Array.isArray(given.templates) ? given.templates : [];
  return templates.filter(isObject).map((template, index) => ({
    name:
      [template.name, template.page_id].find((name) => typeof name === 'string' && name !== '')?.toString() ??
      `templates[${index}]`,
    given: template,
    annotated: null,
  }));
}

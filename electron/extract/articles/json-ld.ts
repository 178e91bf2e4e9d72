import { normalizeSpace } from '../text.ts';
import type { JsonValue } from '../types.ts';
import { readLenientJson } from './metadata/lenient-json.ts';

/** An object of JSON-LD. */
export type JsonObject = { [key: string]: JsonValue };

/** The JSON-LD data of a page. */
export interface JsonLd {
  /** The objects in document order, including those in `@graph`, lists and `mainEntity`. */
  nodes: JsonObject[];
  /** One sentence per script that could not be read. */
  problems: string[];
}

/** Maximum number of objects; pages with more describe a catalog and not themselves. */
const maxNodes = 2000;
const maxScriptLength = 5_000_000;

/** Whether a value is an object, and not an array or null. */
export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses the JSON of a script, leniently: it may be wrapped in comments or CDATA, and invalid in many ways. */
function parseScript(source: string): { value: JsonValue; problem: string | null } {
  const bare = source
    .trim()
    .replace(/^(?:\/\*|\/\/)?\s*<!(?:--|\[CDATA\[)\s*(?:\*\/)?/, '')
    .replace(/(?:-->|\]\]>)(?:\s{0,9}\*\/)?$/, '')
    .trimEnd()
    .replace(/(?:\/\*|\/\/|;)$/, '');
  try {
    const value: JsonValue = JSON.parse(bare);
    return { value, problem: null };
  } catch (error) {
    const why = error instanceof Error ? normalizeSpace(error.message) : String(error);
    const quoted = bare.includes('"') || !bare.includes('&quot;');
    const values = readLenientJson(quoted ? bare : bare.replaceAll('&quot;', '"'));
    return { value: values, problem: why };
  }
}

/** Properties whose objects also describe the page. */
const innerKeys = ['mainEntity', '@graph', 'mainEntityOfPage', 'subjectOf'];

/** Collects the objects of a script without recursion, because pages control the nesting depth. */
function flatten(root: JsonValue, nodes: JsonObject[]): void {
  const waiting: JsonValue[] = [root];
  for (let steps = 0; waiting.length > 0 && steps < maxNodes * 4 && nodes.length < maxNodes; steps += 1) {
    const value = waiting.pop() ?? null;
    if (Array.isArray(value)) waiting.push(...value.slice(0, maxNodes).reverse());
    else if (isObject(value)) {
      if ('@type' in value) nodes.push(value);
      for (const key of innerKeys) {
        const inner = value[key];
        if (inner !== undefined) waiting.push(inner);
      }
    }
  }
}

/** Reads the JSON-LD of a page. Reads invalid scripts as far as possible, and reports unreadable ones. */
export function readJsonLd(sources: readonly string[]): JsonLd {
  const nodes: JsonObject[] = [];
  const problems: string[] = [];
  for (const source of sources) {
    if (source.trim() === '') continue;
    const { value, problem } =
      source.length > maxScriptLength ? { value: null, problem: 'it is too long' } : parseScript(source);
    flatten(value, nodes);
    if (problem !== null) problems.push(`A JSON-LD script could not be read: ${problem}.`);
  }
  return { nodes, problems };
}

/** Resolves a reference by `@id` to the object. */
export function resolve(value: JsonValue | undefined, { nodes }: JsonLd): JsonValue | undefined {
  if (Array.isArray(value)) {
    return value
      .slice(0, 50)
      .map((one) => (Array.isArray(one) ? null : (resolve(one, { nodes, problems: [] }) ?? null)));
  }
  if (!isObject(value) || value['name'] !== undefined) return value;
  const id = value['@id'];
  if (typeof id !== 'string') return value;
  return nodes.find((node) => node['@id'] === id && node['name'] !== undefined) ?? value;
}

/** Returns the types of an object without their vocabulary: "https://schema.org/NewsArticle" is "NewsArticle". */
export function typesOf(node: JsonObject): string[] {
  const types = node['@type'];
  const names = Array.isArray(types) ? types : [types];
  return names.filter((name) => typeof name === 'string').map((name) => name.replace(/^.*[/#:]/, ''));
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Removes HTML from a text: publishing systems write entities and tags into JSON-LD. */
function plainText(text: string): string {
  const decoded = text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi,
    (whole, decimal, hex, name) => {
      if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole;
      const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
  return normalizeSpace(decoded.replaceAll(/<\/?[a-z][^<>]{0,300}>/gi, ' '));
}

/** Returns a text property: the first of several values; for an object, its `@value` or `name`. */
export function textOf(value: JsonValue | undefined): string | null {
  if (typeof value === 'string') return plainText(value) || null;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    for (const element of value.slice(0, 20)) {
      const text = Array.isArray(element) ? null : textOf(element);
      if (text !== null) return text;
    }
    return null;
  }
  if (!isObject(value)) return null;
  const inner = value['@value'] ?? value['name'];
  return typeof inner === 'string' ? plainText(inner) || null : null;
}

/** Returns all texts of a property with several values, such as authors or keywords. */
export function textsOf(value: JsonValue | undefined): string[] {
  const values = Array.isArray(value) ? value.slice(0, 50) : [value];
  return values
    .map((element) => (Array.isArray(element) ? null : textOf(element)))
    .filter((text) => text !== null);
}

const articleType =
  /Article$|Posting$|^(?:Report|Recipe|Review|HowTo|Question|VideoObject|PodcastEpisode|BlogPost|News)$/;
const pageType = /Page$|^(?:CreativeWork|ItemPage|WebSite|Book|Chapter|Dataset|LearningResource|Course)$/;

/** Whether an object is an article in a broad sense: Article of schema.org and its subtypes, postings, recipes, videos. */
export function isArticle(node: JsonObject): boolean {
  return typesOf(node).some((type) => articleType.test(type));
}

/** Whether an object describes the page itself. */
export function isPage(node: JsonObject): boolean {
  return typesOf(node).some((type) => pageType.test(type) && type !== 'WebSite');
}

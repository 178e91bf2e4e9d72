import { isText, type Element } from 'domhandler';
import { isObject, type JsonObject } from '../../extract/articles/json-ld.ts';
import { readLenientJson } from '../../extract/articles/metadata/lenient-json.ts';
import type { PageContext } from '../../extract/page-context.ts';
import type { JsonValue } from '../../extract/types.ts';
import type { StatedThing, StatedValue } from './source.ts';

/** The most objects that are looked at; pages with more describe a catalogue. */
const maxObjects = 2000;

/** An object of JSON-LD on its way: where it is, as a JSONPath. */
interface Placed {
  value: JsonValue;
  place: 'root' | 'list' | 'graph' | 'inside';
}

/** Objects whose members describe the page, too. */
const innerKeys = ['@graph', 'mainEntity', 'mainEntityOfPage', 'subjectOf', 'itemOffered', 'hasVariant'];

/**
 * Reads the things in the JSON-LD of a page, in document order.
 *
 * @param scripts the elements `<script type="application/ld+json">`
 */
export function readJsonLdThings(scripts: readonly Element[], page: PageContext): StatedThing[] {
  const things: StatedThing[] = [];
  for (const script of scripts) {
    const text = script.children.map((child) => (isText(child) ? child.data : '')).join('');
    if (text.trim() === '') continue;
    const read = page.jsonIn(text);
    const root = read.ok ? read.value : readLenientJson(text);
    const waiting: Placed[] = [{ value: root, place: 'root' }];
    for (let steps = 0; waiting.length > 0 && steps < maxObjects; steps += 1) {
      const { value, place } = waiting.shift() ?? { value: null, place: 'root' };
      if (Array.isArray(value)) {
        const inner = place === 'root' ? 'list' : place;
        waiting.unshift(...value.slice(0, maxObjects).map((one) => ({ value: one, place: inner })));
      } else if (isObject(value)) {
        const types = typesIn(value);
        if (types.length > 0) things.push(thingOf(value, types, read.ok ? place : null));
        for (const key of innerKeys) {
          const inner = value[key];
          if (inner === undefined) continue;
          waiting.push({ value: inner, place: key === '@graph' && place === 'root' ? 'graph' : 'inside' });
        }
      }
    }
  }
  return things;
}

/** A name or address of a type; it is quoted in selectors. */
const isType = /^[\w:./#-]+$/;

function typesIn(node: JsonObject): string[] {
  const types = node['@type'];
  return (Array.isArray(types) ? types : [types]).filter(
    (type): type is string => typeof type === 'string' && isType.test(type),
  );
}

const quote = (text: string): string => JSON.stringify(text);

/** @param place null: the script is no valid JSON, so that no path leads into it */
function thingOf(node: JsonObject, types: readonly string[], place: Placed['place'] | null): StatedThing {
  const [type = ''] = types;
  const index = Array.isArray(node['@type']) ? '[0]' : '';
  const ofType = `[?@["@type"]${index} == ${quote(type)}]`;
  const prefixes = { root: '$', list: `$${ofType}`, graph: `$["@graph"]${ofType}`, inside: `$..${ofType}` };
  const xpath = `//script[contains(@type, "ld+json")][contains(., '${quote(type)}')]/text()`;
  const state = (value: JsonValue, steps: readonly string[], end: '[*]' | '' | null): StatedValue => {
    const path = steps.map((step, at) => (at === 0 ? memberStep(step) : `..${nameStep(step)}`)).join('');
    if (place === null) return { value, definition: { xpath, processors: [inText(steps.at(-1) ?? '')] } };
    const definition = { xpath, json_path: `${prefixes[place]}${path}${end ?? ''}` };
    return { value, definition: end === null ? definition : { ...definition, get_all: true } };
  };
  return {
    types: types.map((name) => name.replace(/^.*[/#:]/, '')),
    source: 'json-ld',
    value(...steps) {
      const [found] = valuesAt(node, steps);
      return found === undefined ? null : state(found, steps, null);
    },
    values(...steps) {
      const found = valuesAt(node, steps);
      if (found.length < 2 || place === null) return null;
      return state(found, steps, Array.isArray(lastOf(node, steps)) ? '[*]' : '');
    },
  };
}

/** Takes a member out of a script that is no valid JSON. */
const inText = (name: string) => ({
  type: 'regex' as const,
  pattern: `"${name}"\\s*:\\s*"?([^",}\\n]+)`,
});

const isName = /^[a-z_]\w*$/i;
const nameStep = (name: string): string => (isName.test(name) ? name : `[${quote(name)}]`);
const memberStep = (name: string): string => (isName.test(name) ? `.${name}` : `[${quote(name)}]`);

/** The values at the end of steps that are no objects, through lists; an object that has a name stands for it only where it is asked. */
function valuesAt(node: JsonObject, steps: readonly string[]): JsonValue[] {
  let level: JsonValue[] = [node];
  for (const step of steps) {
    level = level.flatMap((value) => {
      const inner = isObject(value) ? value[step] : undefined;
      return inner === undefined ? [] : flat(inner);
    });
  }
  return level.filter((value) => !isObject(value) && value !== null && value !== '');
}

function lastOf(node: JsonObject, steps: readonly string[]): JsonValue {
  let value: JsonValue = node;
  for (const step of steps) {
    const next: JsonValue | undefined = isObject(value) ? value[step] : undefined;
    if (next === undefined) return null;
    value = next;
  }
  return value;
}

const flat = (value: JsonValue): JsonValue[] => (Array.isArray(value) ? value.slice(0, 100).flat() : [value]);

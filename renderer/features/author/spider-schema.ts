import spiderSchema from '../../../resources/spider.schema.json';
import { isObject, memberOf } from '../../../shared/spider/plain.ts';
import type { JsonPath } from '../../../shared/spider/json-path.ts';

/** What the schema of the spider says about one value, as far as an editor needs it. */
export interface ValueSchema {
  /** JSON types, without null: null is the same as leaving a key out. */
  readonly types: readonly string[];
  readonly description: string | null;
  /** The values to choose from, where there are a few. */
  readonly choices: readonly string[];
  /** The default; null if the schema has none. */
  readonly defaultValue: string | number | boolean | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly required: readonly string[];
  /** The keys of an object; keys of the user's choice are not among them. */
  readonly keys: readonly string[];
}

/** A schema as the file has it; its shape is checked where it is read. */
type RawSchema = Readonly<Record<string, unknown>>;

const root: RawSchema = spiderSchema;

/** The keys of a processor are those of its type. */
export const processorTypes: readonly string[] = processorBranches()
  .map(typeOfBranch)
  .filter((type) => type !== '');

/** The names of all settings, in the order of the schema. */
export const settingNames: readonly string[] = Object.keys(
  Object(memberOf(memberOf(memberOf(root, 'properties'), 'settings'), 'properties')),
);

/** The path of a processor's schema: any field has the same. */
const anyProcessor: JsonPath = ['callbacks', '*', 'extract', '*', 'processors', 0];

/** Whether the value at a path of a spider is the name of a callback. */
export function isCallbackReference(path: JsonPath): boolean {
  if (path.at(-1) !== 'callback') return false;
  const [part, name, key] = path;
  if (part === 'rules') return path.length === 3;
  if (part === 'settings') return name === 'GENERATED_URLS' && path.length === 4;
  return part === 'callbacks' && key === 'iterate' && path.at(-2) === 'follow' && path.length === 5;
}

/** What is known about one type of processor. */
export function processorSchema(type: string): ValueSchema | null {
  return schemaAt(anyProcessor, { type });
}

/** What is known about a parameter of a processor. */
export function processorParameter(type: string, key: string): ValueSchema | null {
  return schemaAt([...anyProcessor, key], { type });
}

/** What the schema says of a setting; null: there is no setting of that name. */
export function settingSchema(name: string): ValueSchema | null {
  return schemaAt(['settings', name], undefined);
}

/**
 * What is known about the value at a path; null: nothing.
 *
 * @param document the value of the whole text, for what depends on other values; or a processor alone
 */
export function schemaAt(path: JsonPath, document: unknown): ValueSchema | null {
  let schema: RawSchema = root;
  let value = document;
  for (const step of path) {
    const next = stepInto(schema, step);
    if (next === null) return null;
    const known: unknown =
      typeof step === 'number' && Array.isArray(value) ? value[step] : memberOf(value, String(step));
    // A processor given alone stays at hand until its own keys are reached.
    value = known ?? (isProcessor(document) ? document : undefined);
    schema = branchFor(resolved(next), value);
  }
  return describe(schema);
}

function stepInto(schema: RawSchema, step: string | number): RawSchema | null {
  if (typeof step === 'number') return objectOrNull(schema['items']);
  return (
    objectOrNull(memberOf(schema['properties'], step)) ?? objectOrNull(schema['additionalProperties'] ?? null)
  );
}

const scalarOrNull = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
const objectOrNull = (value: unknown): RawSchema | null => (isObject(value) ? value : null);
const isProcessor = (value: unknown) => typeof memberOf(value, 'type') === 'string';

function resolved(schema: RawSchema): RawSchema {
  const reference = schema['$ref'];
  const name = typeof reference === 'string' ? /^#\/\$defs\/(.+)$/.exec(reference)?.[1] : undefined;
  return name === undefined ? schema : (objectOrNull(memberOf(root['$defs'], name)) ?? schema);
}

/** Of alternatives the one that the `type` of the value chooses; without one, the alternatives themselves. */
function branchFor(schema: RawSchema, value: unknown): RawSchema {
  const branches = branchesOf(schema);
  const type = memberOf(value, 'type');
  return branches.find((branch) => typeof type === 'string' && typeOfBranch(branch) === type) ?? schema;
}

function branchesOf(schema: RawSchema): RawSchema[] {
  const branches: unknown = schema['oneOf'];
  return Array.isArray(branches) ? branches.filter(isObject) : [];
}

function typeOfBranch(branch: RawSchema): string {
  const type = memberOf(memberOf(branch['properties'], 'type'), 'const');
  return typeof type === 'string' ? type : '';
}

function processorBranches(): RawSchema[] {
  const field = memberOf(root['$defs'], 'FieldExtract');
  const items = memberOf(memberOf(memberOf(field, 'properties'), 'processors'), 'items');
  return isObject(items) ? branchesOf(items) : [];
}

function describe(schema: RawSchema): ValueSchema {
  const branches = branchesOf(schema);
  const types = [schema['type']].flat().filter((type) => typeof type === 'string' && type !== 'null');
  const choices: unknown = schema['enum'];
  const required: unknown = schema['required'];
  return {
    types: types.map(String),
    description: typeof schema['description'] === 'string' ? schema['description'] : null,
    choices: [
      ...(Array.isArray(choices) ? choices : []),
      ...(typeof schema['const'] === 'string' ? [schema['const']] : []),
    ].filter((choice) => typeof choice === 'string'),
    defaultValue: scalarOrNull(schema['default']),
    minimum: typeof schema['minimum'] === 'number' ? schema['minimum'] : null,
    maximum: typeof schema['maximum'] === 'number' ? schema['maximum'] : null,
    required: Array.isArray(required) ? required.map(String) : [],
    keys: branches.length > 0 ? ['type'] : Object.keys(Object(schema['properties'])),
  };
}

/** "8", "On", "32 MiB": what holds unless it is set, as the description says it; null where it does not. */
export function saidDefault(schema: ValueSchema): string | null {
  if (schema.defaultValue !== null) return String(schema.defaultValue);
  const said = /(?:^|[.;:] )([^.;:]*(?:\.\d[^.;:]*)*) unless set/i.exec(schema.description ?? '')?.[1];
  return said === undefined
    ? null
    : said.toLowerCase() === 'on' || said.toLowerCase() === 'off'
      ? said.toLowerCase()
      : said;
}

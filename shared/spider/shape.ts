import { validate, type SchemaError } from './generated/validate-schema.mjs';
import { adviceOnForeign, equalStrategy } from './equal-names.ts';
import { nearest } from './nearest.ts';
import { isObject, memberOf, type PlainObject } from './plain.ts';
import type { Path, Report } from './problems.ts';
import { processorTypes, type Spider } from './schema.ts';
import { settingNames } from './settings.ts';
import { generatedVariableTypes } from './settings-schema.ts';
import { labelOf, listed, shorten, whatIsGiven, wrongType } from './wording.ts';
import { wrongTypeHint } from './wrong-type-hint.ts';

/**
 * Checks types, keys, ranges and choices against the schema, and reports each deviation in plain words.
 *
 * @returns the document as a spider, without unusable optional settings; null if it does not have the shape of a spider
 */
export function checkShape(document: unknown, report: Report): Spider | null {
  if (validate(document)) return document;
  const errors = validate.errors ?? [];
  const unusable = new Set(errors.map(({ instancePath }) => passedThrough(instancePath)));
  // A value of a wrong type also violates other keywords; only the type is reported.
  const settled = new Set<string>();
  for (const error of errors) {
    if (error.keyword === 'discriminator' || error.keyword === 'type') settled.add(error.instancePath);
  }
  for (const error of errors) {
    const first = error.keyword === 'discriminator' || error.keyword === 'type';
    if (first || !settled.has(error.instancePath)) reportDeviation(error, document, report);
  }
  const left = unusable.has(null) ? null : withoutSettings(document, unusable);
  return validate(left) ? left : null;
}

/** The settings in the specification. An invalid value makes the spider invalid. */
const specifiedSettings = new Set([
  'EXTRACTOR_ORDER',
  'CUSTOM_SELECTORS',
  'CONCURRENT_REQUESTS',
  'DOWNLOAD_DELAY',
  'CHALLENGE_ENABLED',
  'CHALLENGE_STRATEGY',
  'BROWSER_WAIT_SELECTOR',
  'BROWSER_DELAY',
  'INFINITE_SCROLL',
  'MAX_SCROLLS',
  'SCROLL_DELAY',
  'ROBOTSTXT_OBEY',
  'DEPTH_LIMIT',
  'DELTAFETCH_ENABLED',
]);

/** Other settings that must be valid: without them a run would take an unexpected route, or cost more. */
const bindingSettings = new Set(['PROXY_TIERS', 'PROXY_RESIDENTIAL_SHARE']);

/**
 * Returns the setting that a JSON pointer belongs to, if the specification accepts any value for it: an unusable value
 * only gives a warning, and the crawl uses the default. Returns null otherwise.
 */
function passedThrough(pointer: string): string | null {
  const [, parent, name = ''] = pointer.split('/');
  const isBinding = specifiedSettings.has(name) || bindingSettings.has(name);
  return parent === 'settings' && name !== '' && !isBinding ? name : null;
}

/** The document without some of its settings. */
function withoutSettings(document: unknown, names: ReadonlySet<string | null>): unknown {
  const settings = memberOf(document, 'settings');
  if (!isObject(document) || !isObject(settings)) return null;
  const kept = Object.entries(settings).filter(([name]) => !names.has(name));
  return { ...document, settings: Object.fromEntries(kept) };
}

function reportDeviation(error: SchemaError, document: unknown, report: Report): void {
  const setting = passedThrough(error.instancePath);
  if (setting !== null) return reportUnusable(setting, error, document, report);
  if (report.isFull('error')) return report.error([], 'unlisted', '');
  const path = pathOf(error.instancePath, document);
  const label = labelOf(path);
  const { data, params, parentSchema } = error;
  switch (error.keyword) {
    case 'type':
      return reportType(data, path, parentSchema, report);
    case 'required':
      return reportMissing(path, String(params.missingProperty), report);
    case 'additionalProperties':
      return reportUnknownKey(
        path,
        String(params.additionalProperty),
        { properties: parentSchema.properties, data },
        report,
      );
    case 'enum':
      return reportChoice(data, path, parentSchema.enum, report);
    case 'discriminator':
      return reportProcessorType(path, params.tagValue, report);
    case 'minimum':
    case 'maximum':
      return report.error(path, 'out-of-range', `${label} must be ${range(parentSchema)}`);
    case 'maxItems':
      return reportEnds(path, report);
    case 'minItems':
      if (parentSchema.maxItems === 2) return reportEnds(path, report);
      return report.error(path, 'too-few', `${label} must have at least one entry`);
    case 'minLength':
      return reportEmpty(path, report);
    case 'maxLength':
      return report.error(path, 'too-long', tooLong(label, data, parentSchema));
    case 'pattern':
      // The only text with a pattern is the name of the spider; an empty one is reported by its length.
      if (data !== '')
        report.error(path, 'invalid-name', `Invalid spider name: '${shorten(String(data))}'`, {
          hint: 'Use the letters A to Z and a to z, digits, "-" and "_" only.',
        });
      return;
    default:
      return report.error(path, 'invalid', `${label} is not what a spider can have here`);
  }
}

function reportUnusable(setting: string, error: SchemaError, document: unknown, report: Report): void {
  if (report.isFull('warning')) return report.warning([], 'unlisted', '');
  const { keyword, data } = error;
  // Said already, where the number was read.
  if (keyword === 'type' && typeof data === 'number' && !Number.isFinite(data)) return;
  const { path, message, at } = whyUnusable(error, pathOf(error.instancePath, document));
  // One part that does not fit makes all of the setting unusable.
  const hint =
    path.length === 2
      ? 'It is stored with the spider, and the crawl uses the default instead.'
      : `${setting} is stored with the spider, and the crawl uses its default instead.`;
  report.warning(path, 'setting-unusable', message, { at, hint });
}

/** What is wrong with a part of a setting, and where. */
function whyUnusable(
  { keyword, data, params, parentSchema }: SchemaError,
  path: Path,
): { path: Path; message: string; at: 'key' | 'value' } {
  const label = labelOf(path);
  const here = (message: string) => ({ path, message, at: 'value' }) as const;
  switch (keyword) {
    case 'type':
      return here(wrongType(data, label, String(Array.isArray(params.type) ? params.type[0] : params.type)));
    case 'required':
      return here(`${String(params.missingProperty)} is required in ${label}`);
    case 'additionalProperties': {
      const key = String(params.additionalProperty);
      const message = `Unknown key: '${shorten(key)}'. ${adviceOnKey(key, parentSchema.properties)}`;
      return { path: [...path, key], message, at: 'key' };
    }
    case 'discriminator': {
      const type = typeof params.tagValue === 'string' ? params.tagValue : null;
      const given = type === null ? 'type is required' : `Unknown type: ${shorten(type)}`;
      return here(`${given} in ${label}. Allowed: ${generatedVariableTypes.join(', ')}`);
    }
    case 'enum':
      return here(
        `${label} must be ${textsOf(parentSchema.enum).join(' or ')}, not ${shorten(String(data))}`,
      );
    case 'minItems':
    case 'minProperties':
      return here(`${label} must have at least one entry`);
    case 'maxItems':
      return here(`${label} must have at most ${String(parentSchema.maxItems)} entries`);
    case 'minLength':
      return here(`${label} must not be empty`);
    case 'maxLength':
      return here(tooLong(label, data, parentSchema));
    default:
      return here(`${label} must be ${range(parentSchema)}`);
  }
}

function tooLong(label: string, text: unknown, { maxLength }: Readonly<Record<string, unknown>>): string {
  return `${label} must have at most ${String(maxLength)} characters; it has ${String(text).length}`;
}

/** Reads Ajv's pointer. Which steps are indexes shows in the document: an object may have a key "0". */
function pathOf(pointer: string, document: unknown): Path {
  const path: (string | number)[] = [];
  let value = document;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(value) ? Number(key) : key);
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  }
  return path;
}

function reportType(value: unknown, path: Path, schema: PlainObject, report: Report): void {
  // Said already, where the number was read.
  if (typeof value === 'number' && !Number.isFinite(value)) return;
  const wanted = String(Array.isArray(schema.type) ? schema.type[0] : schema.type);
  // Keys that may be left out take null; what is left are the entries of a map, and what is required.
  const optional = typeof path.at(-1) === 'string' && path.length > 1 && path.at(-3) !== 'processors';
  report.error(path, 'wrong-type', wrongType(value, labelOf(path), wanted), {
    hint: wrongTypeHint(value, path, { schema, optional }),
  });
}

function reportMissing(path: Path, key: string, report: Report): void {
  const owner = path.length === 0 ? '' : ` in ${labelOf(path)}`;
  report.error(path, 'missing-key', `${key} is required${owner}`, { hint: `Add "${key}".` });
}

function reportUnknownKey(
  path: Path,
  key: string,
  { properties, data }: { properties: unknown; data: unknown },
  report: Report,
): void {
  const near = nearest(key, keysOf(properties));
  const isSetting = path.length === 0 && settingNames.includes(key);
  const advice = isSetting ? 'It belongs into settings.' : adviceOnKey(key, properties);
  report.error([...path, key], 'unknown-key', `Unknown key: '${shorten(key)}'. ${advice}`, {
    at: 'key',
    hint: isSetting
      ? 'Move it into "settings".'
      : near === null
        ? ((path.length === 0 ? adviceOnForeign(key) : null) ?? 'Remove it.')
        : memberOf(data, near) === undefined
          ? `Rename it to "${near}", or remove it.`
          : `Remove it, for "${near}" is there already.`,
  });
}

const keysOf = (properties: unknown): string[] => (isObject(properties) ? Object.keys(properties) : []);

/** Names the known key that is spelled alike, or all known keys. */
function adviceOnKey(key: string, properties: unknown): string {
  const known = keysOf(properties);
  const near = nearest(key, known);
  return near === null ? `Allowed: ${known.toSorted().join(', ')}` : `Did you mean '${near}'?`;
}

/** The only list with a fixed number of entries is the range of an expectation. */
function reportEnds(path: Path, report: Report): void {
  report.error(
    path,
    'wrong-length',
    `${labelOf(path)} must have two entries, the least and the greatest number`,
    {
      hint: 'null leaves an end open, for example [0, null].',
    },
  );
}

const textsOf = (choices: unknown): string[] =>
  Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string') : [];

function reportChoice(value: unknown, path: Path, choices: unknown, report: Report): void {
  const allowed = textsOf(choices);
  const text = String(value);
  const near = (path.includes('EXTRACTOR_ORDER') ? equalStrategy(text) : null) ?? nearest(text, allowed);
  const hint = near === null ? null : `Did you mean "${near}"?`;
  const parameter = path.findLast((step) => typeof step === 'string');
  const list = (parameter === 'decimal' ? allowed.map((mark) => `"${mark}"`) : allowed).join(', ');
  const { code, what } = choiceAt(path, parameter);
  report.error(path, code, `${what}: ${shorten(text)}. Allowed: ${list}`, { hint });
}

/** What is chosen at a path, as its problem names it. */
function choiceAt(path: Path, parameter: string | undefined): { code: string; what: string } {
  if (path[0] === 'expect' && (parameter === 'duplicates' || parameter === 'on_breach'))
    return { code: 'unknown-choice', what: `Unknown choice of ${parameter}` };
  const known = new Map<string | undefined, [code: string, what: string]>([
    ['to', ['unknown-cast', 'Unknown cast target']],
    ['decimal', ['unknown-decimal', 'Unknown decimal mark']],
    ['method', ['unknown-method', 'Unknown method']],
    ['order', ['unknown-order', 'Unknown order of day, month and year']],
    ...(path[0] === 'settings' ? settingChoices : []),
  ]);
  const [code, what] = known.get(parameter) ?? ['unknown-field-type', 'Unknown field type'];
  return { code, what };
}

const settingChoices: readonly [string, [code: string, what: string]][] = [
  ['EXTRACTOR_ORDER', ['unknown-extractor', 'Unknown extractor']],
  ['CHALLENGE_STRATEGY', ['unknown-strategy', 'Invalid challenge strategy']],
  ['PROXY_TIERS', ['unknown-tier', 'Unknown proxy tier']],
];

function reportProcessorType(path: Path, type: unknown, report: Report): void {
  if (type === undefined) return reportMissing(path, 'type', report);
  if (typeof type !== 'string') {
    return report.error([...path, 'type'], 'wrong-type', `${whatIsGiven(type)}; type must be text`);
  }
  const near = nearest(type, processorTypes);
  const allowed = listed(processorTypes);
  report.error(
    [...path, 'type'],
    'unknown-processor',
    `Unknown processor type: ${shorten(type)}. Allowed: ${allowed}`,
    {
      hint: near === null ? null : `Did you mean "${near}"?`,
    },
  );
}

function reportEmpty(path: Path, report: Report): void {
  const list = path.at(-2);
  if (path[0] === 'rules' && (list === 'allow' || list === 'deny')) {
    return report.error(path, 'empty-pattern', 'Patterns must be non-empty strings', {
      hint: 'Remove it, or write a regular expression.',
    });
  }
  report.error(path, 'empty-text', `${labelOf(path)} must not be empty`);
}

/** The range of a number as the messages of the specification write it: `>= 1 and <= 32`. */
function range(schema: Readonly<Record<string, unknown>>): string {
  const { minimum, maximum } = schema;
  const limits = [
    ...(typeof minimum === 'number' ? [`>= ${minimum}`] : []),
    ...(typeof maximum === 'number' ? [`<= ${maximum}`] : []),
  ];
  return limits.join(' and ');
}

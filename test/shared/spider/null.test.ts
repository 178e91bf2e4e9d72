import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { planCrawl } from '../../../electron/engine/page.ts';
import { explainUrl } from '../../../electron/engine/explain.ts';
import { runProcessor } from '../../../electron/extract/processors/run.ts';
import { isObject, memberOf } from '../../../shared/spider/plain.ts';
import { createFixer } from '../../../shared/spider/quick-fixes.ts';
import {
  CallbackSchema,
  FieldExtractSchema,
  processorSchemas,
  RuleSchema,
  SettingsSchema,
  SpiderSchema,
  type Processor,
} from '../../../shared/spider/schema.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { fieldWith, problemsOf, processorWith, ruleWith, settingsWith, spiderWith } from './spiders.ts';
import { contextOf } from '../../electron/extract/page-facts.ts';

interface KeyedSchema {
  properties: Record<string, unknown>;
  required?: readonly string[] | undefined;
}

const requiredOf = ({ required }: KeyedSchema): readonly string[] => required ?? [];
const optionalOf = (schema: KeyedSchema): string[] =>
  Object.keys(schema.properties).filter((key) => !requiredOf(schema).includes(key));

const samples: Record<Processor['type'], Processor> = {
  strip: { type: 'strip' },
  lowercase: { type: 'lowercase' },
  replace: { type: 'replace', old: 'a', new: 'b' },
  regex: { type: 'regex', pattern: '(.)' },
  cast: { type: 'cast', to: 'int' },
  join: { type: 'join' },
  default: { type: 'default', default: 1 },
  parse_datetime: { type: 'parse_datetime' },
  uppercase: { type: 'uppercase' },
  collapse: { type: 'collapse' },
  split: { type: 'split' },
  urljoin: { type: 'urljoin' },
  number: { type: 'number' },
};
const processors = processorSchemas.map((schema) => ({
  schema,
  sample: samples[memberOf(schema.properties.type, 'const') as Processor['type']],
}));

/** Every optional key of every part of a spider, in a spider that has it as null, and in one without it. */
const optional: [place: string, withNull: unknown, without: unknown][] = [
  ...optionalOf(SpiderSchema).map((key): [string, unknown, unknown] => [
    key,
    spiderWith({ [key]: null }),
    spiderWith(),
  ]),
  ...optionalOf(RuleSchema).map((key): [string, unknown, unknown] => [
    `rules[0].${key}`,
    ruleWith({ callback: 'parse_article', [key]: null }),
    ruleWith(key === 'callback' ? {} : { callback: 'parse_article' }),
  ]),
  ...optionalOf(SettingsSchema).map((key): [string, unknown, unknown] => [
    `settings.${key}`,
    settingsWith({ [key]: null }),
    settingsWith({}),
  ]),
  ...optionalOf(FieldExtractSchema).map((key): [string, unknown, unknown] => {
    const source = key === 'css' ? { xpath: '//h1' } : { css: 'h1' };
    return [`field.${key}`, fieldWith({ ...source, [key]: null }), fieldWith(source)];
  }),
  ...processors.flatMap(({ schema, sample }) =>
    optionalOf(schema).map((key): [string, unknown, unknown] => [
      `${sample.type}.${key}`,
      processorWith({ ...sample, [key]: null }),
      processorWith(sample),
    ]),
  ),
];

/** Every required key but that of a value, which may be anything. */
const required: [place: string, withNull: unknown][] = [
  ...requiredOf(SpiderSchema).map((key): [string, unknown] => [key, spiderWith({ [key]: null })]),
  ...requiredOf(CallbackSchema).map((key): [string, unknown] => [
    `callback.${key}`,
    spiderWith({ rules: [{ callback: 'page' }], callbacks: { page: { [key]: null } } }),
  ]),
  ...processors.flatMap(({ schema, sample }) =>
    requiredOf(schema)
      .filter((key) => key !== 'default')
      .map((key): [string, unknown] => [`${sample.type}.${key}`, processorWith({ ...sample, [key]: null })]),
  ),
];

const depths = { depthLimit: 0, depthPriority: 0 };

describe('null', () => {
  it.each(optional)('is the same as leaving out %s', (_, withNull, without) => {
    expect(problemsOf(withNull)).toEqual(problemsOf(without));
    expect(problemsOf(JSON.stringify(withNull))).toEqual(problemsOf(JSON.stringify(without)));
    const [given, plain] = [withNull, without].map((input) => validateSpider(input).spider);
    expect(given).not.toBeNull();
    if (given === null || given === undefined || plain === null || plain === undefined) return;
    expect(readSettings(given.settings)).toEqual(readSettings(plain.settings));
    expect(JSON.stringify(planCrawl(given, depths).rules)).toBe(
      JSON.stringify(planCrawl(plain, depths).rules),
    );
    for (const url of ['https://example.com/', 'https://example.com/a/1', 'https://other.org/']) {
      expect(explainUrl(given, url)).toEqual(explainUrl(plain, url));
    }
  });

  it.each(required)('cannot stand in %s, and no hint says to leave it out', (_, withNull) => {
    const { valid, problems } = validateSpider(withNull);
    expect(valid).toBe(false);
    expect(problems.map(({ hint }) => hint)).not.toContain('Leave it out instead.');
  });

  it.each<[Processor, Processor, unknown]>([
    [{ type: 'join', separator: null }, { type: 'join' }, ['a', 'b']],
    [{ type: 'regex', pattern: '(a)b', group: null }, { type: 'regex', pattern: '(a)b' }, 'ab'],
    [{ type: 'parse_datetime', format: null }, { type: 'parse_datetime' }, '2024-03-05'],
    [{ type: 'parse_datetime', order: null, languages: null }, { type: 'parse_datetime' }, 'yesterday'],
    [{ type: 'split', separator: null }, { type: 'split' }, 'a b'],
    [{ type: 'number', decimal: null }, { type: 'number' }, '1,5'],
  ])('as a parameter is unset when a processor runs: %j', (withNull, without, value) => {
    expect(runProcessor(withNull, value as string, contextOf())).toEqual(
      runProcessor(without, value as string, contextOf()),
    );
  });

  it('is allowed by the JSON Schema file for every optional key', () => {
    const file: unknown = JSON.parse(
      readFileSync(new URL('../../../resources/spider.schema.json', import.meta.url), 'utf8'),
    );
    const refused: string[] = [];
    const walk = (schema: unknown, place: string): void => {
      if (Array.isArray(schema)) return schema.forEach((one, index) => walk(one, `${place}/${index}`));
      if (!isObject(schema)) return;
      const needed = [memberOf(schema, 'required') ?? []].flat();
      for (const [key, member] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
        const takesNull = [memberOf(member, 'type')].flat().includes('null');
        if (!needed.includes(key) && !takesNull) refused.push(`${place}/${key}`);
      }
      for (const [key, member] of Object.entries(schema)) walk(member, `${place}/${key}`);
    };
    walk(file, '');
    expect(refused).toEqual([]);
  });

  it('makes room for what a quick fix adds', () => {
    const fix = (spider: unknown): unknown => {
      const text = JSON.stringify(spider);
      const { problems } = validateSpider(text);
      const [first] = problems.flatMap((problem) => createFixer(text).fixes(problem));
      const mended = (first?.edits ?? []).reduceRight(
        (before, { offset, length, text: put }) =>
          before.slice(0, offset) + put + before.slice(offset + length),
        text,
      );
      return JSON.parse(mended);
    };
    expect(fix({ ...spiderWith({ settings: null }), DEPTH_LIMIT: 2 })).toEqual(
      spiderWith({ settings: { DEPTH_LIMIT: 2 } }),
    );
    expect(memberOf(fix({ ...ruleWith({ callback: 'take' }), callbacks: null }), 'callbacks')).toEqual({
      take: { extract: { title: { css: 'h1::text' } } },
    });
  });
});

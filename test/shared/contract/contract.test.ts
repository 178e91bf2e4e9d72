import { contractVersion } from '../../../shared/contract/version.ts';
import { given } from '../../given.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../shared/contract/errors.ts';
import { WindowFrameSchema } from '../../../shared/contract/frames.ts';
import { calls, isCallName, isTopicName, topics, type CallArgs } from '../../../shared/contract/index.ts';
import type { RunSummary } from '../../../shared/contract/types.ts';

const root = join(import.meta.dirname, '../../..');
const ajv = (): Ajv => new Ajv({ strict: true, strictTypes: false });

/** Every object in a schema that takes keys which it does not name. */
function openObjects(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own =
    'type' in schema && schema.type === 'object' && !('additionalProperties' in schema) ? [path || '/'] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, value]) => openObjects(value, `${path}/${key}`))];
}

/** Every whole number in a schema that may be one which no database and no `number` holds exactly. */
function boundless(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const isBounded =
    'maximum' in schema && Number(schema.maximum) <= Number.MAX_SAFE_INTEGER && 'minimum' in schema;
  const own = 'type' in schema && schema.type === 'integer' && !isBounded ? [path] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, value]) => boundless(value, `${path}/${key}`))];
}

/** Whether a value can stand in the query of a URL: a scalar, or texts. */
function isForQuery(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) return schema.anyOf.every(isForQuery);
  if ('items' in schema) return isForQuery(schema.items);
  return 'type' in schema && ['string', 'integer', 'number', 'boolean', 'null'].includes(String(schema.type));
}

describe('the contract', () => {
  it('takes no whole number that is not bounded', () => {
    const taken = [
      ...Object.entries(calls).map(([name, { args }]) => [name, args] as const),
      ...Object.entries(topics).map(([name, { params }]) => [name, params] as const),
      ['frames', WindowFrameSchema] as const,
    ];
    expect(taken.flatMap(([name, schema]) => boundless(schema, name))).toEqual([]);
  });

  it.each(Object.entries(calls))('%s can be checked, and takes no key it does not name', (name, call) => {
    const checks = ajv();
    expect(() => checks.compile(call.args)).not.toThrow();
    expect(() => checks.compile(call.result)).not.toThrow();
    expect(openObjects(call.args)).toEqual([]);
    expect(name).toMatch(/^[a-z]+\.[a-z][A-Za-z]*$/);
    expect(call.summary).toMatch(/^[A-Z].*\.$/s);
  });

  it('has one place for each call in a REST interface', () => {
    const places = Object.values(calls).map(
      ({ http: { verb, path } }) => `${verb} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    );
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  });

  it.each(Object.entries(calls))('%s has a verb and a path that fit its arguments', (_, call) => {
    const { effect, http } = call;
    const args: { properties: Record<string, object>; required?: string[] | undefined } = call.args;
    const inPath = [...http.path.matchAll(/\{(\w+)\}/g)].map((match) => given(match[1]));
    expect(effect === 'read' ? ['GET', 'POST'] : ['POST', 'PUT', 'PATCH', 'DELETE']).toContain(http.verb);
    for (const name of inPath) {
      expect(args.required).toContain(name);
      expect(given(args.properties[name])).toMatchObject({
        type: expect.stringMatching(/^(string|integer)$/),
      });
    }
    const inQuery = Object.entries(args.properties).filter(([name]) => !inPath.includes(name));
    const hasNoBody = http.verb === 'GET' || http.verb === 'DELETE';
    expect(hasNoBody ? inQuery.filter(([, schema]) => !isForQuery(schema)) : []).toEqual([]);
  });

  it.each(Object.entries(calls))('%s is reported by topics that there are', (_, { topics: reported }) => {
    expect(reported.filter((name) => !isTopicName(name))).toEqual([]);
  });

  it.each(Object.entries(topics))('the topic %s can be checked', (_, topic) => {
    const checks = ajv();
    expect(() => checks.compile(topic.params)).not.toThrow();
    expect(() => checks.compile(topic.event)).not.toThrow();
    expect(openObjects(topic.params)).toEqual([]);
  });

  /** That a code which is thrown is in the table is said by its type; this is the other way. */
  it('has no code in its table that nothing makes', () => {
    const sources = ['electron', 'renderer'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => readFileSync(join(root, folder, file), 'utf8')),
    );
    const makers = sources.filter((text) => /Error\(|ErrorCode|\bCallError\b/.test(text));
    const made = (code: string): boolean => makers.some((text) => text.includes(`'${code}'`));
    expect(Object.keys(errorCodes).filter((code) => !made(code))).toEqual([]);
  });

  it('tells names from other words', () => {
    expect([
      isCallName('runs.start'),
      isCallName('toString'),
      isTopicName('log'),
      isTopicName('constructor'),
    ]).toEqual([true, false, true, false]);
    expect(errorCodes['stale-version'].kind).toBe('state');
  });

  it('gives the types that the schemas say', () => {
    const args: CallArgs<'runs.get'> = { run: '1' };
    const state: RunSummary['state'] = 'interrupted';
    const check = ajv().compile(calls['runs.get'].args);
    expect([check(args), check({ run: 1 }), check({ ...args, more: state })]).toEqual([true, false, false]);
  });

  it.each([
    ['attach', { kind: 'attach', contract: contractVersion, session: null, batch: 0, pending: [] }, true],
    ['call', { kind: 'call', id: 1, name: 'app.info', args: {} }, true],
    ['a call without an id', { kind: 'call', name: 'app.info', args: {} }, false],
    ['an id that is no number of a call', { kind: 'cancel', id: 0 }, false],
    ['more than there should be', { kind: 'ping', more: 1 }, false],
    ['an unknown kind', { kind: 'eval', code: '1' }, false],
    ['no object', 'ping', false],
    [
      'too many calls that wait',
      {
        kind: 'attach',
        contract: contractVersion,
        session: null,
        batch: 0,
        pending: Array.from({ length: 1001 }, (_, n) => n + 1),
      },
      false,
    ],
  ])('checks frames: %s', (_, frame, fits) => {
    expect(ajv().compile(WindowFrameSchema)(frame)).toBe(fits);
  });
});

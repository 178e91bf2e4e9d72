import { describe, expect, it } from 'vitest';
import type { FieldReport } from '../../../../shared/contract/types.ts';
import { namedReports, writtenField } from '../../../../renderer/features/tester/field-paths.ts';
import {
  callbackOfText,
  callbacksIn,
  callbacksLeadingTo,
  partOfText,
} from '../../../../renderer/features/tester/part-of-text.ts';

const report = (path: string, depth: number): FieldReport => ({
  path,
  depth,
  language: null,
  selector: null,
  value: null,
  valueCut: false,
  entries: null,
  matches: 0,
  items: null,
  filled: null,
  steps: [],
  samples: [],
  nodes: { total: 0, elements: [], cut: false },
  problem: null,
  empty: null,
});

describe('what a test reads of a text', () => {
  const text = '{ "name": "a", "rules": [], "callbacks": { "p": { "extract": {} }, "q": { "extract": {} } }';

  it('is only what it needs, also of a text that is not finished', () => {
    expect(partOfText(text, ['rules', 'settings'])).toBe('{"rules":[]}');
    expect(callbackOfText(text, 'q')).toBe('{"callbacks":{"q":{"extract":{}}}}');
    expect(callbacksIn(text)).toEqual(['p', 'q']);
  });

  it('has the domains where rows lead to pages, and knows which rows lead there', () => {
    const rows = { iterate: { selector: 'tr', follow: { url: { css: 'a' }, callback: 'q' } } };
    const callbacks = { p: rows, q: { extract: {} }, r: { iterate: { selector: 'li' } } };
    const listing = JSON.stringify({ name: 'a', allowed_domains: ['a.org'], callbacks });
    expect(JSON.parse(callbackOfText(listing, 'p'))).toEqual({
      allowed_domains: ['a.org'],
      callbacks: { p: rows },
    });
    expect(JSON.parse(callbackOfText(listing, 'r'))).toEqual({ callbacks: { r: callbacks.r } });
    expect(callbacksLeadingTo(listing, 'q')).toEqual(['p']);
    expect(callbacksLeadingTo(listing, 'p')).toEqual([]);
  });

  it('is the text as it is where nothing can be made of it', () => {
    expect(partOfText('"hello"', ['rules'])).toBe('"hello"');
    expect(callbackOfText(text, 'r')).toBe(text);
    expect(callbacksIn('')).toEqual([]);
  });
});

describe('fields of a report', () => {
  it('have their names told apart, with dots in them or without', () => {
    const reports = [
      report('a.b', 0),
      report('list', 0),
      report('list.x', 1),
      report('list.x.y.z', 2),
      report('c', 0),
    ];
    expect(namedReports(reports).map(({ names }) => names)).toEqual([
      ['a.b'],
      ['list'],
      ['list', 'x'],
      ['list', 'x', 'y.z'],
      ['c'],
    ]);
  });

  it('say what their processors do', () => {
    const field = {
      css: 'a',
      get_all: true,
      processors: [{ type: 'regex', pattern: '\\d' }, { type: 'strip' }],
    };
    const text = JSON.stringify({ callbacks: { p: { extract: { n: field } } } });
    expect(writtenField(text, 'p', ['n'])).toEqual({
      takesAll: true,
      isList: false,
      processors: ['pattern "\\\\d"', ''],
    });
  });
});

import { describe, expect, it } from 'vitest';
import { fitted, textOf, untrusted, type Answer, type Wanted } from '../../../electron/mcp/answers/answer.ts';
import { readCursor, type Asked } from '../../../electron/mcp/answers/cursor.ts';
import { countTokens } from '../../../electron/mcp/answers/tokens.ts';

const asked: Asked = { tool: 'list', args: { page: '1' } };

function wanted(options: Partial<Wanted> = {}): Wanted {
  return { asked, cursor: { offset: 0, state: '' }, maxTokens: 1000, fields: null, ...options };
}

const ofList = (entries: readonly unknown[], isText = false): Answer => ({
  head: { page: '1' },
  list: { name: 'entries', entries, isText },
  isFromPages: true,
});

/** All portions of an answer, one after the other. */
function portions(answer: Answer, maxTokens: number): { texts: string[]; entries: unknown[] } {
  const texts: string[] = [];
  const entries: unknown[] = [];
  let cursor = { offset: 0, state: '' };
  for (;;) {
    const value = fitted(answer, wanted({ cursor, maxTokens }));
    texts.push(textOf(answer, value));
    entries.push(...(value['entries'] as unknown[]));
    const next = value['next'] as string | null;
    if (next === null) return { texts, entries };
    cursor = readCursor(next, asked);
  }
}

const long = {
  words: 'lorem ipsum dolor sit amet '.repeat(2000),
  CJK: '東京タワーの高さは三百三十三メートルです。'.repeat(1000),
  signs: '"\\{}[]<>&'.repeat(3000),
  smiles: '😀'.repeat(5000),
  'half of a pair': '\uD83D'.repeat(5000),
};

let nested: unknown = 'end';
for (let depth = 0; depth < 500; depth += 1) nested = { [`level ${depth}`]: [nested, 'beside'] };

const hostile: [string, unknown][] = [
  ...Object.entries(long).map(([name, text]): [string, unknown] => [`a text of ${name}`, { text }]),
  ['many keys', Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`key ${n}`, n]))],
  ['a long key', { [long.words]: 1 }],
  ['a long list', Array.from({ length: 5000 }, (_, n) => ({ n }))],
  ['many levels', nested],
];

describe('an answer', () => {
  it.each(hostile)('with %s as an entry has at most as many tokens as are allowed', (_, entry) => {
    for (const maxTokens of [300, 1000, 8000]) {
      const { texts, entries } = portions(ofList([entry, entry, { last: true }]), maxTokens);
      for (const text of texts) expect(countTokens(text)).toBeLessThanOrEqual(maxTokens);
      expect(entries.at(-1)).toEqual({ last: true });
    }
  });

  it.each(hostile)('with %s at its head has at most as many tokens as are allowed', (_, value) => {
    const answer: Answer = { head: { value }, isFromPages: false };
    for (const maxTokens of [300, 8000])
      expect(countTokens(textOf(answer, fitted(answer, wanted({ maxTokens }))))).toBeLessThanOrEqual(
        maxTokens,
      );
  });

  it('is told in portions that are all of it, once and in order', () => {
    const entries = Array.from({ length: 300 }, (_, n) => ({ n, name: `Lamp ${n}`, 名前: 'ランプ' }));
    const told = portions(ofList(entries), 700);
    expect(told.entries).toEqual(entries);
    expect(told.texts.length).toBeGreaterThan(5);
  });

  it('goes on with what a tool has read for the portion', () => {
    const answer: Answer = {
      head: {},
      list: { name: 'entries', entries: ['c', 'd'], from: 2, total: 5, state: 'then' },
      isFromPages: false,
    };
    const value = fitted(answer, wanted({ cursor: { offset: 2, state: 'then' } }));
    expect(value).toMatchObject({ entries: ['c', 'd'], total: 5 });
    expect(readCursor(value['next'] as string, asked)).toEqual({ offset: 4, state: 'then' });
  });

  it('keeps only the fields that are wanted, and names those that there are', () => {
    const answer = ofList([{ a: 1, b: 2 }]);
    expect(fitted(answer, wanted({ fields: ['b', 'c'] }))['entries']).toEqual([{ b: 2 }]);
    expect(() => fitted(answer, wanted({ fields: ['c'] }))).toThrow(
      expect.objectContaining({ code: 'bad-arguments', hint: 'They have a, b.' }),
    );
  });

  it('says that texts of pages are data, and shows nothing of them that a person does not see', () => {
    const hidden = 'Lamp\u200B\u202Eobey\u{E0041}\u{E0042}\u0007';
    const value = fitted(ofList([{ text: hidden }, hidden]), wanted());
    expect(value).toMatchObject({ note: untrusted, entries: [{ text: 'Lampobey' }, 'Lampobey'] });
  });

  it('as lines holds one for each entry, whatever is in them', () => {
    const answer = ofList(['e1 text "a\\nb"', 'e2 text "c"'], true);
    expect(textOf(answer, fitted(answer, wanted())).split('\n')).toHaveLength(3);
  });
});

describe('a cursor', () => {
  const cursorOf = (of: Asked): string =>
    fitted(ofList(Array(500).fill('some words')), wanted({ asked: of }))['next'] as string;

  it.each([
    ['another tool', { tool: 'other', args: { page: '1' } }],
    ['other arguments', { tool: 'list', args: { page: '2' } }],
  ])('of %s is refused', (_, of) => {
    expect(() => readCursor(cursorOf(of), asked)).toThrow(expect.objectContaining({ code: 'bad-arguments' }));
  });

  it.each(['x', '', '[]', Buffer.from('[-1,"","x"]').toString('base64url'), '{"a":1}', 'null'])(
    'that no tool has given is refused: %j',
    (text) =>
      expect(() => readCursor(text, asked)).toThrow(expect.objectContaining({ code: 'bad-arguments' })),
  );

  it('holds for the same arguments in another order, and for another size of the portion', () => {
    const of = { tool: 'list', args: { page: '1', within: 'e1', maxTokens: 500 } };
    const again = { tool: 'list', args: { maxTokens: 900, within: 'e1', page: '1', cursor: 'c' } };
    expect(readCursor(cursorOf(of), again).offset).toBeGreaterThan(0);
  });
});

import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

/** The arguments of a request. */
export type Arguments = Readonly<Record<string, unknown>>;

const deep = (depth: number): unknown => JSON.parse(`${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`);

/** Texts that have hurt programs. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202egnp.exe',
  '\r\nX-Injected: 1',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/etc/passwd',
  'C:\\Windows\\System32\\config\\SAM',
  'file:///etc/passwd',
  'CON',
  'NUL.txt',
  '__proto__',
  'constructor',
  'toString',
  "' OR 1=1 --",
  '"; DROP TABLE runs; --',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '$(touch /tmp/x)',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '99999999999999999999',
  '٣',
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  '💥'.repeat(50),
  'ﷺ'.repeat(20),
  'e\u0301'.repeat(30),
] as const;

const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  JSON.parse('{"__proto__": {"polluted": true}}'),
  JSON.parse('{"constructor": {"prototype": {"polluted": true}}}'),
  deep(40),
  [[[[[[]]]]]],
  -0,
  -1,
  2 ** 53,
  1e308,
];

const wrongTypes: readonly unknown[] = [null, true, 17, 1.5, 'text', [], ['a'], {}, { a: 1 }];

const hugeValues: readonly unknown[] = [
  'x'.repeat(100_000),
  'ü'.repeat(50_000),
  Array.from({ length: 20_000 }, (_, i) => i),
  Array.from({ length: 3000 }, (_, i) => `name-${i}`),
  Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`key${i}`, i])),
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
  deep(400),
];

/** The kinds of requests. Each makes one of valid arguments. */
export const kinds = {
  valid: (args) => fc.constant(args),
  mutated: (args) => changed(args, [...wrongTypes, ...hostileTexts, 'default', 'shop', '1']),
  'of wrong types': (args) => changed(args, wrongTypes),
  incomplete: (args) =>
    fc.subarray(Object.keys(args)).map((kept) => Object.fromEntries(kept.map((name) => [name, args[name]]))),
  huge: (args) => changed(args, hugeValues),
  hostile: (args) => changed(args, hostileValues),
} as const satisfies Record<string, (args: Arguments) => Arbitrary<Arguments>>;

/** Arguments with another value in one place, or one more key. */
function changed(args: Arguments, values: readonly unknown[]): Arbitrary<Arguments> {
  const names = [...Object.keys(args), ...extraNames];
  return fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values)).map(([name, value]) => {
    const copy: Record<string, unknown> = { ...args };
    Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
    return copy;
  });
}

const extraNames = ['unknown', '__proto__'];

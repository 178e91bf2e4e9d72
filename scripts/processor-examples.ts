import type { Processor } from '../shared/spider/schema.ts';

/** A processor at work: what goes in, and what comes out. The reference shows them, and a test carries them out. */
export interface ProcessorExample {
  processor: Processor;
  value: unknown;
  result: unknown;
}

const example = (processor: Processor, value: unknown, result: unknown): ProcessorExample => ({
  processor,
  value,
  result,
});

/** At least one for each processor. The page they are of is https://shop.example/lamps/7, without a language. */
export const processorExamples: readonly ProcessorExample[] = [
  example({ type: 'strip' }, '  Lantern\n', 'Lantern'),
  example({ type: 'replace', old: 'EUR', new: '€' }, 'EUR 24', '€ 24'),
  example({ type: 'replace', old: '-', new: '' }, ['a-1', 'b-2'], ['a1', 'b2']),
  example({ type: 'regex', pattern: 'SKU (\\w+)' }, 'SKU HC7, new', 'HC7'),
  example({ type: 'regex', pattern: '\\d+ cm', group: 0 }, 'Height 31 cm', '31 cm'),
  example({ type: 'regex', pattern: '(\\d+)' }, 'sold out', null),
  example({ type: 'cast', to: 'int' }, '1,299', 1299),
  example({ type: 'cast', to: 'int' }, '3.7', null),
  example({ type: 'cast', to: 'float' }, ' 3.7 ', 3.7),
  example({ type: 'cast', to: 'bool' }, 'yes', true),
  example({ type: 'cast', to: 'str' }, 7, '7'),
  example({ type: 'join', separator: ', ' }, ['sea', 'rope'], 'sea, rope'),
  example({ type: 'default', default: 0 }, null, 0),
  example({ type: 'default', default: 'none' }, ' ', 'none'),
  example({ type: 'lowercase' }, 'In STOCK', 'in stock'),
  example({ type: 'uppercase' }, 'gbp', 'GBP'),
  example({ type: 'collapse' }, ' Storm \n  lantern ', 'Storm lantern'),
  example({ type: 'split', separator: ', ' }, 'sea, rope', ['sea', 'rope']),
  example({ type: 'urljoin' }, '../img/7.jpg', 'https://shop.example/img/7.jpg'),
  example({ type: 'number' }, '1.234,50 €', 1234.5),
  example({ type: 'number', decimal: '.' }, 'USD 1,234', 1234),
  example({ type: 'parse_datetime' }, '2026-03-01 14:30', '2026-03-01T14:30:00'),
  example({ type: 'parse_datetime', order: 'dmy' }, '01/03/2026', '2026-03-01T00:00:00'),
  example({ type: 'parse_datetime', format: '%d %b %Y' }, '1 Mar 2026', '2026-03-01T00:00:00'),
];

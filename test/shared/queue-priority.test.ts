import { expect, it } from 'vitest';
import { readPriority } from '../../shared/queue-priority.ts';

it.each([
  ['0', 0],
  ['-1000', -1000],
  [' 1000 ', 1000],
  ['', null],
  [' ', null],
  ['1001', null],
  ['-1001', null],
  ['1.5', null],
  ['high', null],
])('reads the priority %j as %j', (text, read) => {
  expect(readPriority(text)).toBe(read);
});

import { describe, expect, it } from 'vitest';
import { languageOfEntries, languageOfRows } from '../../../shared/selectors/language.ts';

describe('the language of a selector', () => {
  it.each([
    ['table tr', 'css', 'css'],
    ['.item', 'css', 'css'],
    ['//tr', 'xpath', 'css'],
    ['./li', 'xpath', 'css'],
    ['.//li', 'xpath', 'css'],
    ['(//table)[1]//tr', 'xpath', 'css'],
    [' //tr', 'xpath', 'css'],
    ['$.results[*]', 'json', 'json'],
    ['  $', 'json', 'json'],
    ['', 'css', 'css'],
  ])('%j selects rows by %s and entries by %s', (selector, rows, entries) => {
    expect([languageOfRows(selector), languageOfEntries(selector)]).toEqual([rows, entries]);
  });
});

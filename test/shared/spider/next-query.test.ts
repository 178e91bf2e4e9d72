import { expect, it } from 'vitest';
import { queryValue, withQueryValue } from '../../../shared/spider/next-query.ts';

it.each([
  ['https://a.example/', 'p', '2', 'https://a.example/?p=2'],
  ['https://a.example/?', 'p', '2', 'https://a.example/?p=2'],
  ['https://a.example/?p=1&q=a%20b+c', 'p', '2', 'https://a.example/?p=2&q=a%20b+c'],
  ['https://a.example/?q=x&p', 'p', '2', 'https://a.example/?q=x&p=2'],
  ['https://a.example/?page%5Bn%5D=1', 'page[n]', '2', 'https://a.example/?page%5Bn%5D=2'],
  ['https://a.example/?q=p%3D1#p=1', 'p', 'a&b/c=', 'https://a.example/?q=p%3D1&p=a%26b%2Fc%3D'],
  ['https://a.example/?bad=%E0%A4%A', 'p', '2', 'https://a.example/?bad=%E0%A4%A&p=2'],
])('puts a value into %s', (url, name, value, made) => {
  expect(withQueryValue(url, name, value)).toBe(made);
  expect(queryValue(made, name)).toBe(value);
});

it('tells no value from an empty one', () => {
  expect(queryValue('https://a.example/?c=', 'c')).toBe('');
  expect(queryValue('https://a.example/?c=', 'd')).toBeNull();
});

import { expect, it } from 'vitest';
import { siteOf } from '../../../electron/fetch/site.ts';

it.each([
  ['www.example.org', 'example.org'],
  ['example.org', 'example.org'],
  ['login.shop.example.co.uk', 'example.co.uk'],
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', 'localhost'],
  ['[::1]', '[::1]'],
  ['.example.org', 'example.org'],
  ['shop.example', 'shop.example'],
  ['api.shop.test', 'shop.test'],
  ['www.city.kawasaki.jp', 'city.kawasaki.jp'],
  ['co.uk', 'co.uk'],
  ['ada.github.io', 'ada.github.io'],
])('the site of %s is %s', (host, site) => expect(siteOf(host)).toBe(site));

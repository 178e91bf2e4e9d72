import { expect, it } from 'vitest';
import { ofSites } from '../../../../../electron/host/work/live/site-cookies.ts';

it('keeps what belongs to the sites that were shown', () => {
  const cookie = (domain: string) => ({
    name: 'a',
    value: 'b',
    domain,
    hostOnly: true,
    path: '/',
    expires: null,
    httpOnly: false,
    secure: false,
    sameSite: null,
  });
  const domains = ['shop.example', 'api.shop.example', 'tracker.example', 'shop.example.evil.test'];
  const origins = ['https://www.shop.example', 'https://tracker.example'].map((origin) => ({
    origin,
    localStorage: [],
  }));
  const kept = ofSites({ cookies: domains.map(cookie), origins }, ['www.shop.example']);
  expect(kept.cookies.map(({ domain }) => domain)).toEqual(['shop.example', 'api.shop.example']);
  expect(kept.origins.map(({ origin }) => origin)).toEqual(['https://www.shop.example']);
});

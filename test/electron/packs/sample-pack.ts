import type { Pack } from '../../../electron/packs/pack-file.ts';

const spider = {
  name: 'lamps',
  allowed_domains: ['lamps.example'],
  start_urls: ['https://lamps.example/'],
  rules: [{ allow: ['/lamp/'], callback: 'parse_lamp', follow: false }],
  callbacks: { parse_lamp: { extract: { name: { css: 'h1::text' }, price: { css: '.price::text' } } } },
};

/** A pack with two versions, two pages of which one is JSON, locked values and an example item. */
export const samplePack: Pack = {
  name: 'lamps',
  version: 2,
  description: 'Lamps and their prices',
  author: 'Ada',
  licence: 'CC0-1.0',
  kinds: ['shop'],
  application: '0.1.0',
  spider: {
    number: 2,
    savedAt: '2026-11-02T08:00:00.000Z',
    note: 'Prices',
    text: JSON.stringify(spider, null, 2),
  },
  earlier: [{ number: 1, savedAt: '2026-11-01T08:00:00.000Z', note: null, text: JSON.stringify(spider) }],
  pages: [
    {
      title: 'Lamp',
      url: 'https://lamps.example/lamp/1',
      source: 'url',
      encoding: 'utf-8',
      kind: 'html',
      fetchedAt: '2026-11-01T09:00:00.000Z',
      text: '<!doctype html><title>Lamp</title><h1>Brass lamp ☀</h1><b class="price">12.50</b>',
      locked: [
        { kind: 'field', name: 'name', callback: 'parse_lamp', values: ['Brass lamp ☀'] },
        { kind: 'field', name: 'price', callback: 'parse_lamp', values: ['12.50'] },
      ],
    },
    {
      title: 'Data',
      url: null,
      source: 'file',
      encoding: 'utf-8',
      kind: 'json',
      fetchedAt: '2026-11-01T09:00:00.000Z',
      text: '{"lamps": []}',
      locked: [],
    },
    {
      title: 'Found',
      url: 'https://lamps.example/search',
      source: 'url',
      encoding: 'utf-8',
      kind: 'json',
      fetchedAt: '2026-11-01T09:00:00.000Z',
      request: { url: 'https://lamps.example/search', message: { method: 'POST', body: 'q=lamp' } },
      text: '{"found": []}',
      locked: [],
    },
  ],
  items: { count: 1, text: '{"name":"Brass lamp"}\n' },
};

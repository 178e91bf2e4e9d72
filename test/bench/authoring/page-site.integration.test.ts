import { expect, it } from 'vitest';
import { servePage } from '../../../bench/authoring/interactions/page-site.ts';

const html = `<a href="https://www.shop.example/list?page=2&sort=a">next</a> <a href="//shop.example">home</a>
<a href="http://other.example/">other</a> <a href="../about">about</a> <p>See http://shop.example/ now.</p>`;

it('a page is a site of its own, and tells which of its links were followed', async () => {
  const site = await servePage(new URL('https://shop.example/list/all?page=1'), Buffer.from(html));
  const { origin, pathname } = new URL(site.url);
  expect(pathname).toBe('/list/all');
  const answer = await fetch(site.url);
  expect(await answer.text()).toBe(site.body.toString());
  expect(site.body.toString()).toContain(`<a href="${origin}/list?page=2&sort=a">`);
  expect(site.body.toString()).toContain(`<a href="${origin}">`);
  expect(site.body.toString()).toContain('http://other.example/');
  expect(site.body.toString()).toContain('See http://shop.example/ now.');
  const followed = await fetch(`${origin}/list?sort=a&page=2#top`);
  expect(followed.status).toBe(404);
  expect(site.wasAskedFor('https://www.shop.example/list?page=2&sort=a')).toBe(true);
  expect(site.wasAskedFor('/list?page=2&sort=a')).toBe(true);
  expect(site.wasAskedFor('/list?page=3')).toBe(false);
  await site.close();
});

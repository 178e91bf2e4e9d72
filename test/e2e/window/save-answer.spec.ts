import { createServer, type Server } from 'node:http';
import { text as read } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { expect } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import { test } from './tester-screen.ts';

/** A search that answers what is sent to it, and nothing else. */
async function serveSearch(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const term = new URLSearchParams(body).get('q') ?? '';
      response.writeHead(request.method === 'POST' ? 200 : 405, { 'content-type': 'text/html' });
      response.end(
        `<!doctype html><title>${term}</title><h1>${term}</h1><ul><li>${term} one</li><li>${term} two</li></ul>`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}/search` };
}

test('the answer of a start request is saved from the form, and opens as the page @look', async ({
  page,
  tester,
  studio,
}) => {
  const { server, url } = await serveSearch();
  const taking = (field: string) => ({
    iterate: { selector: 'li' },
    extract: { [field]: { css: '::text' } },
  });
  await studio.addSpider(
    JSON.stringify({
      name: 'answers',
      allowed_domains: ['127.0.0.1'],
      start_urls: [],
      start_requests: ['shoes', 'boots'].map((q) => ({ url, form: { q }, callback: `parse_${q}` })),
      callbacks: { parse_shoes: taking('shoe'), parse_boots: taking('boot') },
    }),
  );
  await studio.openJson();
  await tester.window.go('#/spider/default/answers/author');
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  const requests = page.getByRole('group', { name: 'Start requests' });
  const save = async (number: number): Promise<void> => {
    await requests
      .getByRole('group', { name: `Request ${number}` })
      .getByRole('button', { name: 'Save its answer' })
      .click();
    await page.getByRole('button', { name: 'Fetch it' }).click();
  };
  await save(1);
  await expect(tester.preview.locator('h1')).toHaveText('shoes');
  await save(2);
  await expect(tester.preview.locator('h1')).toHaveText('boots');
  await expect(page.getByRole('grid', { name: 'Rows of parse_boots' })).toContainText('boots two');
  await expectNoFaults(page, 'a start request with its answer');
  const saved = await studio.call('pages.list', { project: 'default', spider: 'answers' });
  expect(saved.map(({ request }) => request?.body)).toEqual(['q=boots', 'q=shoes']);
  server.closeAllConnections();
  server.close();
});

import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { prove } from '../../../../../renderer/features/tests/proof/proof-store.ts';
import { ProofView } from '../../../../../renderer/features/tests/proof/proof-view.tsx';
import { setClient } from '../../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../../renderer/ui/tooltip.tsx';
import { getDocument, updateDocument } from '../../../../../renderer/spider-document/document.ts';
import type { CallValue } from '../../../../../shared/contract/index.ts';
import type { ProofCheck } from '../../../../../shared/contract/types.ts';
import { createFakeClient, failing, type FakeAnswers } from '../../../fake-client.ts';
import { openDocument } from '../../../open-document.ts';

type Proof = CallValue<'proofs.prove'>;

const text = '{"name": "shop", "callbacks": {"parse": {"extract": {"price": {"css": ".price"}}}}}';

const problem = (at: number): ProofCheck['problems'][number] => ({
  pointer: '/callbacks/parse/extract/price',
  page: `https://shop.example/p/${at}`,
  expected: 'a price that is on the page',
  got: `"${at}"`,
  hint: 'Select the value on the page.',
});

const proofOf = (verdict: Proof['verdict'], checks: ProofCheck[]): Proof => ({
  verdict,
  checks,
  certificate: {
    format: 'spider-studio-proof-1',
    engine: '0.1.0',
    seed: '1',
    spider: { name: 'shop', sha256: '0', document: text },
    pages: [
      { url: 'https://shop.example/p/1', sha256: '1', isHeld: false },
      { url: 'https://shop.example/p/2', sha256: '2', isHeld: true },
    ],
    verdict,
    checks,
    signature: 'abc',
  },
  kept: { id: '1', version: 1 },
});

const passed: ProofCheck = { number: 1, name: 'valid', result: 'pass', problems: [] };
const refused = (problems: number): ProofCheck => ({
  number: 2,
  name: 'grounded',
  result: 'fail',
  problems: Array.from({ length: problems }, (_, at) => problem(at)),
});

let spiders = 0;
let key = { project: 'default', spider: '' };

beforeEach(() => {
  // What is known of a spider outlives its screen.
  spiders += 1;
  key = { project: 'default', spider: `shop-${spiders}` };
  openDocument(key, text);
});

function show(answers: FakeAnswers) {
  const client = createFakeClient({ 'proofs.list': () => [], ...answers });
  setClient(client);
  render(
    <TooltipProvider>
      <ProofView {...key} />
    </TooltipProvider>,
  );
  return client;
}

it('teaches where nothing is proved yet', async () => {
  show({});
  expect(await screen.findByRole('heading', { name: 'Not proved yet' })).toBeDefined();
});

it('judges the edited text, shows how far it is, and what it came to', async () => {
  const edited = text.replace('.price', '.cost');
  const { promise, resolve } = Promise.withResolvers<Proof>();
  const client = show({ 'proofs.prove': () => promise });
  updateDocument(key, { text: edited });
  const made = prove(key);
  await screen.findByRole('button', { name: 'Cancel' });
  const args = client.made.find(({ name }) => name === 'proofs.prove')?.args as { operation: string };
  const { operation } = args;
  expect(args).toEqual({ ...key, text: edited, pages: null, seed: '1', operation });
  client.emit('progress', { operation, stage: 'proving', percent: 40 });
  await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'));
  resolve(proofOf('proved', [passed]));
  await made;
  const heading = await screen.findByRole('heading', { level: 2 });
  expect(heading.textContent).toBe('Proved with 2 pages, 1 of them held back.');
  expect(screen.getByRole('list', { name: 'Checks' }).textContent).toContain('Passed: 1Valid document');

  // Another edit makes it a proof of an earlier text.
  updateDocument(key, { text });
  expect(await screen.findByText('The spider has changed since this proof.')).toBeDefined();
});

it('is given up by Cancel', async () => {
  const user = userEvent.setup();
  const { promise, resolve } = Promise.withResolvers<Proof>();
  show({ 'proofs.prove': () => promise });
  const made = prove(key);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  resolve(proofOf('proved', [passed]));
  await made;
  expect(await screen.findByRole('heading', { name: 'Not proved yet' })).toBeDefined();
});

it('shows a few of 500 problems, and all of them by one click', async () => {
  const user = userEvent.setup();
  show({ 'proofs.prove': () => proofOf('refused', [passed, refused(500)]) });
  await prove(key);
  const list = await screen.findByRole('list', { name: 'Values from the page' });
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Refused: 1 of 11 checks failed.');
  expect(list.children).toHaveLength(20);
  expect(list.children[3]?.textContent).toBe(
    'price of parse on /p/3Expecteda price that is on the pageThere is"3"Select the value on the page.',
  );
  await user.click(screen.getByRole('button', { name: 'Show all 500' }));
  expect(list.children).toHaveLength(500);
  await user.click(screen.getByRole('button', { name: /Values from the page/u, expanded: true }));
  expect(screen.queryByRole('list', { name: 'Values from the page' })).toBeNull();
});

it('says what is missing where there are no pages, and keeps other failures apart', async () => {
  show({ 'proofs.prove': () => failing('bad-pages', 'There are no pages to judge it by.') });
  await prove(key);
  expect(await screen.findByRole('heading', { name: 'There are no pages to prove it by' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Start a test run' })).toBeDefined();
});

it('can be tried again after a failure', async () => {
  const user = userEvent.setup();
  let times = 0;
  show({
    'proofs.prove': () => {
      times += 1;
      return times === 1 ? failing('timed-out', 'It took too long.') : proofOf('incomplete', [passed]);
    },
  });
  await prove(key);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toMatch(/^Incomplete:/u);
});

it('shows the kept proof of the version, as it was made in another window', async () => {
  const { certificate, checks, verdict } = proofOf('proved', [passed]);
  const proof = {
    id: '9',
    version: 1,
    provedAt: '2026-11-20T12:00:00.000Z',
    verdict,
    pages: 2,
    held: 1,
    seed: '1',
    engine: '0.1.0',
    source: 'own-pages',
    failed: [],
    notRun: [],
  } as const;
  const kept = { ...proof, failed: [], notRun: [] };
  show({
    'proofs.list': () => [kept],
    'proofs.get': () => ({ ...kept, checks, certificate: JSON.stringify(certificate) }),
  });
  expect(await screen.findByText(/^Version 1, 20 Nov 2026/u)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Copy checksum' }).getAttribute('title')).toBe('abc');
});

it.each<[where: string, answers: FakeAnswers, query: string]>([
  [
    'a saved page',
    { 'pages.list': () => [{ id: '12', url: 'https://shop.example/p/0' }] as never },
    '?page=12',
  ],
  [
    'a page of a recent run',
    {
      'pages.list': () => [],
      'runs.list': () => ({ runs: [{ id: '3' }, { id: '2' }] as never, more: false }),
      'runs.requests': ({ run, url = '' }) =>
        ({
          rows:
            run === '2'
              ? [
                  { id: '77', url: `${url}0`, hasPage: true },
                  { id: '78', url, hasPage: true },
                ]
              : [],
        }) as never,
    },
    '?page=request%3A78',
  ],
  [
    'no page where it is not stored',
    { 'pages.list': () => [], 'runs.list': () => ({ runs: [], more: false }) },
    '',
  ],
])('leads from a problem to its field, with %s', async (_, answers, query) => {
  const user = userEvent.setup();
  show({ ...answers, 'proofs.prove': () => proofOf('refused', [refused(1)]) });
  await prove(key);
  await user.click(await screen.findByRole('button', { name: 'price of parse' }));
  await waitFor(() => expect(location.hash).toBe(`#/spider/default/${key.spider}/author${query}`));
  await waitFor(() => expect(getDocument(key)?.caret).toBe(text.indexOf('{"css"')));
});

import { given } from '../../given.ts';
import { expect, it } from 'vitest';
import {
  certificateText,
  certify,
  differences,
  readCertificate,
} from '../../../electron/proof/certificate.ts';
import { prove } from '../../../electron/proof/prove.ts';
import { lampPages, lampSpider, pagesOf } from './lamp-pages.ts';

const document = JSON.stringify(lampSpider);
const about = { document, seed: 'seed', engine: '0.1.0' };

const made = async (defaults: Readonly<Record<string, unknown>>) =>
  certify(await prove(document, pagesOf(lampPages()), 'seed', defaults), about);

it.each([{}, { DOWNLOAD_DELAY: 10, DEFAULT_REQUEST_HEADERS: { 'Accept-Language': 'de' } }])(
  'is repeated with the settings of the project at that time: %o',
  async (defaults) => {
    const claim = readCertificate(certificateText(await made(defaults)), 'The file');
    expect(claim).toMatchObject({ isIntact: true, defaults });
    expect(differences(claim, await made(claim.defaults))).toEqual([]);
  },
);

it('differs where the project has given other settings', async () => {
  const claim = readCertificate(certificateText(await made({ DOWNLOAD_DELAY: 10 })), 'The file');
  expect(differences(claim, await made({ DOWNLOAD_DELAY: 5 }))).toEqual([
    'The checks found other problems than before.',
  ]);
  expect(differences(claim, await made({ ROBOTSTXT_OBEY: false }))).toEqual([
    'The verdict was proved and is refused now.',
  ]);
});

it('tells answers for one URL apart by what was sent, without headers', async () => {
  const url = 'https://shop.example/search';
  const message = (q: string) => ({ method: 'POST', body: `q=${q}`, headers: { authorization: 'Bearer a' } });
  const answers = new Map(['a', 'b'].map((q) => [q, `<ul><li class="card"><h3><a>${q}</a></h3></li></ul>`]));
  const plain = pagesOf(lampPages());
  const source = (of: readonly string[]) => ({
    ...plain,
    kind: 'own-pages' as const,
    pages: of.map((q) => ({ ...given(plain.pages[0]), url, message: message(q) })),
    body: ({ message: sent }: { message?: { body?: string } }) =>
      Promise.resolve(Buffer.from(answers.get(sent?.body?.slice(2) ?? '') ?? '')),
  });
  const certificate = async (of: readonly string[]) =>
    certify(await prove(document, source(of), 'seed'), about);
  const text = certificateText(await certificate(['a', 'b']));
  expect(text).not.toContain('Bearer');
  const claim = readCertificate(text, 'The file');
  expect(claim.pages.map(({ stored }) => stored?.message)).toEqual([
    { method: 'POST', body: 'q=a' },
    { method: 'POST', body: 'q=b' },
  ]);
  expect(differences(claim, await certificate(['a', 'b']))).toEqual([]);
  answers.set('b', 'changed');
  expect(differences(claim, await certificate(['a', 'b']))).toContain(
    `The page ${url} POST q=b has changed.`,
  );
  expect(differences(claim, await certificate(['a']))).toContain(`The page ${url} POST q=b is missing.`);
});

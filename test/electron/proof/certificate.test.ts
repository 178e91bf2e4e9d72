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

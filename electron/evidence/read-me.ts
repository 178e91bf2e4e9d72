import { bundleNames, type Evidence } from './evidence.ts';

/** The text that tells what a bundle holds, and how it is checked. */
export function readMe(evidence: Evidence): string {
  const { item, run, pages, picture, noPicture, madeAt, application } = evidence;
  const stored = pages.filter(({ text }) => text !== null);
  const shown =
    picture === null ? [] : [`${bundleNames.picture}   the page as stored, with the element outlined`];
  return [
    `Evidence for item ${item.id} of the spider "${item.spider}"`,
    '',
    `Made on ${madeAt} by Spider Studio ${application}.`,
    `The item was extracted by run ${run.id}, which Spider Studio ${run.application} carried out with version`,
    `${item.version} of the spider, from ${item.url}`,
    '',
    'FILES',
    '',
    `${bundleNames.values}   the item; where each value comes from: the page, the selector, each step`,
    `${bundleNames.spider}   the version of the spider that was carried out`,
    `${bundleNames.pages}    the pages, in the WARC 1.1 format (ISO 28500)`,
    ...shown,
    `${bundleNames.sums}    the SHA-256 of all other files`,
    '',
    ...(noPicture === null ? [] : [`There is no picture: ${noPicture}`, '']),
    'HOW TO CHECK IT',
    '',
    '1. That no file was changed: go to the folder with these files, and run',
    '',
    `     sha256sum --check ${bundleNames.sums}        (Linux)`,
    `     shasum -a 256 --check ${bundleNames.sums}    (macOS)`,
    '     Get-FileHash *                       (Windows PowerShell; compare by eye)',
    '',
    '2. That a page is the one of the run: "sha256" of its page in values.json is the SHA-256 of the body of its',
    '   record in pages.warc. The record names the same digest in base 32 (WARC-Payload-Digest). Tools for WARC',
    '   files check it, for example "warcio check pages.warc".',
    '',
    '3. That a value is on the page: values.json names the selector, the text that it selects, and the result of',
    '   each step. "verdict" says whether the value was extracted again from the stored page, and was the same.',
    '',
    'WHAT THE PAGES ARE',
    '',
    ...(stored.length === 0
      ? ['The run stored none of the pages, so pages.warc has no page.']
      : [
          'The body of a record is the page as it was stored: its text, decoded and written in UTF-8. It is not the',
          'bytes as they were sent, which may have been compressed or in another encoding. Headers that describe those',
          'bytes have the prefix "X-Orig-". A page that the run showed in a browser is stored as the browser had it.',
          'Pages are stored whole; none was cut.',
          '',
          'Headers of responses are as received, except for those that may carry credentials, such as Set-Cookie: their',
          'values are "[removed]". The record of the request has what is known of it, the method and the URL; other',
          'headers that were sent are not stored. A record of the type "resource" is a page whose own headers are not',
          'stored, because an earlier version had fetched it, or because the site said that it had not changed.',
        ]),
    '',
    'WHAT THIS PROVES',
    '',
    'The bundle shows what was stored when the page was fetched, and that the value follows from it. It is not signed:',
    'whoever needs proof that it existed at a certain time has the file SHA256SUMS time-stamped by a third party.',
    '',
  ].join('\n');
}

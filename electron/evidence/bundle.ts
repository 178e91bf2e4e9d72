import { hash } from 'node:crypto';
import { bundleNames, type Evidence } from './evidence.ts';
import { pageRecords } from './page-records.ts';
import { readMe } from './read-me.ts';
import { warcFields, writeWarc, type WarcRecord } from './warc.ts';
import type { ArchivedFile } from './zip.ts';

/** The files of a bundle, the checksums of all others last. */
export function bundleFiles(evidence: Evidence): ArchivedFile[] {
  const { item, values, spider, picture, noPicture, run, madeAt, application } = evidence;
  const told = {
    madeAt,
    application,
    run,
    item,
    values,
    pages: evidence.pages.map(({ page }) => page),
    noPicture,
  };
  const files: ArchivedFile[] = [
    { name: bundleNames.readMe, bytes: Buffer.from(readMe(evidence)) },
    { name: bundleNames.values, bytes: Buffer.from(`${JSON.stringify(told, null, 2)}\n`) },
    { name: bundleNames.spider, bytes: Buffer.from(spider) },
    { name: bundleNames.pages, bytes: writeWarc(recordsOf(evidence)) },
    ...(picture === null ? [] : [{ name: bundleNames.picture, bytes: picture }]),
  ];
  const sums = files.map(({ name, bytes }) => `${hash('sha256', bytes, 'hex')}  ${name}\n`).join('');
  return [...files, { name: bundleNames.sums, bytes: Buffer.from(sums) }];
}

function recordsOf({ pages, madeAt, application, item, run }: Evidence): WarcRecord[] {
  const info = warcFields([
    ['software', `Spider Studio ${application}`],
    ['format', 'WARC File Format 1.1'],
    ['description', `Pages of item ${item.id} of run ${run.id} of ${item.spider}`],
  ]);
  const about: WarcRecord = {
    type: 'warcinfo',
    date: madeAt,
    uri: null,
    contentType: 'application/warc-fields',
    block: info,
    payload: null,
    fields: [['WARC-Filename', bundleNames.pages]],
  };
  return [about, ...pages.flatMap(pageRecords)];
}

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toExportError } from '../../../electron/export/errors.ts';
import { toHostError } from '../../../electron/host/errors.ts';
import { scratchFolder } from './support.ts';

const why = 'cannot be opened: this computer opens no more files for Spider Studio.';

/** Uses up all files that it may open, but for those named, and says what became of opening a database. */
const script = (path: string, left: number): string => `
  import { closeSync, openSync } from 'node:fs';
  import { openStore } from ${JSON.stringify(new URL('../../../electron/store/open.ts', import.meta.url).href)};
  openStore(${JSON.stringify(path)}).close();
  const files = [];
  try {
    for (;;) files.push(openSync(${JSON.stringify(devNull)}, 'r'));
  } catch {
    for (const file of files.splice(0, ${left})) closeSync(file);
  }
  let said = 'opened';
  try {
    openStore(${JSON.stringify(path)});
  } catch (error) {
    said = error.code + ': ' + error.message;
  }
  for (const file of files) closeSync(file);
  console.log(said);
`;

it.runIf(process.platform === 'linux').each([0, 1, 2])(
  'a database for which there is no file left, but %d, is not said to be missing',
  (left) => {
    const folder = scratchFolder();
    const path = join(folder, 'x.db');
    const file = join(folder, 'open.ts');
    writeFileSync(file, script(path, left));
    const command = `ulimit -n 64; exec "${process.execPath}" "${file}"`;
    const said = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trim();
    expect(said).toBe(`out-of-files: The database "${path}" ${why}`);
  },
);

it('the same is said of a file, and of an export', () => {
  const error = Object.assign(new Error('EMFILE'), { code: 'EMFILE', path: '/a/page.html' });
  expect(toHostError(error)).toMatchObject({ code: 'out-of-files', message: `"/a/page.html" ${why}` });
  expect(toExportError(error, '"/a/items.csv"')).toMatchObject({
    code: 'out-of-files',
    message: `"/a/items.csv" ${why}`,
  });
});

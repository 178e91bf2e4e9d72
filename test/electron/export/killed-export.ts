// Exports rows to a file, and is killed where it is told to: `killed-export.ts FORMAT FILE BATCH`. The batches of all readings count.
import { exportItems } from '../../../electron/export/export.ts';
import { exportFormats } from '../../../shared/export-formats.ts';
import { row } from './support.ts';

const [name, file = '', at = '0'] = process.argv.slice(2);
const format = exportFormats.find((one) => one === name);
if (format === undefined) throw new Error('There is no such format.');
let read = 0;

async function* batches() {
  for (let batch = 0; batch < 60; batch += 1) {
    if (read === Number(at)) process.kill(process.pid, 'SIGKILL');
    read += 1;
    yield Array.from({ length: 500 }, (_, n) =>
      row(
        { n, text: `text ${n} `.repeat(20), tags: [{ tag: 'a' }, { tag: 'b' }] },
        { id: String(batch * 500 + n) },
      ),
    );
  }
}

await exportItems({
  batches,
  format,
  rows: null,
  columns: null,
  flatten: [{ path: 'tags', as: 'table' }],
  target: { file, force: true },
});

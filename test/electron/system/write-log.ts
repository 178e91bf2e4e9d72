import { appendToLog } from '../../../electron/system/log-file.ts';

/** Writes a number of entries to a log, as one of several processes: FILE NAME COUNT. */
const [file = '', name = '', count = '0'] = process.argv.slice(2);
for (let number = 0; number < Number(count); number += 1) {
  appendToLog(file, `${name} ${number} ${'x'.repeat(80)}\n`, { maxBytes: 20_000 });
}

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Loaded before the program: kills it before or after the first call of a function of the file system that is about a file. */
const [moment, name, file] = (process.env['KILL_ON_CALL'] ?? '').split('|');
const real = fs[name];
fs[name] = (...args) => {
  const isIt = args.some((arg) => arg === file);
  if (isIt && moment === 'before') kill();
  const result = real(...args);
  if (isIt) kill();
  return result;
};
syncBuiltinESMExports();

function kill() {
  process.kill(process.pid, 'SIGKILL');
  // The signal may come a moment later, and nothing else may happen until then.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

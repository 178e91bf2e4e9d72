// Runs scripts of package.json in parallel, and prints the output of each when it ends: "node scripts/side-by-side.mjs lint typecheck".
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';

/** In the order in which they start: the longest first, and those that use one core before "lint", which uses all free cores. */
const waiting = process.argv.slice(2);
/** More than cores, because some scripts wait for the network. */
const lanes = Math.min(waiting.length, Math.ceil(availableParallelism() * 1.5));

/** Runs a script. @returns whether it passed */
async function passes(script) {
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error('Run this as a script of package.json.');
  const begun = performance.now();
  const child = spawn(process.execPath, [npm, 'run', '--silent', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complained, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve, reject) => child.on('error', reject).on('close', resolve)),
  ]);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}  ${script}, ${seconds} s\n${said}${complained}`);
  return code === 0;
}

async function runTheRest() {
  let isAllRight = true;
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift())
    isAllRight = (await passes(script)) && isAllRight;
  return isAllRight;
}

const results = await Promise.all(Array.from({ length: lanes }, runTheRest));
process.exitCode = results.every(Boolean) ? 0 : 1;

// Runs the checks other than tests in parallel, and prints the output of each when it ends: "npm run check".
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';

/** Scripts of package.json, the longest first. Those that use one core come before "lint", which uses all free cores. */
const checks = ['format:check', 'typecheck', 'lint', 'unused'];

/** Runs a script. @returns whether it passed */
async function passes(script) {
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error('Run this as "npm run check".');
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

const waiting = [...checks];
async function checkTheRest() {
  let isAllRight = true;
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift())
    isAllRight = (await passes(script)) && isAllRight;
  return isAllRight;
}

const lanes = Math.min(checks.length, availableParallelism());
const results = await Promise.all(Array.from({ length: lanes }, checkTheRest));
process.exitCode = results.every(Boolean) ? 0 : 1;

#!/usr/bin/env node
// The command line. Started by an older Node, it restarts in the Node that the project installs.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { addressSpaceProblem } from './address-space.mjs';
import { keepCompiledCode } from './compile-cache.mjs';
import { daemonMemory, startAgainWith } from './daemon-memory.mjs';
import { handSignalsOn } from './ending-signals.mjs';
import { freshBuild } from './engine-build.mjs';
import { broughtNode, nodeAdvice, nodeProblem } from './node-version.mjs';

/** Megabytes of address space that Node reserves at start, compiling and reading the database included. */
const addressMb = 4000;

const problem = nodeProblem(process.versions.node);
const limit = addressSpaceProblem(addressMb);
const memory = daemonMemory(process.argv.slice(2), process.env, process.platform);
if (limit !== null) {
  const error = { code: 'bad-environment', message: limit, hint: null };
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ error }, null, 2)}\n`);
  else process.stderr.write(`error: ${limit}\n`);
  process.exitCode = 1;
} else if (problem === null) {
  if (memory !== null) startAgainWith(memory);
  keepCompiledCode();
  const built = freshBuild('cli');
  const { main } = await import(built === null ? '../electron/cli/main.ts' : pathToFileURL(built).href);
  await main(process.argv.slice(2));
} else {
  handOver(problem);
}

/** Runs this file again in the Node of node_modules, with the same arguments and streams. */
function handOver(problem) {
  const node = fileURLToPath(broughtNode());
  if (!existsSync(node)) {
    process.stderr.write(`${problem} ${nodeAdvice()}\n`);
    process.exitCode = 1;
    return;
  }
  // The pipe is a lifeline: it closes when this process ends, however it ends, and the child ends with it.
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, ...memory, SPIDER_STUDIO_LIFELINE: '3' },
  });
  // A terminal sends SIGINT to both processes: the child takes two at once for one.
  handSignalsOn(child);
  child.on('error', ({ code, message }) => {
    process.stderr.write(
      `${problem} The Node of the project cannot be started (${code ?? message}). ${nodeAdvice()}\n`,
    );
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}

#!/usr/bin/env node
// Serves the application to browsers on this machine until it is stopped.
import { pathToFileURL } from 'node:url';
import { addressSpaceProblem } from './address-space.mjs';
import { keepCompiledCode } from './compile-cache.mjs';
import { freshBuild } from './engine-build.mjs';
import { nodeAdvice, nodeProblem } from './node-version.mjs';

/** Megabytes of address space that the program and its threads reserve. */
const addressMb = 12_000;

const problem = nodeProblem(process.versions.node);
const limit = addressSpaceProblem(addressMb);
if (limit !== null) {
  process.stderr.write(`${limit}\n`);
  process.exitCode = 1;
} else if (problem === null) {
  keepCompiledCode();
  const built = freshBuild('web');
  const { main } = await import(built === null ? '../electron/web/main.ts' : pathToFileURL(built).href);
  await main(process.argv.slice(2));
} else {
  process.stderr.write(`${problem} ${nodeAdvice()} Then run "npm start".\n`);
  process.exitCode = 1;
}

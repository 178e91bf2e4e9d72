#!/usr/bin/env node
// Serves the application to a browser on this machine, until it is stopped.
import { pathToFileURL } from 'node:url';
import { keepCompiledCode } from './compile-cache.mjs';
import { freshBuild } from './engine-build.mjs';
import { nodeProblem } from './node-version.mjs';

const problem = nodeProblem(process.versions.node);
if (problem === null) {
  keepCompiledCode();
  const built = freshBuild('web');
  const { main } = await import(built === null ? '../electron/web/main.ts' : pathToFileURL(built).href);
  await main(process.argv.slice(2));
} else {
  process.stderr.write(
    `${problem} Install Node 24, or run "npm ci" in the project folder and then "npm start".\n`,
  );
  process.exitCode = 1;
}

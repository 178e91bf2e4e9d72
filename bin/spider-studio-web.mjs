#!/usr/bin/env node
// Serves the application to a browser on this machine, until it is stopped.
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { freshBuild } from './engine-build.mjs';
import { nodeProblem } from './node-version.mjs';

const problem = nodeProblem(process.versions.node);
if (problem === null) {
  module.enableCompileCache();
  const built = freshBuild('web');
  const { main } = await import(built === null ? '../electron/web/main.ts' : pathToFileURL(built).href);
  await main(process.argv.slice(2));
} else {
  process.stderr.write(
    `${problem} Install Node 24, or run "npm ci" in the project folder and then "npm start".\n`,
  );
  process.exitCode = 1;
}

import { keepCompiledCode } from '../bin/compile-cache.mjs';
import { nodeAdvice, nodeProblem } from '../bin/node-version.mjs';

const problem = nodeProblem(process.versions.node);
if (problem !== null) {
  throw new Error(`${problem} ${nodeAdvice()} Then run the tests with "npm test".`);
}

// Threads that a test starts begin in half the time.
keepCompiledCode();

// A crawl of a test uses a browser where it names one, and does not depend on what is installed on the machine.
process.env['SPIDER_STUDIO_BROWSER'] ??= 'none';

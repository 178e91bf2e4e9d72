import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFile, maxDepth } from '../../scripts/walls/lint-rules.ts';
import { walls } from '../../scripts/walls/table.ts';
import type { Wall } from '../../scripts/walls/wall.ts';

const root = join(import.meta.dirname, '../..');
const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint');

/** Walls that must stand whatever the table says: a folder, and what nothing in it may import, a type neither. */
const walled: readonly (readonly [folder: string, to: string])[] = [
  ['renderer/client', 'renderer/state'],
  ['renderer/state', 'renderer/features/runs'],
  ['renderer/ui', 'typebox'],
  ['renderer/ui', 'better-sqlite3'],
  ['renderer/ui', 'playwright'],
  ['renderer/ui', 'renderer/state'],
  ['renderer/ui', 'renderer/commands'],
  ['renderer/ui', 'shared/contract'],
  ['renderer/ui/table', 'renderer/features/runs'],
  ['renderer/commands', 'renderer/workbench'],
  ['renderer/navigation', 'renderer/state'],
  ['renderer/spider-document', 'renderer/features/author'],
  ['renderer/features/runs', 'renderer/features/author'],
  ['renderer/features/author/form', 'renderer/features/tester'],
  ['renderer/features/runs', 'renderer/workbench'],
  ['renderer/features/runs', 'electron/host/serving'],
  ['renderer/workbench', 'node:path'],
  ['electron/browser', 'electron/store'],
  ['electron/browser', 'electron/host'],
  ['electron/web', 'electron/store'],
  ['electron/web', 'electron/host/data'],
  ['electron/web', 'electron'],
  ['electron/host/serving', 'electron'],
  ['electron/shell', 'electron/main'],
  ['electron/shell', 'renderer/client'],
  ['electron/system', 'shared'],
  ['electron/extract', 'undici'],
  ['electron/extract/articles/text', 'electron/fetch'],
  ['electron/fetch', 'electron/engine'],
  ['electron/engine', 'electron/store'],
  ['electron/engine', 'better-sqlite3'],
  ['electron/store', 'electron/fetch'],
  ['electron/store/runs', 'electron/host/data'],
  ['electron/host/data', 'electron/engine'],
  ['electron/host/data', 'electron/fetch'],
  ['electron/host/data', 'electron/browser'],
  ['electron/host/data', 'electron/host/work'],
  ['electron/host/data', 'electron/host/serving'],
  ['electron/host/work', 'electron/host/serving'],
  ['electron/host/work', 'electron/host/work/health'],
  ['electron/host/work/health', 'electron/engine'],
  ['electron/host/serving', 'electron/cli'],
  ['electron/cli', 'electron/store'],
  ['electron/cli/commands', 'electron/engine'],
  ['shared', 'node:path'],
  ['shared/spider', 'electron/extract'],
];

/** Others are packages. */
const isFolder = /^(?:renderer|shared)\b|^electron\/(?!main)/;

/** Ways around a wall, and ways to import, as somebody would write them in electron/fetch. */
const ways: readonly string[] = [
  "import { items } from './../store/items.ts'",
  "import { items } from '../fetch/../store/items.ts'",
  "import { items } from './parts/../../store/items.ts'",
  "export const items = await import('../store/items.ts')",
  "export { items } from '../store/items.ts'",
  "export type { Items } from '../store/items.ts'",
  "export * from '../store/items.ts'",
  "import '../store/items.ts'",
  "export type Items = import('../store/items.ts').Items",
];

interface Line {
  file: string;
  line: number;
  code: string;
  /** Whether the rules are to refuse it. */
  isRefused: boolean;
}

const named: readonly Line[] = [
  ...walled.flatMap(([folder, to], index) => {
    const file = `${folder}/violation-${index}.ts`;
    const target = isFolder.test(to) ? relative(file, `${to}/x.ts`) : to;
    const codes = [`import { x } from '${target}'`, `import type { X } from '${target}'`];
    return codes.map((code, line) => ({ file, line: line + 1, code, isRefused: true }));
  }),
  ...ways.map((code, index) => ({ file: `electron/fetch/way-${index}.ts`, line: 1, code, isRefused: true })),
  { file: 'electron/shell/window.ts', line: 1, code: "import { app } from 'electron'", isRefused: true },
];
const ofTable: readonly Line[] = walls.flatMap((wall) =>
  filesOf(wall).flatMap((file) => linesOf(wall, file)),
);
const circle: readonly Line[] = [
  ['circle.ts', "import type { B } from './circle-back.ts'; export interface A { b: B }"],
  ['circle-back.ts', "import type { A } from './circle.ts'; export interface B { a: A }"],
].map(([file = '', code = '']) => ({ file: `electron/fetch/${file}`, line: 1, code, isRefused: true }));

/** The lines that the project's rules refuse, as `file:line`, with the rules that do it. */
let refused: ReadonlyMap<string, readonly string[]>;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'walls-'));
  const config = JSON.stringify(pathToFileURL(join(root, 'oxlint.config.ts')).href);
  writeFileSync(join(folder, 'oxlint.config.ts'), `export { default } from ${config};\n`);
  const texts = Map.groupBy([...named, ...ofTable, ...circle], ({ file }) => file);
  for (const [file, lines] of texts) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), lines.map(({ code }) => `${code};\n`).join(''));
  }
  refused = lint();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the lint rules', () => {
  it.each(named)('refuse $code in $file', (line) => {
    expect(rulesAgainst(line)).toContain(
      line.code.startsWith('export type Items = import') ? annotations : rule,
    );
  });

  it('refuse circles that only types form', () => {
    for (const line of circle) expect(rulesAgainst(line)).toEqual(['import(no-cycle)']);
  });

  it('refuse what the table does not list, at every depth, and nothing else', () => {
    const wrong = ofTable.filter((line) => rulesAgainst(line).includes(rule) !== line.isRefused);
    expect(wrong).toEqual([]);
    expect(ofTable.filter(({ isRefused }) => isRefused).length).toBeGreaterThan(1000);
  });
});

const rule = 'eslint(no-restricted-imports)';
/** Refuses types that are imported within an annotation, wherever they are from. */
const annotations = 'typescript(consistent-type-imports)';

function rulesAgainst({ file, line }: Line): readonly string[] {
  return refused.get(`${file}:${line}`) ?? [];
}

function lint(): Map<string, string[]> {
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '--format', 'json', '.'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(stderr).toBe('');
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  const found = new Map<string, string[]>();
  for (const { code, filename, labels } of diagnostics) {
    const at = `${filename.replaceAll('\\', '/')}:${labels[0]?.span.line}`;
    found.set(at, [...(found.get(at) ?? []), code]);
  }
  return found;
}

interface Diagnostic {
  code: string;
  filename: string;
  labels: { span: { line: number } }[];
}

/** A file for every depth below a place. */
function filesOf({ place }: Wall): string[] {
  if (isFile(place)) return [place];
  const folders = Array.from({ length: maxDepth }, (_, depth) => `deep-${depth}`);
  return Array.from({ length: maxDepth + 1 }, (_, depth) =>
    posix.join(place.replace('*', 'mine'), ...folders.slice(0, depth), 'table.ts'),
  );
}

/** An import of every place and every package that the table knows, and of some that it does not. */
function linesOf(wall: Wall, file: string): Line[] {
  const own = isFile(wall.place) ? posix.dirname(wall.place) : wall.place;
  const folders = walls
    .map(({ place }) => place)
    .filter((place) => !isFile(place) && (place !== own || place.includes('*')));
  const packages = [...new Set(walls.flatMap((each) => each.packages))].filter((name) => name !== 'node');
  const open = new Set([...wall.imports, ...wall.packages]);
  const targets = [
    ...folders.map((place) => ({
      to: relative(file, `${place.replace('*', 'other')}/x.ts`),
      isRefused: place === own || !open.has(place),
    })),
    ...wall.imports.filter(isFile).map((path) => ({ to: relative(file, path), isRefused: false })),
    { to: './x.ts', isRefused: false },
    { to: relative(file, `${own.replace('*', 'mine')}/x.ts`), isRefused: false },
    ...packages.map((name) => ({ to: name, isRefused: !open.has(name) })),
    ...['node:fs', 'node:fs/promises'].map((to) => ({ to, isRefused: !open.has('node') })),
    ...['fs', 'left-pad', '@some/package', '#alias', '/absolute.ts'].map((to) => ({ to, isRefused: true })),
    ...['test/x.ts', 'scripts/x.ts', 'electron/nowhere/x.ts'].map((to) => ({
      to: relative(file, to),
      isRefused: true,
    })),
  ];
  return targets.map(({ to, isRefused }, index) => ({
    file,
    line: index + 1,
    code: `import '${to}'`,
    isRefused,
  }));
}

function relative(file: string, to: string): string {
  const path = posix.relative(posix.dirname(file), to);
  return path.startsWith('.') ? path : `./${path}`;
}

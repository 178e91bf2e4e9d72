import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { isFile } from './lint-rules.ts';
import type { Wall } from './wall.ts';

/** One import of one source file, with paths from the root of the project and slashes. */
export interface Import {
  from: string;
  /** A file, or a package by its name; `node` for the modules of Node. */
  to: string;
  isPackage: boolean;
  /** Gone when the program runs. */
  isType: boolean;
}

/** The source files below the folders that have walls. */
export function sourceFiles(root: string, walls: readonly Wall[]): string[] {
  const tops = [...new Set(walls.map(({ place }) => place.split('/')[0] ?? ''))];
  const files = globSync(
    tops.map((top) => `${top}/**/*.{ts,tsx,mts,mjs}`),
    { cwd: root },
  );
  return files.map((file) => file.replaceAll('\\', '/')).toSorted();
}

/** What a source file imports: statically, by `import()`, by a glob of Vite, and as a type within an annotation. */
export function importsOf(root: string, from: string): Import[] {
  const program = parseAst(readFileSync(posix.join(root, from), 'utf8'), {
    lang: from.endsWith('x') ? 'tsx' : 'ts',
  });
  const found: Import[] = [];
  visit(program, (node) => {
    const source = sourceOf(node);
    if (source === null) return;
    const isType =
      node['type'] === 'TSImportType' || node['importKind'] === 'type' || node['exportKind'] === 'type';
    found.push({ from, isType, ...target(from, source) });
  });
  return found;
}

/** The most exact place that a file is in. */
export function placeOf(file: string, walls: readonly Wall[]): Wall | undefined {
  return walls
    .filter(({ place }) => posix.matchesGlob(file, isFile(place) ? place : `${place}/**`))
    .toSorted((a, b) => b.place.length - a.place.length)[0];
}

type Node = Readonly<Record<string, unknown>>;

const withSource = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

function sourceOf(node: Node): string | null {
  if (typeof node['type'] !== 'string') return null;
  const source = withSource.has(node['type']) ? node['source'] : globOf(node);
  return isNode(source) && typeof source['value'] === 'string' ? source['value'] : null;
}

/** What `import.meta.glob` of Vite is given. */
function globOf({ type, callee, arguments: given }: Node): unknown {
  if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee['object'])) return null;
  const { object, property } = callee;
  const isGlob = object['type'] === 'MetaProperty' && isNode(property) && property['name'] === 'glob';
  return isGlob && Array.isArray(given) ? given[0] : null;
}

function target(from: string, source: string): Pick<Import, 'to' | 'isPackage'> {
  const [path = ''] = source.split('?');
  if (path.startsWith('.')) return { to: posix.join(posix.dirname(from), path), isPackage: false };
  if (path.startsWith('node:')) return { to: 'node', isPackage: true };
  const names = path.split('/');
  return { to: names.slice(0, path.startsWith('@') ? 2 : 1).join('/'), isPackage: true };
}

function visit(value: unknown, call: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, call);
  else if (isNode(value)) {
    call(value);
    for (const each of Object.values(value)) visit(each, call);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

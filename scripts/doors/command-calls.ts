import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { calls, type CallName } from '../../shared/contract/index.ts';

/** The folder of the command line, from the root of the project. */
const folder = 'electron/cli';

/** A command, as its object literal says. */
export interface CommandInCode {
  usage: string;
  summary: string;
  /** The calls that it can make, also by functions that it uses, in the order of the contract. */
  calls: CallName[];
}

/**
 * Reads from the source of the command line which calls each command can make: the names of calls in its object and in every
 * declaration that it leads to. It says too much where a function makes several calls and a command needs only some.
 * @param root the root of the project
 */
export function callsOfCommands(root: string): CommandInCode[] {
  const paths = globSync(`${folder}/**/*.ts`, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const modules = new Map(
    paths.map((path) => [path, readModule(path, readFileSync(posix.join(root, path), 'utf8'))]),
  );
  return [...modules].flatMap(([path, { commands }]) =>
    commands.map(({ usage, summary, piece }) => ({
      usage,
      summary,
      calls: inOrder(reached({ path, piece }, modules)),
    })),
  );
}

/** What a piece of code names. */
interface Piece {
  calls: ReadonlySet<CallName>;
  identifiers: ReadonlySet<string>;
}

interface Module {
  commands: { usage: string; summary: string; piece: Piece }[];
  /** Its declarations at the top, by name. */
  declarations: ReadonlyMap<string, Piece>;
  /** What it imports from files of the command line, by the name that it gives it. */
  imports: ReadonlyMap<string, { path: string; name: string }>;
}

type Node = Readonly<Record<string, unknown>> & { type: string };

function readModule(path: string, source: string): Module {
  const program: unknown = parseAst(source, { lang: 'ts' });
  const commands: Module['commands'] = [];
  const declarations = new Map<string, Piece>();
  const imports = new Map<string, { path: string; name: string }>();
  for (const statement of isNode(program) ? nodesIn(program['body']) : []) {
    for (const [name, target] of importedBy(path, statement)) imports.set(name, target);
    for (const [name, node] of declaredBy(statement)) declarations.set(name, pieceOf(node));
    visit(statement, (node) => {
      const [usage, summary] = [textOf(node, 'usage'), textOf(node, 'summary')];
      if (usage !== null && summary !== null) commands.push({ usage, summary, piece: pieceOf(node) });
    });
  }
  return { commands, declarations, imports };
}

/** The calls that a piece names, and those of every declaration that it leads to. */
function reached(start: { path: string; piece: Piece }, modules: ReadonlyMap<string, Module>): Set<CallName> {
  const found = new Set<CallName>();
  const seen = new Set<Piece>();
  const left = [start];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { path, piece } = next;
    if (seen.has(piece)) continue;
    seen.add(piece);
    for (const name of piece.calls) found.add(name);
    for (const name of piece.identifiers) {
      const target = modules.get(path)?.imports.get(name) ?? { path, name };
      const declared = modules.get(target.path)?.declarations.get(target.name);
      if (declared !== undefined) left.push({ path: target.path, piece: declared });
    }
  }
  return found;
}

function inOrder(names: ReadonlySet<CallName>): CallName[] {
  return callNames.filter((name) => names.has(name));
}

const callNames = Object.keys(calls).filter(isCall);

function isCall(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

function* importedBy(from: string, statement: Node): Iterable<[string, { path: string; name: string }]> {
  const { type, source, specifiers } = statement;
  if (type !== 'ImportDeclaration' || !isNode(source)) return;
  const written = String(source['value']);
  if (!written.startsWith('.')) return;
  const path = posix.join(posix.dirname(from), written);
  for (const { imported, local } of nodesIn(specifiers)) {
    if (isNode(imported) && isNode(local))
      yield [String(local['name']), { path, name: String(imported['name']) }];
  }
}

function* declaredBy(statement: Node): Iterable<[string, Node]> {
  const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement;
  if (declaration.type === 'VariableDeclaration') {
    for (const node of nodesIn(declaration['declarations'])) {
      if (isNode(node['id'])) yield [String(node['id']['name']), node];
    }
  } else if (declaration.type.endsWith('Declaration') && isNode(declaration['id'])) {
    yield [String(declaration['id']['name']), declaration];
  }
}

function pieceOf(node: Node): Piece {
  const names = new Set<CallName>();
  const identifiers = new Set<string>();
  visit(node, ({ type, name, value }) => {
    if (type === 'Identifier') identifiers.add(String(name));
    if (type === 'Literal' && typeof value === 'string' && isCall(value)) names.add(value);
  });
  return { calls: names, identifiers };
}

/** The text of a member of an object literal; null: it has none. */
function textOf(node: Node, member: string): string | null {
  if (node.type !== 'ObjectExpression') return null;
  for (const { key, value } of nodesIn(node['properties'])) {
    if (!isNode(key) || key['name'] !== member || !isNode(value)) continue;
    return typeof value['value'] === 'string' ? value['value'] : null;
  }
  return null;
}

/** Visits the nodes below one and itself; not types, nor the names of members. */
function visit(node: Node, see: (node: Node) => void): void {
  if (node.type.startsWith('TS') && !isNode(node['expression'])) return;
  see(node);
  for (const [key, value] of Object.entries(node)) {
    const isName = (key === 'property' || key === 'key') && node['computed'] === false;
    if (isName || key === 'typeAnnotation' || key === 'typeArguments') continue;
    for (const child of nodesIn(Array.isArray(value) ? value : [value])) visit(child, see);
  }
}

function nodesIn(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

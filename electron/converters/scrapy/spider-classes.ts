import { lastName } from './plain.ts';
import type { ClassDef, Statement } from './syntax.ts';

/** A class of a spider, with what it has of classes of the same file. */
export interface SpiderClass {
  name: string;
  /** Whether it has rules, so that its start pages go to `parse_start_url`. */
  isCrawl: boolean;
  body: Statement[];
}

/** How many classes a class may be built upon. */
const maxBases = 20;

/** The spiders of a file. A class without a name that others are built upon is none by itself. */
export function spidersIn(statements: readonly Statement[]): SpiderClass[] {
  const classes = new Map<string, ClassDef>();
  for (const statement of statements) if (statement.kind === 'class') classes.set(statement.name, statement);
  const bases = new Set([...classes.values()].flatMap((each) => each.bases.map((base) => lastName(base))));
  return [...classes.values()].flatMap((each) => {
    const line = lineOf(each, classes);
    const roots = line.flatMap(({ bases: own }) => own.map((base) => lastName(base)));
    const root = roots.find((name) => isSpiderName(name) && !classes.has(name));
    const body = mergedBody(line);
    const isBase = bases.has(each.name) && !hasName(body);
    return root === undefined || isBase
      ? []
      : [
          {
            name: each.name,
            isCrawl: root.endsWith('CrawlSpider') || (root !== 'Spider' && hasRules(body)),
            body,
          },
        ];
  });
}

const isSpiderName = (name: string): boolean => name.endsWith('Spider');

/** A class and those of the file that it is built upon, the class first. */
function lineOf(begin: ClassDef, classes: ReadonlyMap<string, ClassDef>): ClassDef[] {
  const line = [begin];
  for (let at = 0; at < line.length && line.length < maxBases; at += 1) {
    for (const base of line[at]?.bases ?? []) {
      const known = base.kind === 'name' ? classes.get(base.name) : undefined;
      if (known !== undefined && !line.includes(known)) line.push(known);
    }
  }
  return line;
}

/** What a class has, with what it does not say itself from those that it is built upon. */
function mergedBody(line: readonly ClassDef[]): Statement[] {
  const taken = new Set<string>();
  const body: Statement[] = [];
  for (const { body: own } of line) {
    const names = own.map(nameOf);
    body.push(...own.filter((_statement, index) => !taken.has(names[index] ?? '')));
    for (const name of names) if (name !== '') taken.add(name);
  }
  return body;
}

/** What a statement of a class gives a value to; "": nothing. */
function nameOf(statement: Statement): string {
  if (statement.kind === 'def') return statement.name;
  return statement.kind === 'assign' && statement.target.kind === 'name' ? statement.target.name : '';
}

const hasName = (body: readonly Statement[]): boolean =>
  body.some((statement) => nameOf(statement) === 'name');
const hasRules = (body: readonly Statement[]): boolean =>
  body.some((statement) => nameOf(statement) === 'rules');

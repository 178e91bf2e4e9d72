import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageData from '../../package.json' with { type: 'json' };
import { newestVersion } from '../../electron/store/database/migrations/migrate.ts';
import { postgresMigrations } from '../../electron/store/postgres/schema/migrations.ts';

const root = join(import.meta.dirname, '../..');
const papers = [
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/releasing.md',
  'docs/testing.md',
  'docs/migrations/README.md',
];

/** Every file and folder of the project from its root, as `/docs/testing.md`. */
const places = globSync('**', { cwd: root, exclude: ['node_modules', 'dist', '.git'] }).map(
  (path) => `/${path.replaceAll(sep, '/')}`,
);
/** Files are named by their path from the root or by the end of it. */
const isThere = (named: string): boolean => {
  const end = `/${named.replace(/\/$/, '')}`;
  return existsSync(join(root, named)) || places.some((place) => place.endsWith(end));
};

const textOf = (paper: string): string => readFileSync(join(root, paper), 'utf8').replaceAll('\r\n', '\n');

/** A file, with a name that is written for another one: `NNNN`, `name`, `<name>`, `x`. */
const isPath = (span: string): boolean =>
  /^(?:\.?[\w@.-]+\/)+[\w.@-]*$|^[\w.-]+\.(?:json|jsonc|md|ts|mjs|yml)$/.test(span);
const isMade = (span: string): boolean => /NNNN|name|^dist\/|^npm\b|^x\.|\/x\./.test(span);

describe.each(papers)('%s', (paper) => {
  const text = textOf(paper);
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

  it('links to files that are there', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(root, dirname(paper), link)))).toEqual([]);
  });

  it('names scripts that are there', () => {
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => !Object.keys(packageData.scripts).includes(String(name)))).toEqual([]);
  });

  it('names files that are there', () => {
    const files = spans.filter((span) => isPath(span) && !isMade(span));
    expect(files.filter((file) => !isThere(file))).toEqual([]);
  });
});

describe('the migrations', () => {
  it('have a row each in their document', () => {
    const rows = [...textOf('docs/migrations/README.md').matchAll(/^\| (\d+) /gm)].map(([, number]) =>
      Number(number),
    );
    const newest = Math.max(newestVersion(), newestVersion(postgresMigrations));
    expect(rows).toEqual(Array.from({ length: newest }, (_, index) => index + 1));
  });
});

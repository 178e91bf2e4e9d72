import { describe, expect, it } from 'vitest';
import { exportLine, type ExportLine } from '../../../../renderer/features/results/export-command.ts';
import { readFilters } from '../../../../shared/filters/read-filters.ts';

const value = `it's "50%" of $HOME \`x\` C:\\dir`;
const line: ExportLine = {
  view: {
    source: { project: 'shops', spider: 'lamps', run: 'latest' },
    filters: [
      { column: 'price', operator: 'greater-or-equal', value: 10 },
      { column: 'list price', operator: 'equals', value },
    ],
    search: 'blue lamp',
    sort: [{ column: 'price', descending: true }],
  },
  columns: ['title', 'a,b'],
  dataFolder: '/home/ann/my data',
  platform: 'linux',
};

describe('the export command of a view', () => {
  it('is quoted for a POSIX shell', () => {
    expect(exportLine(line)).toBe(
      String.raw`spider-studio export lamps --project shops --where 'price >= 10 and "list price" = "it'\''s \"50%\" of $HOME ${'`x`'} C:\\dir" and "blue lamp"' --sort 'price desc' --columns 'title,"a,b"' --format csv --output lamps.csv --data-dir '/home/ann/my data'`,
    );
  });

  it('has no sign that the shells of Windows read within double quotes', () => {
    const given = exportLine({ ...line, dataFolder: 'C:\\Users\\Ann B\\', platform: 'win32' });
    const [, where = ''] = /--where "([^"]*)"/u.exec(given) ?? [];
    expect(where).not.toMatch(/[%$`]/u);
    expect(readFilters(where)).toEqual({ filters: line.view.filters, search: line.view.search });
    expect(given).toContain(`--columns "title,'a,b'"`);
    expect(given).toContain('--data-dir "C:\\Users\\Ann B\\\\"');
  });

  it('says how items are written', () => {
    const view = { source: { project: 'default', spider: 'news', run: 'latest' } };
    const flatten = [
      { path: 'tags', as: 'join' as const, separator: ' | ' },
      { path: 'offer', as: 'json' as const },
    ];
    const how = {
      format: 'csv' as const,
      dialect: 'excel' as const,
      rows: 'reviews',
      flatten,
      guardFormulas: true,
    };
    expect(exportLine({ view, columns: null, how, dataFolder: '/data', platform: 'linux' })).toBe(
      "spider-studio export news --format csv --dialect excel --rows reviews --flatten 'tags=join: | ' --flatten 'offer=json' --output news.csv --data-dir /data --guard-formulas",
    );
  });

  it('leaves out what is usual', () => {
    const view = { source: { project: 'default', spider: 'news', run: 'all' } };
    expect(exportLine({ view, columns: ['title'], dataFolder: '/data', platform: 'darwin' })).toBe(
      'spider-studio export news --run all --columns title --format csv --output news.csv --data-dir /data',
    );
  });
});

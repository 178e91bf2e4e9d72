import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { spiderTemplates, templateAbout, templateNames } from '../../../../electron/host/data/templates.ts';
import { judgePack } from '../../../../electron/host/work/packs/judge-pack.ts';
import { resourcesFolder, resourceText } from '../../../../electron/resources/resources.ts';
import { validateSpider } from '../../../../shared/spider/validate.ts';
import type { JsonValue } from '../../../../shared/json-value.ts';

const fetchedAt = '2026-11-01T08:00:00.000Z';

describe('templates', () => {
  it('are all that there are folders for', () => {
    const folders = readdirSync(new URL('templates/', resourcesFolder));
    expect(folders.toSorted()).toEqual([...templateNames].toSorted());
  });

  it.each(templateNames)('%s is a valid spider without warnings', (name) => {
    expect(validateSpider(resourceText(`templates/${name}/spider.json`)).problems).toEqual([]);
  });

  it.each(templateNames)('%s takes from its pages what it says', (name) => {
    const pages = templateAbout(name).pages.map(({ file, url, kind, rendered, locked }) => ({
      title: name,
      url,
      kind,
      source: rendered ? ('rendered' as const) : ('url' as const),
      encoding: 'utf-8',
      fetchedAt,
      text: resourceText(`templates/${name}/${file}`),
      locked: locked.map((part) => ({ ...part, values: part.values as JsonValue[] })),
    }));
    const judged = judgePack({ text: resourceText(`templates/${name}/spider.json`), pages });
    expect(judged.failed).toEqual([]);
    expect(judged).toMatchObject({ passed: true, problem: null });
    expect(judged.rows.length).toBeGreaterThan(0);
  });

  it('show the rows that they take, every field of them filled somewhere', () => {
    for (const { name, rows, isSample } of spiderTemplates()) {
      if (isSample || name === 'empty') continue;
      const fields = new Map<string, boolean>();
      for (const { field, value } of rows.flat())
        fields.set(field, (fields.get(field) ?? false) || (value !== null && value !== ''));
      expect([name, [...fields].filter(([, isFilled]) => !isFilled)]).toEqual([name, []]);
    }
  });
});

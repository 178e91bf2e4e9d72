import { describe, expect, test } from 'vitest';
import { propose } from '../../../../electron/authoring/propose.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';
import type { Proposal } from '../../../../shared/contract/types.ts';
import { otherSitesWithoutSource, otherSitesWithSource } from '../../../servers/single-page/other-sites.ts';
import { answersOf, shownPage, type SinglePageSite } from '../../../servers/single-page/site.ts';
import { vocabularies } from '../../../servers/single-page/things.ts';

const origin = 'https://others.example';

function proposed(site: SinglePageSite): Proposal {
  return propose(parsePage(shownPage(site)), {
    url: `${origin}/${site.name}`,
    fetchedAt: Date.UTC(2026, 10, 28),
    rendered: true,
    answers: answersOf(site, origin),
  });
}

describe.each(Object.entries(vocabularies))('in the words of the %s variation', (_, words) => {
  test.each(otherSitesWithSource(words))('the source of $name is found', (site) => {
    const { truth, asked, name } = site;
    if (truth === null) throw new Error('This site has no source.');
    const { sources, choices } = proposed(site);
    const request = typeof truth.asked === 'number' ? asked[truth.asked] : undefined;
    expect(
      sources.map(({ kind, url, list }) => ({ kind, url, path: list.selector, rows: list.count })),
    ).toEqual([
      {
        kind: request === undefined ? 'script' : 'request',
        url: `${origin}${request?.url ?? `/${name}`}`,
        path: truth.path,
        rows: truth.rows,
      },
    ]);
    const scopes = truth.all === true ? ['source-0-all', 'source-0-page'] : ['source-0-page'];
    expect(choices.map(({ id }) => id).filter((id) => id.startsWith('source'))).toEqual(scopes);
  });

  test.each(otherSitesWithoutSource(words))('none is invented for $name', (site) => {
    const { sources, choices, lists } = proposed(site);
    expect(lists.length).toBeGreaterThan(0);
    expect(sources).toEqual([]);
    expect(choices.filter(({ id }) => id.startsWith('source'))).toEqual([]);
  });
});

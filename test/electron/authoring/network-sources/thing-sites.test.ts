import { describe, expect, test } from 'vitest';
import { propose } from '../../../../electron/authoring/propose.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';
import type { Proposal } from '../../../../shared/contract/types.ts';
import { answersOf, shownPage } from '../../../servers/single-page/site.ts';
import {
  sitesOfOtherThings,
  sitesOfThings,
  type ThingSite,
} from '../../../servers/single-page/thing-sites.ts';
import { vocabularies } from '../../../servers/single-page/things.ts';

const origin = 'https://things.example';

function proposed(site: ThingSite): Proposal {
  return propose(parsePage(shownPage(site)), {
    url: `${origin}/${site.name}`,
    fetchedAt: Date.UTC(2026, 10, 28),
    rendered: true,
    answers: answersOf(site, origin),
  });
}

describe.each(Object.entries(vocabularies))('in the words of the %s variation', (_, words) => {
  test.each(sitesOfThings(words))('what the page of $name is about is found in its JSON', (site) => {
    const { thing, asked, name } = site;
    if (thing === null) throw new Error('This page has no source.');
    const { sources, choices } = proposed(site);
    const request = typeof thing.asked === 'number' ? asked[thing.asked] : undefined;
    expect(
      sources
        .filter(({ of }) => of === null)
        .map(({ kind, url, list }) => ({
          kind,
          url,
          path: list.selector,
          members: list.fields.map(({ selector }) => selector),
        })),
    ).toEqual([
      {
        kind: request === undefined ? 'script' : 'request',
        url: `${origin}${request?.url ?? `/${name}`}`,
        path: thing.path,
        members: thing.members,
      },
    ]);
    const choice = choices.find(({ id, scope }) => scope === 'single' && id.startsWith('source'));
    const [callback] = Object.values(choice?.parts.callbacks ?? {});
    expect(Object.values(callback?.extract ?? {}).map((field) => field.json_path)).toEqual(
      thing.members.map((member) => `${thing.path}${member.slice(1)}`),
    );
  });

  test.each(sitesOfOtherThings(words))('nothing is invented for $name', (site) => {
    const { sources, choices } = proposed(site);
    expect(sources).toEqual([]);
    expect(choices.filter(({ id }) => id.startsWith('source'))).toEqual([]);
  });
});

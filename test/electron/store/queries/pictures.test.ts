import { expect, it } from 'vitest';
import type { KeptPicture } from '../../../../electron/store/pages/picture-queries.ts';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, shop } from './studio.ts';
import { removeForGood } from '../support.ts';

const picture = (name: string, content: string | null = name): KeptPicture => ({
  url: `https://example.org/${name}.png`,
  type: content === null ? null : 'image/png',
  bytes: content?.length ?? 0,
  body: content === null ? null : new TextEncoder().encode(content),
  problem: content === null ? 'It is gone.' : null,
  blocked: content === null,
});

const facts = ({ body: _body, ...rest }: KeptPicture) => rest;

describeQueries('pictures', (open) => {
  it('are kept for a project, once for each URL', async () => {
    const studio = open();
    const { pictures } = studio.queries;
    await addSpider(studio, shop);
    const [a, b, gone] = [picture('a'), picture('b'), picture('gone', null)];
    await pictures.keep('default', [a, b, gone]);
    const urls = [a.url, gone.url, 'https://example.org/unknown.png'];
    expect(await pictures.known('default', urls)).toEqual(expect.arrayContaining([facts(a), facts(gone)]));
    expect(await pictures.known('default', urls)).toHaveLength(2);
    const [loaded, ...others] = await pictures.get('default', urls);
    expect(others).toEqual([]);
    expect(new TextDecoder().decode(loaded?.body ?? new Uint8Array())).toBe('a');
    const renewed = { ...picture('a', 'newer') };
    await pictures.keep('default', [renewed]);
    expect(await pictures.known('default', [a.url])).toEqual([facts(renewed)]);
    expect(await pictures.known('another', [a.url])).toEqual([]);
    await expect(pictures.keep('another', [a])).rejects.toMatchObject({ code: 'not-found' });
  });

  it('come with a saved page, and stay when it goes', async () => {
    const studio = open();
    const { pictures, savedPages, trash } = studio.queries;
    await addSpider(studio, shop);
    const a = picture('a');
    const content = {
      title: 'A page',
      url: 'https://example.org/a',
      source: 'url' as const,
      page: compressPage('<p>', 'utf-8'),
    };
    const { id } = await savedPages.add('default', 'shop', { ...content, run: null, pictures: [a] });
    expect(await pictures.known('default', [a.url])).toEqual([facts(a)]);
    const b = picture('b');
    await savedPages.replace(id, () => ({ ...content, pictures: [b] }));
    await removeForGood({ trash }, { kind: 'page', page: id });
    expect(await pictures.known('default', [a.url, b.url])).toHaveLength(2);
  });

  it('include the icon of a spider, that of the newest page that has one', async () => {
    const studio = open();
    const { savedPages, spiders } = studio.queries;
    await addSpider(studio, shop);
    expect(await spiders.get(shop)).toMatchObject({ icon: null });
    const page = (icon?: string) => ({
      title: 'A page',
      url: 'https://example.org/a',
      source: 'url' as const,
      run: null,
      page: compressPage('<p>', 'utf-8'),
      ...(icon === undefined ? {} : { icon }),
    });
    await savedPages.add('default', 'shop', page('https://example.org/old.ico'));
    const { id } = await savedPages.add('default', 'shop', page('https://example.org/new.ico'));
    const last = await savedPages.add('default', 'shop', page());
    expect(last.icon).toBeNull();
    expect(await spiders.get(shop)).toMatchObject({ icon: 'https://example.org/new.ico' });
    const { run: _run, ...content } = page('https://example.org/newest.ico');
    expect(await savedPages.replace(id, () => content)).toMatchObject({
      icon: 'https://example.org/newest.ico',
    });
    expect(await spiders.list('default')).toMatchObject([{ icon: 'https://example.org/newest.ico' }]);
  });
});

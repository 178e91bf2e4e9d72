import { expect, it } from 'vitest';
import { inProject, ownProblems } from '../../../shared/spider/in-project.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';

const spider = {
  name: 'news',
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/'],
  settings: { ROBOTSTXT_OBEY: false },
};

const problemsOf = (defaults: Record<string, unknown>, own = spider): (string | undefined)[] =>
  ownProblems(validateSpider(inProject(own, defaults)).problems, own, defaults).map(({ pointer }) => pointer);

it('is the spider itself where its project gives nothing', () => {
  expect(inProject(spider, undefined)).toBe(spider);
  expect(inProject(spider, {})).toEqual(spider);
});

it('does not warn of a setting without effect that the project gives', () => {
  expect(problemsOf({ MAX_CRAWL_DELAY: 10 })).toEqual([]);
});

it('warns of one that the spider has itself', () => {
  const own = { ...spider, settings: { ...spider.settings, MAX_CRAWL_DELAY: 10 } };
  expect(problemsOf({ MAX_CRAWL_DELAY: 20 }, own)).toEqual(['/settings/MAX_CRAWL_DELAY']);
});

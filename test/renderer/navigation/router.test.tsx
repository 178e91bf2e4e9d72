import { beforeEach, describe, expect, it } from 'vitest';
import {
  closeOthers,
  closeTab,
  moveTab,
  pinTab,
  stepTab,
  tabKey,
  useOpenTabs,
  visit,
} from '../../../renderer/navigation/open-tabs.ts';
import { getLocation, href, matchPath, navigate, parseHash } from '../../../renderer/navigation/router.ts';

describe('an address', () => {
  it.each([
    ['', []],
    ['#/welcome', ['welcome']],
    ['#/spider/default/shop/author', ['spider', 'default', 'shop', 'author']],
    ['#/run/12?request=7', ['run', '12']],
    ['#/run/a%2Fb', ['run', 'a/b']],
    ['#/run/%E0%A4%A', ['run', '%E0%A4%A']],
    ['#//run//12/', ['run', '12']],
  ])('%j names %j', (hash, segments) => {
    expect(parseHash(hash).segments).toEqual(segments);
  });

  it('holds whatever names and values hold', () => {
    const made = href(['spider', 'a b', 'c/d?e#f'], { field: 'x&y=z' });
    expect(parseHash(made).segments).toEqual(['spider', 'a b', 'c/d?e#f']);
    expect(parseHash(made).query.get('field')).toBe('x&y=z');
  });

  it('fits a route or does not', () => {
    expect(matchPath('spider/:project/:spider/author', ['spider', 'p', 's', 'author'])).toEqual({
      project: 'p',
      spider: 's',
    });
    expect(matchPath('spider/:project/:spider/author', ['spider', 'p', 's'])).toBeNull();
    expect(matchPath('run/:run', ['item', '1'])).toBeNull();
  });
});

describe('open tabs', () => {
  const look = (hash: string) => {
    navigate(hash);
    visit(getLocation());
  };
  const go = (hash: string) => {
    look(hash);
    pinTab(tabKey(getLocation()));
  };
  const keys = () => useOpenTabs.getState().tabs.map((tab) => tab.key);
  beforeEach(() => {
    useOpenTabs.setState({ tabs: [] });
    navigate('#/');
  });

  it('hold one tab for each thing, which remembers its last part', () => {
    go('#/spider/default/shop/author');
    go('#/run/12');
    go('#/spider/default/shop/results?search=x');
    go('#/run/12/log');
    expect(useOpenTabs.getState().tabs).toEqual([
      { key: 'spider/default/shop', hash: '#/spider/default/shop/results?search=x', preview: false },
      { key: 'run/12', hash: '#/run/12/log', preview: false },
    ]);
  });

  it('show another thing in the place of the one that was only looked at', () => {
    look('#/welcome');
    look('#/spider/default/shop/author');
    go('#/run/1');
    look('#/run/2');
    look('#/run/2/log');
    look('#/item/7');
    look('#/settings');
    look('#/spider/default/news/author');
    expect(keys()).toEqual(['welcome', 'run/1', 'spider/default/news', 'settings']);
    pinTab('spider/default/news');
    look('#/run/3');
    expect(keys()).toEqual(['welcome', 'run/1', 'spider/default/news', 'settings', 'run/3']);
  });

  it('go to the neighbour when the shown one is closed', () => {
    for (const hash of ['#/welcome', '#/run/1', '#/run/2']) go(hash);
    navigate('#/run/1');
    closeTab();
    expect(window.location.hash).toBe('#/run/2');
    closeTab();
    expect(window.location.hash).toBe('#/welcome');
    expect(keys()).toEqual(['welcome']);
  });

  it('stay where they are when another one is closed', () => {
    for (const hash of ['#/run/1', '#/run/2']) go(hash);
    closeTab('run/1');
    expect(window.location.hash).toBe('#/run/2');
  });

  it('are stepped through in a circle', () => {
    for (const hash of ['#/run/1', '#/run/2', '#/run/3']) go(hash);
    stepTab(1);
    expect(window.location.hash).toBe('#/run/1');
    stepTab(-1);
    expect(window.location.hash).toBe('#/run/3');
  });

  it('are moved and closed but one', () => {
    for (const hash of ['#/run/1', '#/run/2', '#/run/3']) go(hash);
    moveTab('run/3', 0);
    expect(keys()).toEqual(['run/3', 'run/1', 'run/2']);
    closeOthers('run/1');
    expect(keys()).toEqual(['run/1']);
    expect(window.location.hash).toBe('#/run/1');
  });

  it('are never more than can be told apart', () => {
    for (let run = 1; run <= 20; run += 1) go(`#/run/${run}`);
    expect(keys()).toHaveLength(12);
    expect(keys().at(-1)).toBe('run/20');
  });

  it('survive a reload', () => {
    go('#/run/5');
    expect(JSON.parse(sessionStorage.getItem('spider-studio.tabs') ?? '')).toEqual([
      { key: 'run/5', hash: '#/run/5', preview: false },
    ]);
  });

  it('are named by the thing and not by the part', () => {
    expect(tabKey(parseHash('#/spider/p/s/results'))).toBe('spider/p/s');
    expect(tabKey(parseHash('#/settings?section=keyboard'))).toBe('settings');
  });
});

import { describe, expect, it } from 'vitest';
import { desktopNotice } from '../../../../../electron/host/work/notices/desktop-notice.ts';
import { testNotice } from '../../../../../electron/host/work/notices/texts.ts';
import type { Notice } from '../../../../../electron/notices/notice.ts';

const trouble = (given: object): Notice => ({
  kind: 'trouble',
  title: 'a title',
  text: 'a text',
  trouble: { project: 'my press', spider: 'news/en', run: null, ...given },
  digest: null,
});

const digest = (...troubles: [project: string, spider: string][]): Notice => ({
  kind: 'digest',
  title: `${troubles.length} spiders need a look`,
  text: '# Markdown',
  trouble: null,
  digest: { troubles: troubles.map(([project, spider]) => ({ project, spider, message: 'It failed.' })) },
});

describe('how the system shows a notice', () => {
  it.each([
    ['a run', trouble({ run: '12' }), 'a text', '#/run/12'],
    ['a spider without a run', trouble({}), 'a text', '#/spider/my%20press/news%2Fen/runs'],
    ['a trouble of another version', trouble({ project: 7 }), 'a text', null],
    ['a quiet night', digest(), '', null],
    ['one project', digest(['p', 'a'], ['p', 'b']), 'a: It failed.\nb: It failed.', '#/project/p'],
    ['two projects', digest(['p', 'a'], ['q', 'b']), 'a: It failed.\nb: It failed.', null],
    [
      'more than fit',
      digest(['p', 'a'], ['p', 'b'], ['p', 'c'], ['p', 'd']),
      'a: It failed.\nb: It failed.\nc: It failed.\nAnd 1 more spider.',
      '#/project/p',
    ],
    ['a test', testNotice, 'This channel works.', '#/settings?section=notices'],
  ])('of %s', (_, notice, text, place) => {
    expect(desktopNotice(notice)).toEqual({ title: notice.title, text, place });
  });
});

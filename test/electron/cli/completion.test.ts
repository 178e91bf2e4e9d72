import { describe, expect, it } from 'vitest';
import { commandGroups, commands } from '../../../electron/cli/commands/index.ts';
import { candidatesFor, type ReadNames } from '../../../electron/cli/completion.ts';

const tree = { commands, groups: commandGroups };
const names: ReadNames = async (kind, project) =>
  [`${kind}-one`, `${kind}-two`].map((value) => ({
    value: project === null ? value : `${project}-${value}`,
    about: '',
  }));
const complete = async (...words: string[]) =>
  (await candidatesFor(words, tree, names)).map(({ value }) => value);

describe('the words at the caret', () => {
  it.each([
    [['cra'], ['crawl']],
    [
      ['runs', 're'],
      ['reextract', 'requests', 'requeue', 'resume'],
    ],
    [['nothing', ''], []],
    [['runs', 'nothing', ''], []],
    [
      ['crawl', ''],
      ['spider-one', 'spider-two'],
    ],
    [['crawl', 'spider-t'], ['spider-two']],
    [['crawl', 'news', ''], []],
    [
      ['crawl', '--project', 'p', ''],
      ['p-spider-one', 'p-spider-two'],
    ],
    [['crawl', '--project=p', 's'], []],
    [['crawl', '--project=p', 'p-spider-o'], ['p-spider-one']],
    [
      ['crawl', '--project', ''],
      ['project-one', 'project-two'],
    ],
    [
      ['runs', 'show', ''],
      ['run-one', 'run-two'],
    ],
    [
      ['runs', 'diff', 'run-one', ''],
      ['run-one', 'run-two'],
    ],
    [
      ['projects', 'delete', ''],
      ['project-one', 'project-two'],
    ],
    [['pages', 'delete', 'spider-o'], ['spider-one']],
    [
      ['pages', 'delete', 'spider-one', 'page-one', ''],
      ['page-one', 'page-two'],
    ],
    [
      ['trash', 'restore', ''],
      ['trash-one', 'trash-two'],
    ],
    [
      ['prove', 'spider-one', '--version', ''],
      ['version-one', 'version-two'],
    ],
    [['queue', 'cancel', ''], []],
    [
      ['spiders', 'change', 'spider-one', 'spider-'],
      ['spider-one', 'spider-two'],
    ],
    [
      ['export', 'news', '--run', ''],
      ['run-one', 'run-two'],
    ],
    [
      ['export', 'news', '--dialect', ''],
      ['bom', 'excel', 'standard'],
    ],
    [['export', 'news', '--output', ''], []],
    [['validate', ''], []],
    [['export', 'news', '--dia'], ['--dialect']],
    [['export', 'news', '--force', '--fo'], ['--format']],
    [['crawl', 'news', '--set', 'A=1', '--se'], ['--set']],
  ])('of %j are %j', async (words, expected) => {
    expect(await complete(...words)).toEqual(expected);
  });

  it('are all commands and groups, each with what it is about', async () => {
    const all = await candidatesFor([''], tree, names);
    expect(all).toHaveLength(commands.length + commandGroups.length);
    expect(all.every(({ about }) => about !== '')).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { readQueueFile } from '../../shared/queue-file.ts';

describe('a file of crawls', () => {
  it('is CSV with a header, whose values may be quoted and stand on several lines', () => {
    const text = [
      'spider,project,priority,limit,arg.term,set.DOWNLOAD_DELAY,overrides,allowPrivate,workers',
      'shop,research,5,10,"boots, red",2,"{""ROBOTSTXT_OBEY"": false}",true,3',
      '',
      'news,,,,"two',
      'lines",,,,',
      'last',
    ].join('\r\n');
    expect(readQueueFile(text)).toEqual({
      entries: [
        {
          line: 2,
          spider: 'shop',
          project: 'research',
          priority: 5,
          limit: 10,
          args: { term: 'boots, red' },
          overrides: { DOWNLOAD_DELAY: 2, ROBOTSTXT_OBEY: false },
          allowPrivate: true,
          workers: 3,
        },
        { line: 4, spider: 'news', args: { term: 'two\r\nlines' } },
        { line: 6, spider: 'last' },
      ],
      problems: [],
    });
  });

  it.each([';', '\t'])('has the separator %j of some spreadsheets', (separator) => {
    const text = `\u{feff}spider${separator}priority\nshop${separator}-3\n`;
    expect(readQueueFile(text).entries).toEqual([{ line: 2, spider: 'shop', priority: -3 }]);
  });

  it('is a JSON array, with the line of each crawl', () => {
    const text = `[
      {"spider": "shop", "args": {"term": "a\\"]", "size": 42}, "limit": null},
      {
        "spider": "news", "set.USER_AGENT": "me", "overrides": {"DEPTH_LIMIT": 3}
      }
    ]`;
    expect(readQueueFile(text)).toEqual({
      entries: [
        { line: 2, spider: 'shop', args: { term: 'a"]', size: '42' } },
        { line: 3, spider: 'news', overrides: { USER_AGENT: 'me', DEPTH_LIMIT: 3 } },
      ],
      problems: [],
    });
  });

  it.each([
    ['', [[1, 'The file is empty.']]],
    ['spider\n', [[1, 'The file has no crawls.']]],
    ['[]', [[1, 'The file has no crawls.']]],
    ['name\nshop', [[1, 'The first line names the columns, and one of them has to be "spider".']]],
    ['spider,spider\nshop,news', [[1, 'Two columns are named "spider".']]],
    ['spider\n"shop\nnews', [[2, 'A quoted value has no end.']]],
    ['spider\nshop,3', [[2, 'It has 2 values, but there is 1 column.']]],
    ['{"spider": "shop"}', [[1, 'It has to be a JSON array of objects.']]],
    ['[\n"shop"\n]', [[2, 'Each crawl is an object such as {"spider": "shop"}.']]],
    ['[\n{"project": "x"}]', [[2, 'spider is missing.']]],
    ['[\n{"spider": ""}]', [[2, 'spider is the name of a spider, not "".']]],
    [
      'spider,priority,limit,args,allowPrivate,workers,colour\nshop,high,0,[],maybe,33,red',
      [
        [2, 'priority is a whole number from -1000 to 1000, not "high".'],
        [2, 'limit is a whole number from 1, not "0".'],
        [2, 'args is a JSON object, not "[]".'],
        [2, 'allowPrivate is true or false, not "maybe".'],
        [2, 'workers is a whole number from 1 to 32, not "33".'],
        [
          2,
          '"colour" is none of spider, project, priority, limit, args, overrides, allowPrivate, workers, arg.NAME and set.KEY.',
        ],
      ],
    ],
    ['[{"spider": "shop", "args": {"term": [1]}}]', [[1, 'The argument term is a text, not [1].']]],
  ])('tells what is wrong and where: %j', (text, problems) => {
    expect(readQueueFile(text).problems.map(({ line, message }) => [line, message])).toEqual(problems);
  });

  it('gives no crawl for a line with a problem, and those of the others', () => {
    expect(readQueueFile('spider,limit\nshop,0\nnews,2').entries).toEqual([
      { line: 3, spider: 'news', limit: 2 },
    ]);
  });

  it.each([
    ['[\n{"spider": "shop"},\n{"spider" "news"}\n]', 3, "No JSON: Expected ':' after property name."],
    ['[\n{"spider": "shop"},\n{"spider": "news"},\n]\n', 4, "No JSON: Unexpected token ']'."],
    ['[\n{"spider": shop},\n{"spider": "news"}]', 2, "No JSON: Unexpected token 's'."],
    ['[\n}', 2, "No JSON: Unexpected token '}'."],
    ['[\n{"spider": "shop"},\n', 3, 'No JSON: Unexpected end of JSON input.'],
  ])('tells the line of a fault of JSON: %j', (text, line, message) => {
    expect(readQueueFile(text)).toEqual({ entries: [], problems: [{ line, message }] });
  });
});

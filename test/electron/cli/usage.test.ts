import { describe, expect, it } from 'vitest';
import { callProgram, type Said } from './call-command.ts';

function expectUsage({ code, out, err }: Said, message: RegExp): void {
  expect(JSON.parse(out)).toMatchObject({
    error: { code: 'usage', message: expect.stringMatching(message) },
  });
  expect(code).toBe(2);
  expect(out + err).not.toMatch(/\n\s+at .+:\d+:\d+/);
}

describe('a call that does not fit is exit code 2', () => {
  it.each([
    [['crawl']],
    [['no-such-command']],
    [['crawl', 'news', '--limit', '0']],
    [['crawl', 'news', '--limit', 'many']],
    [['crawl', 'news', '--set', 'DOWNLOAD_DELAY']],
    [['crawl', 'news', '--no-such-flag']],
    [['export', 'news', '--format', 'xml']],
    [['queue', 'list', '--state', 'pending', '--state', 'late']],
    [['show', 'news', '0']],
    [['explain', 'https://example.org/']],
    [['analyze', 'page.html', '--spider', 'x.json']],
    [['analyze', 'page.html', '--find', '']],
    [['export', 'news', '--format', 'json', '--columns', '']],
    [['export', 'news', '--format', 'json', '--columns', ' , ']],
    [['runs', 'no-such-command']],
    [['proxies', 'add', 'datacentre', 'http://10.0.0.7:3128']],
    [['proxies', 'add', 'direct', 'http://10.0.0.7:3128']],
    [['proxies', 'remove', 'residental', 'http://10.0.0.7:3128']],
  ])('%j', async (args) => {
    expectUsage(await callProgram([...args, '--json']), /./);
    const plain = await callProgram(args);
    expect(plain).toEqual({ code: 2, out: '', err: expect.stringMatching(/^error: /) });
  });
});

describe('the address of a database', () => {
  const address = 'postgres://me:s3cr3t@db.example/shop';

  it.each([
    [['crawl', 'news', '--database', address], /password does not belong/],
    [['--database', address, 'crawl', 'news'], /password does not belong/],
    [[`--database=${address}`, 'runs', 'list'], /password does not belong/],
    [['runs', 'list', '--database', 's3cr3t'], /no address/],
    [['runs', 'list', '--database-password-file', 's3cr3t'], /needs a database/],
    [['--database', address], /command is missing/],
  ])('%j is refused, and not repeated', async (args, message) => {
    const said = await callProgram([...args, '--json']);
    expectUsage(said, message);
    expect(said.out + said.err).not.toContain('s3cr3t');
  });
});

describe('a group without the command behind it', () => {
  it.each([
    [['runs'], /"runs" needs a command after it/, /list, show, resume, .*delete/],
    [['spiders'], /"spiders" needs a command after it/, /list, show, proofs, delete/],
    [['projects', '--data-dir', 'runs'], /"projects" needs a command after it/, /list/],
  ])('%j is exit code 2 with the list of commands', async (args, message, commands) => {
    expect(await callProgram(args)).toEqual({ code: 2, out: '', err: expect.stringMatching(message) });
    for (const json of [
      [...args, '--json'],
      ['--json', ...args],
      ['--json', '--data-dir', 'folder', ...args],
    ]) {
      const called = await callProgram(json);
      expectUsage(called, message);
      expect(JSON.parse(called.out)).toMatchObject({ error: { hint: expect.stringMatching(commands) } });
      expect(called.err).toBe('');
    }
  });
});

describe('options of every command', () => {
  it('do not stand for a command', async () => {
    expectUsage(await callProgram(['--json']), /command is missing/);
    expectUsage(await callProgram(['--data-dir', 'folder', '--json']), /command is missing/);
    const help = await callProgram(['runs', '--json', '--help']);
    expect(help.code).toBe(0);
    expect(help.out).toContain('spider-studio runs');
  });
});

import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { call } from './call.ts';
import { scratchFolder } from './command-line.ts';

const hasBash = process.platform !== 'win32' && spawnSync('bash', ['--version']).status === 0;
const entry = resolve('bin/spider-studio.mjs');
const spider = JSON.stringify({
  name: 'news',
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/'],
});

it('answers with words and what they are about, and makes no data folder', async () => {
  const data = join(scratchFolder(), 'data');
  const options = ['--data-dir', data];
  const groups = await call(['completion', 'zsh', ...options, '--', 'runs', '+resu']);
  expect(groups).toMatchObject({ code: 0, stdout: expect.stringMatching(/^resume\t\S.+\n$/u), stderr: '' });
  expect(await call(['completion', 'fish', ...options, '--', 'crawl', '+'])).toMatchObject({
    code: 0,
    stdout: '',
  });
  expect(existsSync(data)).toBe(false);
});

it('knows the spiders and the runs of the workspace', async () => {
  const data = scratchFolder();
  const options = ['--data-dir', data];
  const file = join(data, 'news.json');
  writeFileSync(file, spider);
  expect((await call(['import', file, '--project', 'press', ...options])).code).toBe(0);
  const inProject = await call(['completion', 'fish', ...options, '--', 'crawl', '--project', 'press', '+']);
  expect(inProject.stdout).toBe('news\tspider of press\n');
  expect((await call(['completion', 'fish', ...options, '--', 'crawl', '+'])).stdout).toBe('');
});

it('refuses a shell that it does not know', async () => {
  const { code, stderr } = await call(['completion', 'tcsh', '--data-dir', scratchFolder()]);
  expect(code).toBe(2);
  expect(stderr).toContain('There is one for bash, zsh, fish, powershell.');
});

it.runIf(hasBash)('completes in a real bash', async () => {
  const { stdout: script } = await call(['completion', 'bash', '--data-dir', scratchFolder()]);
  const asked = (line: string[]): string => {
    const words = line.map((word) => `'${word}'`).join(' ');
    const driver = `spider-studio() { '${process.execPath}' '${entry}' "$@"; }
${script}
COMP_WORDS=(spider-studio ${words}); COMP_CWORD=${line.length}; _spider_studio
printf '%s|' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', driver], {
      encoding: 'utf8',
      env: { ...process.env, SPIDER_STUDIO_HOME: join(scratchFolder(), 'none') },
    });
    expect(stderr).toBe('');
    return stdout;
  };
  expect(asked(['runs', 'resu'])).toBe('resume|');
  expect(asked(['cra'])).toBe('crawl|');
  expect(asked(['export', 'news', '--format', 'j'])).toBe('json|jsonl|');
  expect(asked(['validate', ''])).toBe('|');
});

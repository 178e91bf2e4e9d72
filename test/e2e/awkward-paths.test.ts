import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';
import { isWindowsNode } from './program.ts';
import { startSeededSite } from './seeded-site.ts';

const items = 5;

/** A data folder with a few items, and the lines that their export has. */
async function studioWithItems() {
  const site = await startSeededSite();
  const studioOfTest = studio('process');
  await studioOfTest.call(['import', studioOfTest.file('site.json', site.spider)]);
  const limited = ['--allow-private', '--limit', String(items + 1), '--json'];
  const crawled = await studioOfTest.call(['crawl', 'site', ...limited]);
  expect(crawled.code, crawled.stdout + crawled.stderr).toBe(0);
  const { stdout } = await studioOfTest.call(['export', 'site', '--format', 'jsonl']);
  expect(stdout.split('\n').length).toBeGreaterThan(2);
  return { ...studioOfTest, exported: stdout };
}

describe('an export', { timeout: 600_000 }, () => {
  it('goes to files and folders with the names that people give', async () => {
    const { folder, call, exported } = await studioWithItems();
    const names = [
      'Ärger & Größe.jsonl',
      "it's 100 %, (really) [new] #1; a=b.jsonl",
      '東京 🗼.jsonl',
      join('Neuer Ordner (2)', 'e\u0301te\u0301.jsonl'),
      // Longer than the 260 characters that Windows' programs once had for a whole path.
      join(...Array.from({ length: 4 }, (_, index) => `${index}${'x'.repeat(70)}`), 'far down.jsonl'),
    ];
    for (const name of names) {
      const path = join(folder, name);
      mkdirSync(join(path, '..'), { recursive: true });
      const written = await call(['export', 'site', '--output', path, '--format', 'jsonl']);
      expect(written.code, `${name}: ${written.stderr}`).toBe(0);
      expect(readFileSync(path, 'utf8')).toBe(exported);
      expect(readdirSync(join(path, '..')).filter((file) => file.endsWith('.partial'))).toEqual([]);
    }
  });

  it.runIf(isWindowsNode)('is refused under a name that Windows keeps for itself', async () => {
    const { folder, call } = await studioWithItems();
    const before = readdirSync(folder);
    for (const [name, reason] of [
      ['CON', 'device'],
      ['nul.jsonl', 'device'],
      ['Com1.csv', 'device'],
      ['what?.jsonl', '"?"'],
      ['a:b.jsonl', '":"'],
      ['ends with a dot.', 'dot'],
    ] as const) {
      const refused = await call([
        'export',
        'site',
        '--output',
        `${folder}/${name}`,
        '--format',
        'jsonl',
        '--json',
      ]);
      expect(refused.code, name).not.toBe(0);
      expect(refused.json<{ error: { message: string } }>().error.message).toContain(reason);
    }
    expect(readdirSync(folder)).toEqual(before);
  });

  it.runIf(isWindowsNode)('says that a drive is not there', async () => {
    const { call } = await studioWithItems();
    const refused = await call(['spiders', 'list', '--data-dir', 'Q:\\nowhere', '--json']);
    expect(refused.code).not.toBe(0);
    expect(refused.json<{ error: { message: string } }>().error.message).toContain('Q:');
    expect(existsSync('Q:\\nowhere')).toBe(false);
  });
});

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from '../../../scripts/generated-files.ts';

const root = join(import.meta.dirname, '../../..');
const validateUrl = new URL('../../../shared/spider/validate.ts', import.meta.url).href;
const everything = join(root, 'test/fixtures/spiders/everything.json');
const script = `
  import { readFileSync } from 'node:fs';
  import { validateSpider } from ${JSON.stringify(validateUrl)};
  const good = validateSpider(readFileSync(${JSON.stringify(everything)}, 'utf8'));
  const bad = validateSpider({ name: 5 });
  const result = [good.valid, bad.problems.map(({ code }) => code)];
`;
const expected = [true, ['missing-key', 'missing-key', 'wrong-type']];

describe('generated files', () => {
  it('are fresh; if not, run "npm run generate"', async () => {
    const files = await generatedFiles();
    const onDisk = (path: string): string => readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n');
    const stale = [...files].filter(([path, content]) => onDisk(path) !== content);
    expect(stale.map(([path]) => path)).toEqual([]);
    expect(files.size).toBe(18);
  });

  it('need no import, so that any bundle can hold them', () => {
    const code = readFileSync(join(root, 'shared/spider/generated/validate-schema.mjs'), 'utf8');
    expect(code).not.toMatch(/\brequire\(|\bimport\b/);
  });

  it('hold a schema that editors can use', () => {
    const schema = JSON.parse(readFileSync(join(root, 'resources/spider.schema.json'), 'utf8')) as object;
    const check = new Ajv({ discriminator: true }).compile(schema);
    expect(check(JSON.parse(readFileSync(everything, 'utf8')))).toBe(true);
    expect(check({ name: 'a', allowed_domains: [], start_urls: ['http://a.b/'] })).toBe(false);
  });
});

describe('the check', () => {
  it('runs where code from strings is forbidden', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--disallow-code-generation-from-strings',
        '--input-type=module',
        '--eval',
        `${script}
         let forbidden = false;
         try { new Function('return 1')(); } catch { forbidden = true; }
         process.stdout.write(JSON.stringify([...result, forbidden]));`,
      ],
      { encoding: 'utf8', cwd: root },
    );
    expect({ status, stderr, result: stdout && JSON.parse(stdout) }).toEqual({
      status: 0,
      stderr: '',
      result: [...expected, true],
    });
  });

  it('runs in a worker thread', async () => {
    const code = `${script}
      import { parentPort } from 'node:worker_threads';
      parentPort.postMessage(result);`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
    const result = await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    await worker.terminate();
    expect(result).toEqual(expected);
  });
});

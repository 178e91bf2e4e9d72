import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOrigin } from '../../electron/sample-site/spiders.ts';
import { startSampleSite, type SampleSite } from '../../electron/sample-site/server.ts';
import { studio } from './command-line.ts';

// Every example of the guide is carried out as it stands: files are written, commands are typed, and what is shown comes out. The
// sample site has a port of its own here, because other tests use the usual one.

interface Block {
  language: string;
  /** The name of a file; empty: none. */
  file: string;
  text: string;
}

const folder = new URL('../../docs/guide/', import.meta.url);
const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && !name.startsWith('reference-'));

function blocksOf(page: string): Block[] {
  const markdown = readFileSync(new URL(page, folder), 'utf8').replaceAll('\r\n', '\n');
  return [...markdown.matchAll(/^```(\w*) ?(\S*)\n(.*?)^```$/gms)].map(
    ([, language = '', file = '', text = '']) => ({
      language,
      file,
      text,
    }),
  );
}

/** The words of a command, as every shell reads them: apart at spaces, together in double quotes. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

let site: SampleSite;
beforeAll(async () => {
  site = await startSampleSite();
});
afterAll(() => site.close());

/** A text for the port that the sample site has here. */
const here = (text: string): string => text.replaceAll(sampleOrigin, site.url.replace(/\/$/, ''));

describe.each(pages)('%s', (page) => {
  const blocks = blocksOf(page);
  it.runIf(blocks.length > 0)('shows what happens', async () => {
    const { folder: cwd, file: write, call } = studio();
    const wrong: string[] = [];
    let output = '';
    for (const { language, file, text } of blocks) {
      if (file !== '') {
        write(file, here(text));
      } else if (language === 'sh') {
        output = '';
        for (const line of text.trim().split('\n')) {
          const [program, ...args] = wordsOf(here(line));
          if (program !== 'spider-studio') wrong.push(`${line}: another program`);
          const fetches = args[0] === 'crawl' || (args[0] === 'pages' && args[1] === 'add');
          const more = fetches ? ['--allow-private'] : [];
          const { code, stdout, stderr } = await call([...args, ...more], { cwd });
          if (code !== 0) wrong.push(`${line}: exit code ${code}\n${stdout}${stderr}`);
          output += stdout;
        }
      } else if (language === 'text') {
        const missing = text
          .trim()
          .split('\n')
          .filter((line) => !output.includes(line));
        wrong.push(...missing.map((line) => `${line}: not in\n${output}`));
      } else wrong.push(`${language}: neither a file, nor commands, nor what they print`);
    }
    expect(wrong).toEqual([]);
  });
});

it('has examples', () => {
  const all = pages.flatMap(blocksOf);
  expect(all.filter(({ language }) => language === 'sh').length).toBeGreaterThan(15);
});

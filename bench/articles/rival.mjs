// Reads the pages of a folder with one rival's extractor, as `own.ts` does with ours: node rival.mjs NAME FOLDER
// Plain JavaScript, since it uses the packages of bench/.rivals. Measured is what the rival does, its parsing included, until it
// has its answer; making text of its markup is our business and is not.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { readPages } from './read-pages.ts';
import { documentOf, textOf } from './rival-text.ts';

const [name = '', folder = ''] = process.argv.slice(2);
const require = createRequire(new URL('../.rivals/package.json', import.meta.url));
const { parseHTML } = require('linkedom');

/** Each is called as its own documentation says for Node, on linkedom, the quickest document that both run on. */
const extractors = {
  async readability() {
    const { Readability } = require('@mozilla/readability');
    return (html) => {
      const found = new Readability(documentOf(html, parseHTML)).parse();
      if (found === null) return () => ({ text: '' });
      return () => ({
        title: found.title,
        author: found.byline,
        date: found.publishedTime,
        text: textOf(found.content, parseHTML),
      });
    };
  },
  async defuddle() {
    // "import" alone knows the entry for Node, and resolves packages beside this file only.
    const manifest = require.resolve('defuddle').replace(/dist[\\/][^\\/]*$/, 'dist/node.js');
    const { Defuddle } = await import(pathToFileURL(manifest).href);
    return async (html, url) => {
      // Without `useAsync: false` it may ask other sites for what a page lacks.
      const found = await Defuddle(documentOf(html, parseHTML), url, { useAsync: false });
      return () => ({
        title: found.title,
        author: found.author,
        date: found.published,
        text: textOf(found.content, parseHTML),
      });
    };
  },
};

if (!Object.hasOwn(extractors, name)) throw new Error(`There is no rival "${name}".`);
await readPages(folder, await extractors[name]());

// Reads every page of a folder with one rival's extractor and prints one line of JSON for each: what it found, and the
// processor time from the text of the page to the text of the article, its own parsing included. Plain JavaScript, run from
// bench/.rivals' packages: node rival.mjs NAME FOLDER
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const [name = '', folder = ''] = process.argv.slice(2);
const require = createRequire(new URL('../.rivals/package.json', import.meta.url));
const { parseHTML } = require('linkedom');
const { Readability } = require('@mozilla/readability');
const Defuddle = require('defuddle');

/** Each gets a document of linkedom, the quickest of those that both run on. */
const extractors = {
  readability(html) {
    const found = new Readability(parseHTML(html).document).parse();
    return found === null ? {} : { title: found.title, author: found.byline, text: found.textContent };
  },
  defuddle(html) {
    const { document } = parseHTML(html);
    const found = new (Defuddle.default ?? Defuddle)(document).parse();
    const text = parseHTML(`<body>${found.content}</body>`).document.body.textContent;
    return { title: found.title, author: found.author, date: found.published, text };
  },
};

const extract = extractors[name];
if (extract === undefined) throw new Error(`There is no rival "${name}".`);
const log = console.log;
// Both write notes for developers while they read.
for (const kind of ['log', 'warn', 'error', 'info', 'debug']) console[kind] = () => undefined;
for (const file of readdirSync(folder).sort()) {
  const html = gunzipSync(readFileSync(join(folder, file))).toString('utf8');
  const before = process.cpuUsage();
  let found = {};
  try {
    found = extract(html);
  } catch {
    found = {};
  }
  const { user, system } = process.cpuUsage(before);
  log(JSON.stringify({ id: file.replace(/\.html\.gz$/, ''), cpuMs: (user + system) / 1000, ...found }));
}

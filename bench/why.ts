import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { renderTable } from '../electron/cli/table.ts';
import { compileSelector } from '../electron/extract/select.ts';
import { parsePage, type PageTree } from '../electron/extract/tree.ts';
import { whyEmpty } from '../electron/extract/why/why-empty.ts';
import { elementsBelow } from '../electron/extract/walk.ts';
import { decodePage } from '../electron/fetch/decode.ts';
import { randomOf, type Random } from '../electron/proof/stress/random.ts';
import { mistakes, type Right } from './why/mistakes.ts';
import { rightsFor, wanted } from './why/rights.ts';
import { readOptions, refuse } from './read-options.ts';

const usage = `Measures how often the explanation of an empty field mends it.

  npm run bench:why -- --data DIR --seed N [--mistakes N] [--half A|B] [--verbose]

DIR holds pages of HTML, plain or gzipped, also in folders below. Right selectors are written for elements of pages that the seed
chooses, and one mistake is planted in each. Counted are those that then give nothing: the mistake is mended if the proposed selector
gives the values of the right one. --half takes only one half of the pages, by a hash of their names. --verbose lists what was not mended.`;

const options = readOptions(
  {
    data: { type: 'string' },
    seed: { type: 'string', default: '1' },
    mistakes: { type: 'string', default: '600' },
    half: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
  usage,
);
const { data } = options;
const goal = Number(options.mistakes);
if (data === undefined || !Number.isSafeInteger(goal) || goal < 1) refuse(usage);
if (statSync(data, { throwIfNoEntry: false })?.isDirectory() !== true) refuse(`"${data}" is not a folder.`);

/** Selectors of one page that get a mistake. */
const perPage = 6;
/** Milliseconds from which an explanation is listed as slow. */
const slow = 20;
/** Values that are compared. */
const maxValues = 500;

const halfOf = (file: string): string =>
  (createHash('sha256').update(basename(file)).digest()[0] ?? 0) % 2 === 0 ? 'A' : 'B';

const files = readdirSync(data, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.html?(?:\.gz)?$/i.test(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name))
  .filter((file) => options.half === undefined || halfOf(file) === options.half)
  .toSorted();

function readPage(file: string): string {
  const bytes = readFileSync(file);
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  return decodePage(plain, null, 'html').text;
}

/** The values of a selector on a page that are not blank; null: it cannot be evaluated. */
function valuesOf(page: PageTree, { language, selector }: Right): string[] | null {
  const read = compileSelector(language, selector);
  if (!read.ok) return null;
  try {
    return read.selector
      .select(page.document)
      .map(({ value }) => value.replaceAll(/\s+/g, ' ').trim())
      .filter((value) => value !== '')
      .slice(0, maxValues);
  } catch {
    return null;
  }
}

interface Count {
  planted: number;
  mended: number;
  /** The first value is right, which is the one a field takes. */
  first: number;
  offered: number;
}

const counts = new Map(
  Object.keys(mistakes).map((name) => [name, { planted: 0, mended: 0, first: 0, offered: 0 }]),
);
const times: number[] = [];

/** Plants one mistake in a selector, and counts whether the explanation mends it. */
function plant(page: PageTree, right: Right, name: string, random: Random, file: string): boolean {
  const expected = valuesOf(page, right);
  const count: Count | undefined = counts.get(name);
  if (expected === null || expected.length === 0 || count === undefined) return false;
  const classes = [
    ...new Set(elementsBelow(page.document).flatMap(({ attribs }) => (attribs['class'] ?? '').split(/\s+/))),
  ].filter((each) => /^[A-Za-z][\w-]*$/.test(each));
  const wrong = mistakes[name]?.(right, random, { classes });
  if (wrong === undefined || wrong === null || (valuesOf(page, wrong) ?? []).length > 0) return false;
  const before = process.cpuUsage();
  const { line, fix } = whyEmpty({
    scopes: [page.document],
    language: wrong.language,
    source: wrong.selector,
  });
  const { user, system } = process.cpuUsage(before);
  const spent = (user + system) / 1000;
  times.push(spent);
  if (options.verbose && spent > slow)
    console.error(`${spent.toFixed(0)} ms\t${wrong.selector}\t${basename(file)}`);
  const got =
    fix === null || fix.language === 'json' ? null : valuesOf(page, { ...fix, language: fix.language });
  const isMended = got !== null && JSON.stringify(got) === JSON.stringify(expected);
  count.planted += 1;
  count.offered += fix === null ? 0 : 1;
  count.mended += isMended ? 1 : 0;
  count.first += got !== null && got[0] === expected[0] ? 1 : 0;
  if (options.verbose && !isMended) {
    console.error(
      [name, right.selector, wrong.selector, fix?.selector ?? '-', line, basename(file)].join('\t'),
    );
  }
  return true;
}

const random = randomOf(`${options.seed} why`);
const names = Object.keys(mistakes);
const rest = [...files];
let planted = 0;
while (planted < goal && rest.length > 0) {
  const [file] = rest.splice(random.below(rest.length), 1);
  if (file === undefined) break;
  const page = parsePage(readPage(file));
  const elements = wanted(page);
  let here = 0;
  for (let tries = 0; tries < perPage * 8 && here < perPage && elements.length > 0; tries += 1) {
    const element = random.pick(elements);
    if (element === null) break;
    const right = random.pick(rightsFor(page, element, random));
    // The mistakes that were planted least come first, so that each kind is there.
    const least = names.toSorted((a, b) => (counts.get(a)?.planted ?? 0) - (counts.get(b)?.planted ?? 0));
    const done =
      right !== null &&
      least.some((name) => plant(page, right, name, randomOf(`${options.seed} ${planted} ${name}`), file));
    if (done) {
      here += 1;
      planted += 1;
    }
  }
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '' : ((100 * part) / whole).toFixed(1);
const all: Count = { planted: 0, mended: 0, first: 0, offered: 0 };
for (const count of counts.values()) {
  all.planted += count.planted;
  all.mended += count.mended;
  all.first += count.first;
  all.offered += count.offered;
}
const row = (name: string, { planted: of, mended, first, offered }: Count): string[] => [
  name,
  String(of),
  percent(mended, of),
  percent(first, of),
  percent(offered, of),
];
const rows = [...counts].map(([name, count]) => row(name, count));
console.log(
  renderTable(
    ['mistake', 'planted', 'all values %', 'first value %', 'offered %'],
    [...rows, row('all', all)],
  ),
);
const sorted = times.toSorted((a, b) => a - b);
const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
console.log(`processor time: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, most ${at(1)} ms`);

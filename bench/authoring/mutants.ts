import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isTag, isText, type Element } from 'domhandler';
import type { Part } from '../../electron/authoring/selectors/ending.ts';
import { chainOf } from '../../electron/authoring/selectors/path.ts';
import { rankSelectors, type RankedSelector } from '../../electron/authoring/selectors/rank.ts';
import { changes, type Change } from '../../electron/authoring/selectors/changes.ts';
import { renderTable } from '../../electron/cli/table.ts';
import { selectorFor } from '../../electron/extract/select.ts';
import { parsePage, type PageTree } from '../../electron/extract/tree.ts';
import { elementsBelow, unseenTags } from '../../electron/extract/walk.ts';
import { decodePage } from '../../electron/fetch/decode.ts';
import { devtoolsPath } from './devtools-path.ts';
import { mutate } from '../../electron/proof/stress/mutations.ts';
import { randomOf, type Random } from '../../electron/proof/stress/random.ts';
import { readOptions, refuse } from '../read-options.ts';

const usage = `Measures how many selectors still select the same element after one change of its page.

  npm run bench:mutants -- --pages DIR --seed N [--targets N] [--json]

DIR holds pages of HTML, plain or gzipped. Elements with a text or a link are chosen from all of them by the seed, 400 or as many
as --targets says; each is found by the first selector that Spider Studio proposes for it from this page alone, and by the one that
developer tools copy. Each page is changed in eight ways at or around the element. With --verbose, the selectors that failed are listed.`;

const values = readOptions(
  {
    pages: { type: 'string' },
    seed: { type: 'string', default: '1' },
    targets: { type: 'string', default: '400' },
    json: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
  usage,
);
if (
  values.pages === undefined ||
  !(Number.isSafeInteger(Number(values.targets)) && Number(values.targets) > 0)
)
  refuse(usage);

interface Target {
  readonly file: string;
  readonly html: string;
  readonly number: number;
  readonly part: Part;
}

/** Longest text of a target, in characters: more is a section and no value. */
const longestText = 300;

function readPages(folder: string): { file: string; html: string }[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    refuse(`"${folder}" is not a folder. Give a folder with pages of HTML as --pages.`);
  const pages = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:html?|gz)$/i.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((file) => {
      const bytes = readFileSync(file);
      const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
      return { file, html: decodePage(plain, null, 'html').text };
    });
  if (pages.length === 0)
    refuse(`"${folder}" has no page. Pages are files that end in .html, .htm or .gz, also in folders below.`);
  return pages;
}

/** Elements that a person could point at for their own text or their link. */
function pointable(page: PageTree): { number: number; element: Element }[] {
  return elementsBelow(page.document)
    .map((element, number) => ({ element, number }))
    .filter(({ element }) => {
      const text = element.children
        .map((child) => (isText(child) ? child.data : ''))
        .join('')
        .trim();
      const isLink = element.name === 'a' && (element.attribs['href'] ?? '') !== '';
      if ((text === '' && !isLink) || text.length > longestText || unseenTags.has(element.name)) return false;
      return inBody(element) && !chainOf(element, page.document).some(({ name }) => unseenTags.has(name));
    });
}

function inBody(element: Element): boolean {
  for (let each = element.parent; each !== null; each = each.parent)
    if (isTag(each) && each.name === 'body') return true;
  return false;
}

function chooseTargets(
  pages: readonly { file: string; html: string }[],
  most: number,
  random: Random,
): Target[] {
  const perPage = Math.max(1, Math.ceil(most / Math.max(1, pages.length)));
  const rest = [...pages];
  const targets: Target[] = [];
  while (rest.length > 0 && targets.length < most) {
    const [page] = rest.splice(random.below(rest.length), 1);
    if (page === undefined) break;
    const found = pointable(parsePage(page.html));
    for (let count = 0; count < perPage && found.length > 0 && targets.length < most; count += 1) {
      const [one] = found.splice(random.below(found.length), 1);
      if (one === undefined) break;
      const isLink = (one.element.attribs['href'] ?? '') !== '' && random.below(2) === 0;
      targets.push({ ...page, number: one.number, part: isLink ? { attribute: 'href' } : 'markup' });
    }
  }
  return targets;
}

type Found = Pick<RankedSelector, 'language' | 'selector'>;

/** Whether a selector selects one element and no other, or its attribute. */
function selectsOnly(page: PageTree, { language, selector }: Found, element: Element): boolean {
  const read = selectorFor(language, selector);
  if (!read.ok) return false;
  const matches = read.selector.select(page.document);
  return matches.length === 1 && matches[0]?.node === element;
}

const counts = new Map(changes.map((change) => [change, { tried: 0, ours: 0, devtools: 0 }]));
const targets = chooseTargets(readPages(values.pages), Number(values.targets), randomOf(values.seed));
let spent = 0;

for (const [at, target] of targets.entries()) {
  const page = parsePage(target.html);
  const element = elementsBelow(page.document)[target.number];
  if (element === undefined) continue;
  const before = process.cpuUsage();
  const [best] = rankSelectors([{ page, within: null, node: { element, part: target.part } }], { most: 1 });
  const { user, system } = process.cpuUsage(before);
  spent += (user + system) / 1000;
  const path = devtoolsPath(element);
  for (const change of changes)
    tryChange(target, change, `${values.seed} ${at} ${change}`, best ?? null, path);
}

function tryChange(target: Target, change: Change, seed: string, ours: Found | null, path: string): void {
  const page = parsePage(target.html);
  const element = elementsBelow(page.document)[target.number];
  if (element === undefined || !mutate(page, element, change, randomOf(seed))) return;
  const count = counts.get(change);
  if (count === undefined) return;
  const isRight = ours !== null && selectsOnly(page, ours, element);
  count.tried += 1;
  count.ours += isRight ? 1 : 0;
  count.devtools += selectsOnly(page, { language: 'css', selector: path }, element) ? 1 : 0;
  if (values.verbose && !isRight)
    console.error(`${change}\t${ours?.selector ?? 'none'}\t${path}\t${target.file}`);
}

const share = (part: number, whole: number): number =>
  Math.round((part / Math.max(1, whole)) * 10_000) / 10_000;
const kinds = Object.fromEntries(
  [...counts].map(([change, { tried, ours, devtools }]) => [
    change,
    { ours: share(ours, tried), devtools: share(devtools, tried) },
  ]),
);
if (values.json) {
  console.log(JSON.stringify({ targets: targets.length, kinds }));
} else {
  const percent = (value: number): string => (value * 100).toFixed(1);
  const rows = [...counts].map(([change, { tried, ours, devtools }]) => [
    change,
    String(tried),
    percent(share(ours, tried)),
    percent(share(devtools, tried)),
  ]);
  const mean = (of: 'ours' | 'devtools'): string =>
    percent(Object.values(kinds).reduce((sum, kind) => sum + kind[of], 0) / changes.length);
  console.log(
    renderTable(
      ['change', 'elements', 'ours %', 'developer tools %'],
      [...rows, ['mean', String(targets.length), mean('ours'), mean('devtools')]],
    ),
  );
  console.log(`${(spent / Math.max(1, targets.length)).toFixed(1)} ms of processor time for an element`);
}

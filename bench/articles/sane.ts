import type { Reading } from './read-pages.ts';

/** Sentences of the known page that every extractor must find, whatever its taste. */
const body = [
  'After eleven weeks in the yard the ferry left the quay of Lindholm',
  'built in 1968, had stopped in December',
  'the old one that could be ready before the summer guests arrive',
  'about a third of what the council had put aside',
  'Bicycles travel free of charge, dogs pay half the fare.',
];
/** What stands around it. */
const surroundings = ['Front page', 'New lamps for the harbour road', 'Imprint'];

/** The least share of the pages that an extractor must find a text on, and the most it may throw on. */
const minRead = 0.9;
const maxThrown = 0.05;
/** An extractor whose texts are, at the median, so much shorter or longer than the others' is read wrongly. */
const maxApart = 3;

/**
 * Whether the results of the extractors can be what these extractors find: a rival that is wired wrongly must end the
 * bench, and not lose it.
 *
 * @param pages - by id: the words of the page
 * @returns what is wrong, in sentences; none: nothing
 */
export function insaneResults(
  readings: ReadonlyMap<string, readonly Reading[]>,
  pages: ReadonlyMap<string, string>,
): string[] {
  const medians = new Map([...readings].map(([name, found]) => [name, medianLength(found)]));
  return [...readings].flatMap(([name, found]) =>
    [...knownPage(found), ...coverage(found, pages), ...besideOthers(name, medians)].map(
      (problem) => `${name} ${problem}`,
    ),
  );
}

function knownPage(readings: readonly Reading[]): string[] {
  const known = readings.find(({ id }) => id === null);
  if (known === undefined) return ['did not read the known page.'];
  if (known.error !== undefined) return [`failed on the known page: ${known.error}`];
  const text = words(known.text ?? '');
  const missed = body.filter((sentence) => !text.includes(words(sentence)));
  const kept = surroundings.filter((part) => text.includes(words(part)));
  return [
    ...(missed.length === 0 ? [] : [`misses parts of the known page: "${missed.join('", "')}".`]),
    ...(kept.length === 0 ? [] : [`takes what is no article from the known page: "${kept.join('", "')}".`]),
  ];
}

function coverage(readings: readonly Reading[], pages: ReadonlyMap<string, string>): string[] {
  const found = new Map(readings.flatMap((reading) => (reading.id === null ? [] : [[reading.id, reading]])));
  const missing = [...pages.keys()].filter((id) => !found.has(id));
  const read = [...found.values()].filter(({ text = '' }) => text.trim() !== '');
  const thrown = [...found.values()].filter(({ error }) => error !== undefined);
  // Most words of a text stand on its page; where they do not, it was decoded or cut wrongly.
  const foreign = read.filter(({ id, text = '' }) => !isFrom(text, pages.get(id ?? '') ?? ''));
  return [
    ...(missing.length === 0 && found.size === pages.size
      ? []
      : [`read ${found.size} pages of ${pages.size}.`]),
    ...(read.length >= minRead * pages.size
      ? []
      : [`found a text on ${read.length} pages of ${pages.size} only.`]),
    ...(thrown.length <= maxThrown * pages.size
      ? []
      : [`threw an exception on ${thrown.length} pages of ${pages.size}, first: ${thrown[0]?.error}`]),
    ...(foreign.length <= maxThrown * pages.size
      ? []
      : [`has texts whose words are not on their pages, ${foreign.length} of ${pages.size}.`]),
  ];
}

function besideOthers(name: string, medians: ReadonlyMap<string, number>): string[] {
  const own = medians.get(name) ?? 0;
  const others = [...medians].filter(([other]) => other !== name).map(([, length]) => length);
  if (others.length === 0) return [];
  const [least, most] = [Math.min(...others), Math.max(...others)];
  return own * maxApart >= least && own <= most * maxApart
    ? []
    : [`finds ${own} words at the median, where the others find ${others.join(' and ')}.`];
}

function medianLength(readings: readonly Reading[]): number {
  const lengths = readings
    .filter(({ id }) => id !== null)
    .map(({ text = '' }) => wordsOf(text).length)
    .sort((a, b) => a - b);
  return lengths[lengths.length >> 1] ?? 0;
}

function isFrom(text: string, page: string): boolean {
  const there = new Set(wordsOf(page));
  const found = wordsOf(text);
  return found.filter((word) => there.has(word)).length >= 0.8 * found.length;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const words = (text: string): string => wordsOf(text).join(' ');

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadOf, pagesOfRun, pagesOfWorker, simulation } from '../../bench/fleet/simulation.ts';

const paper = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8');

/** The rows of tables, without the room that a formatter leaves in cells. */
const rowsOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.replaceAll(/ *\| */g, '|'));

describe('a fleet on paper', () => {
  it('is what the document says', () => {
    const said = new Set(rowsOf(paper));
    expect(rowsOf(simulation()).filter((row) => !said.has(row))).toEqual([]);
  });

  it.each([
    ['by the delays of its hosts', 1000, 32],
    ['by its slots', 0, 80],
  ])('a worker is held back %s', (_, delayMs, pages) => {
    expect(pagesOfWorker(delayMs)).toBe(pages);
  });

  it('pages grow with the workers, messages with their square', () => {
    const [few, many] = [loadOf(10), loadOf(100)];
    expect(many.pagesPerSecond / few.pagesPerSecond).toBe(10);
    expect(many.delivered / few.delivered).toBe(100);
  });

  it('full batches of a run wait less for the disk', () => {
    expect(pagesOfRun(100)).toBeGreaterThan(2 * pagesOfRun(3));
  });
});

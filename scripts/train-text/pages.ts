import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, width } from '../../electron/extract/articles/text/features.ts';
import { segmentPage, type TextBlock } from '../../electron/extract/articles/text/segment.ts';
import { collectSignals } from '../../electron/extract/articles/text/page-signals.ts';
import { readNews } from '../../electron/extract/articles/news/body.ts';
import { readMetadata } from '../../electron/extract/articles/metadata.ts';
import { parsePage } from '../../electron/extract/tree.ts';
import { isHeld, readHtml, readSets, type Split } from '../score/sets.ts';
import type { Rows } from './grow.ts';
import { labelsByHand, labelsOf, parseHandLabels, type Labels } from './labels.ts';

/** A page with the features and the labels of its blocks. */
export interface TrainingPage {
  /** One row of `width` features per block. */
  rows: Float32Array;
  count: number;
  labels: Labels;
}

/** Cuts a page and describes its blocks; null: it has none, or nothing is known of them. */
function describePage(
  html: string,
  url: string,
  labelsFor: (blocks: readonly TextBlock[]) => Labels | null,
): TrainingPage | null {
  const tree = parsePage(html);
  const { blocks } = segmentPage(tree);
  const labels = labelsFor(blocks);
  if (labels === null || blocks.length === 0) return null;
  const metadata = readMetadata(tree, url);
  const described = describe(blocks, collectSignals(metadata, url), readNews(tree, metadata.language));
  const rows = new Float32Array(blocks.length * width);
  described.eachRow(
    () => true,
    (index) => rows.set(described.row, index * width),
  );
  return { rows, count: blocks.length, labels };
}

/** Reads all pages of a part of all sets whose truth tells of the text. */
export function readTrainingPages(folder: string, split: Split): TrainingPage[] {
  return readSets(folder, null, split).flatMap(({ pages, readHtml: read }) =>
    pages.flatMap(({ id, truth }) => {
      if (truth.articleBody === null && truth.mainContent === null && truth.with.length === 0) return [];
      return describePage(read(id), truth.url, (blocks) => labelsOf(blocks, truth)) ?? [];
    }),
  );
}

/** Reads the pages with labels made by hand that are in a part of the sets. */
export function readHandLabelledPages(folder: string, labelFile: string, split: Split): TrainingPage[] {
  return parseHandLabels(readFileSync(labelFile, 'utf8'), labelFile).flatMap((label) => {
    if (split !== 'all' && isHeld(label.id, label.url) !== (split === 'held')) return [];
    const html = readHtml(join(folder, label.set), label.id);
    return describePage(html, label.url, (blocks) => labelsByHand(blocks, label)) ?? [];
  });
}

/** The rows of several pages one after the other. */
export function stack(pages: readonly TrainingPage[]): Rows {
  const count = pages.reduce((sum, page) => sum + page.count, 0);
  const values = new Float32Array(count * width);
  const target = new Float32Array(count);
  const weight = new Float32Array(count);
  const group = new Int32Array(count);
  let at = 0;
  for (const [index, { rows, labels, count: blocks }] of pages.entries()) {
    values.set(rows, at * width);
    target.set(labels.wanted, at);
    weight.set(labels.weight, at);
    group.fill(index, at, at + blocks);
    at += blocks;
  }
  return { values, count, width, target, weight, group };
}

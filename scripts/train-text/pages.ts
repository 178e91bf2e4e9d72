import { describe, width } from '../../electron/extract/articles/text/features.ts';
import { segmentPage, type SegmentedPage } from '../../electron/extract/articles/text/segment.ts';
import { collectSignals } from '../../electron/extract/articles/text/page-signals.ts';
import { readNews } from '../../electron/extract/articles/news/body.ts';
import { readMetadata } from '../../electron/extract/articles/metadata.ts';
import { parsePage } from '../../electron/extract/tree.ts';
import { isHeld, readSets, type Truth } from '../score/sets.ts';
import type { Rows } from './grow.ts';
import { labelsOf, type Labels } from './labels.ts';

/** A page with its segments, their features and their labels. */
export interface TrainingPage {
  set: string;
  id: string;
  held: boolean;
  truth: Truth;
  cut: SegmentedPage;
  rows: Float32Array;
  labels: Labels;
}

/** Reads all pages of all sets whose truth tells of the text. */
export function readTrainingPages(folder: string): TrainingPage[] {
  const pages: TrainingPage[] = [];
  for (const { name, pages: listed, readHtml } of readSets(folder, null, 'all')) {
    for (const { id, truth } of listed) {
      if (truth.articleBody === null && truth.mainContent === null && truth.with.length === 0) continue;
      const tree = parsePage(readHtml(id));
      const cut = segmentPage(tree);
      const labels = labelsOf(cut.blocks, truth);
      if (labels === null || cut.blocks.length === 0) continue;
      const metadata = readMetadata(tree, truth.url);
      const news = readNews(tree, metadata.language);
      const signals = collectSignals(metadata, truth.url);
      const described = describe(cut.blocks, signals, news);
      const rows = new Float32Array(cut.blocks.length * width);
      described.eachRow(
        () => true,
        (index) => rows.set(described.row, index * width),
      );
      // The tree is not needed any more, and it is large.
      const blocks = cut.blocks.map((block) => ({ ...block, nodes: [] }));
      pages.push({ set: name, id, held: isHeld(id), truth, cut: { ...cut, blocks }, rows, labels });
    }
  }
  return pages;
}

/** The rows of several pages one after the other. */
export function stack(pages: readonly TrainingPage[]): Rows {
  const count = pages.reduce((sum, { cut }) => sum + cut.blocks.length, 0);
  const values = new Float32Array(count * width);
  const target = new Float32Array(count);
  const weight = new Float32Array(count);
  const group = new Int32Array(count);
  let at = 0;
  for (const [index, { rows, labels, cut }] of pages.entries()) {
    values.set(rows, at * width);
    target.set(labels.wanted, at);
    weight.set(labels.weight, at);
    group.fill(index, at, at + cut.blocks.length);
    at += cut.blocks.length;
  }
  return { values, count, width, target, weight, group };
}

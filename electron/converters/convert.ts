import { convertSources, type ConvertSource } from '../../shared/spider/convert-sources.ts';
import type { ConvertedSpider } from './finish.ts';
import { portia } from './portia/convert.ts';
import { scrapai } from './scrapai/convert.ts';
import { scrapy } from './scrapy/convert.ts';
import { NotConvertible, type Converter, type SourceFile } from './source.ts';
import { webscraper } from './webscraper/convert.ts';

export { NotConvertible } from './source.ts';

const converters: Readonly<Record<ConvertSource, Converter>> = { scrapai, webscraper, scrapy, portia };

/**
 * Converts the files of another tool. Pure: texts go in, documents and a report come out, and nothing of them is run.
 * @param from the tool; null: it is recognised by the files
 * @throws NotConvertible
 */
export function convert(
  from: ConvertSource | null,
  files: readonly SourceFile[],
): { from: ConvertSource; spiders: ConvertedSpider[] } {
  if (files.length === 0) throw new NotConvertible('There is no file to convert.');
  const source = from ?? convertSources.find((name) => converters[name].recognises(files));
  if (source === undefined) {
    throw new NotConvertible(
      'The files are of no tool that is known here.',
      `Known are ${convertSources.join(', ')}.`,
    );
  }
  const spiders = converters[source].convert(files);
  if (spiders.length === 0) throw new NotConvertible('There is no spider in the files.');
  return { from: source, spiders };
}

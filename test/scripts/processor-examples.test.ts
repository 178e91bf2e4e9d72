import { describe, expect, it } from 'vitest';
import { PageContext } from '../../electron/extract/page-context.ts';
import { parsePageAs } from '../../electron/extract/page.ts';
import { runProcessor } from '../../electron/extract/processors/run.ts';
import { processorTypes } from '../../shared/spider/schema.ts';
import { processorExamples } from '../../scripts/processor-examples.ts';
import type { JsonValue } from '../../electron/extract/types.ts';

function context(): PageContext {
  const reading = parsePageAs('html', '<title>Lamp</title>');
  if (!reading.ok) throw new Error(reading.problem);
  return new PageContext(reading.page, { url: 'https://shop.example/lamps/7', fetchedAt: 0 });
}

describe('the examples of processors in the guide', () => {
  it.each(processorExamples)('$processor makes $result of $value', ({ processor, value, result }) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the examples are JSON
    expect(runProcessor(processor, value as JsonValue, context()).value).toEqual(result);
  });

  it('show every processor', () => {
    const shown = new Set<string>(processorExamples.map(({ processor }) => processor.type));
    expect([...shown].sort()).toEqual([...processorTypes].sort());
  });
});

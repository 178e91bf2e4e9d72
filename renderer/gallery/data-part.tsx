import { useState } from 'react';
import type { JsonValue } from '../../shared/contract/types.ts';
import { Chart } from '../ui/chart/chart.tsx';
import { DayBars } from '../ui/chart/day-bars.tsx';
import { Sparkline } from '../ui/chart/sparkline.tsx';
import { InspectorPane, PropertyList } from '../ui/inspector-pane.tsx';
import { JsonTree } from '../ui/json-tree/json-tree.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Pane, SplitPanes } from '../ui/split-panes.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { Section } from './section.tsx';

const begin = 1_790_000_000;
const x = Array.from({ length: 120 }, (_, index) => begin + index * 5);
const wave = (scale: number, speed: number) =>
  x.map((_, index) => Math.round(scale * (1.2 + Math.sin(index / speed)) * 10) / 10);
const series = [
  { name: 'Pages', values: wave(20, 9), kind: 'area' as const, unit: '/s' },
  { name: 'Items', values: wave(14, 11), unit: '/s' },
  { name: 'Response time', values: wave(180, 5), axis: 'right' as const, unit: 'ms' },
];
const days = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10),
  value: index === 11 ? 0 : 800 + ((index * 137) % 400),
  failed: index % 9 === 4 ? 2 : 0,
  words: 'as an example',
}));

const item: JsonValue = {
  title: 'A very long title of a book that was read for the gallery',
  price: 12.5,
  inStock: true,
  isbn: null,
  tags: ['fiction', '<script>alert(1)</script>', 'https://example.org/'],
  reviews: Array.from({ length: 2000 }, (_, index) => ({ author: `Reader ${index}`, stars: index % 5 })),
  nested: { a: { b: { c: { d: 'deep' } } } },
};

/** What shows data beside the table. */
export function DataPart() {
  const [search, setSearch] = useState('');
  return (
    <div className="gallery-sections">
      <Section title="Chart">
        <Chart label="Pages and items over time" x={x} series={series} height={180} />
      </Section>
      <Section title="Chart of bars">
        <Chart
          label="Failures over time"
          x={x}
          series={[{ name: 'Failed', values: wave(4, 3), kind: 'bars', colour: '--danger' }]}
          height={180}
        />
      </Section>
      <Section title="Bars of days, and a few runs in a line">
        <DayBars label="Items per day" heads={['Items', 'Failed']} days={days} />
        <Sparkline
          label="Items of the last runs: 20, 21, 0, 19; one failed"
          bars={[{ value: 20 }, { value: 21 }, { value: 0, bad: true }, { value: 19 }]}
          line={20}
          room={14}
        />
      </Section>
      <Section title="JSON">
        <SearchField label="Search in the item" value={search} onChange={setSearch} />
        <div className="gallery-box">
          <JsonTree label="An item" value={item} search={search} />
        </div>
      </Section>
      <Section title="Panes and an inspector">
        <div className="gallery-box">
          <SplitPanes name="gallery">
            <Pane id="list" label="List">
              <VirtualList
                label="Log"
                count={5000}
                estimate={22}
                followEnd
                row={(index) => <div className="mono">fetched page {index}</div>}
              />
            </Pane>
            <Pane id="inspector" label="Inspector" size={50}>
              <InspectorPane title="Request 12" label="Request" onClose={() => {}}>
                <PropertyList
                  entries={[
                    ['Status', '200'],
                    ['URL', 'https://example.org/a/very/long/path/that/has/to/be/broken/somewhere?q=1'],
                    false,
                  ]}
                />
              </InspectorPane>
            </Pane>
          </SplitPanes>
        </div>
      </Section>
    </div>
  );
}

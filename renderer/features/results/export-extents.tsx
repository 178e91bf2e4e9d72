import { counted } from '../../ui/format.ts';
import type { ExportRequest } from './exports-store.ts';
import { filterWords } from './filter-words.ts';

/** Which items and columns an export begins with: those of the request, or all. */
export type Extent = 'view' | 'all';

interface ExtentsProps {
  request: ExportRequest;
  /** What the items of the request are called. */
  label: string;
  extent: Extent;
  onChange: (extent: Extent) => void;
}

/** Chooses between the items of the request and all of them. */
export function Extents({ request, label, extent, onChange }: ExtentsProps) {
  const { all } = request;
  const options = [
    { value: 'view' as const, label, help: viewWords(request) },
    {
      value: 'all' as const,
      label: 'Everything',
      help: [...(all === null ? [] : [counted(all, 'item')]), 'all columns', 'in the order scraped'].join(
        ' · ',
      ),
    },
  ];
  return (
    <fieldset className="export-extents">
      <legend>Items</legend>
      {options.map(({ value, label: title, help }) => (
        <label key={value} className="export-extent" data-chosen={extent === value || undefined}>
          <input
            type="radio"
            name="export-extent"
            value={value}
            checked={extent === value}
            onChange={() => onChange(value)}
          />
          <span>
            <span className="export-extent-label">{title}</span>
            <span className="small muted export-extent-help">{help}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The items and columns of a request in words. */
function viewWords({ view, columns, all }: ExportRequest): string {
  const sort = view.sort?.[0];
  const conditions = [
    view.search === undefined ? null : `“${view.search}”`,
    ...(view.filters ?? []).map(filterWords),
  ].filter((words) => words !== null);
  const items =
    conditions.length > 0
      ? `Items with ${conditions.join(', ')}`
      : all === null
        ? 'All items'
        : counted(all, 'item');
  return [
    items,
    columns === null ? 'all columns' : counted(columns.length, 'column'),
    sort === undefined ? 'in the order scraped' : `by ${sort.column}${sort.descending ? ', descending' : ''}`,
  ].join(' · ');
}

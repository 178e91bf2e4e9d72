import { useMemo, useState } from 'react';
import { ExternalLink } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';
import { count } from '../ui/format.ts';
import { ColumnsButton } from '../ui/table/columns-button.tsx';
import { Table } from '../ui/table/table.tsx';
import type { Column, RowSource, Sort } from '../ui/table/types.ts';
import { Toolbar, ToolbarSpace } from '../ui/toolbar.tsx';

interface Sample {
  readonly id: number;
  readonly url: string;
  readonly status: number;
  readonly ms: number;
}

const make = (id: number): Sample => ({
  id,
  url: `https://example.org/products/${id}?ref=<b>${id % 97}</b>`,
  status: id % 50 === 0 ? 500 : id % 13 === 0 ? 301 : 200,
  ms: (id * 7919) % 900,
});

const tones: Readonly<Record<number, 'success' | 'warning' | 'danger'>> = {
  200: 'success',
  301: 'warning',
  500: 'danger',
};

const columns: readonly Column<Sample>[] = [
  {
    name: 'id',
    title: '#',
    width: 90,
    align: 'right',
    pinned: true,
    sortable: true,
    cell: (row) => count(row.id),
    text: (row) => String(row.id),
  },
  {
    name: 'url',
    title: 'URL',
    width: 420,
    sortable: true,
    cell: (row) => <span className="ellipsis">{row.url}</span>,
    text: (row) => row.url,
  },
  {
    name: 'status',
    title: 'Status',
    width: 90,
    sortable: true,
    cell: (row) => <Badge tone={tones[row.status] ?? 'neutral'}>{row.status}</Badge>,
    text: (row) => String(row.status),
  },
  {
    name: 'ms',
    title: 'Time (ms)',
    width: 110,
    align: 'right',
    sortable: true,
    cell: (row) => row.ms,
    text: (row) => String(row.ms),
  },
  ...Array.from({ length: 40 }, (_, index) => ({
    name: `extra-${index}`,
    title: `Field ${index + 1}`,
    width: 130,
    hidden: index > 20,
    cell: (row: Sample) => `${index + 1} of ${row.id}`,
    text: (row: Sample) => `${index + 1} of ${row.id}`,
  })),
];

/** A million rows by default; `?rows=` says how many, `?wait=` how long a page takes, `?fail` that it fails. */
export function TablePart() {
  const [sort, setSort] = useState<Sort | null>(null);
  const [selected, setSelected] = useState('Nothing');
  const query = new URLSearchParams(window.location.search);
  const total = Number(query.get('rows') ?? '1000000');
  const wait = Number(query.get('wait') ?? '30');
  const fails = query.has('fail');
  const source = useMemo<RowSource<Sample>>(
    () => ({
      key: JSON.stringify([sort, total]),
      count: null,
      load: (offset, limit, signal) =>
        new Promise((resolve) => {
          const done = setTimeout(() => {
            if (fails && offset > 0) {
              resolve({
                ok: false,
                error: { code: 'locked', message: 'The database is locked.', hint: null },
              });
              return;
            }
            const length = Math.max(0, Math.min(limit, total - offset));
            const at = (index: number) => (sort?.descending === true ? total - 1 - index : index);
            const rows = Array.from({ length }, (_, index) => make(at(offset + index)));
            resolve({ ok: true, rows, count: total });
          }, wait);
          signal.addEventListener('abort', () => {
            clearTimeout(done);
            resolve({ ok: false, error: { code: 'cancelled', message: 'Cancelled.', hint: null } });
          });
        }),
    }),
    [sort, total, wait, fails],
  );
  return (
    <div className="gallery-full">
      <Toolbar label="Table">
        <span className="subtle" data-testid="selected">
          {selected}
        </span>
        <ToolbarSpace />
        <ColumnsButton layoutName="gallery" columns={columns} />
      </Toolbar>
      <Table
        label="Requests"
        source={source}
        columns={columns}
        layoutName="gallery"
        sort={sort}
        onSort={setSort}
        onSelect={(row, index) => setSelected(row === null ? 'Nothing' : `${index}: ${row.url}`)}
        rowMenu={() => [{ label: 'Open the page', icon: ExternalLink, run: () => {} }]}
        empty="No requests"
      />
    </div>
  );
}

import { useState } from 'react';
import { Copy, FileSearch, Link, ListTree, ScanSearch } from 'lucide-react';
import type { ItemDetail, JsonValue } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { dateTime } from '../../ui/format.ts';
import { InspectorPane, PropertyList } from '../../ui/inspector-pane.tsx';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { writeClipboard } from '../../ui/table/copy.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { href, navigate } from '../../workbench/router.ts';

interface ItemInspectorProps {
  /** Its id; null: none is chosen. */
  item: string | null;
  onClose?: () => void;
}

/** One item in full: its values as a tree, what went wrong in it, and where it comes from. */
export function ItemInspector({ item, onClose }: ItemInspectorProps) {
  const { value, error } = useCall('results.item', item === null ? null : { item });
  if (item === null) {
    return (
      <EmptyState icon={ScanSearch} title="Choose an item">
        All of its values, what went wrong in it and the page that it comes from are shown here.
      </EmptyState>
    );
  }
  if (error !== null && value === null)
    return <ErrorState error={error} title="The item could not be read." />;
  if (value === null) return null;
  return <Inspected detail={value} {...(onClose === undefined ? {} : { onClose })} />;
}

/** The values as a person thinks of them: the columns that hold something, then the metadata. */
export function valuesOf(detail: ItemDetail): Record<string, JsonValue> {
  const { url, title, content, author, published_date, metadata } = detail;
  const columns = { url, title, content, author, published_date };
  const filled = Object.entries(columns).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(filled), ...metadata };
}

/** Opens the spider with the stored page of an item beside it. */
export function openPageOf({ project, spider, request }: ItemDetail): void {
  navigate(href(['spider', project, spider, 'author'], { page: `request:${request}` }));
}

const tabIds = ['values', 'problems', 'origin'] as const;
type TabId = (typeof tabIds)[number];
const isTab = (id: string): id is TabId => tabIds.some((each) => each === id);

function Inspected({ detail, onClose }: { detail: ItemDetail; onClose?: () => void }) {
  const [tab, setTab] = useState<TabId>('values');
  const [search, setSearch] = useState('');
  const { problems, title, url } = detail;
  const values = valuesOf(detail);
  return (
    <div className="results-inspector fill">
      <InspectorPane
        label={`Item ${detail.id}`}
        title={<span className="ellipsis">{title ?? url}</span>}
        {...(onClose === undefined ? {} : { onClose })}
        actions={
          <>
            <IconButton
              label="Copy as JSON"
              icon={Copy}
              size="small"
              command="results.copy-item"
              onClick={() => void copyItem(values)}
            />
            <Button
              size="small"
              icon={FileSearch}
              disabled={!detail.hasPage}
              onClick={() => openPageOf(detail)}
            >
              Open its page
            </Button>
          </>
        }
      >
        <Tabs
          label="About the item"
          value={tab}
          onChange={(id) => isTab(id) && setTab(id)}
          aside={
            tab === 'values' && (
              <SearchField
                className="results-value-search"
                label="Find in the item"
                value={search}
                onChange={setSearch}
              />
            )
          }
          tabs={[
            { id: 'values', title: 'Values' },
            {
              id: 'problems',
              title: 'Problems',
              badge: problems.length > 0 && <Badge tone="warning">{problems.length}</Badge>,
            },
            { id: 'origin', title: 'Where it comes from' },
          ]}
        >
          {tab === 'values' && <JsonTree label={`Item ${detail.id}`} value={values} search={search} />}
          {tab === 'problems' && <Problems detail={detail} />}
          {tab === 'origin' && <Origin detail={detail} />}
        </Tabs>
      </InspectorPane>
    </div>
  );
}

export async function copyItem(values: JsonValue): Promise<void> {
  await writeClipboard(JSON.stringify(values, null, 2));
  toast.success('The item was copied as JSON');
}

function Problems({ detail: { problems, hasPage, ...detail } }: { detail: ItemDetail }) {
  if (problems.length === 0) {
    return <p className="results-note muted">Every field was extracted without a problem.</p>;
  }
  return (
    <div className="results-problems scroll">
      <PropertyList entries={problems.map(({ field, message }) => [field, message] as const)} />
      {hasPage && (
        <p className="results-note">
          <Button size="small" icon={FileSearch} onClick={() => openPageOf({ problems, hasPage, ...detail })}>
            See on its page what the selectors match
          </Button>
        </p>
      )}
    </div>
  );
}

function Origin({ detail }: { detail: ItemDetail }) {
  const { url, callback, run, spider, version, request, scraped_at: scrapedAt } = detail;
  return (
    <div className="scroll">
      <PropertyList
        entries={[
          ['Page', <Address key="page" url={url} />],
          ['Callback', callback],
          ['Spider', `${spider}, version ${version}`],
          ['Run', <RunLink key="run" run={run} />],
          ['Scraped', dateTime(scrapedAt)],
        ]}
      />
      <p className="results-note row">
        <Button
          size="small"
          icon={ListTree}
          onClick={() => navigate(href(['run', run, 'requests'], { request }))}
        >
          Show the request
        </Button>
        <Button size="small" variant="quiet" icon={Link} onClick={() => void copyAddress(url)}>
          Copy the address
        </Button>
      </p>
    </div>
  );
}

const Address = ({ url }: { url: string }) => <span className="mono results-url">{url}</span>;

const RunLink = ({ run }: { run: string }) => <a href={href(['run', run])}>Run {run}</a>;

async function copyAddress(url: string): Promise<void> {
  await writeClipboard(url);
  toast.success('The address was copied');
}

import { useEffect, useRef, useState } from 'react';
import { Braces, Copy, FileSearch, Link, ListTree, ScanSearch, Waypoints } from 'lucide-react';
import type { ItemDetail } from '../../../shared/contract/types.ts';
import { waitsForFile } from '../../../shared/file-value.ts';
import { useCall } from '../../state/query.ts';
import { ProjectPictures } from '../../contributions/project-pictures.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { dateTime } from '../../ui/format.ts';
import { InspectorPane, PropertyList } from '../../ui/inspector-pane.tsx';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { addressOf } from '../../ui/value/address.ts';
import { FieldList } from '../../ui/value/value-view.tsx';
import { href } from '../../navigation/router.ts';
import { useArrivingFiles } from './arriving-files.ts';
import { isAboutTheCrawl, problemColumnName } from './columns.tsx';
import { ItemHistory } from './item-history.tsx';
import {
  copyAddress,
  copyItem,
  openPageOf,
  showField,
  showProvenance,
  showRequest,
  valuesOf,
} from './item-links.ts';

interface ItemInspectorProps {
  /** Its id; null: none is chosen. */
  item: string | null;
  /** The active column of the table; null: none, or there is no table. */
  column?: string | null;
}

/** One item in full: its values, what went wrong in it, and where it comes from. */
export function ItemInspector({ item, column = null }: ItemInspectorProps) {
  const { value, error, refresh } = useCall('results.item', item === null ? null : { item });
  useArrivingFiles(value !== null && waitsForFile(value.metadata) ? value.run : null, refresh);
  const { value: run } = useCall('runs.get', value === null ? null : { run: value.run });
  if (item === null) {
    return (
      <EmptyState icon={ScanSearch} title="Select an item">
        Its values, its problems and the page that it comes from appear here.
      </EmptyState>
    );
  }
  if (error !== null && value === null)
    return <ErrorState error={error} title="The item could not be loaded." />;
  if (value === null) return null;
  return (
    <ProjectPictures project={value.project} allowPrivate={run?.options.allowPrivate === true}>
      <Inspected detail={value} column={column} />
    </ProjectPictures>
  );
}

const tabIds = ['values', 'json', 'problems', 'history', 'origin'] as const;
type TabId = (typeof tabIds)[number];
const isTab = (id: string): id is TabId => tabIds.some((each) => each === id);

function Inspected({ detail, column }: { detail: ItemDetail; column: string | null }) {
  const [tab, setTab] = useState<TabId>('values');
  const [search, setSearch] = useState('');
  const { problems, title, url } = detail;
  return (
    <div className="results-inspector fill">
      <InspectorPane
        label={`Item ${detail.id}`}
        title={<span className="ellipsis">{title ?? url}</span>}
        actions={
          <>
            <IconButton
              label="Copy as JSON"
              icon={Copy}
              size="small"
              command="results.copy-item"
              onClick={() => void copyItem(detail.id)}
            />
            <Button
              size="small"
              icon={FileSearch}
              disabled={!detail.hasPage}
              title={detail.hasPage ? undefined : 'The page of this item was not stored'}
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
            tab === 'json' && (
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
            { id: 'json', title: 'JSON' },
            {
              id: 'problems',
              title: 'Problems',
              badge: problems.length > 0 && <Badge tone="warning">{problems.length}</Badge>,
            },
            { id: 'history', title: 'History' },
            { id: 'origin', title: 'Where it comes from' },
          ]}
        >
          {tab === 'values' && <Values detail={detail} column={column} />}
          {tab === 'json' && (
            <JsonTree label={`Item ${detail.id}`} value={valuesOf(detail)} search={search} />
          )}
          {tab === 'problems' && <Problems detail={detail} />}
          {tab === 'history' && <ItemHistory detail={detail} />}
          {tab === 'origin' && <Origin detail={detail} column={column} />}
        </Tabs>
      </InspectorPane>
    </div>
  );
}

/** The values as a person reads them; that of the active column of the table is marked and in sight. */
function Values({ detail, column }: { detail: ItemDetail; column: string | null }) {
  const box = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    box.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'nearest' });
  }, [detail.id, column]);
  return (
    <div className="results-tab scroll" ref={box}>
      <FieldList fields={valuesOf(detail)} base={detail.url} marked={column} />
    </div>
  );
}

function Problems({ detail }: { detail: ItemDetail }) {
  const { problems } = detail;
  if (problems.length === 0) return <p className="results-note muted">No field has a problem.</p>;
  return (
    <div className="results-tab scroll">
      <ul className="results-problems" aria-label="Problems">
        {problems.map(({ field, message }, index) => (
          // A field may have several.
          <li key={`${index} ${field}`}>
            <span className="mono results-problem-field">{field}</span>
            <span className="grow">{message}</span>
            <Button size="small" variant="quiet" icon={Braces} onClick={() => showField(detail, field)}>
              Show in the spider
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The built-in callback for articles has no fields of its own. */
const builtIn = 'parse_article';

function Origin({ detail, column }: { detail: ItemDetail; column: string | null }) {
  const { url, key, callback, run, project, spider, version, scraped_at: scrapedAt, hasPage } = detail;
  const isField =
    column !== null &&
    column !== 'url' &&
    column !== problemColumnName &&
    !isAboutTheCrawl(column) &&
    callback !== builtIn;
  const shown = column === null || column === problemColumnName ? null : column;
  const columns = Object.keys(valuesOf(detail));
  return (
    <div className="results-tab scroll">
      <div className="results-note row">
        {shown !== null && (
          <Button
            size="small"
            variant="primary"
            icon={Waypoints}
            onClick={() => showProvenance(detail.id, shown)}
          >
            Where “{shown}” comes from
          </Button>
        )}
        <Button size="small" icon={ListTree} onClick={() => showRequest(detail)}>
          Show the request
        </Button>
        {isField && (
          <Button size="small" icon={Braces} onClick={() => showField(detail, column)}>
            Show “{column}” in the spider
          </Button>
        )}
        <Button size="small" variant="quiet" icon={Link} onClick={() => void copyAddress(url)}>
          Copy the URL
        </Button>
      </div>
      <PropertyList
        entries={[
          ['Page', <Address key="page" url={url} />],
          key !== url && [
            'Key',
            addressOf(key) === null ? <code key="key">{key}</code> : <Address key="key" url={key} />,
          ],
          ['Spider', <SpiderLink key="spider" {...{ project, spider, version }} />],
          ['Callback', <code key="callback">{callback}</code>],
          ['Run', <RunLink key="run" run={run} />],
          ['Scraped', dateTime(scrapedAt)],
          [
            'Values',
            <span key="values" className="results-origins">
              {columns.map((name) => (
                <a key={name} className="mono" href={href(['item', detail.id, 'from', name])}>
                  {name}
                </a>
              ))}
            </span>,
          ],
          !hasPage && ['Stored page', 'None. The run did not store it, or it has been deleted.'],
        ]}
      />
    </div>
  );
}

const Address = ({ url }: { url: string }) => <span className="mono results-url">{url}</span>;

const RunLink = ({ run }: { run: string }) => <a href={href(['run', run])}>Run {run}</a>;

const SpiderLink = ({ project, spider, version }: { project: string; spider: string; version: number }) => (
  <span>
    <a href={href(['spider', project, spider])}>{spider}</a>, version {version}
  </span>
);

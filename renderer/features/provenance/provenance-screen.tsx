import { useMemo, useState } from 'react';
import { CircleCheck, CircleHelp, Copy, Package, TriangleAlert } from 'lucide-react';
import type { Provenance } from '../../../shared/contract/types.ts';
import { useCommands } from '../../commands/registry.ts';
import type { RouteParams } from '../../contributions/feature.ts';
import { useLocation } from '../../navigation/router.ts';
import { copyText } from '../../state/clipboard.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { Chain } from './chain.tsx';
import { chainOf, chainText } from './links.ts';
import { readInside } from './place.ts';
import { saveEvidence } from './save-evidence.ts';
import { StoredPage } from './stored-page.tsx';
import './provenance.css';

/** Where a value of an item comes from: the stored page, and the chain from the value to the site. */
export function ProvenanceScreen({ params }: { params: RouteParams }) {
  const { item = '', column = '' } = params;
  const written = useLocation().query.get('inside');
  const inside = useMemo(() => readInside(written), [written]);
  const { value, error } = useCall('results.provenance', { item, column, inside });
  const copyAll = () => {
    if (value !== null) void copyText(chainText(chainOf(value)), 'The chain was copied');
  };
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await saveEvidence(item, column, inside);
    setSaving(false);
  };
  useCommands([
    {
      id: 'provenance.save',
      title: 'Save the evidence for the value',
      category: 'Results',
      keywords: ['proof', 'export', 'zip', 'warc', 'download'],
      keys: ['E'],
      when: () => value !== null && !saving,
      run: () => void save(),
    },
    {
      id: 'provenance.copy',
      title: 'Copy where the value comes from',
      category: 'Results',
      keys: ['Y'],
      when: () => value !== null,
      run: copyAll,
    },
  ]);
  if (error !== null && value === null)
    return <ErrorState error={error} title="It could not be found where the value comes from." />;
  if (value === null) return null;
  return (
    <div className="provenance">
      <header className="provenance-head">
        <h1 className="ellipsis">
          Where <span className="mono">{value.path}</span> comes from
        </h1>
        <Button size="small" icon={Copy} onClick={copyAll}>
          Copy all
        </Button>
        <Button
          size="small"
          icon={Package}
          disabled={saving}
          title="The page with its headers, the way to each value, a picture, and checksums in one archive"
          onClick={() => void save()}
        >
          {saving ? 'Making the files' : 'Save the evidence'}
        </Button>
      </header>
      <Verdict verdict={value.verdict} />
      <SplitPanes name="provenance" foldBelow={720} className="grow">
        <Pane id="page" label="Page" size={58} min={240}>
          <StoredPage key={value.page.request} found={value} />
        </Pane>
        <Pane id="chain" label="Chain" min={260}>
          <Chain found={value} column={column} inside={inside} />
        </Pane>
      </SplitPanes>
    </div>
  );
}

function Verdict({ verdict: { same, message } }: { verdict: Provenance['verdict'] }) {
  const [tone, icon] =
    same === true
      ? (['success', CircleCheck] as const)
      : same === false
        ? (['warning', TriangleAlert] as const)
        : (['info', CircleHelp] as const);
  return (
    <Notice tone={tone} icon={icon}>
      {message}
    </Notice>
  );
}

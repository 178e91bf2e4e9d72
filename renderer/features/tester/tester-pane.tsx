import { useMemo } from 'react';
import { FlaskConical } from 'lucide-react';
import { useCall } from '../../state/query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useAuthorPlace, useAuthorText, type SpiderKey } from '../author/author-state.ts';
import { ArticleTab } from './article-tab.tsx';
import { FieldsTab } from './fields-tab.tsx';
import { LinksTab } from './links-tab.tsx';
import { PickTab } from './pick-tab.tsx';
import { changeTester, useTester, type TesterTab } from './tester-store.ts';
import { useSettled } from './use-settled.ts';
import './tester.css';

/** How long the text rests before the tester looks at it, in milliseconds. */
const restMs = 40;

const tabs: readonly { id: TesterTab; title: string }[] = [
  { id: 'fields', title: 'Fields' },
  { id: 'pick', title: 'Selector' },
  { id: 'links', title: 'Links' },
  { id: 'article', title: 'Article' },
];

/** What the spider, as it stands in the editor, makes of the page beside it: by the code that a crawl runs. */
export function TesterPane({ project, spider }: SpiderKey) {
  const key = useMemo(() => ({ project, spider }), [project, spider]);
  const { page: chosen, tab } = useTester(key);
  const { value } = useCall('pages.list', key);
  const text = useSettled(useAuthorText(key), restMs);
  const place = useAuthorPlace(key);
  const page = (value ?? []).find(({ id }) => id === chosen)?.id ?? value?.[0]?.id ?? null;
  const isTab = (id: string): id is TesterTab => tabs.some((each) => each.id === id);
  return (
    <div className="tester" data-pane="tester">
      <Tabs
        label="What the spider makes of the page"
        tabs={tabs}
        value={tab}
        onChange={(id) => isTab(id) && changeTester(key, { tab: id, outlines: [] })}
      >
        {page === null || text === null ? (
          <EmptyState icon={FlaskConical} title="The tester needs a page">
            Add one in the pane beside this: then every field shows its value, how many nodes its selector
            matches, what each processor makes of it, and why there is nothing where there is nothing.
          </EmptyState>
        ) : tab === 'fields' ? (
          <FieldsTab spiderKey={key} page={page} text={text} place={place} />
        ) : tab === 'pick' ? (
          <PickTab spiderKey={key} page={page} place={place} />
        ) : tab === 'links' ? (
          <LinksTab spiderKey={key} page={page} text={text} place={place} />
        ) : (
          <ArticleTab page={page} text={text} />
        )}
      </Tabs>
    </div>
  );
}

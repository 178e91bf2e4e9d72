import { useMemo } from 'react';
import { FlaskConical } from 'lucide-react';
import { ProjectPictures } from '../../contributions/project-pictures.tsx';
import { useCommands } from '../../commands/registry.ts';
import { mayReachPrivate } from '../../state/private-sites.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { SpiderKey } from '../../spider-document/document.ts';
import { ArticleTab } from './article-tab.tsx';
import { useAtHand } from './at-hand.ts';
import { FieldsTab } from './fields-tab.tsx';
import { LinksTab } from './links-tab.tsx';
import { PickTab } from './pick-tab.tsx';
import { ProposalTable } from './proposal/proposal-table.tsx';
import { StructuredPreview } from './proposal/structured-preview.tsx';
import { useProposal } from './proposal/use-proposal.ts';
import { makesRows } from './part-of-text.ts';
import { StructureTab } from './structure-tab.tsx';
import { changeTester, noOutlines, useTester, type TesterTab } from './tester-store.ts';
import { trySpider } from './try-spider.ts';
import { TryTable } from './try-table.tsx';
import './tester.css';

interface TesterTabOption {
  readonly id: TesterTab;
  readonly title: string;
  readonly command: string;
}

/** The first tab, by what the spider takes from the page. */
const fieldsTab: TesterTabOption = {
  id: 'fields',
  title: 'Fields',
  command: 'Show the values of the fields',
};
const rowsTab: TesterTabOption = { id: 'fields', title: 'Rows', command: 'Show the rows' };

const otherTabs: readonly TesterTabOption[] = [
  { id: 'pick', title: 'Selector', command: 'Try a selector on the page' },
  { id: 'links', title: 'Links', command: 'Show which rule matches each link' },
  { id: 'article', title: 'Article', command: 'Show what the article strategies find' },
  { id: 'structure', title: 'Structure', command: 'Show the page structure' },
];

/** Tests the text in the editor on the page beside it, with the code that a crawl runs. */
export function TesterPane({ project, spider }: SpiderKey) {
  const key = useMemo(() => ({ project, spider }), [project, spider]);
  const { tab, tried } = useTester(key);
  const { pages, page, subject, text, place, callback, names } = useAtHand(key);
  const { proposal, choice, list, columns } = useProposal(key);
  const tabs = useMemo(() => {
    const hasRows = tried !== null || list !== null || (callback !== null && makesRows(text, callback));
    return [hasRows ? rowsTab : fieldsTab, ...otherTabs];
  }, [tried, list, text, callback]);
  const show = (id: TesterTab) => changeTester(key, { tab: id, outlines: noOutlines, pointed: null });
  useCommands([
    {
      id: 'author.try',
      title: 'Try the spider on its site',
      category: 'Author',
      keywords: ['test', 'rows', 'crawl', 'preview'],
      keys: ['F5'],
      run: () => trySpider(key),
    },
  ]);
  useCommands(
    tabs.map(({ id, command }, index) => ({
      id: `tester.${id}`,
      title: command,
      category: 'Tester',
      keys: [`Alt+Shift+${index + 1}`],
      run: () => {
        show(id);
        requestAnimationFrame(() => document.querySelector<HTMLElement>('.tester-trial input')?.focus());
      },
    })),
  );
  const shared = page !== null && {
    spiderKey: key,
    page: page.id,
    rendered: page.source === 'rendered',
    subject,
    text,
    callback,
  };
  const isTab = (id: string): id is TesterTab => tabs.some((each) => each.id === id);
  return (
    <div className="tester" data-pane="tester">
      <ProjectPictures project={project} allowPrivate={mayReachPrivate(project, spider)}>
        <Tabs
          label="Test results"
          tabs={tabs}
          value={tab}
          onChange={(id) => isTab(id) && show(id)}
          scrolls={tab === 'fields' && tried === null && callback === null}
        >
          {tab === 'fields' && tried !== null ? (
            <TryTable key={tried.id} spiderKey={key} tried={tried} />
          ) : shared === false ? (
            pages !== null && (
              <EmptyState icon={FlaskConical} title="The tester needs a page">
                Add a page to see the value of every field, what its selector matches and what each processor
                returns.
              </EmptyState>
            )
          ) : tab === 'fields' && choice !== null && list !== null ? (
            <ProposalTable
              spiderKey={key}
              list={list}
              columns={columns}
              choice={choice}
              subject={subject}
              base={page?.url ?? null}
            />
          ) : tab === 'fields' && choice !== null && proposal !== null ? (
            <StructuredPreview {...shared} proposal={proposal} choice={choice} />
          ) : tab === 'fields' ? (
            <FieldsTab {...shared} names={names} />
          ) : tab === 'pick' ? (
            <PickTab {...shared} place={place} />
          ) : tab === 'links' ? (
            <LinksTab {...shared} place={place} />
          ) : tab === 'article' ? (
            <ArticleTab {...shared} />
          ) : (
            <StructureTab {...shared} place={place} />
          )}
        </Tabs>
      </ProjectPictures>
    </div>
  );
}

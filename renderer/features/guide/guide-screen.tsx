import { useEffect, useRef, useState } from 'react';
import { BookOpen } from 'lucide-react';
import type { RouteParams } from '../../contributions/feature.ts';
import { href, useLocation } from '../../navigation/router.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Markdown } from './markdown.tsx';
import {
  firstPage,
  guidePages,
  guideParts,
  searchGuide,
  type GuidePart,
  type GuideSection,
} from './pages.ts';
import './guide.css';

/** The guide: its contents with a search, and a page of it. It comes with the window and needs no network. */
export function GuideScreen({ params }: { params: RouteParams }) {
  const { page: name = firstPage } = params;
  const page = guidePages.find((one) => one.name === name);
  const at = useLocation().query.get('at');
  const article = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const box = article.current;
    if (box === null) return;
    const heading = at === null ? null : box.querySelector(`[id="${CSS.escape(at)}"]`);
    if (heading === null) box.scrollTop = 0;
    else heading.scrollIntoView();
  }, [name, at]);
  return (
    <div className="guide">
      <Contents current={name} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
      <article className="guide-page" ref={article} aria-label={page?.title ?? 'Guide'} tabIndex={0}>
        {page === undefined ? (
          <EmptyState
            icon={BookOpen}
            title="The guide has no such page"
            actions={<a href={href(['guide'])}>To the contents</a>}
          >
            <p>It may have been renamed. The contents list all pages.</p>
          </EmptyState>
        ) : (
          <div className="guide-text">
            <Markdown tokens={page.tokens} page={page.name} />
          </div>
        )}
      </article>
    </div>
  );
}

/** How many sections a search lists. */
const maxFound = 40;

function Contents({ current }: { current: string }) {
  const [search, setSearch] = useState('');
  const found = searchGuide(search);
  const isSearching = search.trim() !== '';
  return (
    <nav className="guide-contents" aria-label="Contents of the guide">
      <SearchField
        label="Search the guide"
        placeholder="Search the guide"
        value={search}
        onChange={setSearch}
        count={isSearching ? String(found.length) : null}
      />
      {isSearching ? (
        <Found sections={found} />
      ) : (
        guideParts.map((part) => <Part key={part.title} part={part} current={current} />)
      )}
    </nav>
  );
}

function Part({ part: { title, pages }, current }: { part: GuidePart; current: string }) {
  return (
    <section>
      {title !== null && <h2>{title}</h2>}
      <ul>
        {pages.map((page) => (
          <li key={page.name}>
            <a href={href(['guide', page.name])} aria-current={page.name === current ? 'page' : undefined}>
              {page.title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Found({ sections }: { sections: readonly GuideSection[] }) {
  if (sections.length === 0) return <p className="muted guide-none">No page has these words.</p>;
  return (
    <ul>
      {sections.slice(0, maxFound).map(({ page, at, title }) => {
        const of = guidePages.find(({ name }) => name === page)?.title;
        return (
          <li key={`${page} ${at}`}>
            <a href={`${href(['guide', page])}${at === null ? '' : `?at=${encodeURIComponent(at)}`}`}>
              {title}
              {of !== title && <span className="subtle small">{of}</span>}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

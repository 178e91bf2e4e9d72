import type { ReactNode } from 'react';
import { ShieldAlert } from 'lucide-react';
import type { JsonValue, PackPreview, PackTest } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { bytes, counted } from '../../ui/format.ts';
import { PropertyList } from '../../ui/inspector-pane.tsx';
import { Notice } from '../../ui/notice.tsx';
import { testWords } from './library-words.ts';

/** Rows and pages that are shown. */
const [shownRows, shownPages] = [8, 6];

/** What is in a spider pack: what it crawls, what it takes from its pages, and whether that is right. */
export function PackView({ pack }: { pack: PackPreview }) {
  const { description, domains, startUrls, settings, author, licence, versions, pages, items, test } = pack;
  const { tone, words } = testWords(test);
  const holds = [
    counted(versions, 'version'),
    counted(pages.length, 'saved page'),
    ...(items === null ? [] : [counted(items, 'example item')]),
    bytes(pack.bytes),
  ];
  return (
    <div className="library-pack">
      {description !== null && <p>{description}</p>}
      {(settings.length > 0 || pack.private.length > 0) && (
        <Notice tone="warning" icon={ShieldAlert} title="Before you run it">
          <ul className="library-settings">
            {settings.map(({ name, meaning }) => (
              <li key={name}>
                {meaning} <code>{name}</code>
              </li>
            ))}
            {pack.private.length > 0 && <li>It reaches private addresses: {pack.private.join(', ')}.</li>}
          </ul>
        </Notice>
      )}
      <section aria-label="Fixtures">
        <h3 className="library-line">
          What it takes from its saved pages <Badge tone={tone}>{words}</Badge>
        </h3>
        {test.problem !== null && <p className="library-wrong small">{test.problem}</p>}
        <Failed failed={test.failed} />
        <Rows test={test} />
      </section>
      <PropertyList
        entries={[
          ['Sites', domains.length === 0 ? 'any' : domains.join(', ')],
          ['Starts at', <Starts key="starts" urls={startUrls} />],
          ['Holds', holds.join(' · ')],
          author !== null && ['Author', author],
          licence !== null && ['Licence', licence],
          ['SHA-256', <code key="hash">{pack.sha256.slice(0, 16)}…</code>],
        ]}
      />
      {pages.length > 0 && (
        <section aria-label="Saved pages">
          <h3>Saved pages</h3>
          <ul className="library-pages">
            {pages.slice(0, shownPages).map(({ title, url, locked }, index) => (
              <li key={index}>
                <span className="ellipsis" title={url ?? title}>
                  {url ?? title}
                </span>
                <span className="subtle small">{counted(locked, 'locked value')}</span>
              </li>
            ))}
          </ul>
          <More count={pages.length - shownPages} noun="page" />
        </section>
      )}
    </div>
  );
}

const More = ({ count, noun }: { count: number; noun: string }): ReactNode =>
  count <= 0 ? null : <p className="subtle small">and {counted(count, `more ${noun}`)}</p>;

const Starts = ({ urls }: { urls: readonly string[] }) => (
  <>
    {urls.slice(0, 3).map((url) => (
      <span key={url} className="library-url">
        {url}
      </span>
    ))}
    <More count={urls.length - 3} noun="URL" />
  </>
);

function Rows({ test: { columns, rows } }: { test: PackTest }) {
  if (rows.length === 0) return <p className="subtle small">It takes no rows from them.</p>;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by keyboard, too */}
      <div className="library-scroll" tabIndex={0} role="group" aria-label="Rows">
        <table className="library-rows" aria-label="Rows of its saved pages">
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shownRows).map(({ values }, index) => (
              <tr key={index}>
                {values.map((value, column) => (
                  <td key={columns[column]} className={value === null ? 'subtle' : undefined}>
                    {value ?? 'empty'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More count={rows.length - shownRows} noun="row" />
    </>
  );
}

const shortly = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

function Failed({ failed }: Pick<PackTest, 'failed'>) {
  if (failed.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by keyboard, too
    <div className="library-scroll" tabIndex={0} role="group" aria-label="Values that differ">
      <table className="library-rows library-failed" aria-label="Values that differ">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Expected</th>
            <th scope="col">Got</th>
          </tr>
        </thead>
        <tbody>
          {failed.slice(0, shownRows).map(({ field, expected, got, page }, index) => (
            <tr key={index} title={page}>
              <td>{field}</td>
              <td>{shortly(expected)}</td>
              <td className="library-wrong">{got === null ? 'empty' : shortly(got)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export { Failed as FailedCells };

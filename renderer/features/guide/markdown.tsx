import { Fragment, type ReactNode } from 'react';
import type { MarkedToken, Token, Tokens } from 'marked';
import { href } from '../../navigation/router.ts';
import { slugOf } from './pages.ts';

/** Where a link of the guide leads in the window; null: out of it. */
function targetOf(link: string, page: string): string | null {
  const [, file, at = ''] = /^([\w-]+\.md)?(?:#(.+))?$/u.exec(link) ?? [];
  if (file === undefined && at === '') return null;
  const name = file === undefined ? page : file.replace(/\.md$/u, '');
  return `${href(['guide', name])}${at === '' ? '' : `?at=${encodeURIComponent(at)}`}`;
}

/** A page of Markdown as elements. It shows what the guide uses; anything else is shown as it is written. */
export const Markdown = ({ tokens, page }: { tokens: readonly Token[]; page: string }): ReactNode =>
  tokens.map((token, index) => (
    <Fragment key={index}>
      <Block token={token} page={page} />
    </Fragment>
  ));

/** A token of Markdown without extensions: its type names its shape. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no extension adds other tokens
const plain = (token: Token): MarkedToken => token as MarkedToken;

function Block({ token: given, page }: { token: Token; page: string }): ReactNode {
  const token = plain(given);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- what the guide does not use is shown as it is written
  switch (token.type) {
    case 'heading':
      return <Heading heading={token} page={page} />;
    case 'paragraph':
      return <p>{inline(token, page)}</p>;
    case 'code':
      return <CodeBlock code={token} />;
    case 'list': {
      const { ordered, items } = token;
      const entries = items.map((item, index) => (
        <li key={index}>
          <Markdown tokens={item.tokens} page={page} />
        </li>
      ));
      return ordered ? <ol>{entries}</ol> : <ul>{entries}</ul>;
    }
    case 'table':
      return <Table table={token} page={page} />;
    case 'text':
      return inline(token, page);
    case 'space':
    case 'html':
      return null;
    default:
      return <p>{token.raw}</p>;
  }
}

function Heading({ heading, page }: { heading: Tokens.Heading; page: string }): ReactNode {
  const content = inline(heading, page);
  if (heading.depth === 1) return <h1>{content}</h1>;
  const id = slugOf(heading.text);
  return heading.depth === 2 ? <h2 id={id}>{content}</h2> : <h3 id={id}>{content}</h3>;
}

function CodeBlock({ code }: { code: Tokens.Code }): ReactNode {
  const [, file] = (code.lang ?? '').split(' ', 2);
  return (
    <figure className="guide-code">
      {file !== undefined && <figcaption>{file}</figcaption>}
      <pre role="group" aria-label={file ?? 'Example'}>
        <code>{code.text}</code>
      </pre>
    </figure>
  );
}

function Table({ table, page }: { table: Tokens.Table; page: string }): ReactNode {
  return (
    <div className="guide-table">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={index} scope="col">
                {parts(cell.tokens, page)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{parts(cell.tokens, page)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const inline = (token: { text: string; tokens?: Token[] | undefined }, page: string): ReactNode => {
  const { tokens } = token;
  return tokens === undefined ? token.text : parts(tokens, page);
};

const parts = (tokens: readonly Token[], page: string): ReactNode =>
  tokens.map((token, index) => (
    <Fragment key={index}>
      <Part token={token} page={page} />
    </Fragment>
  ));

function Part({ token: given, page }: { token: Token; page: string }): ReactNode {
  const token = plain(given);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- what the guide does not use is shown as it is written
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token, page)}</strong>;
    case 'em':
      return <em>{inline(token, page)}</em>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'link': {
      const target = targetOf(token.href, page);
      const content = inline(token, page);
      return target === null ? content : <a href={target}>{content}</a>;
    }
    case 'escape':
    case 'text':
      return token.text;
    default:
      return token.raw;
  }
}

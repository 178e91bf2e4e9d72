import { ChevronUp, Copy } from 'lucide-react';
import type { Provenance } from '../../../shared/contract/types.ts';
import { copyText } from '../../state/clipboard.ts';
import { IconButton } from '../../ui/button.tsx';
import { chainOf, type ChainLink } from './links.ts';
import { partsOf } from './parts.ts';
import { provenanceHref, type Inside } from './place.ts';

/** The chain from a value to the site: each link comes from the one below it. */
export function Chain({ found, column, inside }: { found: Provenance; column: string; inside: Inside }) {
  const parts = partsOf(found.value, inside);
  return (
    <div className="provenance-chain scroll" data-pane="chain">
      {parts.length > 0 && (
        <nav className="provenance-parts" aria-label="Values inside">
          {parts.map(({ name, inside: to }) => (
            <a key={name} className="mono" href={provenanceHref(found.item, column, to)}>
              {name}
            </a>
          ))}
        </nav>
      )}
      <ol aria-label="Where it comes from">
        {chainOf(found).map((link) => (
          <Link key={link.id} link={link} />
        ))}
      </ol>
    </div>
  );
}

/** Characters of a text that are shown; all of it is copied. */
const shownLength = 1500;

function Link({ link: { id, title, text, mono, details, to } }: { link: ChainLink }) {
  return (
    <li className="provenance-link" data-link={id}>
      <ChevronUp size={14} aria-hidden className="provenance-arrow" />
      <div className="provenance-said">
        <h2>{to === undefined ? title : <a href={to}>{title}</a>}</h2>
        <div className={mono ? 'mono provenance-text' : 'provenance-text'}>
          {text === '' ? <span className="subtle">an empty text</span> : shortened(text)}
        </div>
        {details.map((detail) => (
          <p key={detail} className="small muted">
            {detail}
          </p>
        ))}
      </div>
      <IconButton
        label={`Copy: ${title}`}
        icon={Copy}
        size="small"
        onClick={() => void copyText(text, `${title} copied`)}
      />
    </li>
  );
}

const shortened = (text: string): string =>
  text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`;

import './site-icon.css';

/** See `SiteIcon`. */
export interface SiteIconProps {
  /** Of the spider or site; gives the letter and its colour. */
  name: string;
  /** The icon of the site as a data URL; null: it has none, or it is unknown. */
  picture?: string | null;
  size?: 'small' | 'large';
}

/** How many colours there are for letters: `--icon-1` and so on. */
const colours = 8;

/** The letter of a name, and the number of its colour: the same for the same name. */
export function letterOf(name: string): { letter: string; colour: number } {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  const [letter = '·'] = /[\p{L}\p{N}]/u.exec(name) ?? [];
  return { letter: letter.toUpperCase(), colour: (sum % colours) + 1 };
}

/** The icon of a site, or the first letter of a name on a colour of its own. It stands beside the name, which says what it is. */
export function SiteIcon({ name, picture = null, size = 'small' }: SiteIconProps) {
  if (picture !== null) return <img className="ui-site-icon" data-size={size} src={picture} alt="" />;
  const { letter, colour } = letterOf(name);
  return (
    <span
      className="ui-site-icon"
      data-size={size}
      style={{ background: `var(--icon-${colour})` }}
      data-letter={letter}
      aria-hidden
    />
  );
}

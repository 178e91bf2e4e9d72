import { Image } from 'lucide-react';
import { openAddress } from './address.ts';
import './value.css';

interface WebLinkProps {
  /** From `addressOf`. */
  address: string;
  /** It leads to a picture. */
  picture?: boolean;
  /** Whether Tab reaches it; not in a grid, where the arrows go along the cells. */
  tabbable?: boolean;
}

/**
 * A link to an address of the web, which opens in the browser of the person. It is a button, so that no address of a page is in the
 * document of the window.
 */
export const WebLink = ({ address, picture = false, tabbable = true }: WebLinkProps) => (
  <button
    type="button"
    role="link"
    className={picture ? 'ui-web-link ui-picture-link' : 'ui-web-link'}
    title={address}
    tabIndex={tabbable ? 0 : -1}
    onClick={() => openAddress(address)}
  >
    {picture ? (
      <>
        <Image size={14} aria-hidden />
        <span className="ellipsis">{shortAddress(address)}</span>
      </>
    ) : (
      shortAddress(address)
    )}
  </button>
);

/** Without the scheme, and without the slash of a bare host. */
const shortAddress = (address: string) => address.replace(/^https?:\/\//u, '').replace(/^([^/]+)\/$/u, '$1');

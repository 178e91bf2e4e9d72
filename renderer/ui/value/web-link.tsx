import { useState } from 'react';
import { Image } from 'lucide-react';
import { openAddress } from './address.ts';
import { usePicture } from './picture.tsx';
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
 * A link to an address of the web, which opens in the browser of the person; an address of a picture is shown as the picture. It is a
 * button, so that no address of a page is in the document of the window.
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
    {picture ? <Picture address={address} /> : shortAddress(address)}
  </button>
);

/** A picture; its address while or where there is none. */
function Picture({ address }: { address: string }) {
  const path = usePicture(address);
  /** The path that led to nothing: the host keeps pictures for a while. */
  const [broken, setBroken] = useState<string | null>(null);
  if (path !== null && path !== broken) {
    return <img src={path} alt={fileOf(address)} onError={() => setBroken(path)} />;
  }
  return (
    <>
      <Image size={14} aria-hidden />
      <span className="ellipsis">{shortAddress(address)}</span>
    </>
  );
}

/** The name of the file that an address ends with. */
const fileOf = (address: string) => URL.parse(address)?.pathname.split('/').at(-1) ?? address;

/** Without the scheme, and without the slash of a bare host. */
const shortAddress = (address: string) => address.replace(/^https?:\/\//u, '').replace(/^([^/]+)\/$/u, '$1');

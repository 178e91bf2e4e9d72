import type { Element } from 'domhandler';
import type { KeptPicture } from '../../../store/pages/picture-queries.ts';
import { backgroundLink, pictureLink } from '../pictures/picture-links.ts';

/** Attributes by which the style of a preview puts pictures in their places. */
const places = {
  content: 'data-spider-studio-picture',
  background: 'data-spider-studio-background',
} as const;
type Place = keyof typeof places;

/** Puts the kept pictures of a page into its preview, each once, as a rule of a style sheet; so the preview loads nothing. */
export class PagePictures {
  readonly #kept: ReadonlyMap<string, KeptPicture>;
  readonly #base: string | null;
  readonly #used = new Map<string, { number: number; places: Set<Place> }>();
  readonly #missing = new Set<string>();

  constructor(kept: readonly KeptPicture[], base: string | null) {
    this.#kept = new Map(kept.map((picture) => [picture.url, picture]));
    this.#base = base;
  }

  /** URLs of pictures that the page shows and that are not kept. */
  get missing(): ReadonlySet<string> {
    return this.#missing;
  }

  /** The attributes that give an element its pictures. */
  attributesOf(element: Element): [string, string][] {
    return [
      ...this.#attribute('content', pictureLink(element, this.#base)),
      ...this.#attribute('background', backgroundLink(element, this.#base)),
    ];
  }

  /** The style sheet with the pictures that were asked for. */
  styleSheet(): string {
    const rules = [...this.#used].map(([url, { number, places: at }]) => {
      const data = dataUrl(this.#kept.get(url));
      const content = at.has('content') ? `[${places.content}="${number}"]{content:url(${data})}` : '';
      const background = at.has('background')
        ? `[${places.background}="${number}"]{background-image:url(${data})!important}`
        : '';
      return content + background;
    });
    return rules.join('');
  }

  #attribute(place: Place, url: string | null): [string, string][] {
    if (url === null) return [];
    if ((this.#kept.get(url)?.body ?? null) === null) {
      this.#missing.add(url);
      return [];
    }
    const used = this.#used.get(url) ?? { number: this.#used.size, places: new Set() };
    used.places.add(place);
    this.#used.set(url, used);
    return [[places[place], String(used.number)]];
  }
}

const dataUrl = (picture: KeptPicture | undefined): string =>
  `data:${picture?.type ?? 'image/png'};base64,${Buffer.from(picture?.body ?? new Uint8Array()).toString('base64')}`;

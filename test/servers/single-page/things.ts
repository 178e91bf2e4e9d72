/** Something that a site shows. */
export interface Thing {
  id: number;
  slug: string;
  title: string;
  author: string;
  city: string;
  price: number;
  /** ISO 8601. */
  date: string;
  text: string;
  views: number;
}

/** The words of a variation of the sites. */
export interface Vocabulary {
  lang: string;
  seed: number;
  adjectives: readonly string[];
  nouns: readonly string[];
  people: readonly string[];
  cities: readonly string[];
  sentence: string;
}

/** Two variations: the second shares neither words nor language nor numbers with the first. */
export const vocabularies: Readonly<Record<'first' | 'second', Vocabulary>> = {
  first: {
    lang: 'en',
    seed: 7,
    adjectives: ['Amber', 'Brisk', 'Copper', 'Dusty', 'Early', 'Frosty', 'Gentle', 'Hollow'],
    nouns: ['Lantern', 'Compass', 'Kettle', 'Saddle', 'Anchor', 'Ledger', 'Mantle', 'Whistle', 'Barrel'],
    people: ['Ada Brook', 'Ben Carver', 'Cleo Dunn', 'Dan Ellery', 'Eve Frost'],
    cities: ['Bristol', 'Leeds', 'Oxford', 'York', 'Derby', 'Truro'],
    sentence: 'comes with a handle and a box of its own',
  },
  second: {
    lang: 'de',
    seed: 4099,
    adjectives: ['Alter', 'Blauer', 'Schöner', 'Dunkler', 'Großer', 'Kühler', 'Leiser', 'Neuer', 'Runder'],
    nouns: ['Schrank', 'Spiegel', 'Teppich', 'Koffer', 'Löffel', 'Hocker', 'Kessel', 'Schlüssel'],
    people: ['Jürgen Groß', 'Käthe Müller', 'Lutz Übel', 'Mia Weiß', 'Nils Öhler', 'Olga Petri'],
    cities: ['Köln', 'Ulm', 'Jena', 'Lübeck', 'Mainz'],
    sentence: 'wird mit Griff und Kasten geliefert',
  },
};

/** A row of numbers from 0 to 1 that is the same for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Different things in the words of a vocabulary. */
export function makeThings(words: Vocabulary, count: number, offset = 0): Thing[] {
  const next = numbersFrom(words.seed + offset);
  const pick = <T>(from: readonly T[]): T => {
    const chosen = from[Math.floor(next() * from.length)];
    if (chosen === undefined) throw new Error('There is nothing to pick from.');
    return chosen;
  };
  return Array.from({ length: count }, (_, index) => {
    const number = offset + index + 1;
    const title = `${pick(words.adjectives)} ${pick(words.nouns)} No. ${number}`;
    const day = new Date(Date.UTC(2026, Math.floor(next() * 10), 1 + Math.floor(next() * 27), 9));
    return {
      id: 1000 + number * 7,
      slug: `thing-${number}`,
      title,
      author: pick(words.people),
      city: pick(words.cities),
      price: Math.round((20 + next() * 2400) * 100) / 100,
      date: day.toISOString(),
      text: `${title} ${words.sentence}.`,
      views: Math.floor(next() * 9000) + 100,
    };
  });
}

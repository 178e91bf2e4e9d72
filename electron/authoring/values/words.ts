import { detach } from '../../extract/text.ts';

/** Words of the place of a column, between spaces: ["productPrice", "price-now"] gives " product price price now ". */
export function calledBy(words: readonly string[]): string {
  const written = words.join(' ');
  const known = calls.get(written);
  if (known !== undefined) return known;
  if (calls.size >= mostCalls) calls.clear();
  const called = splitWords(written);
  calls.set(detach(written), called);
  return called;
}

/** Pages repeat the same names thousands of times. */
const calls = new Map<string, string>();
const mostCalls = 5000;

function splitWords(written: string): string {
  const split = written.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase();
  return ` ${split.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}

/** Names of prices and amounts of money, in the languages of most shops. */
export const priceWords =
  / (?:price|prices|pricing|preis|preise|prix|precio|precios|prezzo|prezzi|preço|preco|prijs|pris|cena|ceny|hinta|ár|fiyat|preț|pret|τιμή|цена|ціна|價格|价格|価格|가격|cost|amount|msrp|rrp|uvp) /u;

/** Names of ratings. */
export const ratingWords =
  / (?:rating|ratings|rated|stars?|score|bewertung|sterne|note|étoiles|valoración|estrellas|voto|stelle|рейтинг) /u;

/** Words of the place of a column, between spaces: ["productPrice", "price-now"] gives " product price price now ". */
export function calledBy(words: readonly string[]): string {
  const split = words
    .join(' ')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase();
  return ` ${split.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}

/** Names of prices and amounts of money, in the languages of most shops. */
export const priceWords =
  / (?:price|prices|pricing|preis|preise|prix|precio|precios|prezzo|prezzi|preço|preco|prijs|pris|cena|ceny|hinta|ár|fiyat|preț|pret|τιμή|цена|ціна|價格|价格|価格|가격|cost|amount|msrp|rrp|uvp) /u;

/** Names of ratings. */
export const ratingWords =
  / (?:rating|ratings|rated|stars?|score|bewertung|sterne|note|étoiles|valoración|estrellas|voto|stelle|рейтинг) /u;

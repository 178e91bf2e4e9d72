import type { ElementFacts } from '../tree.ts';
import { calledBy } from '../values/words.ts';
import { shortText } from './short-text.ts';

const buyNames =
  / (?:add to cart|addtocart|add to basket|add to bag|addtobag|add cart|buy now|buynow|buy button|buybutton|btn cart|btn buy|cart button|in den warenkorb|warenkorb|koszyk|kosik|carrito|carrello|panier|sacola|kupit|kup) /;
const buyTexts =
  /^(?:add to (?:cart|basket|bag|trolley)|buy(?: it)?(?: now)?|pre-?order(?: now)?|in den (?:warenkorb|einkaufswagen)|jetzt kaufen|kaufen|ajouter au panier|acheter(?: maintenant)?|(?:añadir|agregar) (?:al carrito|a la (?:cesta|bolsa))|comprar(?: agora| ahora| ya)?|aggiungi al carrello|acquista(?: ora)?|adicionar (?:ao carrinho|à sacola)|in (?:de )?winkelwagen|bestellen|dodaj do koszyka|kup teraz|do koszyka|(?:vložit |přidat )?do košíku|do košíka|kosárba(?: teszem| rakom)?|adaug[aă] în coș|adauga in cos|kúpiť|koupit|köp|lägg i varukorg(?:en)?|læg i kurv(?:en)?|legg i handlekurv(?:en)?|lisää (?:ostoskoriin|koriin)|osta|sepete ekle|satın al|v košarico|dodaj v košarico|u košaricu|dodaj u košaricu|додати в кошик|купити|купить|в корзину|добавить в корзину|заказать|добави в количката|καλάθι|αγορά|カートに入れる|購入|加入购物车|加入購物車|立即购买|立即購買|장바구니|구매하기|바로구매|أضف إلى السلة|הוסף לסל|เพิ่มลงตะกร้า|thêm vào giỏ(?: hàng)?|mua ngay|beli(?: sekarang)?)$/iu;

/** Whether an element is a button that buys the thing of the page, by its name or its label in one of some thirty languages. */
export function isBuyButton(facts: ElementFacts): boolean {
  const { text } = facts;
  const { name, attribs } = facts.element;
  const isButton = name === 'button' || name === 'input' || name === 'a' || attribs['role'] === 'button';
  if (!isButton || attribs['type'] === 'hidden' || text > 60) return false;
  const { id = '', class: classes = '', value = '', title = '' } = attribs;
  if (buyNames.test(calledBy([id, classes, attribs['name'] ?? '']))) return true;
  const label = text > 0 ? shortText(facts) : value === '' ? (attribs['aria-label'] ?? title) : value;
  return buyTexts.test(label.trim());
}

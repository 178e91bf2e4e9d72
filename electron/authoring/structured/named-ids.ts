import { isText } from 'domhandler';
import type { DescribedTree } from '../tree.ts';
import { calledBy } from '../values/words.ts';
import { looksLikeId, type IdentifierPlace } from './id-form.ts';
import { shortText } from './short-text.ts';

/** Names that mean the number of a product and nothing else. */
const skuNames =
  / (?:sku|skuid|asin|product (?:code|number|no|reference|ref|sku)|productcode|productnumber|productsku|item (?:number|no|code)|itemnumber|article (?:number|no|nr|code)|articlenumber|artikelnummer|artnr|part number|partnumber|ref number|reference number|model number) /;

/** Letters that one of these names has in any writing: few names of elements have them. */
const inSkuNames = /sku|asin|product|item|art|ref|model/i;

/** Names of the number that a shop keeps a product under; also of other numbers. */
const idNames =
  / (?:product ?id|prod ?id|prd ?id|item ?id|article ?id|pid|goods (?:id|no)|goodsno|offer ?id|style ?id|master ?id|ad ?id|listing ?id|content ids?|ecomm prodid|deal srl|product) /;

const weightOf = (called: string): number => (skuNames.test(called) ? 2 : idNames.test(called) ? 1 : 0);

/** Attributes by which those who make the page find an element. */
const mark = /^data-(?:qa|test|cy|automation|hook|role)/;

/** The most characters of the text of an element that is called a number, and the most places that are kept. */
const longestText = 40;
const mostPlaces = 2000;

/** Finds numbers of products by the names of elements, attributes and inputs. */
export function findNamed({ elements }: DescribedTree): IdentifierPlace[] {
  const found: IdentifierPlace[] = [];
  const add = (place: Pick<IdentifierPlace, 'by' | 'value' | 'weight' | 'element' | 'attribute'>): void => {
    found.push({ kind: 'sku', text: null, before: null, ...place });
  };
  for (const facts of elements) {
    const { element, text } = facts;
    if (found.length >= mostPlaces) break;
    const { attribs, name } = element;
    if (name === 'input' || name === 'meta') {
      const attribute = name === 'input' ? 'value' : 'content';
      const value = attribs[attribute]?.trim() ?? '';
      const weight = looksLikeId.test(value)
        ? weightOf(calledBy([attribs['name'] ?? '', attribs['id'] ?? '']))
        : 0;
      if (weight > 0) add({ by: 'input', value, weight, element, attribute });
    }
    const isShort = text >= 3 && text <= longestText;
    const words: string[] = isShort ? [attribs['class'] ?? '', attribs['id'] ?? ''] : [];
    for (const attribute of Object.keys(attribs)) {
      if (!attribute.startsWith('data-')) continue;
      if (isShort && mark.test(attribute)) words.push(attribs[attribute] ?? '');
      const value = attribs[attribute]?.trim() ?? '';
      if (value.length > longestText || !looksLikeId.test(value)) continue;
      const weight = weightOf(calledBy([attribute.slice('data-'.length)]));
      if (weight > 0) add({ by: 'attribute', value, weight, element, attribute });
    }
    if (!words.some((word) => inSkuNames.test(word)) || !skuNames.test(calledBy(words))) continue;
    const value = shortText(facts);
    if (looksLikeId.test(value)) add({ by: 'name', value, weight: 2, element, attribute: null });
  }
  return found;
}

/** Members of scripts that hold the number of a product, with what may stand between name and value. */
const members =
  /["']?\b(sku|skuId|productSku|product_sku|asin|productCode|product_code|itemNumber|articleNumber|partNumber|productId|product_id|productID|prodid|ecomm_prodid|itemId|item_id|articleId|article_id|pid|styleId|masterId|offerId|adId|content_ids?)["']?\s*[:=]\s*\[?\s*["']?([\p{L}\p{N}][\p{L}\p{N}_./-]{2,38})["']?/giu;

/** The longest script that is read, and the most members. */
const longestScript = 1_000_000;
const mostMembers = 500;

/** Finds numbers of products in the scripts of a page, by the names of members. */
export function findInScripts({ elements }: DescribedTree): IdentifierPlace[] {
  const found: IdentifierPlace[] = [];
  for (const { element } of elements) {
    if (element.name !== 'script' || element.attribs['src'] !== undefined) continue;
    const text = element.children.map((child) => (isText(child) ? child.data : '')).join('');
    if (text.length > longestScript) continue;
    for (const [, name = '', value = ''] of text.matchAll(members)) {
      if (found.length >= mostMembers) return found;
      if (!/\d/.test(value)) continue;
      const weight = weightOf(calledBy([name]));
      found.push({
        kind: 'sku',
        by: 'script',
        value,
        weight,
        element,
        text: null,
        attribute: null,
        before: name,
      });
    }
  }
  return found;
}

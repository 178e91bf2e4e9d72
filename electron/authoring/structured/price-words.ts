/** Names of elements that say of which kind an amount is. They are looked for in the words of class, id and test attributes. */

/** The price of the thing itself, as it is now. */
export const ownPrice =
  / (?:current|now|sale|sales|final|special|our|actual|main|product|detail|details|pdp|selling|sell|buy|buybox|offer|aktuell|actuel|today|your|deal|new|primary|big) /;

/** A price of before, or of the maker. */
export const otherPrice =
  / (?:old|was|before|prev|previous|original|regular|list|strike|striked|strikethrough|crossed|rrp|msrp|uvp|srp|compare|statt|ancien|barre|barré|vecchio|antes|anterior|stara|stary|alter|retail|full) |(?:price|preis|prix|precio|cena)_?(?:old|was|before|orig|prev|retail)|(?:old|was|list|orig|before|regular|strike)(?:price|preis|prix|precio|cena)/;

/** An amount that is a part of the price, or comes on top of it. */
export const partOfPrice =
  / (?:shipping|delivery|versand|versandkosten|livraison|envio|envío|spedizione|freight|postage|frete|unit|grundpreis|baseprice|base price|installment|instalment|installments|month|monthly|rate|emi|finance|financing|credit|coupon|voucher|save|saving|savings|saved|discount|rabatt|off|tax|vat|fee|deposit|points|cashback|warranty|insurance|min|max|range|threshold|minimum|gift|trade in|tradein) /;

/** Parts of a page that are about other things. */
export const otherThings =
  / (?:related|similar|recommend|recommended|recommendation|recommendations|recommends|carousel|slider|slick|swiper|upsell|cross|crosssell|also|bundle|bundles|accessory|accessories|recent|recently|viewed|history|sponsored|ads|advert|suggest|suggested|suggestions|frequently|fbt|together|compare|comparison|widget|tile|minicart|mini cart|cart summary|menu|nav|navigation|header|footer|sidebar|banner|promo|promotion|newsletter|review|reviews|rating|comments) /;

/** Words in the line of an amount that say that it is another: was, shipping, you save, a month. */
export const aroundOther =
  /(?:\b(?:was|rrp|msrp|uvp|list price|typical price|you save|save|saving|discount|shipping|delivery|postage|per month|a month|\/\s?mo(?:nth)?|monthly|orders? over|free on|instal?ments?|interest|deposit|statt|versand|zzgl|sparen|ersparnis|livraison|au lieu de|économisez|envío|ahorras?|antes|spedizione|invece di|risparmi|frete|parcelas?|sem juros|verzending|doprava|dostawa|wysyłka|szállítás|livrare|dostava|kargo)\b|доставк|рассрочк|配送料|送料|운송비|배송비)/iu;

/**
 * Names of currencies beside amounts: their signs are `\p{Sc}`; the rest are the codes of ISO 4217 that shops use and the short
 * forms of CLDR and everyday writing.
 */
const codes =
  'AED|ARS|AUD|BDT|BGN|BHD|BRL|BYN|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|GEL|HKD|HRK|HUF|IDR|ILS|INR|IRR|ISK|JOD|JPY|KES|KRW|KWD|KZT|LKR|MAD|MDL|MKD|MXN|MYR|NGN|NOK|NPR|NZD|OMR|PEN|PHP|PKR|PLN|QAR|RMB|RON|RSD|RUB|SAR|SEK|SGD|THB|TND|TRY|TWD|UAH|USD|UYU|UZS|VND|ZAR';

const shortForms =
  'NT\\$|HK\\$|US\\$|R\\$|S\\/|Bs|kr\\.?|zł|zl|Kč|Kčs|Ft|lei|Lei|leva|лв\\.?|руб\\.?|р\\.|грн\\.?|тг\\.?|сом|сум|ден|дин\\.?|din\\.?|РСД|KM|Kn|kn|TL|Fr\\.?|SFr\\.?|Rs\\.?|Rp\\.?|RM|원|円|元|圆|บาท|đ|د\\.إ|ر\\.س|ريال|تومان|درهم|جنيه|Euro|euro|Dollar|dollars?';

/** A currency by its sign, code or short form, as a group without a name. */
const currency = `(?:\\p{Sc}|(?<!\\p{L})(?:${codes}|${shortForms})(?!\\p{L}))`;

/** An amount: digits with their marks. Spaces stand between groups of three only. */
const amount =
  "(?:\\d{1,3}(?:[.,'’\\u00A0\\u202F ]\\d{3}(?!\\d))+|\\d+)(?:[.,]\\s?\\d{1,3}(?!\\d)|[.,](?=[-–—]))?";

const beside = new RegExp(
  `${currency}\\s{0,3}[-−]?\\s?${amount}|${amount}[.,]?[-–—]{0,2}\\s{0,3}${currency}`,
  'u',
);

/** Whether a text has an amount with a currency beside it: "€ 93,99", "1 299,00 Kč", "USD 12". */
export const hasMoney = (text: string): boolean => /\d/.test(text) && beside.test(text);

const alone = new RegExp(`^${currency}$`, 'u');

/** Whether a text is a currency and nothing else: "€", "Kč", "元". */
export const isCurrency = (text: string): boolean => alone.test(text);

/** Currencies whose smallest unit is a thousandth, in ISO 4217: three digits after a mark may be a fraction. */
const thousandths = /(?<!\p{L})(?:BHD|IQD|JOD|KWD|LYD|OMR|TND|KD|BD|DT)(?!\p{L})/u;

/** Whether three digits behind the only mark of an amount may be its fraction. */
export const mayHaveThreeDecimals = (text: string): boolean => thousandths.test(text);

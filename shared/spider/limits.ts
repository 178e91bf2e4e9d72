/** Longest text of a spider, in UTF-16 units; longer texts are not parsed. 50,000 start URLs fit. */
export const maxTextLength = 5_000_000;
/** Maximum number of values (texts, numbers, lists, objects) in a spider. One with 100,000 start URLs has 100,010. */
export const maxValues = 250_000;
/** Both limits, as messages and forms state them. */
export const spiderLimits = '5 million characters and 250,000 values';

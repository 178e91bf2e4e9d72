/** Longer texts are refused unread, in characters. A spider of 50,000 start URLs stays below. */
export const maxTextLength = 5_000_000;
/** Texts, numbers, lists and objects of a spider. One of 100,000 start URLs has 100,010. */
export const maxValues = 250_000;
/** What a spider may be at most, for people: wherever one is chosen, given or refused. */
export const spiderLimits = '5 million characters and 250,000 values';

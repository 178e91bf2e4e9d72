/**
 * Thrown where a page needs what is not implemented here. It never leaves this folder: the caller of `buildTree` gets
 * null and parses the page with parse5. Made once, because a stack trace would cost more than the page so far.
 */
class GiveUp extends Error {}

const notHere = new GiveUp('this page is for the complete parser');

export function giveUp(): never {
  throw notHere;
}

export function isGiveUp(error: unknown): boolean {
  return error === notHere;
}

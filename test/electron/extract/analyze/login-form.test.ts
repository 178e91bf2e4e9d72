import { describe, expect, it } from 'vitest';
import { asksForLogin } from '../../../../electron/extract/analyze/login-form.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';
import { elementsBelow } from '../../../../electron/extract/walk.ts';

const form = '<form><label>Name <input name="user"></label><input type="password"><button>Go</button></form>';
const words = (count: number): string => 'Some more text. '.repeat(count);

const isLogin = (body: string, url: string | null = 'https://example.org/', title = 'Example'): boolean =>
  asksForLogin(elementsBelow(parsePage(`<!doctype html><title>${title}</title><body>${body}`).document), url);

describe('a page asks for a login', () => {
  it.each([
    ['a form alone', form],
    ['a form with a note', `<h1>Members only</h1><p>${words(10)}</p>${form}`],
    ['a field without a form', '<input type="PASSWORD">'],
  ])('%s', (_, body) => expect(isLogin(body)).toBe(true));

  it.each([
    ['by its address', 'https://example.org/account/login?next=%2Fshop', 'Example'],
    ['by its title', 'https://example.org/', 'Bitte anmelden'],
    ['by its title, without an address', null, 'Sign in'],
  ])('with more text beside, %s', (_, url, title) => {
    expect(isLogin(`<p>${words(50)}</p>${form}`, url, title)).toBe(true);
  });
});

describe('a page does not', () => {
  it.each([
    ['without a password', '<form><input name="q"></form>'],
    ['with a login in its header', `<header>${form}</header><h1>Shop</h1>`],
    ['with a login in a menu', `<div class="user-menu">${form}</div><h1>Shop</h1>`],
    ['with a hidden login', `<div style="display: none">${form}</div>`],
    ['with much else', `<p>${words(50)}</p>${form}`],
  ])('%s', (_, body) => expect(isLogin(body)).toBe(false));

  it('however it is named, with the text of an article', () => {
    expect(isLogin(`<p>${words(120)}</p>${form}`, 'https://example.org/login', 'Sign in')).toBe(false);
  });
});

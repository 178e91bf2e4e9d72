import { expect, it } from 'vitest';
import { addressOf, isPicture, picturePath } from '../../../renderer/ui/value/address.ts';

it.each([
  ['https://shop.example/a?b=c#d', 'https://shop.example/a?b=c#d'],
  ['HTTP://shop.example', 'http://shop.example/'],
  ['javascript:alert(1)', null],
  ['data:image/png;base64,AAAA', null],
  ['/lamp', null],
  ['see https://shop.example', null],
  ['https://shop.example and more', null],
  ['https://name:secret@shop.example/', null],
  [`https://shop.example/${'x'.repeat(8000)}`, null],
  ['http://', null],
])('the address of %j is %j', (value, address) => {
  expect(addressOf(value)).toBe(address);
});

it.each([
  ['link', 'https://shop.example/lamp.JPG?w=200', true],
  ['image_url', 'https://cdn.example/7f3a', true],
  ['thumbnail', 'https://cdn.example/7f3a', true],
  ['link', 'https://shop.example/image/', false],
  ['imagination', 'https://shop.example/', false],
])('the field %j with %j holds a picture: %j', (field, address, expected) => {
  expect(isPicture(field, address)).toBe(expected);
});

it.each([
  ['images', '/img/lamp?w=2', 'https://shop.example/img/lamp?w=2'],
  ['link', '../lamp.png', 'https://shop.example/lamp.png'],
  ['link', '/lamp', null],
  ['images', 'lamp, brass', null],
  ['images', 'none', null],
])('the field %j of a page with %j holds the picture %j', (field, value, address) => {
  expect(picturePath(field, value, 'https://shop.example/items/1')).toBe(address);
});

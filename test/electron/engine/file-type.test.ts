import { expect, it } from 'vitest';
import { typeOfFile } from '../../../electron/engine/file-type.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

const png = '\x89PNG\r\n\x1a\n\0\0';
const page = '<!DOCTYPE html><html><script>alert(1)</script></html>';
const drawing = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>';

it.each([
  // The server says the truth.
  ['image/png', png, 'image/png'],
  ['image/jpeg', '\xff\xd8\xff\xe0', 'image/jpeg'],
  ['application/pdf', '%PDF-1.7', 'application/pdf'],
  ['text/csv', 'a,b\n1,2', 'text/csv'],
  ['text/plain', page, 'text/plain'],
  ['text/html', page, 'text/html'],
  ['image/svg+xml', drawing, 'image/svg+xml'],
  ['video/mp4', '\0\0\0 ftypisom', 'video/mp4'],
  // It says nothing.
  ['', png, 'image/png'],
  ['', page, 'text/html'],
  ['', 'anything', 'application/octet-stream'],
  ['application/octet-stream', '%PDF-1.4', 'application/pdf'],
  // It lies.
  ['image/png', '\xff\xd8\xff\xe0', 'image/jpeg'],
  ['image/png', page, 'text/html'],
  ['image/jpeg', 'not a picture', 'application/octet-stream'],
  ['application/pdf', page, 'text/html'],
  ['application/pdf', 'nothing of the kind', 'application/octet-stream'],
  ['text/plain', png, 'image/png'],
  ['image/png', drawing, 'image/svg+xml'],
  ['text/html', '%PDF-1.4', 'application/pdf'],
  ['image/png', 'PK\x03\x04', 'application/zip'],
  // A container is of the type that only the server knows.
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK\x03\x04', undefined],
  ['application/epub+zip', 'PK\x03\x04', undefined],
  ['audio/mp4', '\0\0\0 ftypisom', undefined],
  ['application/octet-stream', 'PK\x03\x04', 'application/zip'],
  // Types whose content cannot be told.
  ['image/x-raw', 'anything', 'image/x-raw'],
  ['application/msword', '\xd0\xcf\x11\xe0', 'application/msword'],
])('what a server calls %j and begins with %j is %j', (said, body, type) => {
  expect(typeOfFile(bytes(body), said)).toBe(type ?? said);
});

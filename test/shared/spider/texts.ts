import { readFileSync } from 'node:fs';

/** A spider with a bit of everything, as its author has laid it out. */
export const roomy = `{
  "name": "shop",
  "allowed_domains": ["example.org"],
  "start_urls": ["https://example.org/"],
  "rules": [
    { "allow": ["/item/\\\\d+"], "callback": "parse_item", "priority": 10 },
    {
      "allow": [
        "/list/",
        "/page/"
      ],
      "follow": true
    }
  ],
  "settings": {
    "DOWNLOAD_DELAY": 0.5,
    "CUSTOM_SELECTORS": { "title": "h1" }
  },
  "callbacks": {
    "parse_item": {
      "extract": {
        "title": { "css": "h1::text", "processors": [{ "type": "strip" }] },
        "reviews": {
          "type": "nested_list",
          "selector": "article",
          "extract": {
            "author": { "css": ".author::text" },
            "stars": { "xpath": "./@data-stars" }
          }
        }
      }
    }
  }
}
`;

const value: unknown = JSON.parse(roomy);

/** The same spider as others would have written it: every edit has to respect each of them. */
export const layouts: Readonly<Record<string, string>> = {
  roomy,
  'with tabs': JSON.stringify(value, null, '\t'),
  'with four blanks': `${JSON.stringify(value, null, 4)}\n`,
  'with Windows line ends': roomy.replaceAll('\n', '\r\n'),
  'on one line': JSON.stringify(value),
  ragged: roomy
    .replace('"name": "shop",', '"name"  :"shop"   ,')
    .replace('"rules": [', '"rules":\n\n\n   [')
    .replace('"settings": {', '"settings" : {     '),
  'a sample that ships inside': readFileSync('resources/samples/sample-reviews.json', 'utf8'),
};

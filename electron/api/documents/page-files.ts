import { readFileSync } from 'node:fs';
import { resourceText } from '../../resources/resources.ts';

/** A file of the page of the documentation. */
export interface PageFile {
  type: string;
  text: string;
}

/**
 * What the page may load and reach: its own files and this server. Styles are set by scripts as properties, which no policy forbids;
 * small pictures are in the style sheet.
 */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const html = 'text/html; charset=utf-8';
const css = 'text/css; charset=utf-8';
const script = 'text/javascript; charset=utf-8';
const plain = 'text/plain; charset=utf-8';

/** Files of Swagger UI: in its package beside the sources, and beside the bundle that is made of them (scripts/bundling.mjs). */
const swagger = {
  css: () => import.meta.resolve('swagger-ui-dist/swagger-ui.css'),
  script: () => import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  licence: () => import.meta.resolve('swagger-ui-dist/LICENSE'),
  notice: () => import.meta.resolve('swagger-ui-dist/NOTICE'),
  parts: () => import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt'),
};

const read = (url: string): string => readFileSync(new URL(url), 'utf8');
const own = (name: string): string => resourceText(`api-docs/${name}`);

/** The file of a path below /api/docs, "" for the page itself; null: there is none. */
export function pageFile(name: string): PageFile | null {
  switch (name) {
    case '':
      return { type: html, text: own('index.html') };
    case 'docs.css':
      return { type: css, text: own('docs.css') };
    case 'docs.js':
      return { type: script, text: own('docs.js') };
    case 'icon.svg':
      return { type: 'image/svg+xml', text: own('icon.svg') };
    case 'swagger-ui.css':
      return { type: css, text: read(swagger.css()) };
    case 'swagger-ui-bundle.js':
      return { type: script, text: read(swagger.script()) };
    case 'licences.txt':
      return {
        type: plain,
        text: [swagger.notice(), swagger.licence(), swagger.parts()].map((url) => read(url)).join('\n'),
      };
    default:
      return null;
  }
}

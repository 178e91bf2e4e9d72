import { sized } from '../../../../scale.ts';

/** Pages made up for the tests, in the ways that sites of each kind are built. */

const subjects = [
  'harbour',
  'river',
  'bridge',
  'council',
  'ferry',
  'market',
  'station',
  'garden',
  'library',
  'tower',
];

/** A paragraph of its own for each number: sentences with commas and full stops, some 300 characters. */
export function paragraph(number: number): string {
  const one = subjects[number % subjects.length] ?? '';
  const other = subjects[(number * 3 + 1) % subjects.length] ?? '';
  return (
    `In the year ${1900 + number} the ${one} was opened again after a long winter, and people came from all around to see it. ` +
    `The works on the ${other}, which had cost ${number + 3} million, were finished two months later than the town had planned, ` +
    `but nobody minded much, since the weather was fine and the music played until late.`
  );
}

const navigation =
  '<header class="site-header"><a class="logo" href="/">The Daily Example</a><nav><ul><li><a href="/home">Home</a></li><li><a href="/world">World</a></li><li><a href="/sport">Sport</a></li><li><a href="/weather">Weather</a></li></ul></nav></header>';
const footer =
  '<footer class="site-footer"><p>© 2024 The Daily Example. All rights reserved. No part of this site may be reproduced without permission in writing.</p><ul><li><a href="/privacy">Privacy policy</a></li><li><a href="/terms">Terms of use</a></li></ul></footer>';

const page = (title: string, main: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${navigation}${main}${footer}</body></html>`;

const paragraphs = (...numbers: number[]): string =>
  numbers.map((number) => `<p>${paragraph(number)}</p>`).join('');

export const articlePage = page(
  'The harbour opens again',
  `<main><article class="post"><h1>The harbour opens again</h1><p class="byline">By Ada Bell</p>
  <div class="entry-content">${paragraphs(1, 2)}<h2>A long winter</h2>${paragraphs(3)}
  <figure><img src="/a.jpg"><figcaption>The harbour on the day of its opening. Photo: C. D.</figcaption></figure>
  <blockquote><p>${paragraph(4)}</p></blockquote>
  <ul><li>The first quay was built of oak and stone in a single summer.</li><li>The second quay had to wait for the money of the county.</li></ul>${paragraphs(5)}</div></article>
  <aside class="sidebar"><h3>Most read</h3><ul><li><a href="/1">Ferry company loses its licence</a></li><li><a href="/2">Swimmers cross the bay</a></li></ul></aside>
  <section class="related-posts"><h3>Related stories</h3><ul><li><a href="/3">Ten years of the new bridge</a></li><li><a href="/4">What the tower was for</a></li></ul></section>
  <section id="comments" class="comments"><h3>2 comments</h3><div class="comment"><p>I was there as well and it rained all day long, so do not believe a word of this report.</p></div><div class="comment"><p>It is a shame how long it took them, and my taxes paid for every single stone of it.</p></div></section></main>`,
  '<meta property="og:type" content="article">',
);

const post = (user: string, number: number): string =>
  `<div class="message"><div class="message-user"><a class="username" href="/u/${user}">${user}</a><span>Member</span><span>Posts: ${number}4</span></div><div class="message-body"><p>${paragraph(number)}</p></div><div class="message-actions"><a href="#">Like</a> <a href="#">Reply</a></div></div>`;

export const forumPage = page(
  'How was the harbour opened? | Example Forum',
  `<div class="thread"><h1>How was the harbour opened?</h1>${post('ada', 1)}${post('ciro', 2)}${post('eve', 3)}${post('joe', 4)}</div>`,
);

export const documentationPage = page(
  'Harbour API reference',
  `<div class="layout"><nav class="sidebar-nav toc"><ul><li><a href="#install">Install</a></li><li><a href="#usage">Usage</a></li><li><a href="#errors">Errors</a></li></ul></nav>
  <main class="docs-content" role="main"><h1>Harbour API</h1>${paragraphs(1)}<h2 id="install">Install</h2><p>Fetch the package with the command below, then call it once to see that it is there and that it works as it should.</p>
  <pre><code>harbour install\n  --all\nharbour open</code></pre><h2 id="usage">Usage</h2>${paragraphs(2, 3)}
  <table><tr><th>Option</th><th>Meaning</th></tr><tr><td>--all</td><td>Opens every quay of the harbour at once</td></tr><tr><td>--slow</td><td>Waits for the tide before anything is opened</td></tr></table>${paragraphs(6, 7)}</main></div>`,
);

/** A product whose data say nearly as much of it as its description, and nothing around it. */
export const productPage = `<!doctype html><html lang="en"><head><title>Brass harbour lamp</title></head><body><main><h1>Brass harbour lamp</h1>
  <p class="price">€ 120</p><div class="description">${paragraphs(1)}
  <table><tr><th>Height</th><td>32 centimetres without the hook</td></tr><tr><th>Weight</th><td>Two kilograms, glass included</td></tr><tr><th>Oil</th><td>Lamp oil or paraffin</td></tr></table></div></main></body></html>`;

const review = (number: number): string => `<div class="review">${paragraphs(number)}</div>`;

/** A product under which buyers have written more than its maker. */
export const reviewedPage = page(
  'Brass harbour lamp',
  `<main><h1>Brass harbour lamp</h1><div class="description">${paragraphs(1, 2)}</div><section class="reviews"><h2>Reviews</h2>${review(3)}${review(4)}${review(5)}</section></main>`,
  '<script type="application/ld+json">{"@type":"Product","name":"Brass harbour lamp"}</script>',
);

export const deepPage = `<title>A deep page</title>${'<div>'.repeat(sized(100_000))}<p>${paragraph(1)}</p>`;

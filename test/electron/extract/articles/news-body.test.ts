import { describe, expect, it } from 'vitest';
import { newsText, readNews } from '../../../../electron/extract/articles/news/body.ts';
import {
  countStopWords,
  guessLanguage,
  listedLanguages,
  stopWords,
} from '../../../../electron/extract/articles/news/stop-words.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';

const sentences = [
  'The bridge over the harbour was opened to traffic on Tuesday, and the first to cross it were two cyclists.',
  'It had been closed for three years, because engineers had found that two of its cables were about to break.',
  'The council says that the work cost eleven million, which is more than it had asked the state to pay for.',
  'Ships may pass again in the afternoon, when the tide is high enough and the harbour master is on duty.',
  'Nobody was hurt when one of the cranes fell into the water in May, but the ferry had to be moved for a week.',
  'In the autumn the bridge is to be painted, in a green that the people of the town have chosen themselves.',
];
const paragraphs = (from: number, to: number) =>
  sentences
    .slice(from, to)
    .map((text) => `<p>${text}</p>`)
    .join('');
const all = sentences.join('\n\n');
const body = (html: string) =>
  newsText(readNews(parsePage(`<html lang="en"><body>${html}</body></html>`), 'en'));
const links =
  '<ul><li><a href="/1">Ferry company loses licence in the north</a></li><li><a href="/2">Storm damages the pier</a></li></ul>';

describe('the body of a news article', () => {
  it.each([
    ['one element', `<nav>${links}</nav><article>${paragraphs(0, 6)}</article>`],
    [
      'an article in two parts around an advertisement',
      `<main><div class="grid"><div>${paragraphs(0, 3)}</div></div><div class="slot">Buy now</div><div class="grid"><div>${paragraphs(3, 6)}</div></div></main>`,
    ],
    ['paragraphs that are no p', `<div>${sentences.map((text) => `<div>${text}</div>`).join('')}</div>`],
    ['paragraphs between line breaks', `<div>${sentences.join('<br><br>')}</div>`],
    [
      'an article among teasers',
      `<div>${links}</div><div>${paragraphs(0, 6)}</div><div>${links.repeat(5)}</div>`,
    ],
    [
      'an article with labels between its paragraphs',
      `<div>${paragraphs(0, 2)}<p>Advertisement</p><p>Read more: Ferries</p>${paragraphs(2, 6)}<p>Share this article</p></div>`,
    ],
    [
      'an article with related links in it',
      `<div>${paragraphs(0, 3)}<h3>Related</h3>${links}${paragraphs(3, 6)}</div>`,
    ],
    [
      'an article before links to others',
      `<div>${paragraphs(0, 6)}<h3>More from The Example Post</h3>${links}</div>`,
    ],
    [
      'an article before its author',
      `<div>${paragraphs(0, 6)}<p>Ada Bell is a reporter at The Example Post.</p><p>Follow her on Twitter: @adabell</p></div>`,
    ],
    [
      'an article with comments',
      `<div><div>${paragraphs(0, 6)}</div><section id="comments"><p>I was there when the bridge was opened and it was a great day for all of us.</p></section></div>`,
    ],
    [
      'an article in a part with a misleading name',
      `<div class="newsletter-widget">${paragraphs(0, 6)}</div>`,
    ],
    ['a paragraph that is there twice', `<div>${paragraphs(0, 6)}<p>${sentences[0] ?? ''}</p></div>`],
    [
      'an article with a notice about cookies',
      `<div>${paragraphs(0, 6)}<p>This website uses cookies to count its visitors. You can change your settings whenever you like, and read more about it in our policy.</p></div>`,
    ],
  ])('is all of %s', (_name, html) => {
    expect(body(html)).toBe(all);
  });

  it('keeps the headings and lists of the article', () => {
    const html = `<div>${paragraphs(0, 2)}<h2>A long wait</h2>${paragraphs(2, 4)}<ul><li>Cables, all of them new</li><li>Two cranes</li></ul>${paragraphs(4, 6)}</div>`;
    expect(body(html)).toContain(`${sentences[1] ?? ''}\n\nA long wait\n\n${sentences[2] ?? ''}`);
    expect(body(html)).toContain('- Cables, all of them new\n- Two cranes\n');
  });

  it.each([
    [
      'German',
      'Die Brücke über den Hafen ist am Dienstag für den Verkehr geöffnet worden, und die ersten waren zwei Radfahrer.',
    ],
    [
      'French',
      'Le pont sur le port a été ouvert à la circulation mardi, et les premiers à le traverser étaient deux cyclistes.',
    ],
    [
      'Russian',
      'Мост через гавань был открыт для движения во вторник, и первыми по нему проехали два велосипедиста, которые ждали с утра.',
    ],
    [
      'Arabic',
      'تم افتتاح الجسر فوق الميناء أمام حركة المرور يوم الثلاثاء، وكان أول من عبره هو اثنان من راكبي الدراجات من المدينة.',
    ],
    [
      'Chinese',
      '周二，横跨海港的大桥正式通车，最先通过的是两名骑自行车的人。工程师三年前发现两根钢缆即将断裂，因此关闭了大桥。',
    ],
    [
      'Japanese',
      '港にかかる橋が火曜日に開通し、最初に渡ったのは二人の自転車乗りだった。三年前から閉鎖されていた。',
    ],
    [
      'Korean',
      '항구를 가로지르는 다리가 화요일에 개통되었고, 가장 먼저 건넌 사람은 자전거를 탄 두 명이었다. 다리는 3년간 닫혀 있었다.',
    ],
    ['Thai', 'สะพานข้ามท่าเรือเปิดให้สัญจรในวันอังคาร และคนแรกที่ข้ามคือนักปั่นจักรยานสองคน หลังจากปิดมาสามปี'],
    [
      'a language without a list',
      'Kuprija e portit u hap për trafikun të martën, dhe të parët që e kaluan ishin dy çiklistë, të cilët prisnin që nga mëngjesi.',
    ],
  ])('is found in %s', (_name, sentence) => {
    const html = `<nav>${links}</nav><div>${[1, 2, 3].map((number) => `<p>${number} ${sentence}</p>`).join('')}</div>`;
    expect(newsText(readNews(parsePage(html), null))).toBe(
      [1, 2, 3].map((number) => `${number} ${sentence}`).join('\n\n'),
    );
  });

  it.each([['<nav><a href="/">Home</a></nav>'], [''], [links.repeat(50)]])(
    'is empty where nothing reads like prose: %.40s',
    (html) => {
      expect(body(html)).toBe('');
    },
  );

  it('is found in a page nested deeply', () => {
    expect(body(`${'<div>'.repeat(20_000)}${paragraphs(0, 6)}`)).toContain(sentences[0]);
  });
});

describe('function words', () => {
  it.each([
    [
      'The bridge that was closed is open again, and it is to be painted in the autumn by those who live there now.',
      'en',
    ],
    [
      'Die Brücke, die seit drei Jahren geschlossen war, ist wieder offen und wird im Herbst von den Leuten der Stadt gestrichen.',
      'de',
    ],
    [
      'El puente que estaba cerrado desde hace tres años está de nuevo abierto y en el otoño se va a pintar por los vecinos.',
      'es',
    ],
    [
      'Most, który był zamknięty od trzech lat, jest już otwarty i jesienią ma być pomalowany przez tych, którzy tam mieszkają, ale nie wszyscy to lubią.',
      'pl',
    ],
    [
      'Harbour bridge cable crane ferry pier storm licence company town green council engineer cyclist tide ship master week water May state',
      null,
    ],
  ])('tell the language of "%.30s…": %s', (text, language) => {
    expect(guessLanguage(text)).toBe(language);
  });

  it('are listed for the languages of most news', () => {
    for (const language of listedLanguages) expect(stopWords(language)?.size).toBeGreaterThan(30);
    expect(stopWords('de-AT')).toBe(stopWords('de'));
    expect(stopWords('xx')).toBeNull();
    expect(stopWords('constructor')).toBeNull();
  });

  it('are counted', () => {
    expect(countStopWords('The bridge is open to the public.', stopWords('en'))).toBe(4);
    expect(countStopWords('Bridge, ferry, pier', stopWords('en'))).toBe(0);
  });
});

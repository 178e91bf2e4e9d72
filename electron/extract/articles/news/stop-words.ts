import { isAscii } from '../../text.ts';

/**
 * The most common function words (articles, pronouns, prepositions, conjunctions, auxiliaries) per language, in lower case.
 * Prose contains many of them, menus and lists of links almost none.
 */
const tables: Readonly<Record<string, string>> = {
  en: 'the a an and or but if of at by for with about against between into through during before after above below to from up down in out on off over under again then once here there when where why how all any both each few more most other some such no nor not only own same so than too very can will just should now i me my we our you your he him his she her it its they them their what which who whom this that these those am is are was were be been being have has had do does did would could may might must also because while until as',
  de: 'der die das den dem des ein eine einen einem einer eines und oder aber wenn als wie auch noch nur schon so sehr mehr nicht kein keine ist sind war waren wird werden wurde wurden hat haben hatte hatten kann können muss müssen soll sollen will wollen ich du er sie es wir ihr ihm ihn ihre ihren seine seinen sich mich uns von vom zu zum zur mit bei nach aus auf an am in im für über unter um durch gegen ohne bis seit vor zwischen dass ob weil da dann doch man dieser diese dieses was wer wo',
  fr: 'le la les un une des du de au aux et ou mais donc or ni car que qui quoi dont où ce cet cette ces mon ma mes ton sa son ses notre nos votre vos leur leurs je tu il elle on nous vous ils elles se me te lui en y à dans par pour sur sous avec sans entre vers chez est sont était étaient être a ont avait avaient avoir été fait faire peut peuvent ne pas plus moins très aussi comme si quand même tout tous toute toutes après avant depuis',
  es: 'el la los las un una unos unas y e o u pero sino que quien cual cuyo donde cuando como si no ni de del al a ante bajo con contra desde en entre hacia hasta para por según sin sobre tras yo tú él ella nosotros ellos ellas se me te le les lo su sus mi mis este esta estos estas ese esa eso es son era eran fue fueron ser está están ha han había haber muy más menos ya también todo todos toda todas porque',
  it: 'il lo la i gli le un uno una e o ma se che chi cui non di del dello della dei degli delle a al allo alla ai agli alle da dal dalla dai dalle in nel nella nei nelle con su sul sulla sui per tra fra io tu lui lei noi voi loro si mi ti ci vi ne mio suo sua suoi sue questo questa questi queste quello quella è sono era erano essere ha hanno aveva avere stato stata più anche come quando dove perché molto già ancora',
  pt: 'o a os as um uma uns umas e ou mas se que quem qual onde quando como não nem de do da dos das em no na nos nas ao aos à às por pelo pela para com sem sobre entre até desde eu tu ele ela nós eles elas me te lhe seu sua seus suas este esta isso esse essa é são era eram foi foram ser está estão tem têm tinha ter há muito mais menos já também todo todos toda todas porque',
  nl: 'de het een en of maar als dan dat die dit deze wie wat waar wanneer hoe niet geen wel ook nog al er ik je jij u hij zij ze we wij jullie hun hen haar zijn mijn ons onze is was waren wordt worden werd werden heeft hebben had hadden kan kunnen moet moeten zal zullen wil van in op aan bij met voor door over onder uit naar om tot tegen zonder tussen na sinds zo te meer meest veel',
  sv: 'och eller men om att det den de en ett som är var vara har hade inte av på i till från med för vid mot under över efter innan mellan utan genom jag du han hon vi ni dem honom henne sig sin sitt sina min din kan ska skulle vill måste får blir blev när där här så då nu också bara mer än alla något någon vad vem hur',
  da: 'og eller men hvis at det den de en et som er var være har havde ikke af på i til fra med for ved mod under over efter før mellem uden gennem jeg du han hun vi dem ham hende sig sin sit sine min din kan skal skulle vil må blev bliver når der her så da nu også kun mere end alle noget nogen hvad hvem hvor',
  no: 'og eller men hvis at det den de en et ei som er var være har hadde ikke av på i til fra med for ved mot under over etter før mellom uten gjennom jeg du han hun vi dem ham henne seg sin sitt sine min din kan skal skulle vil må ble blir når der her så da nå også bare mer enn alle noe noen hva hvem hvor',
  fi: 'ja tai mutta jos että se ne hän he me te minä sinä on oli ovat olivat ole olla ei eivät en myös vain kun kuin niin nyt joka jotka mitä mikä kuka missä hänen sen niiden tämä tämän tuo nämä sekä ennen jälkeen kanssa mukaan ilman sitä siitä siihen vielä jo koska vaan voi',
  pl: 'i oraz lub ale że się w we na z ze do od po za przez przy dla o u nad pod przed między bez nie tak jak jest są był była było były być będzie ma mają który która które którzy to ten ta te tego tej tym tych on ona ono oni go jej ich mu jego co kto gdzie kiedy już jeszcze tylko także też bardzo więc jednak może aby czy',
  cs: 'a i nebo ale že se v ve na z ze do od po za přes při pro o u nad pod před mezi bez ne je jsou byl byla bylo byli být bude má mají který která které kteří to ten ta ty toho tom tím on ona oni jeho její jejich co kdo kde když už ještě jen také velmi tak jak aby podle může si',
  hu: 'a az és vagy de hogy ha is nem egy ez ezt az azt van volt vannak lesz lehet kell csak még már mint meg el ki be fel le én te ő mi ti ők aki ami amely ahol amikor után előtt szerint között alatt mellett nélkül sem majd pedig így úgy nagyon minden más',
  ro: 'și sau dar dacă că să de la în din pe cu pentru prin despre după până fără între peste sub nu este sunt era erau a au fost fi va vor are avea care ce cine unde când cum mai foarte tot toate acest această acesta aceste un o unei unui al ai ale lui ei lor se s-a îi își',
  tr: 've veya ama fakat ile için bir bu şu o da de ki mi mu ne en çok daha gibi kadar sonra önce göre olarak olan oldu olduğu var yok değil her bazı ben sen biz siz onlar onun bunu şey ise ya hem diye üzerine tarafından',
  ru: 'и в во на с со к по за из от до у о об для при без под над между через не ни но а или что чтобы как так если когда где это этот эта эти того тот его ее её их он она оно они мы вы я мне нас был была было были быть есть будет который которая которые также уже еще ещё только все всё более может после перед',
  uk: 'і й та в у на з із зі до від по за для при без під над між через не ні але а або що щоб як так якщо коли де це цей ця ці того той його її їх він вона воно вони ми ви я був була було були бути є буде який яка які також вже ще тільки все може після перед',
  bg: 'и в във на с със към по за из от до у о не ни но а или че да как така ако когато къде това този тази тези той тя то те ние вие аз беше бяха е са ще съм който която които също вече още само всички може след пред при',
  el: 'και ή αλλά αν ότι πως να θα δεν μη ο η το οι τα του της των τον την τους τις ένα μια ένας σε στο στη στην στον στα από με για προς κατά μετά πριν είναι ήταν έχει έχουν είχε που ποιος όπου όταν όπως πολύ πιο μόνο επίσης αυτό αυτή αυτός',
  ca: 'el la els les un una uns unes i o però si que qui on quan com no ni de del dels al als a amb en per sense sobre entre fins des jo tu ell ella nosaltres ells es em et li seu seva seus seves aquest aquesta això és són era eren va van ser ha han havia molt més també tot tots',
  id: 'dan atau tetapi jika bahwa yang di ke dari pada untuk dengan oleh dalam adalah ini itu tidak bukan akan telah sudah masih juga hanya lebih saya kami kita anda dia mereka ada bisa dapat harus karena seperti saat setelah sebelum antara para',
  vi: 'và hoặc nhưng nếu là của cho với trong trên dưới từ đến tại về theo được bị có không đã đang sẽ cũng chỉ rất nhiều này đó những các một khi thì mà như vì do tôi chúng ông bà anh họ người',
  ar: 'في من إلى على عن مع هذا هذه ذلك التي الذي الذين أن إن كان كانت يكون لا لم لن ما هو هي هم قد كل بعد قبل بين حتى أو ثم كما أي عند غير إلا منذ خلال حيث وقد وهو',
  fa: 'و در به از که این را با است برای آن یک خود تا کرد بر هم نیز شد شده بود می ها های اما یا اگر هر پس بین بعد باید',
  he: 'של על את לא הוא היא הם זה זו אני אתה כי אם גם או אבל עם מן אל בין כל יש אין היה היו להיות אשר כאשר רק עוד כבר מה מי אך לפי אחרי לפני',
  hi: 'के का की में है और से को पर यह वह ने हैं कि एक नहीं भी था थे थी इस उस जो तो ही कर लिए या हो गया किया अपने साथ बाद तक',
};

const sets = new Map<string, ReadonlySet<string>>();

/** Returns the function words of a language (the first part of a BCP 47 tag); null if there is no list. */
export function stopWords(language: string): ReadonlySet<string> | null {
  const code =
    { nb: 'no', nn: 'no', ms: 'id', sr: 'bg', sk: 'cs', gl: 'pt' }[language] ?? language.split('-')[0] ?? '';
  const table = Object.hasOwn(tables, code) ? tables[code] : undefined;
  if (table === undefined) return null;
  let words = sets.get(code);
  if (words === undefined) sets.set(code, (words = new Set(table.split(' '))));
  return words;
}

/** The languages with a list. */
export const listedLanguages: readonly string[] = Object.keys(tables);

/** Languages without spaces between words, whose prose is recognized by punctuation. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(isAscii(text) ? /[a-z]+/g : /[\p{L}\p{M}]+/gu) ?? [];

/** Languages of each function word, as indices of `listedLanguages`. */
let languagesOf: ReadonlyMap<string, readonly number[]> | null = null;

function indexLanguages(): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>();
  for (const [at, language] of listedLanguages.entries()) {
    for (const word of stopWords(language) ?? []) {
      const known = index.get(word);
      if (known === undefined) index.set(word, [at]);
      else known.push(at);
    }
  }
  return index;
}

/** Detects the language of a text by its function words; null: unknown. */
export function guessLanguage(text: string): string | null {
  const words = wordsOf(text.slice(0, 6000));
  if (words.length < 20) return null;
  languagesOf ??= indexLanguages();
  const counts = listedLanguages.map(() => 0);
  for (const word of words) {
    for (const at of languagesOf.get(word) ?? []) counts[at] = (counts[at] ?? 0) + 1;
  }
  let best: string | null = null;
  let most = words.length * 0.12;
  for (const [at, language] of listedLanguages.entries()) {
    const count = counts[at] ?? 0;
    if (count > most) [best, most] = [language, count];
  }
  return best;
}

/** Number of characters of a text that are examined, which is enough. */
const maxCounted = 20_000;

/**
 * Counts the function words in the beginning of a text. For scripts without spaces and languages without a list, estimates the
 * number from punctuation.
 */
export function countStopWords(whole: string, list: ReadonlySet<string> | null): number {
  const text = whole.length > maxCounted ? whole.slice(0, maxCounted) : whole;
  if (!isAscii(text) && unspaced.test(text)) {
    const marks = text.match(/[，。、！？；：,.!?;ๆฯ]/g)?.length ?? 0;
    return marks + Math.floor(text.length / 25);
  }
  const words = wordsOf(text);
  if (list === null) return Math.floor(words.length / 4) + (text.match(/[,.;:!?،؛।]/g)?.length ?? 0);
  let count = 0;
  for (const word of words) if (list.has(word)) count += 1;
  return count;
}

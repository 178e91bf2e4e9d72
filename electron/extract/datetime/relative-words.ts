/** Units of a relative date. */
export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** How a language writes relative dates. Texts are alternatives of a regular expression. */
export interface RelativeWords {
  units: Readonly<Record<Unit, string>>;
  /** Words for 1. Left out: the unit alone means 1, as in "godzinę temu". */
  one?: string;
  /** Words for 1 without a space after them: "un'ora fa", "sejam yang lalu". */
  joinedOne?: string;
  /** Phrases for a past date; "#" stands for the amounts. */
  ago: readonly string[];
  now: string;
  /** Words for days, with their distance from today. */
  days: readonly (readonly [words: string, distance: number])[];
}

const units = (
  second: string,
  minute: string,
  hour: string,
  day: string,
  week: string,
  month: string,
  year: string,
): RelativeWords['units'] => ({ second, minute, hour, day, week, month, year });

const days = (today: string, yesterday: string, before: string, tomorrow: string): RelativeWords['days'] => [
  [before, -2],
  [yesterday, -1],
  [today, 0],
  [tomorrow, 1],
];

/** The words by ISO 639 code. Languages that share a phrase mean the same by it. */
export const relativeWords: Readonly<Record<string, RelativeWords>> = {
  en: {
    units: units(
      'seconds?|secs?|s',
      'minutes?|mins?|m',
      'hours?|hrs?|h',
      'days?|d',
      'weeks?|wks?|w',
      'months?|mos?',
      'years?|yrs?|y',
    ),
    one: 'an?|one',
    ago: ['# ago'],
    now: 'just now|right now|now|(?:a )?moments? ago|a few seconds ago',
    days: days('today', 'yesterday', '(?:the )?day before yesterday', 'tomorrow'),
  },
  de: {
    units: units(
      'sekunden?|sek',
      'minuten?|min',
      'stunden?|std',
      'tage?n?',
      'wochen?',
      'monate?n?',
      'jahre?n?',
    ),
    one: 'eine[mr]?|ein',
    ago: ['vor #'],
    now: 'gerade eben|soeben|eben gerade|gerade|jetzt|vor (?:wenigen|ein paar) sekunden',
    days: days('heute', 'gestern', 'vorgestern', 'morgen'),
  },
  fr: {
    units: units(
      'secondes?|sec|s',
      'minutes?|mn|min',
      'heures?|h',
      'jours?|j',
      'semaines?|sem',
      'mois',
      'ans?|années?',
    ),
    one: 'une?',
    ago: ['il y a #'],
    now: "à l['’]instant|maintenant|il y a quelques secondes",
    days: days("aujourd['’]hui", 'hier', 'avant-hier', 'demain'),
  },
  es: {
    units: units('segundos?|seg', 'minutos?|min', 'horas?|h', 'días?|d', 'semanas?', 'mes(?:es)?', 'años?'),
    one: 'una?',
    ago: ['hace #', '# atrás'],
    now: 'ahora mismo|justo ahora|ahora|hace (?:unos|pocos) segundos',
    days: days('hoy', 'ayer', 'anteayer|antier|antes de ayer', 'mañana'),
  },
  it: {
    units: units(
      'second[oi]|sec',
      'minut[oi]|min',
      'or[ae]',
      'giorn[oi]|gg',
      'settiman[ae]',
      'mes[ei]',
      'ann[oi]',
    ),
    one: 'un[ao]?',
    joinedOne: "un['’]",
    ago: ['# fa'],
    now: 'adesso|proprio ora|ora|pochi secondi fa',
    days: days('oggi', 'ieri', "(?:l['’])?altro ?ieri|avantieri", 'domani'),
  },
  pt: {
    units: units('segundos?|seg', 'minutos?|min', 'horas?|h', 'dias?|d', 'semanas?', 'mês|meses', 'anos?'),
    one: 'uma?',
    ago: ['há #', '# atrás'],
    now: 'agora mesmo|agora|há (?:poucos|alguns) segundos',
    days: days('hoje', 'ontem', 'anteontem', 'amanhã'),
  },
  nl: {
    units: units(
      'seconden?|sec',
      'minuten|minuut|min',
      'uur|uren|u',
      'dag(?:en)?',
      'week|weken',
      'maand(?:en)?',
      'jaar|jaren',
    ),
    one: 'een',
    ago: ['# geleden'],
    now: 'zojuist|zonet|nu|enkele seconden geleden',
    days: days('vandaag', 'gisteren', 'eergisteren', 'morgen'),
  },
  sv: {
    units: units(
      'sekund(?:er)?|sek',
      'minut(?:er)?|min',
      'timm(?:ar|e)|tim',
      'dag(?:ar)?|dygn',
      'veck(?:or|a)',
      'månad(?:er)?',
      'år',
    ),
    one: 'en|ett',
    ago: ['för # sedan', '# sedan'],
    now: 'just nu|alldeles nyss|nyss|nu',
    days: days('i ?dag', 'i ?går', 'i ?förrgår', 'i ?morgon'),
  },
  da: {
    units: units(
      'sekund(?:er)?|sek',
      'minut(?:ter)?|min',
      'timer?',
      'dage?|døgn',
      'uger?',
      'måned(?:er)?',
      'år',
    ),
    one: 'en|et',
    ago: ['for # siden', '# siden'],
    now: 'lige nu|netop nu|nu',
    days: days('i ?dag', 'i ?går', 'i ?forgårs', 'i ?morgen'),
  },
  no: {
    units: units(
      'sekund(?:er)?|sek',
      'minutt(?:er)?|min',
      'timer?',
      'dag(?:er)?|døgn',
      'uker?',
      'måned(?:er)?|mnd',
      'år',
    ),
    one: 'en|et|ei',
    ago: ['for # siden', '# siden'],
    now: 'akkurat nå|nå nettopp|nå',
    days: days('i ?dag', 'i ?går', 'i ?forgårs', 'i ?morgen'),
  },
  fi: {
    units: units(
      'sekuntia|sekunti|s',
      'minuuttia|minuutti|min',
      'tuntia|tunti|t|h',
      'päivää|päivä|pv|vrk|vuorokautta',
      'viikkoa|viikko|vk',
      'kuukautta|kuukausi|kk',
      'vuotta|vuosi|v',
    ),
    ago: ['# sitten'],
    now: 'juuri nyt|äsken|nyt|hetki sitten',
    days: days('tänään', 'eilen', 'toissapäivänä', 'huomenna'),
  },
  pl: {
    units: units(
      'sekund[ęy]?|sek',
      'minut[ęy]?|min',
      'godzin[ęy]?|godz|h',
      'dni|dzień',
      'tygodni[ea]?|tydzień',
      'miesiąc[ea]?|miesięcy',
      'lata?|rok',
    ),
    ago: ['# temu'],
    now: 'przed chwilą|teraz|chwilę temu',
    days: days('dzisiaj|dziś', 'wczoraj', 'przedwczoraj', 'jutro'),
  },
  cs: {
    units: units(
      'sekund(?:ami|ou|y)',
      'minut(?:ami|ou|y)|min',
      'hodin(?:ami|ou|y)|hod',
      'dn(?:y|em|i)',
      'týdn(?:y|em)',
      'měsíc(?:i|em|e)',
      'lety|rokem|roky',
    ),
    ago: ['před #'],
    now: 'právě teď|právě|teď|před chvílí',
    days: days('dnes', 'včera', 'předevčírem', 'zítra'),
  },
  ru: {
    units: units(
      'секунд[уы]?|сек',
      'минут[уы]?|мин',
      'час(?:а|ов)?|ч',
      'день|дня|дней|дн',
      'недел[юиья]|нед',
      'месяц(?:а|ев)?|мес',
      'года?|лет',
    ),
    ago: ['# назад'],
    now: 'только что|сейчас',
    days: days('сегодня', 'вчера', 'позавчера', 'завтра'),
  },
  uk: {
    units: units(
      'секунд[уи]?|сек',
      'хвилин[уи]?|хв',
      'годин[уи]?',
      'день|дні|днів|дн',
      'тиждень|тижні|тижнів',
      'місяць|місяці|місяців|міс',
      'рік|роки|років|року',
    ),
    ago: ['# тому'],
    now: 'щойно|зараз',
    days: days('сьогодні', 'вчора', 'позавчора', 'завтра'),
  },
  tr: {
    units: units('saniye|sn', 'dakika|dk', 'saat|sa', 'gün', 'hafta', 'ay', 'yıl|sene'),
    one: 'bir',
    ago: ['# önce'],
    now: 'az önce|şimdi|şu anda',
    days: days('bugün', 'dün', 'evvelsi gün|önceki gün', 'yarın'),
  },
  el: {
    units: units(
      'δευτερόλεπτ[οα]|δευτ',
      'λεπτ[οόά]|λεπτα',
      'ώρ(?:α|ες)',
      'ημέρ(?:α|ες)|μέρ(?:α|ες)',
      'εβδομάδ(?:α|ες)',
      'μήν(?:α|ες)',
      'χρόνι?[οα]|έτ(?:ος|η)|χρόνια',
    ),
    one: 'μία?|έναν?',
    ago: ['πριν (?:από )?#', '# πριν'],
    now: 'μόλις τώρα|τώρα',
    days: days('σήμερα', 'χθες|χτες', 'προχθές|προχτές', 'αύριο'),
  },
  ro: {
    units: units(
      '(?:de )?secund[eă]',
      '(?:de )?minute?',
      '(?:de )?or[eă]',
      '(?:de )?zi(?:le)?',
      '(?:de )?săptămân[iă]',
      '(?:de )?lun[iă]',
      '(?:de )?ani?',
    ),
    one: 'un|o',
    ago: ['acum #', '# în urmă'],
    now: 'chiar acum|acum',
    days: days('azi|astăzi', 'ieri', 'alaltăieri', 'mâine'),
  },
  id: {
    units: units('detik', 'menit|mnt', 'jam', 'hari', 'minggu', 'bulan', 'tahun'),
    one: 'satu',
    joinedOne: 'se',
    ago: ['# (?:yang )?lalu'],
    now: 'baru saja|sekarang',
    days: days('hari ini', 'kemarin', 'kemarin dulu', 'besok'),
  },
  ja: {
    units: units('秒', '分間?', '時間', '日間?', '週間?', '[かカヶヵケ箇]月', '年間?'),
    ago: ['#前'],
    now: 'たった今|今',
    days: days('今日|本日', '昨日|きのう', '一昨日|おととい', '明日'),
  },
  zh: {
    units: units(
      '秒[钟鐘]?',
      '分[钟鐘]?',
      '[个個]?(?:小时|小時|钟头|鐘頭)',
      '天|日',
      '[个個]?(?:星期|礼拜|禮拜)|周|週',
      '[个個]月',
      '年',
    ),
    ago: ['#(?:之|以)?前'],
    now: '刚刚|剛剛|刚才|剛才|现在|現在',
    days: days('今天', '昨天', '前天', '明天'),
  },
  ko: {
    units: units('초', '분', '시간', '일', '주일?', '개월|달', '년'),
    ago: ['# ?전'],
    now: '방금(?: 전)?|지금',
    days: days('오늘', '어제', '그저께|그제', '내일'),
  },
};

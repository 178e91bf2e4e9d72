/** A field that pages of a kind state, by the names of schema.org. */
export interface FieldOfKind {
  name: string;
  /** Ways to the value, the first that has one counts: ["offers.price", "offers.lowPrice"]. */
  ways: readonly string[];
  /** Whether all values are taken where there are several. */
  list?: true;
}

/** A kind of page, and what a spider can take from it. */
export interface Kind {
  /** What `structured.type` says. */
  type: string;
  /** The types of schema.org and OpenGraph, compared in lower case. */
  types: RegExp;
  fields: readonly FieldOfKind[];
}

const one = (name: string, ...ways: readonly string[]): FieldOfKind => ({
  name,
  ways: ways.length === 0 ? [name] : ways,
});
const many = (name: string, ...ways: readonly string[]): FieldOfKind => ({ name, ways, list: true });

const rating = [
  one('rating', 'aggregateRating.ratingValue'),
  one('reviews', 'aggregateRating.reviewCount', 'aggregateRating.ratingCount'),
];
const image = many('image', 'image', 'image.url', 'image.contentUrl');
const description = one('description');
const place = [
  one('place', 'location.name', 'jobLocation.name', 'jobLocation.address.addressLocality'),
  one(
    'street',
    'location.address.streetAddress',
    'jobLocation.address.streetAddress',
    'address.streetAddress',
  ),
  one(
    'city',
    'location.address.addressLocality',
    'jobLocation.address.addressLocality',
    'address.addressLocality',
  ),
  one(
    'country',
    'location.address.addressCountry',
    'jobLocation.address.addressCountry',
    'address.addressCountry',
    'jobLocation.address.addressCountry.name',
  ),
];

/** The fields of a product, by which its own reader completes what a page does not state. */
export const product: Kind = {
  type: 'product',
  types:
    /^(?:.*[.:_])?(?:product|products|productgroup|individualproduct|productmodel|somebproducts|vehicle|car|book|offer|item|softwareapplication|mobileapplication)$/,
  fields: [
    one('title', 'name', 'title'),
    one(
      'price',
      'offers.price',
      'offers.lowPrice',
      'offers.priceSpecification.price',
      'offers.offers.price',
      'hasVariant.offers.price',
      'price',
    ),
    one(
      'currency',
      'offers.priceCurrency',
      'hasVariant.offers.priceCurrency',
      'offers.priceSpecification.priceCurrency',
      'priceCurrency',
    ),
    one('availability', 'offers.availability', 'availability'),
    one('sku', 'sku', 'offers.sku', 'productID'),
    one('mpn', 'mpn', 'offers.mpn'),
    one('gtin', 'gtin', 'gtin13', 'gtin14', 'gtin12', 'gtin8', 'isbn', 'offers.gtin13', 'offers.gtin'),
    one('brand', 'brand.name', 'brand', 'manufacturer.name', 'manufacturer'),
    ...rating,
    image,
    one('category', 'category'),
    one('color', 'color'),
    description,
    many('breadcrumb', 'category'),
    many('specifications', 'additionalProperty'),
  ],
};

/** The kinds of pages that begin from their structured data, the most telling first. */
export const kinds: readonly Kind[] = [
  product,
  {
    type: 'recipe',
    types: /^recipe$/,
    fields: [
      one('title', 'name', 'headline'),
      one('author', 'author.name', 'author'),
      one('yield', 'recipeYield'),
      one('prep_time', 'prepTime'),
      one('cook_time', 'cookTime'),
      one('total_time', 'totalTime'),
      many('ingredients', 'recipeIngredient', 'ingredients'),
      many('steps', 'recipeInstructions.text', 'recipeInstructions'),
      one('calories', 'nutrition.calories'),
      one('category', 'recipeCategory'),
      one('cuisine', 'recipeCuisine'),
      ...rating,
      image,
      description,
    ],
  },
  {
    type: 'job',
    types: /^jobposting$/,
    fields: [
      one('title', 'title', 'name'),
      one('company', 'hiringOrganization.name', 'hiringOrganization'),
      ...place,
      one('posted', 'datePosted'),
      one('expires', 'validThrough'),
      one('employment_type', 'employmentType'),
      one(
        'salary',
        'baseSalary.value.minValue',
        'baseSalary.value.value',
        'baseSalary.minValue',
        'baseSalary.value',
        'baseSalary',
      ),
      one('salary_currency', 'baseSalary.currency', 'salaryCurrency'),
      description,
    ],
  },
  {
    type: 'event',
    types: /(?:^|\W)event$|^\w+event$|^festival$/,
    fields: [
      one('title', 'name'),
      one('starts', 'startDate'),
      one('ends', 'endDate'),
      ...place,
      one('performer', 'performer.name', 'performer'),
      one('organizer', 'organizer.name', 'organizer'),
      one('price', 'offers.price', 'offers.lowPrice'),
      one('currency', 'offers.priceCurrency'),
      one('status', 'eventStatus'),
      image,
      description,
    ],
  },
  {
    type: 'article',
    types: /article$|^(?:blogposting|socialmediaposting|liveblogposting|report|newsarticle)$/,
    fields: [
      one('title', 'headline', 'name'),
      one('author', 'author.name', 'author'),
      one('published_date', 'datePublished'),
      one('modified', 'dateModified'),
      one('section', 'articleSection'),
      many('keywords', 'keywords'),
      image,
      description,
      one('content', 'articleBody'),
    ],
  },
  {
    type: 'place',
    types:
      /^(?:\w*business|restaurant|hotel|lodgingbusiness|store|hospital|museum|place|touristattraction|bakery|dentist|physician|cafeorcoffeeshop|barorpub|apartment|house|accommodation|realestatelisting|residence|singlefamilyresidence)$/,
    fields: [
      one('title', 'name'),
      ...place,
      one('postal_code', 'address.postalCode'),
      one('phone', 'telephone'),
      one('email'),
      one('website', 'url'),
      one('latitude', 'geo.latitude'),
      one('longitude', 'geo.longitude'),
      one('price_range', 'priceRange'),
      one('cuisine', 'servesCuisine'),
      ...rating,
      image,
      description,
    ],
  },
  {
    type: 'work',
    types:
      /^(?:movie|tvseries|tvepisode|musicalbum|musicrecording|videogame|videoobject|video\.\w+|music\.\w+|course|podcastepisode|dataset)$/,
    fields: [
      one('title', 'name'),
      one('director', 'director.name', 'director'),
      one('creator', 'byArtist.name', 'author.name', 'creator.name', 'author', 'provider.name'),
      one('published_date', 'datePublished', 'uploadDate', 'dateCreated'),
      one('duration', 'duration'),
      many('genre', 'genre'),
      many('actors', 'actor.name'),
      ...rating,
      image,
      description,
    ],
  },
  {
    type: 'person',
    types: /^(?:person|profilepage|profile)$/,
    fields: [
      one('title', 'name'),
      one('job', 'jobTitle'),
      one('company', 'worksFor.name', 'worksFor', 'affiliation.name'),
      one('email'),
      one('phone', 'telephone'),
      one('website', 'url'),
      image,
      description,
    ],
  },
];

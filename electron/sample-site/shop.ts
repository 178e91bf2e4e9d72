import { categoryName, products, shop, type Comment, type Product } from './content.ts';
import { framed, paged, pagerOf, pictureOf, type Page } from './layout.ts';
import { siteModified } from './news.ts';
import type { View } from './template.ts';
import { countText, dateText, priceText } from './text.ts';

/** The pages of the shop. Each takes the origin of the running site; null means that there is no such page. */

export function shopPage(origin: string): Page {
  return framed(
    { origin, path: '/shop/', title: shop.name, modified: siteModified, description: shop.about },
    'shop',
    {
      shopName: shop.name,
      about: shop.about,
      categories: shop.categories.map((category) => ({
        ...category,
        count: inCategory(category.slug).length,
      })),
    },
  );
}

export function categoryPage(origin: string, slug: string, page: number): Page | null {
  const category = shop.categories.find((candidate) => candidate.slug === slug);
  const slice = paged(inCategory(slug), page, shop.perPage);
  if (category === undefined || slice === null) return null;
  const path = `/shop/${slug}/`;
  return framed(
    {
      origin,
      path: page === 1 ? path : `${path}?page=${page}`,
      title: page === 1 ? category.name : `${category.name}, page ${page}`,
      modified: siteModified,
    },
    'category',
    {
      heading: category.name,
      intro: category.about,
      products: slice.rows.map(card),
      pager: pagerOf(path, page, slice.pages),
    },
  );
}

export function productPage(origin: string, path: string): Page | null {
  const product = products.find((candidate) => candidate.path === path);
  if (product === undefined) return null;
  const rating = averageStars(product);
  const images = ['front', 'side'].map((side) => ({
    src: pictureOf(product.motif, `${product.slug} ${side}`),
    alt: `${product.name}, from the ${side}`,
  }));
  const frame = {
    origin,
    path,
    title: product.name,
    modified: siteModified,
    description: product.text[0] ?? '',
    image: pictureOf(product.motif, `${product.slug} front`),
    type: 'product' as const,
    structured: structuredProduct(origin, product, rating),
  };
  return framed(frame, 'product', {
    ...card(product),
    sku: product.sku,
    category: product.category,
    categoryName: categoryName(product.category),
    images,
    wasText: product.was === undefined ? null : priceText(product.was),
    stockClass: stockClass(product.stock),
    soldOut: product.stock === 0,
    rating: rating?.toFixed(1),
    reviewCountText: countText(product.reviews.length, 'review'),
    attributes: product.attributes.map(([label = '', value = '']) => ({ label, value })),
    addedText: dateText(product.added),
    tags: product.tags,
    text: product.text,
    reviews: product.reviews.map((review) => ({
      ...withReplies(review),
      stars: review.stars,
      starText: '★'.repeat(review.stars) + '☆'.repeat(5 - review.stars),
    })),
    also: products
      .filter((other) => other !== product && other.tags.some((tag) => product.tags.includes(tag)))
      .slice(0, 3)
      .map(card),
  });
}

function card(product: Product): View {
  return {
    path: product.path,
    name: product.name,
    image: pictureOf(product.motif, `${product.slug} front`),
    priceText: priceText(product.price),
    availability: availability(product.stock),
  };
}

function withReplies(comment: Comment): View {
  return {
    name: comment.name,
    date: comment.date,
    dateText: dateText(comment.date),
    text: comment.text,
    hasReplies: comment.replies.length > 0,
    replies: comment.replies.map(withReplies),
  };
}

function availability(stock: number | null): string {
  if (stock === null) return 'Always available';
  if (stock === 0) return 'Out of stock';
  return stock <= 3 ? `Only ${stock} left` : `In stock (${stock})`;
}

function stockClass(stock: number | null): string {
  if (stock === 0) return 'sold-out';
  return stock !== null && stock <= 3 ? 'few-left' : 'in-stock';
}

function averageStars({ reviews }: Product): number | null {
  if (reviews.length === 0) return null;
  return reviews.reduce((sum, review) => sum + review.stars, 0) / reviews.length;
}

function structuredProduct(origin: string, product: Product, rating: number | null): unknown {
  const { reviews } = product;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    sku: product.sku,
    category: categoryName(product.category),
    description: product.text.join(' '),
    offers: {
      '@type': 'Offer',
      url: `${origin}${product.path}`,
      price: product.price.toFixed(2),
      priceCurrency: shop.currency,
      availability: `https://schema.org/${product.stock === 0 ? 'OutOfStock' : 'InStock'}`,
    },
    ...(rating === null
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: rating.toFixed(1),
            reviewCount: reviews.length,
          },
        }),
  };
}

function inCategory(slug: string): Product[] {
  return products.filter((product) => product.category === slug);
}

import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ShopOptions {
  products: number;
  /** With what a crawl leaves out or fails at, too: a part that robots.txt forbids, and a product that is gone. */
  odd?: boolean;
}

/** A shop on loopback that hands out its product pages one by one, as many as the test lets through. */
export class GatedShop {
  readonly products: number;
  readonly #odd: boolean;
  /** How often each product was asked for. */
  readonly asked = new Map<string, number>();
  readonly #server: Server;
  #waiting: (() => void)[] = [];
  #open = 0;
  origin = '';

  constructor({ products, odd = false }: ShopOptions) {
    this.products = products;
    this.#odd = odd;
    this.#server = createServer(({ url = '/' }, response) => this.#answer(url, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Lets so many product pages through, those that wait first. */
  let(pages: number): void {
    this.#open += pages;
    while (this.#open > 0 && this.#waiting.length > 0) {
      this.#open -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Lets those through that wait now, and none that is asked for later. */
  letWaiting(): void {
    for (const page of this.#waiting.splice(0)) page();
  }

  /** Holds every page from now on. */
  hold(): void {
    this.#open = 0;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(url: string, response: ServerResponse): void {
    const send = (status: number, body: string, type = 'text/html') =>
      response.writeHead(status, { 'content-type': type }).end(body);
    if (url === '/robots.txt') {
      const rules = 'User-agent: *\nDisallow: /private/\n';
      return void (this.#odd ? send(200, rules, 'text/plain') : send(404, '', 'text/plain'));
    }
    if (url === '/product/gone') return void send(404, '<h1>Gone</h1>');
    if (url === '/') {
      const links = Array.from(
        { length: this.products },
        (_, n) => `<a href="/product/${n + 1}">${n + 1}</a>`,
      );
      if (this.#odd) links.push('<a href="/product/gone">Gone</a>', '<a href="/private/a">No</a>');
      return void send(200, `<title>Shop</title><h1>Shop</h1>${links.join('')}`);
    }
    const page = () => {
      const number = /\d+$/u.exec(url)?.[0] ?? '';
      send(
        200,
        `<title>Product ${number}</title><h1> Product ${number} </h1><p class="price">£${number}.50</p>
        <ul class="tags"><li>red</li><li>round</li></ul>`,
      );
    };
    this.asked.set(url, (this.asked.get(url) ?? 0) + 1);
    if (this.#open > 0) {
      this.#open -= 1;
      return page();
    }
    this.#waiting.push(page);
    response.on('close', () => {
      this.#waiting = this.#waiting.filter((each) => each !== page);
    });
  }
}

import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A shop on loopback that hands out its product pages one by one, as many as the test lets through. */
export class GatedShop {
  readonly products: number;
  /** How often each product was asked for. */
  readonly asked = new Map<string, number>();
  readonly #server: Server;
  #waiting: (() => void)[] = [];
  #open = 0;
  origin = '';

  constructor(products: number) {
    this.products = products;
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

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(url: string, response: ServerResponse): void {
    const send = (status: number, body: string, type = 'text/html') =>
      response.writeHead(status, { 'content-type': type }).end(body);
    if (url === '/robots.txt') return void send(404, '', 'text/plain');
    if (url === '/') {
      const links = Array.from(
        { length: this.products },
        (_, n) => `<a href="/product/${n + 1}">${n + 1}</a>`,
      );
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

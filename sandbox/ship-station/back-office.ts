import type { FastifyInstance } from 'fastify';
import type { SellerAccount } from './account.ts';
import type { SellerOrder } from './order.ts';

/** The one page of ShipStation's back office that the product links to: an order, found by its number. A person opens it, so it asks for no key. */
export async function backOffice(app: FastifyInstance, { accounts }: { accounts: () => SellerAccount[] }) {
  app.get<{ Querystring: { quickSearch?: string } }>('/orders/all-orders-search-result', (request, reply) => {
    const number = request.query.quickSearch ?? '';
    const found = accounts()
      .flatMap(({ orders }) => [...orders.values()])
      .filter(({ orderNumber }) => orderNumber === number);
    return reply.type('text/html; charset=utf-8').send(page(number, found));
  });
}

const page = (number: string, orders: SellerOrder[]) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escaped(number)} – ShipStation (sandbox)</title>
<style>body { font: 15px system-ui; margin: 40px auto; max-width: 640px; padding: 0 16px; color-scheme: light dark } td { padding: 3px 16px 3px 0 }</style>
<p>ShipStation (sandbox)</p>
${orders.length === 0 ? `<h1>No order ${escaped(number)}</h1>` : orders.map(section).join('\n')}
</html>`;

const section = ({ orderNumber, orderStatus, shipTo, items }: SellerOrder) => `<h1>Order ${escaped(orderNumber)}</h1>
<p>${escaped(orderStatus)} · ${escaped([shipTo.name, shipTo.street1, shipTo.city, shipTo.postalCode, shipTo.country].filter(Boolean).join(', '))}</p>
<table>${items.map(({ quantity, sku, name }) => `<tr><td>${quantity} ×<td>${escaped(sku)}<td>${escaped(name)}`).join('')}</table>`;

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

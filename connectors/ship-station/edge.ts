import { readFileSync } from 'node:fs';
import { parseJson } from '../http/json.ts';
import { type Edge, type EdgeReply, type EdgeRequest, startEdge } from '../scripted-edge.ts';

export type RawOrder = { orderId: number | string; modifyDate: string } & Record<string, unknown>;

export const fixtureText = (name: string) => readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8');
export const capturedOrders = () => (parseJson(fixtureText('orders')) as { orders: RawOrder[] }).orders;

/** V1 as far as the tests need it: lists the given orders by ModifyDate as V1 does, and takes every write. */
export function startShipStation(orders: () => RawOrder[] = capturedOrders, mostOnPage: () => number = () => 500): Promise<Edge> {
  return startEdge((request) => reply(request, orders(), mostOnPage()));
}

function reply({ method, path, query }: EdgeRequest, orders: RawOrder[], mostOnPage: number): EdgeReply {
  if (method === 'POST') return { json: { success: true } };
  if (path === '/orders') return listed(orders, query, mostOnPage);
  if (path === '/stores' || path === '/carriers') return { text: fixtureText(path.slice(1)) };
  if (path === '/carriers/listservices') return { json: JSON.parse(fixtureText('services'))[query.get('carrierCode') ?? ''] };
  if (path === '/warehouses') return { json: [{ warehouseId: 24_079, warehouseName: 'Leeds' }] };
  if (path === '/accounts/listtags') return { json: [] };
  const order = orders.find(({ orderId }) => path === `/orders/${orderId}`);
  return order ? { json: order } : { status: 404, json: { Message: 'not found' } };
}

/** Every page that has an order with `poisoned: true` replies 500. */
function listed(orders: RawOrder[], query: URLSearchParams, mostOnPage: number): EdgeReply {
  const size = Math.min(Number(query.get('pageSize')), mostOnPage);
  const page = Number(query.get('page'));
  const matching = orders
    .filter(({ modifyDate }) => modifyDate >= (query.get('modifyDateStart') ?? ''))
    .sort((a, b) => (a.modifyDate < b.modifyDate ? -1 : 1));
  const onPage = matching.slice((page - 1) * size, page * size);
  if (onPage.some(({ poisoned }) => poisoned === true)) return { status: 500, json: { Message: 'An error has occurred.' } };
  return { json: { orders: onPage, total: matching.length, page, pages: Math.ceil(matching.length / size) } };
}

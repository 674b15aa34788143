import { z } from 'zod';
import type { Result } from '../contract.ts';
import { id } from '../http/shapes.ts';
import { wholeList, wholeListOf } from '../http/whole-list.ts';
import type { BigCommerceClient } from './client.ts';

type Raw = Record<string, unknown>;

/** So many lines an order has with its consignment; the others are left out. Source: issue 960 of bigcommerce/docs. */
const mostListed = 50;
/** Of each list fewer than 5,000 are read. */
const pages = { size: 250, mostPages: 20 };

const consignment = z.looseObject({ id, line_items: z.unknown() });
const goods = z.looseObject({ id, consignments: z.looseObject({ shipping: z.tuple([consignment]) }) });
const ofAddress = z.looseObject({ order_address_id: id });

/** An order with all its lines, or null where it has more than are read. */
export async function wholeOrder(client: BigCommerceClient, raw: Raw): Promise<Result<Raw | null>> {
  const order = goods.safeParse(raw).data;
  // What cannot be read, or goes to several addresses, its translation refuses.
  if (!order || !isCut(order.consignments.shipping[0])) return { ok: true, value: raw };
  const [listed] = order.consignments.shipping;
  const lines = await linesOf(client, order.id);
  if (!lines.ok) return lines;
  if (lines.value === null) return { ok: true, value: null };
  const line_items = lines.value.filter((line) => ofAddress.safeParse(line).data?.order_address_id === listed.id);
  return { ok: true, value: { ...raw, consignments: { ...order.consignments, shipping: [{ ...listed, line_items }] } } };
}

/** It says so in a warning of its own; which of the two carries that, nothing documents. */
function isCut(listed: z.output<typeof consignment>): boolean {
  const { line_items: lines } = listed;
  return '__warning__' in listed || !Array.isArray(lines) || lines.length >= mostListed;
}

const linesOf = (client: BigCommerceClient, order: string) =>
  wholeList((page) => client.listLines(order, { page, limit: pages.size }), pages);

/** All shipments of an order, ours too, or null where it has more than are read. */
export const shipmentsOf = (client: BigCommerceClient, order: string): Promise<Result<Raw[] | null>> =>
  wholeList((page) => client.listShipments(order, { page, limit: pages.size }), pages);

export const locationsOf = (client: BigCommerceClient) =>
  wholeListOf('BigCommerce', (page) => client.listLocations({ page, limit: pages.size }), pages);

/** The subscriptions of the store, of whatever app. Where not all are read, ours may be among the others, and would be made again. */
export const hooksOf = (client: BigCommerceClient) =>
  wholeListOf('BigCommerce', (page) => client.listHooks({ page, limit: pages.size }), pages);

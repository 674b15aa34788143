import { z } from 'zod';
import { endpoint } from '../../../platform/endpoint.ts';
import type { OrderStatus } from '../../nouns/order-flow/order.ts';
import { countDays } from './graphs/days.ts';

/** A calendar day that PostgreSQL accepts (no year 0). Invalid days are not compared with others. */
const day = z.iso.date({ abort: true }).refine((date) => date >= '0001', 'There is no year 0');
const inOrder = { path: ['endDate'], error: 'The end date is before the start date' };
const days = z.object({ startDate: day, endDate: day }).refine(({ startDate, endDate }) => startDate <= endDate, inOrder);
/** The most columns that are legible. */
const mostDays = 366;
const drawnDays = days.refine((range) => countDays(range) <= mostDays, {
  path: ['endDate'],
  error: `At most ${mostDays} days can be shown`,
});
/** What Home shows of all orders, and of today. */
export type StatusCounts = Record<OrderStatus, number>;
export type Flow = Record<'arrived' | 'accepted' | 'shipped' | 'confirmed', number>;
/** `cancelled`: of the orders that arrived today. */
export type Today = Flow & { cancelled: number };

const count = z.number();

export const orderStatusesCall = endpoint('GET /api/graphs/order-statuses', {
  may: 'work',
  summary: 'Orders by status, of the days from startDate to endDate',
  query: days,
  replies: {
    200: z.object({
      orderCounts: z.object({ pending: count, packing: count, partially_shipped: count, shipped: count, fulfilled: count, error: count }),
      /** What else was imported in these days, so that all of it adds up to `total`. */
      cancelled: count,
      archived: count,
      total: count,
    }),
  },
});

export const historicalOrdersCall = endpoint('GET /api/graphs/historical-orders', {
  may: 'work',
  summary: 'Imported orders a day and connector, of the days from startDate to endDate',
  query: drawnDays,
  replies: {
    200: z.object({
      orders: z.array(z.object({ date: z.string(), counts: z.record(z.string(), z.number()) })),
      connectors: z.array(z.object({ name: z.string(), label: z.string() })),
    }),
  },
});

export const ordersAgingCall = endpoint('GET /api/graphs/orders-aging', {
  may: 'work',
  summary: 'Orders being packed, by day, of the past 10 days',
  replies: {
    200: z.object({ aging: z.array(z.object({ est_date: z.string(), order_count: z.number() })), total: z.number(), timezone: z.string() }),
  },
});

import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';

const days = z.object({ startDate: z.iso.date(), endDate: z.iso.date() });
const count = z.number();

export const orderStatusesCall = endpoint({
  method: 'GET',
  path: '/api/graphs/order-statuses',
  may: 'work',
  summary: 'Orders by status, of the days from startDate to endDate',
  query: days,
  replies: {
    200: z.object({
      orderCounts: z.object({ pending: count, packing: count, partially_shipped: count, shipped: count, fulfilled: count, error: count }),
    }),
  },
});

export const historicalOrdersCall = endpoint({
  method: 'GET',
  path: '/api/graphs/historical-orders',
  may: 'work',
  summary: 'Orders a day and connector, of the days from startDate to endDate',
  query: days,
  replies: {
    200: z.object({
      orders: z.array(z.object({ date: z.string(), counts: z.record(z.string(), z.number()) })),
      connectors: z.array(z.object({ name: z.string(), label: z.string() })),
    }),
  },
});

export const ordersAgingCall = endpoint({
  method: 'GET',
  path: '/api/graphs/orders-aging',
  may: 'work',
  summary: 'Orders being packed, by day, of the past 10 days',
  replies: {
    200: z.object({ aging: z.array(z.object({ est_date: z.string(), order_count: z.number() })), total: z.number(), timezone: z.string() }),
  },
});

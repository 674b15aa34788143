import type { Engine } from './engine.ts';
import { type OrdersExport, writeOrdersExport } from './exports/write.ts';
import { tidy } from './housekeeping/tidy.ts';
import { workBulk } from './orders/bulk/work.ts';
import { checkByHalves } from './orders/checking/by-halves.ts';
import { checkMissed, checkOrders } from './orders/checking/check.ts';
import { indexOrders } from './search/index-orders.ts';
import { drainOutbox } from './sync/drain.ts';
import { type Pull, pullStream } from './sync/pull.ts';
import { rereadOrder } from './sync/reread.ts';

type Payload = { accountId: number };
export type JobHandler = (payload: never, engine: Engine, stop: AbortSignal) => Promise<void>;

/** Every job of the product. A job may run twice and may stop anywhere: each is safe to repeat. */
export const jobs: Record<string, JobHandler> = {
  'orders:check': ({ accountId, orderIds }: Payload & { orderIds: number[] }, { database }) =>
    checkByHalves(database, { accountId, userId: null }, orderIds, checkOrders),
  'orders:check-missed': ({ accountId, orderIds }: Payload & { orderIds: number[] }, { database }) =>
    checkByHalves(database, { accountId, userId: null }, orderIds, checkMissed),
  'orders:bulk': ({ accountId, userId, runId }: Payload & { userId: number | null; runId: number }, engine, stop) =>
    workBulk(engine, { accountId, userId }, runId, stop),
  'orders:reread': (payload: Payload & { orderId: number }, engine) => rereadOrder(engine, payload),
  'exports:orders': (payload: OrdersExport, engine, stop) => writeOrdersExport(engine, payload, stop),
  'orders:index': ({ accountId }: Payload, { database }, stop) => indexOrders(database, accountId, stop),
  'stream:pull': (payload: Pull, engine, stop) => pullStream(engine, payload, stop),
  'outbox:drain': (payload: Payload & { connectionId: number }, engine, stop) => drainOutbox(engine, payload, stop),
  'account:tidy': ({ accountId }: Payload, engine) => tidy(engine, accountId),
};

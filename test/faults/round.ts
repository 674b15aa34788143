import { setTimeout as pause } from 'node:timers/promises';
import { compareBooks } from './agreement/books.ts';
import type { Sale } from './agreement/fates.ts';
import { compare } from './agreement/orders.ts';
import { compareBought } from './agreement/purchases.ts';
import type { Verdict } from './agreement/sides.ts';
import { compareStock } from './agreement/stock.ts';
import { decideWhatWaits } from './person.ts';
import type { Product } from './product.ts';
import type { Fault } from './strikes.ts';
import { type Booked, sellByTheBooks } from './trade/books.ts';
import { type Bought, buy, receiveWhatCame } from './trade/purchases.ts';
import { sell } from './trade/sale.ts';

/** `crashes`: how often a process ended without a fault. */
export type Result = { fault: string; orders: number; seconds: number | null; verdict: Verdict; crashes: number };
/** What the last result of a product is called, of everything that it has been through. */
export const atTheEnd = 'all of them, at the end';
/** `booked`: how many orders are sold in NetSuite beside those at ShipStation; `bought`: how many purchase orders it sends. */
export type Size = { orders: number; perSecond: number; booked?: number; bought?: number };

const headStartMs = 1_000;
const lookMs = 500;

/** Sells, injects the fault while the orders are processed, and waits until all sides agree or the time is up. */
export async function runRound(product: Product, fault: Fault, round: string, size: Size, deadlineMs = 60_000): Promise<Result & Sold> {
  const before = product.crashes();
  const calm = product.warehouse.trouble?.(product.sandbox.control);
  const selling = sell(product, round, size.orders, size.perSecond);
  const booking = sellByTheBooks(product.sandbox, round, size.booked ?? 0, Math.ceil(size.perSecond / 10));
  const buying = buy(product.sandbox, round, size.bought ?? 0, Math.ceil(size.perSecond / 10));
  await pause(headStartMs);
  await fault.strike(product);
  const over = Date.now();
  const [sales, booked, bought] = await Promise.all([selling, booking, buying]);
  const sold = { sales, booked, bought };
  const result = await watch(product, sold, over, deadlineMs).finally(calm);
  return { fault: fault.name, orders: countOf(sold), ...result, crashes: product.crashes() - before, ...sold };
}

export type Sold = { sales: Sale[]; booked: Booked[]; bought: Bought[] };
export const countOf = ({ sales, booked, bought }: Sold) => sales.length + booked.length + bought.length;

/** What does not agree at either channel, or about what was bought. */
export async function compareAll(product: Product, { sales, booked, bought }: Sold): Promise<Verdict> {
  const all = [
    await compare(product, sales),
    await compareBooks(product, booked),
    await compareBought(product, bought),
    await compareStock(product),
  ];
  const every = (list: keyof Verdict) => all.flatMap((verdict) => verdict[list]);
  return { lost: every('lost'), doubled: every('doubled'), false: every('false') };
}

/** Waits until all sides agree; `over`: when the fault ended. A false claim counts even if it becomes true later. */
export async function watch(
  product: Product,
  sold: Sold,
  over: number,
  deadlineMs: number,
): Promise<{ seconds: number | null; verdict: Verdict }> {
  const claims = new Set<string>();
  for (;;) {
    await decideWhatWaits(product, sold.sales);
    await receiveWhatCame(product);
    await letTimePass(product);
    const verdict = await compareAll(product, sold).catch(() => undefined);
    for (const claim of verdict?.false ?? []) claims.add(claim);
    const agreed = verdict && verdict.lost.length + verdict.doubled.length === 0;
    const seconds = (Date.now() - over) / 1000;
    if (verdict && (agreed || Date.now() - over > deadlineMs))
      return { seconds: agreed ? seconds : null, verdict: { ...verdict, false: [...claims] } };
    if (Date.now() - over > 2 * deadlineMs) throw new Error('The database did not come back.');
    await pause(lookMs);
  }
}

/**
 * What somebody called back, and may have arrived, is looked for at the warehouse for ten minutes before it counts as never there: here,
 * where everything is taken in at once, for twenty seconds.
 */
const letTimePass = ({ read, seller }: Product) =>
  read(
    `update outbox set missing_since = (select missing_since - interval '10 minutes'), due_at = now()
     where account_id = $1 and state = 'waiting' and missing_since between now() - interval '10 minutes' and now() - interval '20 seconds'`,
    [seller.accountId],
  ).catch(() => []);

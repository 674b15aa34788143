import { setTimeout as pause } from 'node:timers/promises';
import { compare } from './agreement.ts';
import { type Booked, sellByTheBooks } from './books.ts';
import { compareBooks } from './books-agreement.ts';
import type { Sale } from './fates.ts';
import { decideWhatWaits } from './person.ts';
import type { Product } from './product.ts';
import { sell } from './sale.ts';
import type { Verdict } from './sides.ts';
import type { Fault } from './strikes.ts';

/** `crashes`: how often a process ended without a fault. */
export type Result = { fault: string; orders: number; seconds: number | null; verdict: Verdict; crashes: number };
/** `booked`: how many orders are sold in NetSuite beside those at ShipStation. */
export type Size = { orders: number; perSecond: number; booked?: number };

const headStartMs = 1_000;
const lookMs = 500;

/** Sells, injects the fault while the orders are processed, and waits until all sides agree or the time is up. */
export async function runRound(
  product: Product,
  fault: Fault,
  round: string,
  size: Size,
  deadlineMs = 60_000,
): Promise<Result & { sales: Sale[]; booked: Booked[] }> {
  const before = crashesOf(product);
  const selling = sell(product.sandbox, round, size.orders, size.perSecond);
  const booking = sellByTheBooks(product.sandbox, round, size.booked ?? 0, Math.ceil(size.perSecond / 10));
  await pause(headStartMs);
  await fault.strike(product);
  const over = Date.now();
  const [sales, booked] = await Promise.all([selling, booking]);
  const result = await watch(product, { sales, booked }, over, deadlineMs);
  const orders = sales.length + booked.length;
  return { fault: fault.name, orders, ...result, crashes: crashesOf(product) - before, sales, booked };
}

const crashesOf = ({ web, workers }: Product) => [web, ...workers].reduce((sum, child) => sum + child.crashes(), 0);

export type Sold = { sales: Sale[]; booked: Booked[] };

/** What does not agree at either channel. */
export async function compareAll(product: Product, { sales, booked }: Sold): Promise<Verdict> {
  const [one, other] = [await compare(product, sales), await compareBooks(product, booked)];
  return { lost: [...one.lost, ...other.lost], doubled: [...one.doubled, ...other.doubled], false: [...one.false, ...other.false] };
}

/** A false claim counts even if it becomes true later. */
async function watch(
  product: Product,
  sold: Sold,
  over: number,
  deadlineMs: number,
): Promise<{ seconds: number | null; verdict: Verdict }> {
  const claims = new Set<string>();
  for (;;) {
    await decideWhatWaits(product, sold.sales);
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

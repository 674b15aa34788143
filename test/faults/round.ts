import { setTimeout as pause } from 'node:timers/promises';
import { compare } from './agreement.ts';
import type { Sale } from './fates.ts';
import { decideWhatWaits } from './person.ts';
import type { Product } from './product.ts';
import { sell } from './sale.ts';
import type { Verdict } from './sides.ts';
import type { Fault } from './strikes.ts';

/** `crashes`: how often a process ended without a fault. */
export type Result = { fault: string; orders: number; seconds: number | null; verdict: Verdict; crashes: number };
export type Size = { orders: number; perSecond: number };

const headStartMs = 1_000;
const lookMs = 500;

/** Sells, injects the fault while the orders are processed, and waits until all three sides agree or the time is up. */
export async function runRound(
  product: Product,
  fault: Fault,
  round: string,
  size: Size,
  deadlineMs = 60_000,
): Promise<Result & { sales: Sale[] }> {
  const before = crashesOf(product);
  const selling = sell(product.sandbox, round, size.orders, size.perSecond);
  await pause(headStartMs);
  await fault.strike(product);
  const over = Date.now();
  const sales = await selling;
  const result = await watch(product, sales, over, deadlineMs);
  return { fault: fault.name, orders: sales.length, ...result, crashes: crashesOf(product) - before, sales };
}

const crashesOf = ({ web, workers }: Product) => [web, ...workers].reduce((sum, child) => sum + child.crashes(), 0);

/** A false claim counts even if it becomes true later. */
async function watch(
  product: Product,
  sales: Sale[],
  over: number,
  deadlineMs: number,
): Promise<{ seconds: number | null; verdict: Verdict }> {
  const claims = new Set<string>();
  for (;;) {
    await decideWhatWaits(product, sales);
    const verdict = await compare(product, sales).catch(() => undefined);
    for (const claim of verdict?.false ?? []) claims.add(claim);
    const agreed = verdict && verdict.lost.length + verdict.doubled.length === 0;
    const seconds = (Date.now() - over) / 1000;
    if (verdict && (agreed || Date.now() - over > deadlineMs))
      return { seconds: agreed ? seconds : null, verdict: { ...verdict, false: [...claims] } };
    if (Date.now() - over > 2 * deadlineMs) throw new Error('The database did not come back.');
    await pause(lookMs);
  }
}

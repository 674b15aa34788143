import { timingSafeEqual } from 'node:crypto';
import type { Failure, Result } from './result.ts';

/** An address without its query, as which a subscription of ours is known: a secret in it would be read in logs and on screens. */
export const bare = (address: string): string => address.split('?')[0] ?? '';

/** Ends subscriptions one by one. One that has gone already is ended: `gone` says how the vendor refuses it. */
export async function dropEach<T>(
  subscriptions: readonly T[],
  drop: (one: T) => Promise<Result<unknown>>,
  gone: Failure['kind'] = 'not_found',
): Promise<Result<null>> {
  for (const one of subscriptions) {
    const dropped = await drop(one);
    if (!dropped.ok && dropped.failure.kind !== gone) return dropped;
  }
  return { ok: true, value: null };
}

/** Compares what proves a delivery with what it has to be, in the same time wherever they differ. */
export const isSame = (sent: Buffer, expected: Buffer): boolean => sent.length === expected.length && timingSafeEqual(sent, expected);

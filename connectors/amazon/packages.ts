import { createHash } from 'node:crypto';
import type { WirePackage } from './wire.ts';

/*
 * Amazon takes a positive number as a parcel's name within its order, and nothing else of ours. So it is made of our key, and
 * shows that it is: it begins with 7, has seventeen digits, and the last two make the whole divisible by 97. A number that somebody else
 * chose is taken for ours once in a thousand times only if it begins like that.
 */

const pattern = /^7\d{16}$/;

/** The number of a parcel, the same for the same key. */
export function packageNumber(key: string): string {
  const digest = createHash('sha256').update(key).digest().readBigUInt64BE();
  const body = 700_000_000_000_000n + (digest % 100_000_000_000_000n);
  const shifted = body * 100n;
  return String(shifted + ((97n - (shifted % 97n)) % 97n));
}

/** Whether a parcel was confirmed by us. */
export const isOurs = (reference: string): boolean => pattern.test(reference) && BigInt(reference) % 97n === 0n;

/** Units of each item that left in parcels, ours and those of others. One that was cancelled did not leave. */
export function unitsIn(packages: readonly WirePackage[]): Record<'ours' | 'others', Map<string, number>> {
  const units = { ours: new Map<string, number>(), others: new Map<string, number>() };
  for (const { packageReferenceId, packageStatus, packageItems } of packages) {
    if (packageStatus?.status === 'CANCELLED') continue;
    const of = isOurs(packageReferenceId) ? units.ours : units.others;
    for (const { orderItemId, quantity } of packageItems ?? []) of.set(orderItemId, (of.get(orderItemId) ?? 0) + quantity);
  }
  return units;
}

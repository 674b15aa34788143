import type { Result } from '../contract.ts';
import { every, type Listed } from './lists.ts';
import type { Opened } from './opened.ts';
import { equals } from './rql.ts';

/** Looked up in every facility of the customer. One that cannot be read may be the one that is looked for, so then nothing is known. */
export async function everywhere<T>(
  opened: Opened,
  listOf: (opened: Opened) => Listed,
  read: (raw: unknown, customer: string) => Result<T>,
): Promise<Result<T[]>> {
  const found = await every(listOf({ ...opened, mine: [equals('readonly.customeridentifier.id', opened.customer)] }));
  if (!found.ok) return found;
  const records: T[] = [];
  for (const raw of found.value) {
    const each = read(raw, opened.customer);
    if (!each.ok) return each;
    records.push(each.value);
  }
  return { ok: true, value: records };
}

/** One that is cancelled comes after one that is not. */
export const standing = <T>(same: T[], statusOf: (one: T) => number): T | null =>
  same.find((one) => statusOf(one) !== 2) ?? same[0] ?? null;

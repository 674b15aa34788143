import type { Result } from '../contract.ts';
import { mapResult } from '../http/result.ts';
import { every } from './lists.ts';
import type { Opened } from './opened.ts';
import { equals } from './rql.ts';
import { type ReadReceiver, readReceiver, receiverIdIn } from './translate-receiver.ts';

const detail = { detail: 'ReceiveItems' };
const pageSize = 100;

export const listOfReceivers = ({ client, now, mine }: Opened, ...conditions: string[]) => ({
  now,
  ...{ client, operation: 'list_receivers', path: 'inventory/receivers', relation: 'inventory/receiver', query: detail, size: pageSize },
  ...{ conditions: [...mine, ...conditions], idName: 'readonly.receiverid', idOf: receiverIdIn },
});

export const versionedReceiver = ({ client }: Opened, asnId: string) =>
  client.versioned('get_receiver', `inventory/receivers/${encodeURIComponent(asnId)}`, detail);

export async function readOne(opened: Opened, asnId: string): Promise<Result<ReadReceiver>> {
  const found = await versionedReceiver(opened, asnId);
  return found.ok ? receiverIn(found.value.raw, opened.customer) : found;
}

export function receiverIn(raw: unknown, customer: string): Result<ReadReceiver> {
  const read = readReceiver(raw, customer);
  if (read.ok) return { ok: true, value: read.record };
  return { ok: false, failure: { kind: 'rejected', code: 'other', reason: read.unreadable.reason } };
}

/** The one of exactly this reference, whatever its status. One that is cancelled comes after one that is not. */
export async function findReceiver(opened: Opened, reference: string): Promise<Result<ReadReceiver | null>> {
  const found = await receiversBy(opened, equals('referencenum', reference));
  return mapResult(found, (all) => {
    const same = all.filter(({ receiver }) => receiver.referenceNum === reference);
    return same.find(({ receiver }) => receiver.readOnly.status !== 2) ?? same[0] ?? null;
  });
}

/** Looked up in every facility of the customer. One that cannot be read may be the one that is looked for. */
export async function receiversBy(opened: Opened, condition: string): Promise<Result<ReadReceiver[]>> {
  const everywhere = { ...opened, mine: [equals('readonly.customeridentifier.id', opened.customer)] };
  const found = await every(listOfReceivers(everywhere, condition));
  if (!found.ok) return found;
  const receivers: ReadReceiver[] = [];
  for (const raw of found.value) {
    const read = receiverIn(raw, opened.customer);
    if (!read.ok) return read;
    receivers.push(read.value);
  }
  return { ok: true, value: receivers };
}

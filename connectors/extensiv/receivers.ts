import type { Result } from '../contract.ts';
import { mapResult } from '../http/result.ts';
import { everywhere, standing } from './look-up.ts';
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

/** The one of exactly this reference, whatever its status. */
export async function findReceiver(opened: Opened, reference: string): Promise<Result<ReadReceiver | null>> {
  const found = await receiversBy(opened, equals('referencenum', reference));
  return mapResult(found, (all) =>
    standing(
      all.filter(({ receiver }) => receiver.referenceNum === reference),
      ({ receiver }) => receiver.readOnly.status,
    ),
  );
}

export const receiversBy = (opened: Opened, condition: string): Promise<Result<ReadReceiver[]>> =>
  everywhere(opened, (of) => listOfReceivers(of, condition), receiverIn);

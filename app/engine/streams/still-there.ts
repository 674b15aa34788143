import type { Cursor, Page } from '../../../connectors/contract.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { recordSeen } from '../../nouns/order-flow/release/adopting/look-up.ts';
import { rereadUnseen } from '../../nouns/order-flow/shared-goods/gone/unseen.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import type { StreamDefinition } from './stream.ts';

/** Where a walk through the open orders stands, and when it began, by the database's clock. */
type Walk = { began: string; at: Cursor | null };

/**
 * Reads a page of the ids of the orders that a channel still has open. After the last one, those of ours that were not among them
 * are read again: nothing else tells that an order was deleted. Every walk starts again.
 */
export const stillThere: StreamDefinition = {
  read: async (engine, connection, call, { cursor, readAt }) => {
    const { listOpen } = capabilityOf(engine, connection, 'orders', call);
    const { began, at } = (cursor as Walk | null) ?? { began: readAt.toISOString(), at: null };
    const result = listOpen ? await listOpen.read(at) : { ok: true as const, value: none };
    if (!result.ok) {
      const { failure } = result;
      return { ok: false, failure: failure.kind === 'retry' && failure.next ? { ...failure, next: { began, at: failure.next } } : failure };
    }
    const { records, next, more } = result.value;
    const store = async (tenant: Tenant, some: unknown[]) => {
      await recordSeen(tenant, connection.id, some as string[]);
      return { done: 0, skipped: some.length };
    };
    const finish = (tenant: Tenant) => rereadUnseen(tenant, connection.id, new Date(began));
    const place = { count: records.length, unreadable: [], readIds: [], next: more ? { began, at: next } : null, more };
    return { ok: true, value: { ...place, acknowledges: false, records, store, ...(listOpen && !more ? { finish } : {}) } };
  },
};

const none: Page<string> = { records: [], unreadable: [], gone: [], next: {}, more: false };

import { storeByHalves } from '../../../../platform/by-halves.ts';
import { isPassing } from '../../../../platform/db.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Connection } from '../../../shared/connections/calls/session.ts';
import type { Effect } from '../../../shared/outbox/claim.ts';
import { composeMessages, type Messages, stockMessages } from './messages.ts';

/** What is to be said of claimed effects. `refused`: those of which it cannot be composed, through a fault of ours. */
type Composing = { messages: Messages; refused: Effect[] };
export type Compose = (tenant: Tenant, connection: Connection, effects: Effect[]) => Promise<Composing>;

export const composeTogether: Compose = async (tenant, connection, effects) => ({
  messages: await messagesOf(tenant, connection, effects),
  refused: [],
});

/** By halves, until one that cannot be composed is alone: whatever waits for its connection would wait behind it. */
export const composeApart: Compose = async (tenant, connection, effects) => {
  const { done, refused } = await storeByHalves(tenant, effects, {
    store: (within, some) => messagesOf(within, connection, some),
    isOfRecords: isOurFault,
  });
  return { messages: new Map(done.flatMap((messages) => [...messages])), refused: refused.map(({ record }) => record) };
};

const messagesOf = async (tenant: Tenant, connection: Connection, effects: Effect[]): Promise<Messages> =>
  new Map([...(await composeMessages(tenant, effects)), ...(await stockMessages(tenant, connection, effects))]);

const isOurFault = (error: unknown): error is Error => error instanceof Error && !isPassing(error);

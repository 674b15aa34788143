import type { FastifyInstance } from 'fastify';
import { reasonBody } from '../../../nouns/purchase-flow/contract/purchase-orders.ts';
import { lockOne } from '../../../nouns/purchase-flow/lock.ts';
import { actOnPurchaseOrder, type SingleAction } from '../../../nouns/purchase-orders/act.ts';
import { closeShort } from '../../../nouns/purchase-orders/actions/close-short.ts';
import { togglePurchaseLock } from '../../../nouns/purchase-orders/actions/lock.ts';
import { doneReply, type OfRecord, writes, writeV1 } from '../writing/write.ts';
import { readPurchaseOrder } from './read.ts';

const changes = { scope: 'write_purchase_orders', reply: doneReply, asSeen: true } as const;
const acting = <const Verb extends string>(verb: Verb, summary: string) =>
  writes(`POST /v1/purchase-orders/:id/${verb}`, { ...changes, summary });

/** By what it is called here: what the page of a purchase order does. */
const acts = [
  [acting('hold', 'Put a pending purchase order on hold'), 'hold'],
  [acting('unhold', 'Take a purchase order off hold'), 'unhold'],
  [acting('archive', 'Archive a purchase order that has ended'), 'archive'],
  [acting('unarchive', 'Take a purchase order out of the archive'), 'unarchive'],
  [acting('cancel', 'Cancel a purchase order; what is announced, as a request to the warehouse'), 'cancel'],
  [acting('retry', 'Clear the errors of a purchase order and check it again'), 'clear-errors'],
] as const satisfies readonly (readonly [object, SingleAction])[];

const lockCall = acting('lock', 'Lock a purchase order: it is neither announced nor overwritten by its source');
const unlockCall = acting('unlock', 'Unlock a purchase order');
const closeCall = writes('POST /v1/purchase-orders/:id/close', {
  ...{ ...changes, summary: 'Close a purchase order short: nothing more of it is expected', body: reasonBody },
});

const ofPurchaseOrder: OfRecord = { lock: lockOne, read: readPurchaseOrder };

export function purchaseOrderChangesApi(app: FastifyInstance): void {
  for (const [call, action] of acts)
    writeV1(
      app,
      call,
      async (tenant, { params: { id } }) => {
        const { message, runId } = await actOnPurchaseOrder(tenant, id, action);
        return { id, message, run_id: runId };
      },
      ofPurchaseOrder,
    );
  for (const [call, wanted] of [
    [lockCall, true],
    [unlockCall, false],
  ] as const)
    writeV1(
      app,
      call,
      async (tenant, { params: { id } }) => {
        await togglePurchaseLock(tenant, id, wanted);
        return { id, message: `The purchase order is ${wanted ? 'locked' : 'unlocked'}.`, run_id: null };
      },
      ofPurchaseOrder,
    );
  writeV1(
    app,
    closeCall,
    async (tenant, { params: { id }, body }) => {
      const isRequested = await closeShort(tenant, id, body.reason);
      return {
        id,
        message: isRequested ? 'The warehouse is asked to expect nothing more of it.' : 'Nothing more of it is expected.',
        run_id: null,
      };
    },
    ofPurchaseOrder,
  );
}

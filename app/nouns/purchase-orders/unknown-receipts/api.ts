import type { FastifyInstance } from 'fastify';
import { existing } from '../../../../platform/http/refusal.ts';
import { route } from '../../../../platform/http/route.ts';
import {
  assignReceiptCall,
  getUnknownReceiptCall,
  setReceiptAsideCall,
  takeReceiptBackCall,
} from '../../purchase-flow/contract/unknown-receipts.ts';
import { assignReceipt, setReceiptAside } from './commands.ts';
import { getUnknownReceipt } from './queries.ts';
import { takeReceiptBack } from './take-back.ts';

export function unknownReceiptsApi(app: FastifyInstance): void {
  route(app, getUnknownReceiptCall, async ({ reading, params }) => {
    return existing(
      await reading((tenant) => getUnknownReceipt(tenant, params.receiptId)),
      'This receipt does not wait for a purchase order.',
    );
  });
  route(app, assignReceiptCall, ({ inTenant, params, body }) =>
    inTenant(async (tenant) => {
      const number = await assignReceipt(tenant, params.receiptId, body.purchaseOrderId);
      return { message: `The receipt belongs to ${number} now.` };
    }),
  );
  route(app, setReceiptAsideCall, ({ inTenant, params, body }) =>
    inTenant(async (tenant) => {
      await setReceiptAside(tenant, params.receiptId, body.reason);
      return { message: 'The receipt is set aside.' };
    }),
  );
  route(app, takeReceiptBackCall, ({ inTenant, params }) =>
    inTenant(async (tenant) => {
      await takeReceiptBack(tenant, params.receiptId);
      return { message: 'The receipt waits for a decision again.' };
    }),
  );
}

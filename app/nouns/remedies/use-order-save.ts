import { useState } from 'react';
import { call, isRefused } from '../../../platform/call.ts';
import { saveOrderCall } from '../order-flow/contract/orders.ts';

type Field = { shipping_code: string } | { warehouse_code: string | null };

/**
 * Sets a field of one order as it was when a panel opened, at `first`. What a colleague has set since is not overwritten: the refusal says
 * what that is, and who presses once more wants their own all the same.
 */
export function useOrderSave(id: number, first: number | null): (field: Field) => Promise<{ message: string }> {
  const [revision, setRevision] = useState(first);
  return async (field) => {
    try {
      await call(saveOrderCall, { body: { order: { id, revision: revision ?? undefined, ...field } } });
    } catch (error) {
      const { revision: now } = isRefused(error, 'conflict') ? (error.body as { revision?: number }) : {};
      if (now !== undefined) setRevision(now);
      throw error;
    }
    return { message: 'Order successfully saved' };
  };
}

import type { Confirmations, ConfirmOutcome, ShipmentConfirmation } from '../contract.ts';
import type { Result } from './result.ts';

type Confirm = (confirmation: ShipmentConfirmation) => Promise<Result<{ reference: string | null }>>;

/**
 * `confirm` of a channel that takes one at a time. The failure of the only one is the call's own; of several, what comes after a
 * failure that concerns them all is left without an outcome.
 */
export function oneByOne(confirm: Confirm): Confirmations['confirm'] {
  return async (confirmations) => {
    const outcomes: ConfirmOutcome[] = [];
    for (const confirmation of confirmations) {
      const result = await confirm(confirmation);
      if (!result.ok && confirmations.length === 1) return result;
      const { key } = confirmation;
      outcomes.push(result.ok ? { key, kind: 'confirmed', ...result.value } : { key, kind: 'failed', failure: result.failure });
      if (!result.ok && result.failure.kind !== 'rejected' && result.failure.kind !== 'not_found') break;
    }
    return { ok: true, value: outcomes };
  };
}

/**
 * `confirm` of a channel that takes parcel by parcel. One whose goods are all more than the channel sold, and with which the order is
 * complete, closes it: the channel is told of no parcel, and does what `close` does. Most close an order by themselves.
 */
export const parcelByParcel = (confirm: Confirm, close: Confirm = closesByItself): Confirmations['confirm'] =>
  oneByOne((confirmation) => (confirmation.completes && confirmation.lines.length === 0 ? close(confirmation) : confirm(confirmation)));

const closesByItself: Confirm = async () => ({ ok: true, value: { reference: null } });

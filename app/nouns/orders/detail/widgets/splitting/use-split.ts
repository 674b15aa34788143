import { useRevalidator } from 'react-router';
import { call } from '../../../../../../platform/call.ts';
import { undoAction } from '../../../../../shared/runs/working/undo-action.ts';
import { alertMs, showAlert } from '../../../../../ui/alerts/alerts.ts';
import { splitOrderCall } from '../../../../order-flow/contract/splitting.ts';
import type { Order } from '../order.ts';

type Chosen = { line: Order['lines'][number] /** In the second parcel. */; quantity: number };

/** Splits the order, or sends it in one parcel again; either can be undone from its alert. Names what the person saw of each line. */
export function useSplit({ id, split_parcels }: Order) {
  const { revalidate } = useRevalidator();
  const isEnded = split_parcels?.second === 'ended';
  return async (chosen: readonly Chosen[]): Promise<void> => {
    const lines = chosen.map(({ line, quantity }) => ({ line: line.id, of: line.quantity, was: line.later_quantity, quantity }));
    try {
      const { message, runId } = await call(splitOrderCall, { params: { id }, body: { lines, takesEndBack: isEnded } });
      showAlert('success', message, alertMs, undoAction(runId, revalidate));
    } finally {
      // A refusal means that others changed the order: reload to show it.
      await revalidate();
    }
  };
}

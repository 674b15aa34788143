import { Box } from '@mantine/core';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../../platform/call.ts';
import { showAlert } from '../../../../../ui/alerts/alerts.ts';
import { PressButton } from '../../../../../ui/buttons/row-button.tsx';
import { useFocusWhenGone } from '../../../../../ui/hooks/use-focus-when-gone.ts';
import { actOnOrderCall } from '../../../../order-flow/contract/orders.ts';

/** Undoes the last edit. Sends the id of the edit shown, so that nobody undoes one that they have not seen. */
export function UndoEdit({ orderId, edit }: { orderId: number; edit: number }) {
  const { revalidate } = useRevalidator();
  const { place, press } = useFocusWhenGone<HTMLDivElement>(nextInHistory);
  const undo = async () => {
    press();
    try {
      const { message } = await call(actOnOrderCall, { params: { id: orderId, action: 'undo-edit' }, body: { edit } });
      showAlert('success', message);
    } finally {
      // A refusal means that others changed the order: reload to show it.
      await revalidate();
    }
  };
  return (
    <Box ref={place} mt={4} mb={2} data-undo>
      <PressButton run={undo}>Undo</PressButton>
    </Box>
  );
}

/** Moves focus to the edit before it, or to the first button of the history. */
function nextInHistory(place: HTMLElement) {
  const history = place.closest('section');
  return () => history?.querySelector<HTMLElement>('[data-undo] button') ?? history?.querySelector<HTMLElement>('button');
}

import { Box } from '@mantine/core';
import { PressButton } from '../../../../../ui/buttons/row-button.tsx';
import { useFocusWhenGone } from '../../../../../ui/hooks/use-focus-when-gone.ts';
import { useSave } from '../../../../../ui/hooks/use-save.ts';
import { actOnOrderCall } from '../../../../order-flow/contract/orders.ts';

/** Undoes the last edit. Sends the id of the edit shown, so that nobody undoes one that they have not seen. */
export const UndoEdit = ({ orderId, edit }: { orderId: number; edit: number }) => (
  <UndoEntry orderId={orderId} action="undo-edit" body={{ edit }} />
);

/** Its channel was not told by hand after all. */
export const UndoTold = ({ orderId }: { orderId: number }) => <UndoEntry orderId={orderId} action="undo-told-by-hand" />;

type Entry = { orderId: number; action: 'undo-edit' | 'undo-told-by-hand'; body?: { edit: number } };

function UndoEntry({ orderId, action, body }: Entry) {
  const save = useSave({ rereadsRefused: true });
  const { place, press } = useFocusWhenGone<HTMLDivElement>(nextInHistory);
  const undo = () => {
    press();
    return save(actOnOrderCall, { params: { id: orderId, action }, ...(body && { body }) });
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

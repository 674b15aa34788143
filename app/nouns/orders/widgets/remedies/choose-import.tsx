import { call } from '../../../../../platform/call.ts';
import { Decision } from '../../../../shared/issues/remedy/decision.tsx';
import { openedPanel, type PanelProps } from '../../../../shared/issues/remedy/opened-panel.tsx';
import { actOnOrderCall } from '../../../order-flow/contract/orders.ts';
import { type Hints, readHints } from '../../../remedies/hints.ts';

/** Asks which of two connections imports what both have. */
function ChooseImport({
  issue: { order_id, orders = 1, subject: other },
  data: { connection_name: own, order_ids },
  ...form
}: PanelProps<Hints>) {
  const id = order_id ?? order_ids[0];
  if (!id) return null;
  const beside = {
    value: 'send-beside',
    label: 'They are different orders: send both',
    description: 'Holds for this order alone.',
  } as const;
  return (
    <Decision
      {...form}
      title="Whose orders are sent?"
      impact={`${own} and ${other} have the same orders. Your choice holds for all that both have, also later ones; what was sent already is not sent again. It can be changed in the settings of either.`}
      options={[
        { value: 'keep-this-source', label: `Send those of ${own}` },
        { value: 'keep-other-source', label: `Send those of ${other}` },
        ...(order_id && orders === 1 ? [beside] : []),
      ]}
      decide={(action) => call(actOnOrderCall, { params: { id, action } })}
    />
  );
}

export default openedPanel({ read: readHints, Form: ChooseImport });

import { call } from '../../../../platform/call.ts';
import { actOnOrderCall } from '../../order-flow/contract/orders.ts';
import type { RemedyIssue } from '../remedy.ts';
import type { Hints } from '../use-hints.ts';
import { Decision } from './decision.tsx';

type Props = { issue: RemedyIssue; hints: Hints; onClose: () => void; onDone: (decided: { message: string }) => Promise<void> };

/** Asks which of two connections imports what both have. */
export function ChooseImport({
  issue: { order_id, orders = 1, subject: other },
  hints: { connection_name: own, order_ids },
  ...form
}: Props) {
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

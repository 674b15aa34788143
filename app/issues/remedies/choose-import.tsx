import { call } from '../../../platform/call.ts';
import { actOnOrderCall } from '../../orders/contract.ts';
import { Decision } from './decision.tsx';
import type { RemedyIssue } from './remedy.ts';
import type { Hints } from './use-hints.ts';

type Props = { issue: RemedyIssue; hints: Hints; onClose: () => void; onDone: (decided: { message: string }) => Promise<void> };

/** Asks which of two connections imports what both have. */
export function ChooseImport({
  issue: { order_id, orders = 1, subject: other },
  hints: { connection_name: own, order_ids },
  ...form
}: Props) {
  const id = order_id ?? order_ids[0];
  if (!id) return null;
  const description = 'Holds for every order that both have, also later ones. An order that was sent already is not sent again.';
  const beside = {
    value: 'send-beside',
    label: 'They are different orders',
    description: 'Both are sent. Holds for this order alone.',
  } as const;
  return (
    <Decision
      {...form}
      title="Which of the two imports?"
      impact={`${own} and ${other} have the same orders. Each would send them.`}
      options={[
        { value: 'keep-this-source', label: `Keep the one of ${own}`, description },
        { value: 'keep-other-source', label: `Keep the one of ${other}`, description },
        ...(order_id && orders === 1 ? [beside] : []),
      ]}
      decide={(action) => call(actOnOrderCall, { params: { id, action } })}
    />
  );
}

import { Decision } from '../../../../shared/issues/remedy/decision.tsx';
import type { PanelProps } from '../../../../shared/issues/remedy/opened-panel.tsx';
import type { RemedyIssue } from '../../../../shared/issues/remedy/remedy.ts';
import { restSubject } from '../../../../shared/issues/types/after-release.ts';
import { useRestRoute } from '../rest-route.tsx';
import { type Decided, decideAsSeen, issueThen } from './of-order.ts';

/** Asks whether the rest goes of an order of which a part has left, and the warehouse cancelled what had not. */
function Rest({ data: order, issue, ...form }: PanelProps<Decided>) {
  // The warehouse said that a part has left before it said what that is.
  const isKnown = order.units_shipped > 0;
  const { route, fields } = useRestRoute(order);
  const send = {
    value: 'send-anew' as const,
    label: 'Send the rest',
    description: 'What has not left of it goes to the warehouse once more.',
  };
  const end = {
    value: 'keep-as-sent' as const,
    label: 'Send nothing more',
    description: `Refund what is not sent in ${order.source_name}.`,
  };
  const cancel = {
    value: 'cancel' as const,
    label: 'Cancel the order here',
    description: `Only if the warehouse says that nothing of it has left. Cancel it in ${order.source_name} too, so that the customer is notified.`,
  };
  return (
    <Decision
      {...form}
      title={
        <>
          Is the rest of <span className="mono">{order.order_number}</span> sent?
        </>
      }
      impact={`${sentenceThen(order, issue)} Ask there why.${isKnown ? '' : ' No parcel with its goods is known so far: decide once it is.'}`}
      options={isKnown ? [send, end] : [end, cancel]}
      decide={(action) => decideAsSeen(order, issue, action, action === 'send-anew' ? route : undefined)}
    >
      {fields}
    </Decision>
  );
}

/** Asks whether an order goes whose goods may have left already. Shows what it would send: all that is in it now. */
export function TakenBack(panel: PanelProps<Decided>) {
  if (panel.issue.subject === restSubject) return <Rest {...panel} />;
  const { data: order, issue, ...form } = panel;
  const number = <span className="mono">{order.order_number}</span>;
  const waits = order.warehouse_order_id === null && !['cancelled', 'fulfilled'].includes(order.order_status);
  const send = {
    value: 'keep-as-sent' as const,
    label: 'Send what is in it now',
    description: `${goodsOf(order)}. To send less, edit its lines first.`,
  };
  const cancel = {
    value: 'cancel' as const,
    label: 'Send nothing: cancel the order here',
    description: `Cancel it in ${order.source_name} too, so that the customer is notified.`,
  };
  const leave = {
    value: 'keep-as-sent' as const,
    label: 'Leave it as it is',
    description: 'Nothing is sent by that, and nothing cancelled.',
  };
  return (
    <Decision
      {...form}
      title={waits ? <>Is {number} sent?</> : <>Is {number} right as it is?</>}
      impact={sentenceThen(order, issue)}
      options={waits ? [send, cancel] : [leave]}
      decide={(action) => decideAsSeen(order, issue, action)}
    />
  );
}

const sentenceThen = (order: Decided, issue: RemedyIssue) => issueThen(order, issue)?.sentence ?? issue.sentence;

const goodsOf = ({ lines }: Decided) =>
  lines
    .filter(({ is_charge, quantity }) => !is_charge && quantity > 0)
    .map(({ quantity, sku }) => `${quantity.toLocaleString('en-US')} × ${sku}`)
    .join(', ') || 'It holds no goods';

import { call } from '../../../../../platform/call.ts';
import type { Reply } from '../../../../../platform/endpoint.ts';
import { formerLabels } from '../../../../base/verbs/former-labels.ts';
import type { IssueType } from '../../../../shared/issues/issue.ts';
import { Decision } from '../../../../shared/issues/remedy/decision.tsx';
import { openedPanel, type PanelProps } from '../../../../shared/issues/remedy/opened-panel.tsx';
import { followRun } from '../../../../shared/runs/working/report-outcome.ts';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import { bulkActionCall, prepareFormerCall } from '../../../order-flow/contract/orders.ts';
import { useRestRoute } from '../rest-route.tsx';
import { NewAddress } from './new-address.tsx';
import { type Decided, decideAsSeen, readDecided } from './of-order.ts';
import { SecondParcel } from './second-parcel.tsx';
import { TakenBack } from './taken-back.tsx';
import { TwinNotSent } from './twin-not-sent.tsx';

/** All orders that are decided about together, as a run that has not started. */
type Prepared = Reply<typeof prepareFormerCall>;

/** Asks what becomes of an order that a disconnected warehouse has. */
function FormerWarehouse({ issue, data: order, ...form }: PanelProps<Decided>) {
  const { route, fields } = useRestRoute(order);
  return (
    <Decision
      {...form}
      title="Does the former warehouse send it?"
      impact="Ask there first. If it does send the order, connect that warehouse again: its parcels arrive then, and this closes by itself."
      options={[
        {
          value: 'send-anew',
          label: 'It does not: send it from the warehouse that is connected now',
          description:
            'Of an order that shipped in part, the rest is sent. If the former warehouse sends it after all, the buyer gets it twice.',
        },
        {
          value: 'end-here',
          label: 'Nobody sends it: cancel it here',
          description: 'Cancel it in the channel too, so that the customer is notified.',
        },
      ]}
      decide={(action) => decideAsSeen(order, issue, action, action === 'send-anew' ? route : undefined)}
    >
      {fields}
    </Decision>
  );
}

/** The same of all orders that a disconnected warehouse has, as a run: of those that were counted when it was opened. */
function FormerWarehouses({ data, onClose, onDone }: PanelProps<Prepared>) {
  const { runId, total } = data;
  const them = countedWords(total, 'order');
  return (
    <Decision
      onClose={onClose}
      title={`Does the former warehouse send these ${them}?`}
      impact="Ask there first. What it does send is decided about alone: open those orders one by one, or connect that warehouse again."
      options={[
        {
          value: 'send-anew',
          label: 'It sends none: send them from the warehouse that is connected now',
          description:
            'Of an order that shipped in part, the rest is sent. What the former warehouse sends after all, the buyer gets twice.',
        },
        {
          value: 'end-here',
          label: 'Nobody sends them: cancel them here',
          description: 'Cancel them in the channel too, so that the customers are notified. Those that shipped in part stay.',
        },
      ]}
      decide={async (action) => {
        const reply = await call(bulkActionCall, { body: { action, runId } });
        return { ...reply, show: () => followRun({ reply, label: formerLabels[action] }) };
      }}
      onDone={({ show }) => onDone(show)}
    />
  );
}

/**
 * Also of a second parcel that waits, of a new address, of an order that came twice, and of one that was taken back: one file, because with
 * one panel more every first page would bring what panels share.
 */
export default openedPanel<Decided | Prepared>({
  async read(issue, signal) {
    const { connection_id, orders = 1 } = issue;
    if (issue.type !== 'former_warehouse' || orders === 1) return readDecided(issue, signal);
    return call(prepareFormerCall, { body: { connection_id: connection_id ?? 0 } }, signal);
  },
  Form({ data, ...form }) {
    if ('runId' in data) return <FormerWarehouses {...form} data={data} />;
    const Form = forms[form.issue.type] ?? FormerWarehouse;
    return <Form {...form} data={data} />;
  },
});

const forms: { readonly [Type in IssueType]?: (props: PanelProps<Decided>) => React.ReactNode } = {
  changed_after_release: TakenBack,
  new_address: NewAddress,
  second_parcel: SecondParcel,
  twin_not_sent: TwinNotSent,
};

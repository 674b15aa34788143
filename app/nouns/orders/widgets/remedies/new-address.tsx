import { call } from '../../../../../platform/call.ts';
import { addressFields, addressLabels } from '../../../../base/addresses/address.ts';
import { Decision } from '../../../../shared/issues/remedy/decision.tsx';
import type { PanelProps } from '../../../../shared/issues/remedy/opened-panel.tsx';
import { undoRun } from '../../../../shared/runs/working/report-outcome.ts';
import { useShowDone } from '../../../../ui/hooks/use-show-done.ts';
import { actOnOrderCall } from '../../../order-flow/contract/orders.ts';
import classes from './new-address.module.css';
import type { Decided } from './of-order.ts';

/** Asks whether what has not left of an order goes to the address that its channel has by now. Shows what differs. */
export function NewAddress({ data: order, onDone, ...form }: PanelProps<Decided>) {
  const { new_address: next, id, source_name } = order;
  const showDone = useShowDone({ what: `new address of ${order.order_number}`, by: undoRun });
  const use = {
    value: 'use-new-address' as const,
    label: 'Use the new address for what has not left',
    description:
      next?.rest === 'there'
        ? 'The warehouse is asked ten seconds later; until then it can be undone. If it is too late there, you decide again.'
        : 'It goes there from the warehouse, ten seconds later at the earliest; until then it can be undone.',
  };
  const keep = {
    value: 'keep-former-address' as const,
    label: 'Keep the former address',
    description: `${source_name} still has the other one. Tell the buyer.`,
  };
  return (
    <Decision
      {...form}
      title={
        <>
          Where does the rest of <span className="mono">{order.order_number}</span> go?
        </>
      }
      impact={next?.obstacle ?? `What has left keeps the address that it was sent to.`}
      options={next?.rest ? [use, keep] : [keep]}
      decide={(action) => call(actOnOrderCall, { params: { id, action }, body: { seen: next?.seen } })}
      onDone={(done) => onDone(() => showDone(done))}
    >
      {next && <Compared order={order} next={next} />}
    </Decision>
  );
}

/** The fields that differ, both ways. */
function Compared({ order, next }: { order: Decided; next: NonNullable<Decided['new_address']> }) {
  return (
    <table className={classes.compared}>
      <thead>
        <tr>
          <td />
          <th scope="col">Former</th>
          <th scope="col">New</th>
        </tr>
      </thead>
      <tbody>
        {addressFields
          .filter((field) => order[field] !== next[field])
          .map((field) => (
            <tr key={field}>
              <th scope="row">{addressLabels[field]}</th>
              <td>{order[field] || 'none'}</td>
              <td>{next[field] || 'none'}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

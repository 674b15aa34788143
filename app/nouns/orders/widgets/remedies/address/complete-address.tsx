import { useState } from 'react';
import { call } from '../../../../../../platform/call.ts';
import { addressFields } from '../../../../../base/addresses/address.ts';
import { missingFrom } from '../../../../../base/addresses/missing.ts';
import { openedPanel, type PanelProps } from '../../../../../shared/issues/remedy/opened-panel.tsx';
import { Panel } from '../../../../../shared/issues/remedy/panel.tsx';
import { undoRun } from '../../../../../shared/runs/working/report-outcome.ts';
import { useShowDone } from '../../../../../ui/hooks/use-show-done.ts';
import { getOrderCall } from '../../../../order-flow/contract/detail.ts';
import { type SuggestedAddress, suggestAddressesCall } from '../../../../order-flow/contract/suggestions.ts';
import { type Address, readAddress } from './address.ts';
import { AddressInput } from './address-input.tsx';
import classes from './complete-address.module.css';
import { Suggested } from './suggested.tsx';
import { useAddressForm } from './use-address-form.ts';

const usualImpact = 'The order continues as soon as it is saved. What you write here is kept, whatever the channel sends later.';

/** What saving it does. Home has one row and one button for all orders whose addresses lack the same: it says which one this is of. */
export const impactOf = ({ orders = 1 }: Pick<PanelProps<Opened>['issue'], 'orders'>) =>
  orders > 1
    ? `It is the oldest of ${orders.toLocaleString('en-US')} orders, each with an address of its own. ${usualImpact}`
    : usualImpact;

/** A form for the missing fields of an address first; its other fields follow, in case they are wrong too. */
function CompleteAddress({ issue, data: { order, suggested: read }, onClose, onDone }: PanelProps<Opened>) {
  const showDone = useShowDone({ what: `edit of ${order.order_number}`, by: undoRun });
  const form = useAddressForm(order, (saved) => onDone(() => showDone(saved)));
  const suggested = read && form.isOfStored(read) ? read : undefined;
  const [needed] = useState(() => missingFrom(order));
  const rest = addressFields.filter((field) => !needed.some((one) => one === field));
  return (
    <Panel
      title={
        <>
          Complete the address of <span className="mono">{order.order_number}</span>
        </>
      }
      impact={impactOf(issue)}
      verb="Save address"
      busy={form.busy}
      failure={form.failure}
      onSend={form.save}
      onClose={onClose}
    >
      {suggested && <Suggested address={suggested} isBusy={form.busy} onAccept={form.accept} />}
      <div className={classes.fields}>
        {needed.map((field, place) => (
          <AddressInput key={field} field={field} form={form} autoFocus={!suggested && place === 0} />
        ))}
      </div>
      {rest.length > 0 && (
        <div className={classes.rest}>
          {rest.map((field, place) => (
            <AddressInput key={field} field={field} form={form} autoFocus={!suggested && needed.length === 0 && place === 0} />
          ))}
        </div>
      )}
    </Panel>
  );
}

type Opened = { order: Address; suggested: SuggestedAddress | undefined };

export default openedPanel<Opened>({
  async read({ order_id }, signal) {
    const id = order_id ?? 0;
    const [order, { suggestions }] = await Promise.all([
      call(getOrderCall, { params: { id } }, signal),
      call(suggestAddressesCall, { body: { ordersIds: [id] } }, signal),
    ]);
    return { order: readAddress(order), suggested: suggestions[0] };
  },
  Form: CompleteAddress,
});

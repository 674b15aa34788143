import { useState } from 'react';
import { addressFields, missingFrom } from '../../../base/addresses/address.ts';
import { Panel } from '../panel.tsx';
import type { Address } from './address.ts';
import { AddressInput } from './address-input.tsx';
import classes from './complete-address.module.css';
import { useAddressForm } from './use-address-form.ts';

type Props = { order: Address; onClose: () => void; onDone: (message: string) => Promise<void> };

/** A form for the missing fields of an address first; its other fields follow, in case they are wrong too. */
export function CompleteAddress({ order, onClose, onDone }: Props) {
  const form = useAddressForm(order, onDone);
  const [needed] = useState(() => missingFrom(order));
  const rest = addressFields.filter((field) => !needed.some((one) => one === field));
  return (
    <Panel
      title={
        <>
          Complete the address of <span className="mono">{order.order_number}</span>
        </>
      }
      impact="The order continues as soon as it is saved. What you write here is kept, whatever the channel sends later."
      verb="Save address"
      busy={form.busy}
      failure={form.failure}
      onSend={form.save}
      onClose={onClose}
    >
      <div className={classes.fields}>
        {needed.map((field, place) => (
          <AddressInput key={field} field={field} form={form} autoFocus={place === 0} />
        ))}
      </div>
      {rest.length > 0 && (
        <div className={classes.rest}>
          {rest.map((field, place) => (
            <AddressInput key={field} field={field} form={form} autoFocus={needed.length === 0 && place === 0} />
          ))}
        </div>
      )}
    </Panel>
  );
}

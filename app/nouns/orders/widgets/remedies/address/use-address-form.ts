import { useState } from 'react';
import { call, isRefused } from '../../../../../../platform/call.ts';
import { type AddressField, addressFields } from '../../../../../base/addresses/address.ts';
import { missingFrom } from '../../../../../base/addresses/missing.ts';
import { useSend } from '../../../../../shared/issues/remedy/use-panel.ts';
import { fieldMessages } from '../../../../../ui/words/error-message.ts';
import { getOrderCall } from '../../../../order-flow/contract/detail.ts';
import { saveOrderCall } from '../../../../order-flow/contract/orders.ts';
import { type Address, readAddress } from './address.ts';

/** What was saved; `runId`: what Activity has of it, where anything changed. */
type Saved = { message: string; runId?: number | undefined };

/** The form of an address; the input stays when the server refuses it. */
export function useAddressForm(first: Address, onDone: (saved: Saved) => Promise<void>) {
  const [stored, setStored] = useState(first);
  const [typed, setTyped] = useState<Partial<Record<AddressField, string>>>({});
  const [errors, setErrors] = useState<Partial<Record<AddressField, string>>>({});
  /** Fields that someone else changed since, with their values. */
  const [theirs, setTheirs] = useState<Partial<Record<AddressField, string>>>({});
  const { send, busy, failure } = useSend();
  const value = (field: AddressField) => typed[field] ?? stored[field];

  const keepTheirs = async () => {
    const fresh = readAddress(await call(getOrderCall, { params: { id: stored.id } }));
    const changed = addressFields.filter((field) => typed[field] !== undefined && fresh[field] !== stored[field]);
    setTheirs(Object.fromEntries(changed.map((field) => [field, fresh[field]])));
    setStored(fresh);
  };
  const save = (entered = typed) => {
    const lacking = missingFrom({ ...stored, ...entered });
    setErrors(Object.fromEntries(lacking.map((field) => [field, 'Still needed'])));
    if (lacking.length > 0) return;
    send(async () => {
      let runId: number | null = null;
      try {
        ({ runId } = await call(saveOrderCall, { body: { order: { id: stored.id, revision: stored.revision, ...entered } } }));
      } catch (error) {
        setErrors(errorsByField(error));
        if (isRefused(error, 'conflict')) await keepTheirs();
        throw error;
      }
      await onDone({ message: 'Order successfully saved', ...(runId !== null && { runId }) });
    });
  };
  return {
    ...{ value, errors, theirs, busy, failure, save: () => save() },
    /** Writes fields, and saves. */
    accept: (fields: Partial<Record<AddressField, string>>) => {
      setTyped({ ...typed, ...fields });
      save({ ...typed, ...fields });
    },
    change: (field: AddressField, text: string) => setTyped((before) => ({ ...before, [field]: text })),
  };
}

export type AddressForm = ReturnType<typeof useAddressForm>;

/** A 422 names `order.city`; the field is `city`. */
function errorsByField(error: unknown): Partial<Record<AddressField, string>> {
  return Object.fromEntries(Object.entries(fieldMessages(error)).map(([path, [message]]) => [path.replace('order.', ''), message]));
}

import { useCallback, useRef, useState } from 'react';
import { call, isRefused } from '../../../../../../platform/call.ts';
import { type AddressField, addressFields } from '../../../../../base/addresses/address.ts';
import { missingFrom } from '../../../../../base/addresses/missing.ts';
import { suggestedFields } from '../../../../../base/addresses/suggesting/suggested-fields.ts';
import { useSend } from '../../../../../shared/issues/remedy/use-panel.ts';
import { fieldMessages } from '../../../../../ui/words/error-message.ts';
import { getOrderCall } from '../../../../order-flow/contract/detail.ts';
import { saveOrderCall } from '../../../../order-flow/contract/orders.ts';
import type { SuggestedAddress } from '../../../../order-flow/contract/suggestions.ts';
import { type Address, readAddress } from './address.ts';

type Fields = Partial<Record<AddressField, string>>;
/** What was saved; `runId`: what Activity has of it, where anything changed. */
type Saved = { message: string; runId?: number | undefined };

/** The form of an address; the input stays when the server refuses it. */
export function useAddressForm(first: Address, onDone: (saved: Saved) => Promise<void>) {
  const [stored, setStored] = useState(first);
  /** Each field draws what is typed into it: a letter draws none of the others. */
  const typed = useRef<Fields>({});
  const [errors, setErrors] = useState<Fields>({});
  /** Fields that someone else changed since, with their values. */
  const [theirs, setTheirs] = useState<Fields>({});
  const { send, busy, failure } = useSend();

  const keepTheirs = async (entered: Fields) => {
    const fresh = readAddress(await call(getOrderCall, { params: { id: stored.id } }));
    const changed = addressFields.filter((field) => entered[field] !== undefined && fresh[field] !== stored[field]);
    setTheirs(Object.fromEntries(changed.map((field) => [field, fresh[field]])));
    setStored(fresh);
  };
  const save = (entered = typed.current, revision = stored.revision) => {
    const lacking = missingFrom({ ...stored, ...entered });
    setErrors(Object.fromEntries(lacking.map((field) => [field, 'Still needed'])));
    if (lacking.length > 0) return;
    send(async () => {
      const { runId } = await call(saveOrderCall, { body: { order: { id: stored.id, revision, ...entered } } }).catch(async (error) => {
        setErrors(errorsByField(error));
        if (isRefused(error, 'conflict')) await keepTheirs(entered);
        throw error;
      });
      await onDone({ message: 'Order successfully saved', ...(runId !== null && { runId }) });
    });
  };
  return {
    ...{ stored, errors, theirs, busy, failure, save: () => save() },
    /** Whether a suggestion is of the address as it is stored. */
    isOfStored: ({ revision }: SuggestedAddress) => revision === stored.revision,
    /** Saves what was suggested, with what it was suggested for: where that was changed since it is refused, and leaves the form alone. */
    accept: ({ revision, changes }: SuggestedAddress) =>
      save({ ...whole(stored), ...typed.current, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) }, revision),
    change: useCallback((field: AddressField, text: string) => {
      typed.current = { ...typed.current, [field]: text };
    }, []),
  };
}

export type AddressForm = ReturnType<typeof useAddressForm>;

/** The filled fields that a suggestion looks at, where they are stored as a save would store them: to send them changes none. */
const whole = (stored: Address): Fields =>
  Object.fromEntries(
    suggestedFields.flatMap((field) => (stored[field] && stored[field] === stored[field].trim() ? [[field, stored[field]]] : [])),
  );

/** A 422 names `order.city`; the field is `city`. */
function errorsByField(error: unknown): Fields {
  return Object.fromEntries(Object.entries(fieldMessages(error)).map(([path, [message]]) => [path.replace('order.', ''), message]));
}

import { call } from '../../../../../platform/call.ts';
import type { MethodGroup } from '../../../../base/shipping-methods/contract.ts';
import { methodsOf, noMethod } from '../../../../base/shipping-methods/method-select.tsx';
import { AddingForm } from '../../../../ui/form/adding-form.tsx';
import { choosing, type FieldSchema } from '../../../../ui/form/field-schema.ts';
import { previewedCodes } from '../../saves/contract.ts';
import { useConfirmedSave } from '../../saves/use-confirmed-save.tsx';
import { useShowSaved } from '../../saves/use-saved.ts';
import { createShippingOptionCall } from '../contract.ts';
import { showEach } from './use-options.ts';

type Props = { slug: string; form: FieldSchema; groups: readonly MethodGroup[] };

/** Adds a shipping code that neither the channel lists nor an order has had yet. */
export function AddCode({ slug, form, groups }: Props) {
  const { saveMappings, question } = useConfirmedSave();
  const ask = (add: () => Promise<void>, { ship_code: typed = '', ship_name: to }: Record<string, string>) => {
    const code = typed.trim();
    // What lacks is said by the call. A code that was deleted may have orders at the warehouse.
    const changes = previewedCodes(slug, 'shipping', code === '' || !to ? [] : [{ code, to }]);
    return saveMappings({ title: `Map ${code}?`, verb: 'Map', changes, run: add });
  };
  return (
    <>
      <AddingForm
        {...{ title: 'Add a code', verb: 'Add Code', variant: 'default', ask, onDone: useShowSaved('new code'), onError: showEach }}
        form={choosing(form, ['ship_code', 'description', 'ship_name'], { ship_name: [noMethod, ...groups.map(methodsOf)] })}
        send={(body) => call(createShippingOptionCall, { params: { name: slug }, body })}
      >
        <span className="soft">Saves this code at once; the table below stays as it is.</span>
      </AddingForm>
      {question}
    </>
  );
}

import { useRevalidator } from 'react-router';
import { CallError, call, isRefused } from '../../../../../platform/call.ts';
import { showAlert, showError } from '../../../../ui/alerts/alerts.ts';
import { useEdits } from '../../../../ui/form/use-edits.ts';
import { previewedCodes } from '../../saves/contract.ts';
import { useConfirmedSave } from '../../saves/use-confirmed-save.tsx';
import { useShowSaved } from '../../saves/use-saved.ts';
import { type SentOption, type ShippingOption, saveMappingCall, saveShippingOptionsCall } from '../contract.ts';

type Sent = Pick<SentOption, 'connectorCode' | 'description' | 'amwareCode' | 'was'>;

/** The rows of the table as they are edited, and the way to save them. What is not edited stays as colleagues leave it. */
export function useOptions(slug: string, stored: readonly ShippingOption[]) {
  const { rows, edit, forget, acceptOthers } = useEdits(stored, ({ connectorCode }) => connectorCode, valuesOf);
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved('shipping options');
  const { saveMappings, question } = useConfirmedSave();
  const isFirst = stored.every(({ amwareCode }) => amwareCode === null);
  const edited = rows.filter(({ isEdited }) => isEdited);
  const send = async (codes: Sent[]) => {
    const reply = isFirst
      ? await call(saveMappingCall, { params: { connector: slug }, body: { data: codes } })
      : await call(saveShippingOptionsCall, { params: { name: slug }, body: { codes } });
    showSaved(reply);
    forget();
    await revalidate();
  };
  const refused = async (error: unknown) => {
    showEach(error);
    if (!isRefused(error, 'changed_meanwhile')) return;
    acceptOthers();
    await revalidate();
  };
  const remapped = edited.filter(({ values, now }) => values.amwareCode !== now.amwareCode);
  const mapsAnew = previewedCodes(
    slug,
    'shipping',
    remapped.map(({ connectorCode: code, values }) => ({ code, to: values.amwareCode || null })),
  );
  const save = () =>
    saveMappings({
      ...{ title: 'Save these shipping options?', verb: 'Save', changes: mapsAnew },
      run: () => send(edited.map(sentOf)).catch(refused),
    });
  const accept = (codes: readonly { connectorCode: string; amwareCode: string; was: string | null }[]) =>
    send(codes.map(({ was, ...each }) => ({ ...each, was: { amwareCode: was } }))).catch(refused);
  return { rows, isFirst, isUnsaved: edited.length > 0, mapsAnew, edit, save, accept, question };
}

const valuesOf = ({ description, amwareCode }: ShippingOption) => ({ description: description ?? '', amwareCode: amwareCode ?? '' });

type Values = ReturnType<typeof valuesOf>;

const sentOf = ({ connectorCode, values, was }: { connectorCode: string; values: Values; was: Values }): Sent => ({
  ...{ connectorCode, ...values },
  was: { description: was.description, amwareCode: was.amwareCode || null },
});

/** Each of a 422's sentences by itself. */
export function showEach(error: unknown): void {
  const messages = error instanceof CallError ? [...new Set(Object.values(error.fields).flat())] : [];
  if (messages.length === 0) showError(error);
  for (const message of messages) showAlert('danger', message);
}

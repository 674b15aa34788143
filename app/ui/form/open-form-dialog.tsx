import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { z } from 'zod';
import { call, isRefused } from '../../../platform/call.ts';
import type { Endpoint, Input, Replies, Reply } from '../../../platform/endpoint.ts';
import { showAlert } from '../alerts/alerts.ts';
import OpenDialog from '../dialog/open-dialog.tsx';
import type { FieldSchema } from './field-schema.ts';
import { FormFromSchema, type FormValues } from './form-from-schema.tsx';
import { useDialogGuard } from './use-dialog-guard.tsx';

/** A call whose reply has one sentence about what was done. */
export type SavingCall = Endpoint<z.ZodType, z.ZodType, z.ZodType, Replies & ({ 200: MessageReply } | { 201: MessageReply })>;
type MessageReply = z.ZodType<{ message: string }>;

export type FormDialogProps<Call extends SavingCall = SavingCall> = {
  title: string;
  call: Call;
  /** Which record, where the call's path names one. */
  params?: Input<Call>['params'];
  /** The call's `formOf`, from the loader. */
  form: FieldSchema;
  /** The record's current values. */
  values?: FormValues;
  /** The parts of the body that nobody types. */
  fixed?: Partial<Input<Call>['body']>;
  /** What the record was when the dialog opened: the call refuses once to save over another's change. */
  was?: FormValues | string;
  /** The same of a call that changes only the fields that are not what they were; with `overwrites` it does not refuse to. */
  wasEach?: Record<string, unknown>;
  /** The button's verb, as in `Save`. */
  verb: string;
  /** What happens when it is saved, instead of reading the page again. */
  onSaved?: (reply: Reply<Call>) => Promise<unknown> | unknown;
  onClose: () => void;
};

export default function OpenFormDialog({
  title,
  call: endpoint,
  params,
  form,
  values,
  fixed,
  was,
  wasEach,
  verb,
  onSaved,
  onClose,
}: FormDialogProps) {
  const [unsaved, setUnsaved] = useState(false);
  const [isOutdated, setOutdated] = useState(false);
  const { revalidate } = useRevalidator();
  const { guard, question } = useDialogGuard(unsaved, onClose);
  /** What of it the call compares. */
  const seen = () => {
    if (wasEach) return { was: wasEach, ...(isOutdated && { overwrites: true }) };
    return was !== undefined && !isOutdated ? { was } : {};
  };
  const save = async (body: Record<string, unknown>) => {
    const reply = (await call(endpoint, { params, body } as Input<typeof endpoint>).catch((error) => {
      // Who was told of another's change has read it when they save again.
      if (isRefused(error, 'changed_meanwhile')) setOutdated(true);
      throw error;
    })) as { message: string };
    setUnsaved(false);
    showAlert('success', reply.message);
    return reply;
  };
  const isWide = Object.values(form.properties ?? {}).some(({ thirds }) => thirds !== undefined);
  return (
    <OpenDialog title={title} size={isWide ? 600 : 440} {...guard} onClose={onClose}>
      {(close) => (
        <>
          <FormFromSchema
            schema={form}
            values={values}
            verb={verb}
            onUnsaved={setUnsaved}
            onSubmit={async (typed) => {
              const reply = await save({ ...fixed, ...emptyFields(was), ...seen(), ...typed });
              close();
              await (onSaved ? onSaved(reply) : revalidate());
            }}
            onCancel={close}
          />
          {question}
        </>
      )}
    </OpenDialog>
  );
}

/** A field that is emptied is sent as empty: one that is left out of a change stays as it was. */
const emptyFields = (was: FormDialogProps['was']) =>
  typeof was === 'object' ? Object.fromEntries(Object.keys(was).map((field) => [field, ''])) : {};

import type { z } from 'zod';
import type { Endpoint, Input, Replies } from '../../../platform/endpoint.ts';
import { lazily } from '../lazily.tsx';
import type { FieldSchema } from './field-schema.ts';
import type { FormValues } from './form-from-schema.tsx';

/** A call that says in a sentence what it did. */
type SavingCall = Endpoint<z.ZodType, z.ZodType, z.ZodType, Replies & ({ 200: MessageReply } | { 201: MessageReply })>;
type MessageReply = z.ZodType<{ message: string }>;

export type FormDialogProps<Call extends SavingCall = SavingCall> = {
  title: string;
  call: Call;
  /** Which record, where the call's path names one. */
  params?: Input<Call>['params'];
  /** The call's `formOf`, as the loader gave it. */
  form: FieldSchema;
  /** What the record has now. */
  values?: FormValues;
  /** The button's verb, as in `Save`. */
  verb: string;
  onClose: () => void;
};

const OpenFormDialog = lazily(() => import('./open-form-dialog.tsx'));

/**
 * Creates or changes a record: the form of a call, in a dialog for as long as it is rendered. When it succeeds, the page is read
 * again; a 422 is shown beside its fields. Nobody loses what they typed without having been asked. Fetched when first needed.
 */
export function FormDialog<Call extends SavingCall>(props: FormDialogProps<Call>) {
  return <OpenFormDialog {...(props as unknown as FormDialogProps)} />;
}

import { lazily } from '../lazily.tsx';
import type { FormDialogProps, SavingCall } from './open-form-dialog.tsx';

const OpenFormDialog = lazily(() => import('./open-form-dialog.tsx'));

/**
 * Creates or changes a record: the form of a call, in a dialog for as long as it is rendered. When it succeeds, the page is read
 * again, unless `onSaved` says otherwise; a 422 is shown beside its fields. Asks before unsaved input is lost. Fetched when first needed.
 */
export function FormDialog<Call extends SavingCall>(props: FormDialogProps<Call>) {
  return <OpenFormDialog {...(props as unknown as FormDialogProps)} />;
}

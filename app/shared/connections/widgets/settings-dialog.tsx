import { useState } from 'react';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { type FieldSchema, fieldsOf } from '../../../ui/form/field-schema.ts';
import { FormFromSchema, type FormHandle, type FormValues } from '../../../ui/form/form-from-schema.tsx';
import { useDialogGuard } from '../../../ui/form/use-dialog-guard.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { type Connection, reconnectCall } from '../contract.ts';
import { Refused } from './health/refused.tsx';
import { useRefusal } from './health/use-refusal.ts';
import { listFrom } from './logs/list-from.ts';
import { settingsIn } from './settings-in.ts';

type Props = { connection: Pick<Connection, 'slug' | 'name' | 'connector' | 'state' | 'settings'>; schema: unknown; onClose: () => void };

/** Changes a connection's settings or credentials. Empty secrets keep their values; what does not work is not stored. */
export default function SettingsDialog({ connection: { slug, name, connector, state, settings }, schema, onClose }: Props) {
  const save = useSave();
  const { refusal, guarded } = useRefusal();
  const [isUnsaved, setUnsaved] = useState(false);
  const { guard, question } = useDialogGuard(isUnsaved, onClose);
  const fields = (schema ?? {}) as FieldSchema;
  const reconnecting = state === 'needs_reconnect';
  const secretNames = fieldsOf(fields).flatMap((field) => (field.kind === 'secret' ? [field.name] : []));
  const send = (close: () => void) => (typed: FormValues, form: FormHandle) =>
    guarded(form, () => save(reconnectCall, { params: { name: slug }, body: { settings: settingsIn(typed) } }, close));
  return (
    <Dialog title={reconnecting ? `Reconnect ${name}` : `Settings of ${name}`} size={480} {...guard} onClose={onClose}>
      {(close) => (
        <>
          <Refused sentence={refusal} />
          <FormFromSchema
            schema={fields}
            values={settings}
            kept={secretNames}
            verb={reconnecting ? 'Reconnect' : 'Save'}
            onSubmit={send(close)}
            onUnsaved={setUnsaved}
            list={listFrom(connector, slug)}
            onCancel={close}
          />
          {question}
        </>
      )}
    </Dialog>
  );
}

import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { type FieldSchema, fieldsOf } from '../../../ui/form/field-schema.ts';
import { FormFromSchema, type FormValues } from '../../../ui/form/form-from-schema.tsx';
import { type Connection, reconnectCall } from '../contract.ts';
import { Refused } from './health/refused.tsx';
import { useRefusal } from './health/use-refusal.ts';
import { listFrom } from './logs/list-from.ts';
import { settingsIn } from './settings-in.ts';

type Props = { connection: Pick<Connection, 'slug' | 'name' | 'connector' | 'state' | 'settings'>; schema: unknown; onClose: () => void };

/** Changes a connection's settings or credentials. Empty secrets keep their values; what does not work is not stored. */
export default function SettingsDialog({ connection: { slug, name, connector, state, settings }, schema, onClose }: Props) {
  const { revalidate } = useRevalidator();
  const { refusal, guarded } = useRefusal();
  const fields = (schema ?? {}) as FieldSchema;
  const reconnecting = state === 'needs_reconnect';
  const secretNames = fieldsOf(fields).flatMap((field) => (field.kind === 'secret' ? [field.name] : []));
  const save = (close: () => void) => (typed: FormValues) =>
    guarded(async () => {
      const { message } = await call(reconnectCall, { params: { name: slug }, body: { settings: settingsIn(typed) } });
      showAlert('success', message);
      close();
      await revalidate();
    });
  return (
    <Dialog title={reconnecting ? `Reconnect ${name}` : `Settings of ${name}`} size={480} onClose={onClose}>
      {(close) => (
        <>
          <Refused sentence={refusal} />
          <FormFromSchema
            schema={fields}
            values={settings}
            kept={secretNames}
            verb={reconnecting ? 'Reconnect' : 'Save'}
            onSubmit={save(close)}
            list={listFrom(connector, slug)}
            onCancel={close}
          />
        </>
      )}
    </Dialog>
  );
}

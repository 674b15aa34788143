import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { type FieldSchema, fieldsOf } from '../../../ui/form/field-schema.ts';
import { FormFromSchema, type FormValues } from '../../../ui/form/form-from-schema.tsx';
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
  const fields = (schema ?? {}) as FieldSchema;
  const reconnecting = state === 'needs_reconnect';
  const secretNames = fieldsOf(fields).flatMap((field) => (field.kind === 'secret' ? [field.name] : []));
  const send = (close: () => void) => (typed: FormValues) =>
    guarded(() => save(reconnectCall, { params: { name: slug }, body: { settings: settingsIn(typed) } }, close));
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
            onSubmit={send(close)}
            list={listFrom(connector, slug)}
            onCancel={close}
          />
        </>
      )}
    </Dialog>
  );
}

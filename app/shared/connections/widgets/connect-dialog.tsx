import { Text } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { href, useNavigate } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { flashMs, showAlert } from '../../../ui/alerts/alerts.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import type { FieldSchema } from '../../../ui/form/field-schema.ts';
import { FormFromSchema, type FormHandle, type FormValues } from '../../../ui/form/form-from-schema.tsx';
import { useDialogGuard } from '../../../ui/form/use-dialog-guard.tsx';
import { sells } from '../connection.ts';
import { type Connectable, connectCall } from '../contract.ts';
import { Refused } from './health/refused.tsx';
import { useRefusal } from './health/use-refusal.ts';
import { listFrom } from './logs/list-from.ts';
import { settingsIn } from './settings-in.ts';

/**
 * The dialog that connects an outside system. The credentials are tested first: a refusal is shown here, and the input stays until the
 * person leaves it.
 */
export default function ConnectDialog({ connector, onClose }: { connector: Connectable; onClose: () => void }) {
  const navigate = useNavigate();
  const { refusal, guarded } = useRefusal();
  const [isUnsaved, setUnsaved] = useState(false);
  const { guard, question } = useDialogGuard(isUnsaved, onClose);
  const connect = (typed: FormValues, form: FormHandle) =>
    guarded(form, async () => {
      const { connection_name, orders_since, ...settings } = settingsIn(typed);
      const { message, slug } = await call(connectCall, {
        body: { connector: connector.name, name: connection_name ?? connector.label, settings, since: orders_since },
      });
      // Nothing is left to lose on the way to the connection.
      flushSync(() => setUnsaved(false));
      showAlert('success', message, flashMs);
      await navigate(href('/settings/connectors/:name', { name: slug }));
    });
  return (
    <Dialog title={`Connect ${connector.label}`} size={480} {...guard} onClose={onClose}>
      {(close) => (
        <>
          <Refused sentence={refusal} />
          {connector.earlier && (
            <Text size="sm" mb={16}>
              {connector.earlier}
            </Text>
          )}
          <FormFromSchema
            schema={schemaOf(connector)}
            verb="Connect"
            onSubmit={connect}
            onUnsaved={setUnsaved}
            list={listFrom(connector.name)}
            onCancel={close}
          />
          {question}
        </>
      )}
    </Dialog>
  );
}

/** The connector's settings, between the connection's name and, for a channel, the date of the first orders. */
function schemaOf({ label, capabilities, schema }: Connectable): FieldSchema {
  const { properties, required = [] } = schema as FieldSchema;
  return {
    properties: {
      connection_name: { type: 'string', title: 'Name', description: 'The name on every screen.', default: label },
      ...properties,
      ...(sells({ capabilities }) && {
        orders_since: { type: 'string', format: 'date', title: 'Orders since', description: 'Leave it empty to read only new orders.' },
      }),
    },
    required,
  };
}

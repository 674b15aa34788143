import { Text } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { href, useNavigate } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { flashMs, showAlert } from '../../../ui/alerts/alerts.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import type { FieldSchema } from '../../../ui/form/field-schema.ts';
import { FormFromSchema, type FormValues } from '../../../ui/form/form-from-schema.tsx';
import { useDialogGuard } from '../../../ui/form/use-dialog-guard.tsx';
import { type Connectable, connectCall } from '../contract.ts';
import { continueAt } from '../trying/consent/continue-at.ts';
import type { Entered } from '../trying/consent/contract.ts';
import { SignInChoice } from '../trying/consent/sign-in-choice.tsx';
import { beforeConsent, formBy } from '../trying/consent/signing-in.ts';
import { Refused } from './health/refused.tsx';
import { useRefusal } from './health/use-refusal.ts';
import { listFrom } from './logs/list-from.ts';
import { settingsIn } from './settings-in.ts';

type Props = {
  connector: Connectable;
  /** What was entered before a consent that came to nothing. */
  entered?: Entered | undefined;
  onClose: () => void;
};

/**
 * The dialog that connects an outside system: by credentials, which are tested first, or by a person's consent at the vendor. A refusal
 * is shown here, and the input stays until the person leaves it.
 */
export default function ConnectDialog({ connector, entered, onClose }: Props) {
  const { label, consent } = connector;
  const { refusal, guarded } = useRefusal();
  const [isUnsaved, setUnsaved] = useState(false);
  const [byConsent, setByConsent] = useState(consent !== null);
  const form = formBy(schemaOf(connector), consent, byConsent);
  const { guard, question } = useDialogGuard(isUnsaved, onClose);
  // Nothing is left to lose on the way to the connection, or to the vendor.
  const connect = useConnect(connector, byConsent, () => flushSync(() => setUnsaved(false)));
  return (
    <Dialog title={`Connect ${label}`} size={480} {...guard} onClose={onClose}>
      {(close) => (
        <>
          <Refused sentence={refusal} />
          {connector.earlier && (
            <Text size="sm" mb={16}>
              {connector.earlier}
            </Text>
          )}
          {connector.first_orders === 'all_open' && (
            <Text size="sm" mb={16}>
              Every order that is open there and was not exported yet is read, however old.
            </Text>
          )}
          <FormFromSchema
            {...(byConsent ? beforeConsent(form) : form)}
            values={entered ? valuesOf(entered) : {}}
            verb={byConsent ? `Continue at ${label}` : 'Connect'}
            onSubmit={(values, handle) => guarded(handle, () => connect(values))}
            onUnsaved={setUnsaved}
            list={listFrom(connector.name)}
            onCancel={close}
          >
            <SignInChoice label={label} consent={consent} byConsent={byConsent} onChange={setByConsent} />
          </FormFromSchema>
          {question}
        </>
      )}
    </Dialog>
  );
}

const valuesOf = ({ name, since, settings }: Entered): FormValues => ({
  ...settings,
  connection_name: name,
  ...(since !== null && { orders_since: since }),
});

function useConnect({ name: connector, label }: Connectable, byConsent: boolean, onLeaving: () => void) {
  const navigate = useNavigate();
  return async (typed: FormValues) => {
    const { connection_name: name = label, orders_since: since, ...settings } = settingsIn(typed);
    if (byConsent) return continueAt({ connector, name, since, settings }, onLeaving);
    const { message, slug } = await call(connectCall, { body: { connector, name, settings, since } });
    onLeaving();
    showAlert('success', message, flashMs);
    await navigate(href('/settings/connectors/:name', { name: slug }));
  };
}

/** The connector's settings, between the connection's name and, where it has one, the date of the first orders. */
function schemaOf({ label, schema, first_orders }: Connectable): FieldSchema {
  const { properties, required = [] } = schema as FieldSchema;
  return {
    properties: {
      connection_name: { type: 'string', title: 'Name', description: 'The name on every screen.', default: label },
      ...properties,
      ...(first_orders === 'since' && {
        orders_since: { type: 'string', format: 'date', title: 'Orders since', description: 'Leave it empty to read only new orders.' },
      }),
    },
    required,
  };
}

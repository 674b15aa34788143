import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { isRefused } from '../../../../platform/call.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { type FieldSchema, fieldsOf } from '../../../ui/form/field-schema.ts';
import { FormFromSchema, type FormValues } from '../../../ui/form/form-from-schema.tsx';
import { useDialogGuard } from '../../../ui/form/use-dialog-guard.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { type Connectable, type Connection, reconnectCall } from '../contract.ts';
import { continueAt } from '../trying/consent/continue-at.ts';
import type { Entered } from '../trying/consent/contract.ts';
import { SignInChoice } from '../trying/consent/sign-in-choice.tsx';
import { formBy } from '../trying/consent/signing-in.ts';
import { Refused } from './health/refused.tsx';
import { useRefusal } from './health/use-refusal.ts';
import { listFrom } from './logs/list-from.ts';
import { settingsIn } from './settings-in.ts';

type Props = {
  connection: Pick<Connection, 'slug' | 'name' | 'connector' | 'connector_label' | 'state' | 'settings'>;
  connectable: Pick<Connectable, 'schema' | 'consent'> | undefined;
  onClose: () => void;
};

/**
 * Changes a connection's settings or credentials. Empty secrets keep their values; what does not work is not stored. Where people
 * consent, it leads to the vendor for a new consent, and saves what needs none.
 */
export default function SettingsDialog({ connection, connectable, onClose }: Props) {
  const { slug, name, connector, connector_label: label, state, settings } = connection;
  const entered = (useLocation().state as { entered?: Entered } | null)?.entered;
  const save = useSave();
  const { refusal, guarded } = useRefusal();
  const [isUnsaved, setUnsaved] = useState(false);
  const { guard, question } = useDialogGuard(isUnsaved, onClose);
  const reconnecting = state === 'needs_reconnect';
  const consent = connectable?.consent ?? null;
  const hasConsented = Boolean(settings.consent);
  const [byConsent, setByConsent] = useState(hasConsented);
  const [needsConsent, setNeedsConsent] = useState(reconnecting);
  const leaves = byConsent && (needsConsent || !hasConsented);
  const fields = formBy((connectable?.schema ?? {}) as FieldSchema, consent, byConsent);
  const secretNames = fieldsOf(fields).flatMap((field) => (field.kind === 'secret' ? [field.name] : []));
  const send = async (typed: FormValues, close: () => void) => {
    const changed = settingsIn(typed);
    if (leaves)
      return continueAt({ connector, connection: slug, settings: changed }, () => {
        flushSync(() => setUnsaved(false));
      });
    await save(reconnectCall, { params: { name: slug }, body: { settings: changed } }, close).catch((error) => {
      if (isRefused(error, 'needs_consent')) setNeedsConsent(true);
      throw error;
    });
  };
  return (
    <Dialog title={reconnecting ? `Reconnect ${name}` : `Settings of ${name}`} size={480} {...guard} onClose={onClose}>
      {(close) => (
        <>
          <Refused sentence={refusal} />
          <FormFromSchema
            key={String(byConsent)}
            schema={fields}
            values={{ ...settings, ...entered?.settings }}
            kept={byConsent === hasConsented ? secretNames : []}
            verb={leaves ? `Continue at ${label}` : reconnecting ? 'Reconnect' : 'Save'}
            onSubmit={(typed, form) => guarded(form, () => send(typed, close))}
            onUnsaved={setUnsaved}
            list={listFrom(connector, slug)}
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

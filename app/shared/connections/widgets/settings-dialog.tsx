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
import { changesIn } from './settings-in.ts';

type Props = {
  connection: Pick<Connection, 'slug' | 'name' | 'connector' | 'connector_label' | 'state' | 'settings'>;
  connectable: Pick<Connectable, 'schema' | 'consent'> | undefined;
  onClose: () => void;
};

/**
 * Changes a connection's settings or credentials. Only what was changed is sent, with what it was, so that nobody's change is lost; what
 * does not work is not stored. Where people consent, it leads to the vendor for a new consent, and saves what needs none.
 */
export default function SettingsDialog({ connection, connectable, onClose }: Props) {
  const { slug, name, connector, connector_label: label, state, settings } = connection;
  const entered = (useLocation().state as { entered?: Entered } | null)?.entered;
  const save = useSave({ rereadsRefused: true });
  const { refusal, guarded } = useRefusal();
  const [isUnsaved, setUnsaved] = useState(false);
  const { guard, question } = useDialogGuard(isUnsaved, onClose);
  const reconnecting = state === 'needs_reconnect';
  const consent = connectable?.consent ?? null;
  const hasConsented = Boolean(settings.consent);
  const [byConsent, setByConsent] = useState(hasConsented);
  const [needsConsent, setNeedsConsent] = useState(reconnecting);
  const leaves = byConsent && (needsConsent || !hasConsented);
  const form = formBy((connectable?.schema ?? {}) as FieldSchema, consent, byConsent);
  const fields = fieldsOf(form.schema);
  const secretNames = fields.flatMap((field) => (field.kind === 'secret' ? [field.name] : []));
  const [opened] = useState(settings);
  const [isTold, setTold] = useState(false);
  const send = async (typed: FormValues, close: () => void) => {
    const names = fields.map(({ name: field }) => field).filter((field) => !form.leftOut.includes(field));
    // Whoever was told that somebody else changed them saves over what that person saved.
    const changed = changesIn(typed, names, { shown: opened, seen: isTold ? settings : opened });
    const leave = () => continueAt({ connector, connection: slug, ...changed }, () => flushSync(() => setUnsaved(false)));
    try {
      await (leaves ? leave() : save(reconnectCall, { params: { name: slug }, body: changed }, close));
    } catch (error) {
      if (isRefused(error, 'needs_consent')) setNeedsConsent(true);
      if (isRefused(error, 'changed_meanwhile')) setTold(true);
      throw error;
    }
  };
  return (
    <Dialog title={reconnecting ? `Reconnect ${name}` : `Settings of ${name}`} size={480} {...guard} onClose={onClose}>
      {(close) => (
        <>
          <Refused sentence={refusal} />
          <FormFromSchema
            {...form}
            values={{ ...settings, ...entered?.settings }}
            kept={byConsent === hasConsented ? secretNames : []}
            verb={leaves ? `Continue at ${label}` : reconnecting ? 'Reconnect' : 'Save'}
            onSubmit={(typed, handle) => guarded(handle, () => send(typed, close))}
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

import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { isRefused } from '../../../../platform/call.ts';
import type { Reply } from '../../../../platform/endpoint.ts';
import { showError } from '../../../ui/alerts/alerts.ts';
import { Section } from '../../../ui/blocks/section.tsx';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { useDone } from '../../../ui/hooks/use-save.ts';
import { fieldMessages } from '../../../ui/words/error-message.ts';
import { Waits } from '../addresses/waits.tsx';
import type { EmailSetting, saveAccountEmailCall } from '../contract.ts';

type Props = {
  /** Keys the errors: `{saveName}-email`. */
  saveName: string;
  setting: EmailSetting;
  /** The address has not confirmed yet that it wants to be mailed. */
  waits: boolean;
  mayChange: boolean;
  save: (body: EmailSetting & { was?: EmailSetting }) => Promise<Reply<typeof saveAccountEmailCall>>;
};

/**
 * The address that is mailed whatever happens here. Inactive and filled in, until somebody changes it; where the server refused
 * what was typed, active and empty, with the first reason.
 */
export const EmailNotification = (props: Props) => (
  <Section title="E-mail notification">
    <EmailFields {...props}>
      {(fields, begin) => (
        <Stack gap={8} maw={420}>
          {fields}
          {begin && (
            <FormButtons>
              <SubmitButton variant="default" run={begin}>
                Change
              </SubmitButton>
            </FormButtons>
          )}
        </Stack>
      )}
    </EmailFields>
  </Section>
);

type FieldsProps = Props & {
  /** Where they stand, with what lets them be changed; null while they are, and for who may not. */
  children: (fields: React.ReactNode, begin: (() => void) | null) => React.ReactNode;
};

/** The fields alone. */
export function EmailFields({ saveName, setting, waits, mayChange, save, children }: FieldsProps) {
  const [isActive, setActive] = useState(false);
  const [email, setEmail] = useState(setting.notificationEmail);
  const [enabled, setEnabled] = useState(setting.enabled);
  const [fault, setFault] = useState<string>();
  // What is typed between the press and the reply would be in no call.
  const [isSaving, setSaving] = useState(false);
  // As it was when it began to be changed; nothing, once a person was told of another's change.
  const [was, setWas] = useState<EmailSetting>();
  const done = useDone();
  const { revalidate } = useRevalidator();
  const values = isActive ? { email, enabled } : { email: setting.notificationEmail, enabled: setting.enabled };
  const begin = () => {
    setEmail(setting.notificationEmail);
    setEnabled(setting.enabled);
    setFault(undefined);
    setWas(setting);
    setActive(true);
  };
  const send = async () => {
    setSaving(true);
    try {
      const reply = await save({ notificationEmail: email, enabled, ...(was && { was }) });
      setActive(false);
      setFault(undefined);
      await done(reply);
    } catch (error) {
      if (isRefused(error, 'changed_meanwhile')) {
        setWas(undefined);
        await revalidate();
      }
      const [first] = fieldMessages(error)[`${saveName}-email`] ?? [];
      if (!first) return showError(error);
      setEmail('');
      setFault(first);
    } finally {
      setSaving(false);
    }
  };
  const fields = (
    <Stack gap={8} maw={420}>
      <TextInput
        label="E-mail"
        type="email"
        name={`${saveName}-email`}
        value={values.email}
        placeholder={isActive ? 'name@example.com' : 'Nobody'}
        error={fault}
        disabled={!isActive || isSaving}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Checkbox
        label="Mail this address whatever happens here"
        checked={values.enabled === '1'}
        disabled={!isActive || isSaving}
        onChange={(event) => setEnabled(event.currentTarget.checked ? '1' : '0')}
      />
      {waits && !isActive && <Waits address={setting.notificationEmail} mayChange={mayChange} />}
      {isActive && (
        <FormButtons>
          <SubmitButton variant="default" disabled={isSaving} run={() => setActive(false)}>
            Cancel
          </SubmitButton>
          <SubmitButton run={send}>Save</SubmitButton>
        </FormButtons>
      )}
      {!mayChange && (
        <Text size="xs" c="dimmed">
          Only admins change this.
        </Text>
      )}
    </Stack>
  );
  return children(fields, mayChange && !isActive ? begin : null);
}

import { startTransition } from 'react';
import { useRevalidator } from 'react-router';
import { isRefused } from '../../../platform/call.ts';
import { showAlert, showError } from '../alerts/alerts.ts';
import { Section } from '../blocks/section.tsx';
import type { FieldSchema } from './field-schema.ts';
import { FormFromSchema, type FormHandle, type FormValues } from './form-from-schema.tsx';

type Props<Reply extends { message: string }> = {
  title: string;
  /** The form of a call, of texts and choices. */
  form: FieldSchema;
  verb: string;
  variant?: 'default';
  /** Adds what was typed; what is empty is not in it. */
  send: (typed: Record<string, string>) => Promise<Reply>;
  /** Asks before it is added, and calls `add` when it is to be. */
  ask?: (add: () => Promise<void>, typed: Record<string, string>) => Promise<unknown>;
  /** Called once what was typed is drawn: what it leads to keeps no key waiting. */
  onTyped?: (typed: Record<string, string>) => void;
  onDone?: (reply: Reply) => void;
  onError?: (error: unknown) => void;
  /** What whoever types should know before it is added. */
  children?: React.ReactNode;
};

/**
 * Adds a record above its list. Then the fields are empty and the page is read again; what is refused stays as it was typed, and is said
 * beside its fields and in the alert bar. The page is read again, too, where somebody else changed a record.
 */
export function AddingForm<Reply extends { message: string }>(props: Props<Reply>) {
  const { title, form, verb, variant, send, ask = (add) => add(), onTyped, onDone = showMessage, onError = showError, children } = props;
  const { revalidate } = useRevalidator();
  const add = async (typed: Record<string, string>, { reset, refuse }: FormHandle) => {
    try {
      onDone(await send(typed));
      reset();
      await revalidate();
    } catch (error) {
      refuse(error);
      onError(error);
      if (isRefused(error, 'changed_meanwhile')) await revalidate();
    }
  };
  return (
    <Section title={title}>
      <FormFromSchema
        {...{ schema: form, verb, variant }}
        beside
        onSubmit={(typed, handle) => ask(() => add(texts(typed), handle), texts(typed))}
        onTyped={(typed) => startTransition(() => onTyped?.(texts(typed)))}
      >
        {children}
      </FormFromSchema>
    </Section>
  );
}

const texts = (typed: FormValues) => Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, String(value)]));
const showMessage = ({ message }: { message: string }) => void showAlert('success', message);

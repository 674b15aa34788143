import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { showError } from '../alerts/alerts.ts';
import { SubmitButton } from '../buttons/submit-button.tsx';
import { DialogButtons } from '../dialog/dialog-buttons.tsx';
import { fieldMessages } from '../words/error-message.ts';
import { Field } from './field.tsx';
import { type FieldSchema, type FormField, fieldsOf } from './field-schema.ts';
import classes from './form.module.css';
import type { Choice } from './listed-field.tsx';

export type FormValues = Record<string, string | number | boolean>;
export type ListChoices = (choices: string, typed: FormValues) => Promise<Choice[]>;

type Props = {
  schema: FieldSchema;
  /** Initial values, never secrets. */
  values?: FormValues;
  /** Secrets that are stored: left empty they keep their values. */
  kept?: readonly string[];
  verb: string;
  /** Sends the form; fields left empty are not in it. A 422 is shown under its fields, and what was typed stays. */
  onSubmit: (values: FormValues) => Promise<unknown>;
  /** Called with whether the form has unsaved input. */
  onUnsaved?: (unsaved: boolean) => void;
  /** Fetches the list that a field is chosen from, with what is typed so far. */
  list?: ListChoices;
  /** What Cancel does. */
  onCancel: () => void;
};

/**
 * A form made from a schema: a call's body (`formOf`), or the settings that a connector describes. The first faulty field has the focus.
 */
export function FormFromSchema({ schema, values = {}, kept = [], verb, onSubmit, onUnsaved, list, onCancel }: Props) {
  const fields = fieldsOf(schema);
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);
  // Counts how often a field changed that lists depend on: they are fetched anew.
  const [outdated, setOutdated] = useState(0);
  const form = useForm<FormValues>({
    mode: 'uncontrolled',
    initialValues: Object.fromEntries(fields.map(({ name, initial }) => [name, values[name] ?? initial])),
    validate: (typed) => missing(fields, typed, kept),
    onValuesChange: (typed, before) => {
      onUnsaved?.(form.isDirty());
      for (const { name, dependsOn = [] } of fields)
        if (dependsOn.some((other) => typed[other] !== before[other])) {
          form.setFieldValue(name, '');
          setOutdated((times) => times + 1);
        }
    },
  });
  const focusOn = (errors: Record<string, unknown>) => {
    const first = fields.find(({ name }) => name in errors);
    if (first) form.getInputNode(first.name)?.focus();
  };
  const send = async (typed: FormValues) => {
    // Enter may be pressed twice before the button is busy.
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    try {
      await onSubmit(filled(fields, typed));
    } catch (error) {
      const wrong = fieldMessages(error);
      form.setErrors(Object.fromEntries(Object.entries(wrong).map(([name, messages]) => [name, messages[0]])));
      if (fields.some(({ name }) => name in wrong)) focusOn(wrong);
      else showError(error);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return (
    <form className={classes.form} onSubmit={form.onSubmit(send, focusOn)} noValidate>
      {fields.map((field, place) => (
        <Field
          key={field.dependsOn?.length ? `${field.name}:${outdated}` : form.key(field.name)}
          field={field}
          kept={kept.includes(field.name)}
          first={place === 0}
          list={list && (() => list(field.choices ?? '', filled(fields, form.getValues())))}
          input={form.getInputProps(field.name, { type: field.kind === 'switch' ? 'checkbox' : 'input' })}
        />
      ))}
      <div className={classes.end}>
        <DialogButtons onCancel={onCancel}>
          <SubmitButton busy={busy}>{verb}</SubmitButton>
        </DialogButtons>
      </div>
    </form>
  );
}

function missing(fields: readonly FormField[], typed: FormValues, kept: readonly string[]): Record<string, string> {
  const empty = fields.filter(({ name, required }) => required && !kept.includes(name) && typed[name] === '');
  return Object.fromEntries(empty.map(({ name, label }) => [name, `${label} is required`]));
}

/** The values; numbers as numbers, and text that is not a number as typed, for the server to refuse. */
function filled(fields: readonly FormField[], typed: FormValues): FormValues {
  const numbers = new Set(fields.filter(({ kind }) => kind === 'number').map(({ name }) => name));
  const entered = Object.entries(typed).filter(([, value]) => value !== '');
  return Object.fromEntries(
    entered.map(([name, value]) => [name, numbers.has(name) && Number.isFinite(Number(value)) ? Number(value) : value]),
  );
}

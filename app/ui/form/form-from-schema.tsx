import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { misfitOf } from '../../../connectors/http/looks.ts';
import { showError } from '../alerts/alerts.ts';
import { FormButtons } from '../buttons/form-buttons.tsx';
import { SubmitButton } from '../buttons/submit-button.tsx';
import { DialogButtons, DialogEnd } from '../dialog/dialog-buttons.tsx';
import { fieldMessages } from '../words/error-message.ts';
import type { Choice } from './choices/use-choices.ts';
import { Field } from './field.tsx';
import { type FieldSchema, type FormField, fieldsOf } from './field-schema.ts';
import { filled } from './filled.ts';
import classes from './form.module.css';

export type FormValues = Record<string, string | number | boolean>;
export type ListChoices = (choices: string, typed: FormValues) => Promise<Choice[]>;

type Props = {
  schema: FieldSchema;
  /** Fields that are neither shown nor sent for now. What was typed into them stays. */
  leftOut?: readonly string[];
  /** Initial values, never secrets. */
  values?: FormValues;
  /** Secrets that are stored: left empty they keep their values. */
  kept?: readonly string[];
  verb: string;
  variant?: 'default' | undefined;
  /** Sends the form; fields left empty are not in it. A 422 is shown under its fields, and what was typed stays. */
  onSubmit: (values: FormValues, form: FormHandle) => Promise<unknown>;
  /** Called with what is typed, whenever that changes; fields left empty are not in it. */
  onTyped?: (values: FormValues) => void;
  /** Called with whether the form has unsaved input. */
  onUnsaved?: (unsaved: boolean) => void;
  /** Fetches the list that a field is chosen from, with what is typed so far. */
  list?: ListChoices;
  /** What Cancel does, where the form can be left. */
  onCancel?: () => void;
  /** The fields stand side by side, where there is room. */
  beside?: boolean;
  /** Between the fields and the button. */
  children?: React.ReactNode;
};

/**
 * For what is sent later than `onSubmit` returns: empties the form, or shows what of it was refused. `focusOn` goes to the first of these
 * fields once the form has been sent, for a refusal that is said elsewhere.
 */
export type FormHandle = { reset: () => void; refuse: (error: unknown) => boolean; focusOn: (names: readonly string[]) => void };

/**
 * A form made from a schema: a call's body (`formOf`), or the settings that a connector describes. The first faulty field has the focus.
 */
export function FormFromSchema(props: Props) {
  const {
    schema,
    leftOut = [],
    values = {},
    kept = [],
    verb,
    variant,
    onSubmit,
    onUnsaved,
    onTyped,
    list,
    onCancel,
    beside = false,
    children,
  } = props;
  const all = fieldsOf(schema);
  const fields = all.filter(({ name }) => !leftOut.includes(name));
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);
  const { box, lock } = useLock(onCancel !== undefined);
  // Counts how often a field changed that lists depend on: they are fetched anew.
  const [outdated, setOutdated] = useState(0);
  const form = useForm<FormValues>({
    mode: 'uncontrolled',
    initialValues: Object.fromEntries(all.map(({ name, initial }) => [name, values[name] ?? initial])),
    validate: (typed) => wrongIn(fields, typed, kept),
    onValuesChange: (typed, before) => {
      onUnsaved?.(form.isDirty());
      onTyped?.(filled(fields, typed));
      for (const { name, kind, dependsOn = [] } of all)
        if (dependsOn.some((other) => typed[other] !== before[other])) {
          form.setFieldValue(name, kind === 'many' ? '[]' : '');
          setOutdated((times) => times + 1);
        }
    },
  });
  const focusOn = (names: readonly string[]) => {
    const first = fields.find(({ name }) => names.includes(name));
    lock(false);
    if (first) form.getInputNode(first.name)?.focus();
  };
  /** Whether it is said beside a field. */
  const refuse = (error: unknown) => {
    const wrong = fieldMessages(error);
    form.setErrors(Object.fromEntries(Object.entries(wrong).map(([name, messages]) => [name, messages[0]])));
    focusOn(Object.keys(wrong));
    return fields.some(({ name }) => name in wrong);
  };
  const send = async (typed: FormValues) => {
    // Enter may be pressed twice before the button is busy.
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    const from = document.activeElement;
    lock(true);
    try {
      await onSubmit(filled(fields, typed), { reset: form.reset, refuse, focusOn });
    } catch (error) {
      if (!refuse(error)) showError(error);
    } finally {
      isSending.current = false;
      setBusy(false);
      lock(false);
      // What is locked loses the focus.
      if (document.activeElement === document.body && from instanceof HTMLElement) from.focus({ preventScroll: true });
    }
  };
  return (
    <form className={classes.form} onSubmit={form.onSubmit(send, (wrong) => focusOn(Object.keys(wrong)))} noValidate>
      <div ref={box} className={beside ? classes.beside : classes.fields}>
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
      </div>
      {children}
      <Buttons busy={busy} verb={verb} variant={variant} onCancel={onCancel} />
    </form>
  );
}

/** The fields of a dialog take nothing while they are sent: what is typed then would be in no call, and lost once the dialog closes. */
function useLock(isLocking: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const lock = (isLocked: boolean) => {
    if (isLocking && box.current) box.current.inert = isLocked;
  };
  return { box, lock };
}

function Buttons({
  busy,
  verb,
  variant,
  onCancel,
}: Pick<Props, 'verb' | 'variant'> & { busy: boolean; onCancel: Props['onCancel'] | undefined }) {
  const button = (
    <SubmitButton busy={busy} variant={variant}>
      {verb}
    </SubmitButton>
  );
  if (!onCancel) return <FormButtons>{button}</FormButtons>;
  return (
    <DialogEnd>
      <DialogButtons onCancel={onCancel} leavable={!busy}>
        {button}
      </DialogButtons>
    </DialogEnd>
  );
}

/** What is missing, and what does not look as it should. */
function wrongIn(fields: readonly FormField[], typed: FormValues, kept: readonly string[]): Record<string, string> {
  const wrong = fields.flatMap(({ name, label, required, looks }) => {
    if (required && !kept.includes(name) && typed[name] === '') return [[name, `${label} is required`]];
    const misfit = looks && misfitOf(looks, String(typed[name] ?? '').trim());
    return misfit ? [[name, misfit]] : [];
  });
  return Object.fromEntries(wrong);
}

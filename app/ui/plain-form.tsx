import { useRef, useState } from 'react';
import { showError } from './alerts/alerts.ts';
import { errorMessage, fieldMessages } from './words/error-message.ts';

/** What was typed into the fields of a form, by their names. */
export type Typed = Readonly<Record<string, string>>;

type State = {
  busy: boolean;
  /** What was refused of each field, by its name. */
  faults: Readonly<Record<string, string | undefined>>;
  refusal: string | null;
};

const idle: State = { busy: false, faults: {}, refusal: null };

/**
 * The work of a form, once at a time. What is refused of a field is among the `faults`, and everything else goes to the alert bar; with
 * `alerts: false`, for pages without one, it is the `refusal`.
 */
export function useSending<Given extends unknown[]>(work: (...given: Given) => unknown, { alerts = true } = {}) {
  const [state, setState] = useState(idle);
  // Enter may be pressed twice before the button is busy.
  const isSending = useRef(false);
  const send = async (...given: Given) => {
    if (isSending.current) return;
    isSending.current = true;
    setState({ ...idle, busy: true });
    let next = idle;
    try {
      await work(...given);
    } catch (error) {
      const faults = Object.fromEntries(Object.entries(fieldMessages(error)).map(([name, [message]]) => [name, message]));
      next = { busy: false, faults, refusal: errorMessage(error) };
      if (alerts && Object.keys(faults).length === 0) showError(error);
    } finally {
      isSending.current = false;
      setState(next);
    }
  };
  return { ...state, send };
}

type Send = (typed: Typed, form: HTMLFormElement) => unknown;
/** Without `send` the browser sends it to its `action`, and needs no JavaScript. */
type Props = Omit<React.ComponentProps<'form'>, 'onSubmit'> & ({ send: Send } | { send?: never; action: string });

/** A form whose fields the browser keeps, checks and fills in. A form that is described as data is `FormFromSchema`. */
export function PlainForm({ send, ...form }: Props) {
  return <form method="post" {...form} {...(send && { onSubmit: sendingBy(send) })} />;
}

const sendingBy = (send: Send) => (event: React.FormEvent<HTMLFormElement>) => {
  event.preventDefault();
  // React lets it rise through the portal of a dialog to the form that the dialog was opened from.
  event.stopPropagation();
  send(typedIn(event.currentTarget), event.currentTarget);
};

const typedIn = (form: HTMLFormElement): Typed => Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

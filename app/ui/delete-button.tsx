import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { z } from 'zod';
import { call } from '../../platform/call.ts';
import type { Endpoint, Input, Replies } from '../../platform/endpoint.ts';
import { showAlert } from './alerts/alerts.ts';
import { ConfirmDialog } from './dialog/confirm-dialog.tsx';
import { RowButton } from './row-button.tsx';
import { useFocusWhenGone } from './use-focus-when-gone.ts';

/** A call that deletes what its path names, and says so in a sentence. */
export type DeleteCall = Endpoint<z.ZodType, z.ZodUndefined, z.ZodUndefined, Replies & { 200: z.ZodType<{ message: string }> }>;

type Props = {
  call: DeleteCall;
  id: number;
  /** As people know it, as in `Returns`. */
  name: string;
  /** What is lost with it; the general question without. */
  text?: React.ReactNode;
};

/** Deletes a record by its id once that was confirmed, and reads the page again. In a list the focus goes to the row beside it. */
export function DeleteButton({ call: endpoint, id, name, text }: Props) {
  const [asked, setAsked] = useState(false);
  const isDeleted = useRef(false);
  const beside = useRef<HTMLElement | null>(null);
  const { revalidate } = useRevalidator();
  const { place, press } = useFocusWhenGone<HTMLButtonElement>(() => () => beside.current ?? document.getElementById('main'));
  const remove = async () => {
    const { message } = (await call(endpoint, { params: { id } } as Input<DeleteCall>)) as { message: string };
    showAlert('success', message);
    isDeleted.current = true;
    beside.current = buttonBeside(place.current);
    press();
  };
  const leave = () => {
    setAsked(false);
    if (isDeleted.current) revalidate();
  };
  return (
    <>
      <RowButton ref={place} aria-label={`Delete ${name}`} onClick={() => setAsked(true)}>
        Delete
      </RowButton>
      {asked && <ConfirmDialog title={`Delete “${name}”?`} text={text} verb="Delete" danger run={remove} onClose={leave} />}
    </>
  );
}

/** In the row below, else in the one above. */
function buttonBeside(button: HTMLElement | null): HTMLElement | null {
  const row = button?.closest('tr');
  return (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button') ?? null;
}

import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { z } from 'zod';
import { CallError, call } from '../../../platform/call.ts';
import type { Endpoint, Input, Replies } from '../../../platform/endpoint.ts';
import { showError } from '../alerts/alerts.ts';
import { RowButton } from '../buttons/row-button.tsx';
import { useFocusWhenGone } from '../hooks/use-focus-when-gone.ts';
import { useQuery } from '../hooks/use-query.ts';
import { type Done, useShowDone } from '../hooks/use-show-done.ts';
import { holdReloads } from '../live/use-live.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** A call that deletes what its path names, and says so in a sentence. */
export type DeleteCall = Endpoint<z.ZodType, z.ZodType, z.ZodUndefined, Replies & { 200: z.ZodType<{ message: string }> }>;

export type Deletion = {
  call: DeleteCall;
  id: number;
  /** What the path names besides the record. */
  params?: Record<string, string>;
  /** What the person saw of it, where the call compares that. */
  query?: Record<string, string>;
  /** The record's own name, or `this export`. */
  name: string;
  /** What is lost with it; the general question without. */
  text?: React.ReactNode;
  verb?: string;
  /** A bin instead of the word. */
  icon?: boolean;
  /** The query that `text` shows: until it is there, nothing can be confirmed. */
  preview?: { queryKey: readonly unknown[]; queryFn: (context: { signal: AbortSignal }) => Promise<unknown> };
  /** Takes it back by the run that Activity has of it, or by whatever its reply names. */
  undo?: (runId: number) => Promise<unknown>;
  /** The page that is shown once it is gone, where it is another, instead of reading this one again. */
  after?: string;
};

/** Deletes a record by its id once that was confirmed, and reads the page again. In a list the focus goes to the row beside it. */
export function DeleteButton(deletion: Deletion) {
  const { name, text, verb = 'Delete', icon = false, preview, undo, after } = deletion;
  const showDone = useShowDone(undo && { what: `deletion of ${name}`, by: undo, ...(after && { at: after }) });
  const [isConfirming, setConfirming] = useState(false);
  const isGone = useRef(false);
  const beside = useRef<HTMLElement | null>(null);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { isPending } = useQuery({ ...(preview ?? none), enabled: isConfirming && preview !== undefined, staleTime: 0, gcTime: 0 });
  const { place, press } = useFocusWhenGone<HTMLButtonElement>(() => () => beside.current ?? document.getElementById('main'));
  const remove = async () => {
    const gone = deleteOnce(deletion, showDone);
    // Not once the dialog is gone, and not read again before: there is no page any more of what was deleted.
    await (after ? holdReloads(gone.then(() => navigate(after))) : gone);
    isGone.current = true;
    beside.current = buttonBeside(place.current);
    press();
  };
  const leave = () => {
    setConfirming(false);
    if (isGone.current && !after) void revalidate();
  };
  const button = { ref: place, 'aria-label': `${verb} ${name}`, onClick: () => setConfirming(true) };
  return (
    <>
      {icon ? (
        <ActionIcon {...button}>
          <IconTrash size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      ) : (
        <RowButton {...button}>{verb}</RowButton>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={`${verb} ${name}?`}
          text={text}
          verb={verb}
          danger
          disabled={preview !== undefined && isPending}
          run={remove}
          onClose={leave}
        />
      )}
    </>
  );
}

/** Of what is deleted without a query. */
const none = { queryKey: ['nothing'], queryFn: async () => null };

/** Says what was done. What somebody else deleted since is gone too. */
async function deleteOnce({ id, call: endpoint, params, query }: Deletion, showDone: (done: Done) => void): Promise<void> {
  try {
    showDone((await call(endpoint, { params: { ...params, id }, query } as Input<DeleteCall>)) as Done);
  } catch (error) {
    if (!(error instanceof CallError && error.status === 404)) throw error;
    showError(error);
  }
}

/** In the row below, else in the one above. */
function buttonBeside(button: HTMLElement | null): HTMLElement | null {
  const row = button?.closest('tr');
  return (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button') ?? null;
}

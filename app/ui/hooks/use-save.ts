import { useRevalidator } from 'react-router';
import type { z } from 'zod';
import { call } from '../../../platform/call.ts';
import type { Endpoint, Input, Replies, Reply } from '../../../platform/endpoint.ts';
import { showAlert } from '../alerts/alerts.ts';
import { type Done, type Undo, useShowDone } from './use-show-done.ts';

type AnyEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType, Replies>;

/** Says what was done in the alert bar, and reads the page again: of what a reply says, `onDone` of a `useCall`. */
export function useDone() {
  const { revalidate } = useRevalidator();
  return async ({ message }: { message: string }): Promise<void> => {
    showAlert('success', message);
    await revalidate();
  };
}

/**
 * A call that changes what the page shows: `const save = useSave()`, then `await save(pauseCall, { params })`. Its sentence goes to the
 * alert bar, and the page is read again; `then` runs between the two, as where a dialog closes. What is refused is thrown; with
 * `rereadsRefused` the page is read again first, where a refusal means that others have changed what it shows. With `undo` its undo is
 * offered, where the reply names the run by which Activity has it.
 */
export function useSave({ rereadsRefused = false, undo }: { rereadsRefused?: boolean; undo?: Undo } = {}) {
  const { revalidate } = useRevalidator();
  const showDone = useShowDone(undo);
  return async <E extends AnyEndpoint>(endpoint: E, input: Input<E>, then?: (reply: Reply<E>) => unknown): Promise<void> => {
    try {
      const reply = await call(endpoint, input);
      showDone(reply as Done);
      await then?.(reply);
    } catch (error) {
      if (rereadsRefused) await revalidate();
      throw error;
    }
    await revalidate();
  };
}

import { useRevalidator } from 'react-router';
import type { z } from 'zod';
import { call } from '../../../platform/call.ts';
import type { Endpoint, Input, Replies, Reply } from '../../../platform/endpoint.ts';
import { showAlert } from '../alerts/alerts.ts';

type AnyEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType, Replies>;

/**
 * A call that changes what the page shows: `const save = useSave()`, then `await save(pauseCall, { params })`. Its sentence goes to the
 * alert bar, and the page is read again; `then` runs between the two, as where a dialog closes. What is refused is thrown.
 */
export function useSave() {
  const { revalidate } = useRevalidator();
  return async <E extends AnyEndpoint>(endpoint: E, input: Input<E>, then?: (reply: Reply<E>) => unknown): Promise<void> => {
    const reply = await call(endpoint, input);
    showAlert('success', (reply as { message: string }).message);
    await then?.(reply);
    await revalidate();
  };
}

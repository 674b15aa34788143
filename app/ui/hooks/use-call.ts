import type { z } from 'zod';
import { call } from '../../../platform/call.ts';
import type { Endpoint, Input, Replies, Reply } from '../../../platform/endpoint.ts';
import { showError } from '../alerts/alerts.ts';
import { countPress } from '../use-press.ts';
import { useMutation } from './use-query.ts';

type AnyEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType, Replies>;

type Options<E> = {
  onDone?: (reply: Reply<E>, input: Input<E>) => unknown;
  /** Instead of the alert bar, which shows the server's sentence. */
  onError?: (error: unknown, input: Input<E>) => unknown;
};

/**
 * A call that changes something, for widgets: `const link = useCall(linkSku, { onDone })`, then `link.mutate({ body })`,
 * or `await link.mutateAsync(…)` where what failed matters; `link.isPending` while it runs.
 */
export function useCall<E extends AnyEndpoint>(endpoint: E, { onDone, onError = showError }: Options<E> = {}) {
  return useMutation<Reply<E>, Error, Input<E>>({
    mutationFn: (input) => call(endpoint, input),
    onMutate: () => countPress(1),
    onSettled: () => countPress(-1),
    onSuccess: (reply, input) => onDone?.(reply, input),
    onError: (error, input) => onError(error, input),
  });
}

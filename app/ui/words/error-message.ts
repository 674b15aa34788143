import { CallError } from '../../../platform/call.ts';

const fallback = 'There was an error processing your request';

/** The one sentence to show for whatever a call threw: what the server said, else a general one. */
export const errorMessage = (error: unknown) => (error instanceof CallError ? error.errorMessage : fallback);

/**
 * The same where the specification wants the reply's text: one that is no JSON, as from a proxy, is shown as it is. A page of a
 * proxy is not.
 */
export function responseText(error: unknown): string {
  const text = error instanceof CallError && typeof error.body === 'string' ? error.body.trim() : '';
  return text === '' || text.startsWith('<') ? errorMessage(error) : text.slice(0, 500);
}

/** A 422's messages by field; empty for everything else. */
export const fieldMessages = (error: unknown) => (error instanceof CallError ? error.fields : {});

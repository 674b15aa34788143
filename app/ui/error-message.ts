import { CallError } from '../../platform/call.ts';

const fallback = 'There was an error processing your request';

/** The one sentence to show for whatever a call threw: what the server said, else a general one. */
export const errorMessage = (error: unknown) => (error instanceof CallError ? error.errorMessage : fallback);

/** A 422's messages by field; empty for everything else. */
export const fieldMessages = (error: unknown) => (error instanceof CallError ? error.fields : {});

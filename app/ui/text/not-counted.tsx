import { errorMessage } from '../words/error-message.ts';

/** Instead of how many orders a change concerns, where they could not be counted. */
export const NotCounted = ({ error }: { error: unknown }) => (
  <p className="soft">The orders that it concerns could not be counted. {errorMessage(error)}</p>
);

import { CallError } from '../../../platform/call.ts';

// The words of the specification for assigning departments.

export const editMemberTitle = 'Edit Team Member';
export const notAssigned = 'Sorry, there was an error processing your request';

/**
 * What a failed assignment says: the server's message where one is signed out or the member is gone, else the sentence above, with the
 * reason where there is one.
 */
export function assignmentFailure(error: unknown): string {
  if (!(error instanceof CallError) || error.status >= 500 || error.status === 0) return notAssigned;
  return error.status === 401 || error.status === 404 ? error.errorMessage : `${notAssigned}. ${error.errorMessage}`;
}

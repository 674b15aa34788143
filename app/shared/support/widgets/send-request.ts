import { call } from '../../../../platform/call.ts';
import { upload } from '../../../../platform/upload.ts';
import type { Typed } from '../../../ui/plain-form.tsx';
import { createMessageCall, requestSupportCall, type SupportRequest } from '../contract.ts';
import { uploadFileCall } from '../files/files-contract.ts';
import { newKey } from './draft.ts';

/**
 * Raises a ticket and puts files into its first message. Returns its id, and why its files are not there where they are not: the ticket is
 * raised all the same, and has those that had arrived, for a message to come.
 */
export async function sendRequest(typed: Typed, files: readonly File[]): Promise<{ id: number; failure?: unknown }> {
  // The fields of the form are texts, which the call reads as a form without JavaScript sends them.
  const { id } = await call(requestSupportCall, { body: typed as unknown as SupportRequest });
  try {
    const ids: number[] = [];
    for (const file of files) ids.push((await upload(uploadFileCall, { params: { id }, file, onProgress: () => undefined })).id);
    await call(createMessageCall, { params: { id }, body: { body: '', files: ids, key: newKey() } });
    return { id };
  } catch (failure) {
    return { id, failure };
  }
}

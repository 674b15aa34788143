import { z } from 'zod';
import { endpoint, messageReply, refusal } from '../../../../platform/endpoint.ts';
import { attachment } from '../../files/contract.ts';
import { largestDocument } from '../../files/limits.ts';

export const uploadFileCall = endpoint('POST /support-tickets/:id/files', {
  may: 'work',
  summary: 'Upload a file for a message that is still being written; pictures are scaled, and lose what is hidden in them',
  form: 'file',
  // The form around the file needs some room too.
  bodyLimit: largestDocument + 65_536,
  example: { file: 'mug.png' },
  replies: { 201: attachment, 400: refusal, 404: refusal, 409: refusal, 413: refusal, 422: z.object({ file: z.array(z.string()) }) },
});

export const showFileCall = endpoint('GET /support-tickets/:id/files/:fileId', {
  may: 'work',
  summary: 'A file of a ticket: a picture is shown, unless `download` asks for the file; everything else is downloaded',
  query: z.object({ download: z.literal('').optional() }),
  replies: { 200: z.string(), 304: z.null(), 404: refusal },
  sends: ['*/*'],
});

const deleting = { 403: refusal, 404: refusal, 409: refusal };

export const deleteTicketFileCall = endpoint('DELETE /support-tickets/:id/files/:fileId', {
  may: 'work',
  summary: 'Delete a file of one’s own from a ticket that is open',
  replies: { 200: messageReply, ...deleting },
});

export const deleteFileByGetCall = endpoint('GET /api/files/:id/delete', {
  may: 'work',
  summary: 'Delete a file of one’s own from a ticket that is open',
  viaXhr: true,
  replies: { 200: z.literal('success'), ...deleting },
});

export const deleteFileCall = endpoint('DELETE /api/files/:id/delete', {
  may: 'work',
  summary: 'Delete a file of one’s own from a ticket that is open',
  replies: { 200: messageReply, ...deleting },
});

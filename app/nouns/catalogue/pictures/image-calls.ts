import { z } from 'zod';
import { endpoint, id, messageReply, refusal } from '../../../../platform/endpoint.ts';
import { largestImage } from '../../../shared/files/limits.ts';
import { ofKinds } from '../kinds.ts';

const params = z.object({ id });
const changed = messageReply.extend({ image_url: z.string().nullable() });

const change = {
  params,
  form: 'file',
  // The form around the file needs some room too.
  bodyLimit: largestImage + 65_536,
  replies: { 200: changed, 400: refusal, 404: refusal, 413: refusal, 415: refusal, 422: z.object({ file: z.array(z.string()) }) },
};
const remove = { params, replies: { 200: changed, 404: refusal } };

/** The calls to upload and remove a picture. */
export const imageCalls = ofKinds(({ api, one }) => {
  const path = `${api}/:id/image` as const;
  return {
    change: endpoint(`PUT ${path}`, { may: 'work', summary: `Change a ${one}’s image`, ...change, example: { file: 'mug.png' } }),
    remove: endpoint(`DELETE ${path}`, { may: 'work', summary: 'Remove the image that was uploaded', ...remove }),
  };
});

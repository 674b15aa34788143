import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileIn } from '../../platform/http/read-forms.ts';
import { invalid, refuse } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { sniffImage } from '../files/sniff.ts';
import type { Parts } from '../parts.ts';
import { imageCalls, imageTooLarge, largestImage, notAnImage } from './image-calls.ts';
import { changeImage, removeImage } from './images.ts';
import type { Kind } from './kinds.ts';

/** Mounts the calls that change and remove pictures of this kind. */
export function imagesOf(kind: Kind, app: FastifyInstance, { files }: Parts): void {
  route(app, imageCalls[kind].change, async ({ inTenant, params, request }) => {
    const image = await imageIn(request);
    const image_url = await inTenant((tenant) => changeImage(tenant, files, { kind, id: params.id }, image));
    return { message: 'The image was changed.', image_url };
  });
  route(app, imageCalls[kind].remove, async ({ inTenant, params }) => {
    const image_url = await inTenant((tenant) => removeImage(tenant, files, { kind, id: params.id }));
    return { message: 'The image was removed.', image_url };
  });
}

async function imageIn(request: FastifyRequest) {
  const file = fileIn(request, 'file');
  if (!file || file.size === 0) throw invalid({ file: ['Choose an image.'] });
  if (file.size > largestImage) throw refuse(413, 'too_large', imageTooLarge);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const contentType = sniffImage(bytes);
  if (!contentType) throw invalid({ file: [notAnImage] });
  return { bytes, contentType };
}

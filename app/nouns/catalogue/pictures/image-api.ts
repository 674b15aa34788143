import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import type { Services } from '../../../people/accounts/services.ts';
import { receiveFile } from '../../../shared/files/receive-file.ts';
import type { Kind } from '../kinds.ts';
import { imageCalls } from './image-calls.ts';
import { changeImage, removeImage, requireItem } from './images.ts';

/** Mounts the calls that change and remove pictures of this kind. */
export function imagesOf(kind: Kind, app: FastifyInstance, { files }: Services): void {
  route(app, imageCalls[kind].change, async ({ session, inTenant, reading, params, request }) => {
    const item = { kind, id: params.id };
    await reading((tenant) => requireItem(tenant, item));
    // Between the two transactions: however slowly it arrives, it keeps no connection to the database.
    const image = await receiveFile(request, files, { accountId: session.accountId, missing: 'Choose an image.' });
    const image_url = await inTenant((tenant) => changeImage(tenant, files, item, image));
    return { message: 'The image was changed.', image_url };
  });
  route(app, imageCalls[kind].remove, async ({ inTenant, params }) => {
    const image_url = await inTenant((tenant) => removeImage(tenant, files, { kind, id: params.id }));
    return { message: 'The image was removed.', image_url };
  });
}

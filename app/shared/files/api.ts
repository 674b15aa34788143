import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from '../../../platform/files.ts';
import { existing, refuse } from '../../../platform/http/refusal.ts';
import { route } from '../../../platform/http/route.ts';
import type { Within } from '../../../platform/tenant.ts';
import type { Services } from '../../people/accounts/services.ts';
import { downloadFile, showOutsidePicture, showUpload } from './contract.ts';
import { imageIdIn, isImage } from './images.ts';
import { showOutside } from './outside-pictures.ts';
import { sendDownload, sendPicture } from './send-file.ts';

export function filesApi(app: FastifyInstance, { files }: Services): void {
  route(app, downloadFile, async ({ inTenant, params, request, reply }) => {
    const file = existing(await inTenant((tenant) => readFile(tenant, files, params.id)), 'This file does not exist.');
    return sendDownload(file, request, reply);
  });
  route(app, showUpload, async (call) => {
    const id = imageIdIn(call.params['*']);
    if (id === null || !(await call.inTenant((tenant) => isImage(tenant, id)))) throw noImage();
    return show(call, id);
  });
  route(app, showOutsidePicture, async (call) => {
    const id = await call.inTenant((tenant) => showOutside(tenant, call.query.address));
    // Not 404: nothing is wrong, and browsers would complain.
    return id === null ? call.reply.code(204).send() : show(call, id);
  });

  async function show({ inTenant, request, reply }: Call, id: number): Promise<FastifyReply> {
    reply.headers({ etag: `"${id}"`, 'cache-control': 'private, max-age=3600', vary: 'cookie' });
    if (request.headers['if-none-match']?.includes(`"${id}"`)) return reply.code(304).send();
    const file = existing(await inTenant((tenant) => readFile(tenant, files, id)), noImage);
    return sendPicture(file, request, reply);
  }
}

type Call = {
  inTenant: Within;
  request: FastifyRequest;
  reply: FastifyReply;
};

const noImage = () => refuse(404, 'not_found', 'This image does not exist.');

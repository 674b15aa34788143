import type { FastifyInstance } from 'fastify';
import { readFile } from '../../platform/files.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import type { Parts } from '../parts.ts';
import { downloadFile, showUpload } from './contract.ts';
import { imageIdIn, isImage } from './images.ts';
import { sendDownload, sendPicture } from './send-file.ts';

export function filesApi(app: FastifyInstance, { files }: Parts): void {
  route(app, downloadFile, async ({ inTenant, params, request, reply }) => {
    const file = await inTenant((tenant) => readFile(tenant, files, params.id));
    if (!file) throw refuse(404, 'not_found', 'This file does not exist.');
    return sendDownload(file, request, reply);
  });
  route(app, showUpload, async ({ inTenant, params, request, reply }) => {
    const id = imageIdIn(params['*']);
    if (id === null || !(await inTenant((tenant) => isImage(tenant, id)))) throw noImage();
    reply.headers({ etag: `"${id}"`, 'cache-control': 'private, max-age=3600', vary: 'cookie' });
    if (request.headers['if-none-match']?.includes(`"${id}"`)) return reply.code(304).send();
    const file = await inTenant((tenant) => readFile(tenant, files, id));
    if (!file) throw noImage();
    return sendPicture(file, request, reply);
  });
}

const noImage = () => refuse(404, 'not_found', 'This image does not exist.');

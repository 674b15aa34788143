import type { FastifyInstance } from 'fastify';
import { readFile } from '../../platform/files.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import type { Parts } from '../parts.ts';
import { downloadFile, showUpload } from './contract.ts';
import { imageIdIn, isImage } from './images.ts';

/** Files are always downloaded, never displayed, because their content is untrusted. Only pictures, recognised by their bytes, are displayed. */
export function filesApi(app: FastifyInstance, { files }: Parts): void {
  route(app, downloadFile, async ({ inTenant, params, request, reply }) => {
    const file = await inTenant((tenant) => readFile(tenant, files, params.id));
    if (!file) throw refuse(404, 'not_found', 'This file does not exist.');
    reply.header('content-type', file.contentType).header('content-length', file.bytes);
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`);
    // A HEAD request never reads the stream, so its errors would be unhandled.
    file.content.on('error', (error) => request.log.warn({ error }, 'file not sent'));
    return reply.send(file.content);
  });
  route(app, showUpload, async ({ inTenant, params, request, reply }) => {
    const id = imageIdIn(params['*']);
    if (id === null || !(await inTenant((tenant) => isImage(tenant, id)))) throw noImage();
    reply.headers({ etag: `"${id}"`, 'cache-control': 'private, max-age=3600', vary: 'cookie' });
    if (request.headers['if-none-match']?.includes(`"${id}"`)) return reply.code(304).send();
    const file = await inTenant((tenant) => readFile(tenant, files, id));
    if (!file) throw noImage();
    reply.header('content-type', file.contentType).header('content-length', file.bytes).header('content-disposition', 'inline');
    reply.header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
    file.content.on('error', (error) => request.log.warn({ error }, 'image not sent'));
    return reply.send(file.content);
  });
}

const noImage = () => refuse(404, 'not_found', 'This image does not exist.');

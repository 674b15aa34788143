import type { FastifyReply, FastifyRequest } from 'fastify';
import type { readFile } from '../../../platform/files.ts';

type Readable = NonNullable<Awaited<ReturnType<typeof readFile>>>;

/** Sends a file as a download, never displayed, because its content is untrusted. */
export function sendDownload(file: Readable, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name.toWellFormed())}`);
  return send(file, request, reply);
}

/** Sends a picture, recognised by its bytes when it came, so that a page can show it. Opened by itself, nothing in it runs. */
export function sendPicture(file: Readable, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('content-disposition', 'inline');
  reply.header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
  return send(file, request, reply);
}

function send(file: Readable, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('content-type', file.contentType).header('content-length', file.bytes);
  // A HEAD request never reads the stream, so its errors would be unhandled.
  file.content.on('error', (error) => request.log.warn({ error }, 'file not sent'));
  return reply.send(file.content);
}

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import type { RefusalCode } from './refusal-codes.ts';

const replies: Record<string, [status: number, code: RefusalCode, sentence: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'timeout', 'The request did not arrive in time. Try again.'],
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The headers of this request are too large.'],
};

/** Replies to what Node.js refuses before it is a request, in the form of every other error. */
export function replyToClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, code, errorMessage] = replies[error.code] ?? [400, 'bad_request', 'This request cannot be read.'];
  const body = JSON.stringify({ errorMessage, code });
  const headers = `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${body}`);
  socket.destroy(error);
}

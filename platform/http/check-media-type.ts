import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../endpoint.ts';
import { isOneOf, mediaTypesOf } from './openapi/media-types.ts';
import { isPageRequest } from './page-request.ts';

/** In tests: a reply in another media type than the endpoint declares is a mistake of the declaration, which clients are generated from. */
export const checkMediaType =
  (endpoint: Endpoint) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const type = reply.getHeader('content-type');
    if (reply.statusCode >= 300 || type === undefined || isPageRequest(endpoint, request)) return;
    const types = mediaTypesOf(endpoint, reply.statusCode);
    if (!isOneOf(types, String(type)))
      throw new Error(`${endpoint.method} ${endpoint.path} sends ${type}, and declares ${types.join(', ')}.`);
  };

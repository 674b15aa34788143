import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../endpoint.ts';

/** Whether a request asks for the page that has the same path as an endpoint. */
export const isPageRequest = ({ alsoPage }: Endpoint, { headers, url }: Pick<FastifyRequest, 'headers' | 'url'>): boolean =>
  alsoPage === true && (headers.accept?.includes('text/html') === true || isPageData(url));

/** The data of a page, as React Router asks for it: `/support-tickets/7.data`, which would be a ticket's id otherwise. */
const isPageData = (url: string): boolean => url.split('?', 1)[0]?.endsWith('.data') === true;

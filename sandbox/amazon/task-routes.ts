import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Kept } from '../kit/collection.ts';
import type { Seller, SellerOf } from './market.ts';
import { invalid, missing } from './order-routes.ts';
import { moment } from './order-wire.ts';
import type { Task } from './work.ts';

type ById = { Params: { id: string } };
const newFeed = z.strictObject({
  ...{ feedType: z.literal('JSON_LISTINGS_FEED'), marketplaceIds: z.array(z.string()).min(1), inputFeedDocumentId: z.string() },
});
const newReport = z.strictObject({ reportType: z.literal('GET_MERCHANT_LISTINGS_ALL_DATA'), marketplaceIds: z.array(z.string()).min(1) });
const nameOf = (id: number) => `amzn1.tortuga.${id}`;
const idIn = (name: string) => /^amzn1\.tortuga\.(\d+)$/.exec(name)?.[1];

/** Feeds and reports of 2021-06-30: each is ordered, worked on for a while, and leaves a file. */
export function taskRoutes(app: FastifyInstance, sellerOf: SellerOf): void {
  app.post('/feeds/2021-06-30/documents', { config: { operation: 'create_document' } }, (request, reply) => {
    const { work } = sellerOf(request);
    const document = work.write('', false);
    return reply.code(201).send({ feedDocumentId: nameOf(document.id), url: work.addressOf(document) });
  });
  app.post('/feeds/2021-06-30/feeds', { config: { operation: 'create_feed' } }, (request, reply) => {
    const feed = newFeed.safeParse(request.body).data;
    const { work } = sellerOf(request);
    const document = work.documents.get(idIn(feed?.inputFeedDocumentId ?? ''));
    if (!feed || !document) return invalid(reply, 'The feed is invalid.');
    const { feedType: type, marketplaceIds: marketplaces } = feed;
    return reply.code(202).send({ feedId: String(work.begin({ kind: 'feed', type, marketplaces, input: document.id }).id) });
  });
  app.post('/reports/2021-06-30/reports', { config: { operation: 'create_report' } }, (request, reply) => {
    const report = newReport.safeParse(request.body).data;
    if (!report) return invalid(reply, 'The report is invalid.');
    const { reportType: type, marketplaceIds: marketplaces } = report;
    const task = sellerOf(request).work.begin({ kind: 'report', type, marketplaces, input: null });
    return reply.code(202).send({ reportId: String(task.id) });
  });
  for (const kind of ['feed', 'report'] as const) {
    app.get<ById>(`/${kind}s/2021-06-30/${kind}s/:id`, { config: { operation: `get_${kind}` } }, (request, reply) => {
      const task = sellerOf(request).work.find(kind, request.params.id);
      return task ? renderTask(task) : missing(reply);
    });
    app.get<ById>(`/${kind}s/2021-06-30/documents/:id`, { config: { operation: `get_${kind}_document` } }, (request, reply) => {
      const { work } = sellerOf(request);
      const found = work.documents.get(idIn(request.params.id));
      if (!found) return missing(reply);
      const compressed = found.isReport && { compressionAlgorithm: 'GZIP' };
      return { [`${kind}DocumentId`]: nameOf(found.id), url: work.addressOf(found), ...compressed };
    });
  }
}

function renderTask({ id, kind, type, marketplaces: marketplaceIds, createdAt, due, result }: Kept<Task>) {
  const times = { createdTime: moment(createdAt), ...(result !== null && { processingEndTime: moment(due) }) };
  const document = result !== null && { [kind === 'feed' ? 'resultFeedDocumentId' : 'reportDocumentId']: nameOf(result) };
  const processingStatus = result === null ? 'IN_PROGRESS' : 'DONE';
  return { [`${kind}Id`]: String(id), [`${kind}Type`]: type, marketplaceIds, processingStatus, ...times, ...document };
}

type File = { Params: { id: string }; Querystring: { 'X-Amz-Signature'?: string }; Body: string };

/** Addresses that sign themselves in: a token beside that is refused, as Amazon's storage does. */
export function fileRoutes(app: FastifyInstance, sellers: () => Seller[]): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
  const find = ({ id }: File['Params'], { 'X-Amz-Signature': signature }: File['Querystring']) =>
    sellers()
      .map((seller) => ({ seller, document: seller.work.documents.get(id) }))
      .find(({ document }) => document !== undefined && document.signature === signature);
  app.get<File>('/documents/:id', { config: { operation: 'download' } }, (request, reply) => {
    const found = find(request.params, request.query)?.document;
    if (!found || request.headers['x-amz-access-token']) return reply.code(403).type('application/xml').send('<Error/>');
    return reply.type('text/plain; charset=UTF-8').send(found.isReport ? gzipSync(found.text) : found.text);
  });
  app.put<File>('/documents/:id', { config: { operation: 'upload' } }, (request, reply) => {
    const found = find(request.params, request.query);
    if (!found?.document || request.headers['x-amz-access-token']) return reply.code(403).type('application/xml').send('<Error/>');
    found.seller.work.documents.change(found.document, { text: request.body });
    return reply.type('text/plain').send('');
  });
}

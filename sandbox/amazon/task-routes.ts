import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Kept } from '../kit/collection.ts';
import type { Job } from '../kit/jobs.ts';
import type { SellerOf } from './market.ts';
import { invalid, missing } from './order-routes.ts';
import { moment } from './order-wire.ts';
import { type Task, text } from './work.ts';

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
    const { files } = sellerOf(request);
    const document = files.write('', text);
    return reply.code(201).send({ feedDocumentId: nameOf(document.id), url: files.addressOf(document) });
  });
  app.post('/feeds/2021-06-30/feeds', { config: { operation: 'create_feed' } }, (request, reply) => {
    const feed = newFeed.safeParse(request.body).data;
    const { work, files } = sellerOf(request);
    const document = files.get(idIn(feed?.inputFeedDocumentId ?? ''));
    if (!feed || !document) return invalid(reply, 'The feed is invalid.');
    const { feedType: type, marketplaceIds: marketplaces } = feed;
    return reply.code(202).send({ feedId: String(work.begin({ kind: 'feed', type, marketplaces, input: document.id, result: null }).id) });
  });
  app.post('/reports/2021-06-30/reports', { config: { operation: 'create_report' } }, (request, reply) => {
    const report = newReport.safeParse(request.body).data;
    if (!report) return invalid(reply, 'The report is invalid.');
    const { reportType: type, marketplaceIds: marketplaces } = report;
    const task = sellerOf(request).work.begin({ kind: 'report', type, marketplaces, input: null, result: null });
    return reply.code(202).send({ reportId: String(task.id) });
  });
  for (const kind of ['feed', 'report'] as const) {
    app.get<ById>(`/${kind}s/2021-06-30/${kind}s/:id`, { config: { operation: `get_${kind}` } }, (request, reply) => {
      const task = sellerOf(request).work.look(request.params.id);
      return task?.kind === kind ? renderTask(task) : missing(reply);
    });
    app.get<ById>(`/${kind}s/2021-06-30/documents/:id`, { config: { operation: `get_${kind}_document` } }, (request, reply) => {
      const { files } = sellerOf(request);
      const found = files.get(idIn(request.params.id));
      if (!found) return missing(reply);
      const compressed = found.isPacked && { compressionAlgorithm: 'GZIP' };
      return { [`${kind}DocumentId`]: nameOf(found.id), url: files.addressOf(found), ...compressed };
    });
  }
}

function renderTask({ id, kind, type, marketplaces: marketplaceIds, createdAt, due, result }: Kept<Task & Job>) {
  const times = { createdTime: moment(createdAt), ...(result !== null && { processingEndTime: moment(due ?? createdAt) }) };
  const document = result !== null && { [kind === 'feed' ? 'resultFeedDocumentId' : 'reportDocumentId']: nameOf(result) };
  const processingStatus = result === null ? 'IN_PROGRESS' : 'DONE';
  return { [`${kind}Id`]: String(id), [`${kind}Type`]: type, marketplaceIds, processingStatus, ...times, ...document };
}

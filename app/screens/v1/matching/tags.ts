import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { tagColors } from '../../../shared/tags/tag.ts';
import { listTags } from '../../../shared/tags/tags.ts';
import { reads, readV1 } from '../call.ts';

const listTagsCall = reads('/v1/tags', {
  summary: 'The tags of the account, by name: what lists are filtered by. All at once: there are few',
  scope: null,
  reply: z.object({ data: z.array(z.object({ id: z.number(), name: z.string(), color: z.enum(tagColors) })) }),
});

export function tagsApi(app: FastifyInstance): void {
  readV1(app, listTagsCall, async (tenant) => ({ data: await listTags(tenant) }));
}

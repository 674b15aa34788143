import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { allNouns } from '../../../entities/all.ts';
import { tagRecord } from '../../../shared/tags/commands.ts';
import { tagName } from '../../../shared/tags/contract.ts';
import { mostOfRecord } from '../../../shared/tags/tag.ts';
import { tagsOf } from '../../../shared/tags/tags.ts';
import { doneReply, writes, writeV1 } from '../writing/write.ts';
import { ofOrder } from './changes.ts';

const names = z.array(tagName).max(mostOfRecord).default([]);

const tagOrderCall = writes('POST /v1/orders/:id/tags', {
  summary: 'Put tags on an order and take others off it, by their names. One that there is not is created',
  scope: 'write_orders',
  body: z.strictObject({ add: names, remove: names }),
  example: { body: { add: ['gift'] } },
  reply: doneReply.extend({ tags: z.array(z.string()) }),
  asSeen: true,
});

export function tagOrderApi(app: FastifyInstance): void {
  writeV1(
    app,
    tagOrderCall,
    async (tenant, { params: { id }, body: { add, remove } }) => {
      const has = async () => (await tagsOf(tenant, 'order', [id])).get(id) ?? [];
      const off = new Set(remove.map((name) => name.toLowerCase()));
      const ids = (await has()).filter(({ name }) => off.has(name.toLowerCase())).map((tag) => tag.id);
      const { name, runId } = await tagRecord(tenant, allNouns, { type: 'order', id }, { add, remove: ids });
      return { id, message: `${name} has these tags now.`, run_id: runId, tags: (await has()).map((tag) => tag.name) };
    },
    ofOrder,
  );
}

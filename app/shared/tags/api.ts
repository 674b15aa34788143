import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../platform/http/refusal.ts';
import { readRoute, route } from '../../../platform/http/route.ts';
import type { NounName } from '../../base/nouns.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import type { DiscussedNoun } from '../comments/records.ts';
import type { BulkNoun } from '../runs/bulk/noun.ts';
import { selectionOf, startBulk } from '../runs/bulk/start.ts';
import { tagRecord } from './commands.ts';
import { listTagNamesCall, previewTagsCall, tagManyCall, tagRecordCall } from './contract.ts';
import { previewTags } from './preview.ts';
import { keepTags, tagsNamed } from './stored.ts';
import { type TaggedType, taggedNoun } from './tag.ts';
import { listTags } from './tags.ts';

/** What people put tags on. */
type TaggedNouns = Readonly<Record<NounName, { discussed: DiscussedNoun | null; bulk: BulkNoun | null }>>;

/** Puts tags on records, one by one and many at once, and takes them off. */
export const tagsApi =
  (nouns: TaggedNouns) =>
  (app: FastifyInstance): void => {
    readRoute(app, listTagNamesCall, async (tenant) => ({ data: await listTags(tenant) }));
    route(app, tagRecordCall, async ({ inTenant, params, body }) => {
      const done = await inTenant((tenant) => tagRecord(tenant, nouns, params, body));
      return { message: messageOf(done), runId: done.runId };
    });
    route(app, previewTagsCall, async ({ reading, params: { type }, body: { ids, runId, add, remove } }) => {
      const { name, bulk, discussed } = tagged(nouns, type);
      const selection = selectionOf(bulk, 'ids', ids, runId);
      return reading((tenant) => previewTags(tenant, { noun: name, discussed, selection, add, remove }));
    });
    route(app, tagManyCall, async ({ inTenant, params: { type }, body: { ids, runId, add, remove } }) => {
      const { bulk } = tagged(nouns, type);
      const selection = selectionOf(bulk, 'ids', ids, runId);
      return inTenant(async (tenant) => {
        const tags = add.length > 0 ? await tagsNamed(tenant, add) : remove;
        const there = await keepTags(tenant, tags);
        if (there.length === 0) throw refuse(404, 'not_found', 'These tags do not exist any longer. Reload, and choose again.');
        const names = there.map(({ name }) => name).join(', ');
        return startBulk(tenant, bulk, add.length > 0 ? 'add-tags' : 'remove-tags', selection, { tags }, { tags: names });
      });
    });
  };

function tagged(nouns: TaggedNouns, type: TaggedType) {
  const name = taggedNoun(type);
  const { bulk, discussed } = nouns[name];
  if (!bulk?.verbs['add-tags'] || !discussed) throw new Error(`${name} have no tags.`);
  return { name, bulk, discussed };
}

function messageOf({ name, added, removed }: { name: string; added: number; removed: number }): string {
  const done = [
    ...(added > 0 ? [`${countedWords(added, 'tag', 'tags')} added`] : []),
    ...(removed > 0 ? [`${countedWords(removed, 'tag', 'tags')} removed`] : []),
  ];
  return `${name}: ${done.length > 0 ? done.join(', ') : 'its tags were so already'}.`;
}

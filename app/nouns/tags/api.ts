import type { FastifyInstance } from 'fastify';
import { changeRoute, messageRoute, readRoute } from '../../../platform/http/route.ts';
import { recordUndoable } from '../../shared/noun/record-undoable.ts';
import { changeTag, createTag, deleteTag } from './commands.ts';
import { changeTagCall, createTagCall, deleteTagCall, listTagsCall, mergeTagsCall, previewMergeCall } from './contract.ts';
import { mergeTags, previewMerge } from './merge.ts';
import { listCountedTags } from './queries.ts';
import { mergedSentence } from './sentences.ts';

export function manageTagsApi(app: FastifyInstance): void {
  readRoute(app, listTagsCall, (tenant, { query }) => listCountedTags(tenant, query));
  changeRoute(app, createTagCall, async (tenant, { body }) => ({ id: await createTag(tenant, body), message: 'The tag was created.' }));
  messageRoute(app, changeTagCall, 'The tag was saved.', (tenant, { params, body }) => changeTag(tenant, params.id, body));
  changeRoute(app, deleteTagCall, async (tenant, { params: { id } }) => {
    const tag = await deleteTag(tenant, id);
    return { message: `“${tag.name}” was deleted.`, runId: await recordUndoable(tenant, 'tags', 'delete', tag) };
  });
  readRoute(app, previewMergeCall, (tenant, { params }) => previewMerge(tenant, params));
  changeRoute(app, mergeTagsCall, async (tenant, { params }) => ({ message: mergedSentence(await mergeTags(tenant, params)) }));
}

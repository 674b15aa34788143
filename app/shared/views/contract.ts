import { z } from 'zod';
import { endpoint, id, messageReply, refusal, text } from '../../../platform/endpoint.ts';
import { listQuery, paginated } from '../../../platform/list/query.ts';
import { nounNames } from '../../base/nouns.ts';

const entity = z.enum(nounNames);

const name = text(1_000).trim().min(1, 'Give the view a name.').max(60, 'A name has at most 60 characters.').meta({ title: 'Name' });
const shared = z.boolean().meta({ title: 'Share with everyone here' });
const query = z.record(z.string().max(40), z.unknown()).meta({
  description: 'What the list is asked for: the parameters of its own call, as `status` and `orderBy` of GET /api/orders, without a page',
});
const columns = z.array(text(40)).max(60).meta({ description: 'The columns by their keys, in their order' });

const was = z.object({ query, columns }).meta({
  description: 'What the view showed when the person began to change it: if it shows something else now, nothing is saved',
});

export const view = z.object({
  id: z.number(),
  entity,
  name: z.string(),
  query: z.record(z.string(), z.union([z.string(), z.number()])),
  columns: z.array(z.string()),
  shared: z.boolean(),
  /** The owner's name; null when they have left the account. */
  owner: z.string().nullable(),
  mine: z.boolean(),
  /** Whether the person may change it: the owner may and, if it is shared, the account's admins. */
  changeable: z.boolean(),
  /** Whether the list opens with it for the person when the address is empty. */
  opens: z.boolean(),
});
export type View = z.output<typeof view>;

/**
 * What a list opens with: the views that this person may use, their own first, and the columns that they last chose; null for the usual
 * ones.
 */
const opening = z.object({ views: z.array(view), columns: z.array(z.string()).nullable() });
export type Opening = z.output<typeof opening>;
const openingBody = z.object({ view: id.nullable(), columns: columns.nullable() }).partial();
export type OpeningChange = z.output<typeof openingBody>;

/** What a form changes of a view; its list changes the rest. */
export const viewBody = z.object({ name, shared });
/** What a new view is given, beside what its list shows. */
export const newView = viewBody.extend({ shared: shared.default(false), opens: z.boolean().default(false) });

const viewQuery = listQuery({ sorts: ['name'], filters: { entity: entity.optional(), owner: z.enum(['me', 'others']).optional() } });
export type ViewListQuery = z.output<typeof viewQuery>;

export const listViewsCall = endpoint('GET /api/views', {
  may: 'work',
  summary: 'One page of the saved views: the own ones and what others share',
  query: viewQuery,
  replies: { 200: paginated(view) },
});

export const readOpeningCall = endpoint('GET /api/views/opening/:entity', {
  may: 'work',
  summary: 'What a list opens with for who asks: the views that they may use, the own ones first, and the columns last chosen',
  params: z.object({ entity }),
  replies: { 200: opening },
});

export const saveViewCall = endpoint('POST /api/views', {
  may: 'work',
  summary: 'Keep a list as it is asked for under a name, for oneself or shared with the account',
  unaudited: 'a private view is its maker’s alone; the command records shared ones',
  body: newView.extend({ entity, query, columns }),
  example: { body: { entity: 'orders', name: 'Germany', query: { country: 'DE' }, columns: ['order_number', 'city'] } },
  replies: { 201: messageReply.extend({ view }), 409: refusal },
});

export const changeViewCall = endpoint('PUT /api/views/:id', {
  may: 'work',
  summary:
    'Rename, share or unshare a view, or let it ask for something else; what is not given stays. For its maker, and of a shared one the account’s admins',
  unaudited: 'a private view is its maker’s alone; the command records shared ones',
  body: z.object({ name, query, columns, shared, was }).partial(),
  example: { body: { name: 'Germany and Austria' } },
  replies: { 200: messageReply, 403: refusal, 404: refusal, 409: refusal },
});

export const deleteViewCall = endpoint('DELETE /api/views/:id', {
  may: 'work',
  summary: 'Delete a view. For its maker, and of a shared one the account’s admins',
  unaudited: 'a private view is its maker’s alone; the command records shared ones',
  replies: { 200: messageReply, 403: refusal, 404: refusal },
});

export const openListWithCall = endpoint('PUT /api/views/opening/:entity', {
  may: 'work',
  summary: 'What a list opens with for who asks: a view, or no longer one (null); the columns to show where no view says them',
  unaudited: 'it is of who asks alone',
  params: z.object({ entity }),
  body: openingBody,
  example: { body: { view: 1042 } },
  replies: { 200: messageReply, 404: refusal },
});

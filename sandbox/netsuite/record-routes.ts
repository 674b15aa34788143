import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NetsuiteAccount } from './account.ts';
import type { Books } from './books.ts';
import { kindNamed } from './enter.ts';
import { renderRecord } from './render.ts';
import { type AccountOf, notPermitted, refuse, unknownRecord, userError } from './replies.ts';
import { type Kind, kinds } from './tables.ts';
import { transform, transformBody } from './transform.ts';

type Named = { Params: { kind: string; id: string; to: string }; Querystring: { limit?: string; expandSubResources?: string } };

/** REST records: one by its id or external id, the first of a kind, and transforms. */
export function recordRoutes(app: FastifyInstance, accountOf: AccountOf) {
  app.get<Named>('/record/v1/:kind', { config: { operation: 'list_records' } }, (request, reply) => {
    const { books } = accountOf(request);
    if (request.params.kind === 'inventoryItem') return listItems(books, reply);
    const kind = allowed(accountOf(request), request.params.kind, reply);
    if (!kind) return reply;
    const rows = books.rows<{ id: number }>('SELECT id FROM main."transaction" WHERE type = ? ORDER BY id', kinds[kind].type);
    const items = rows.slice(0, Number(request.query.limit ?? 1000)).map(({ id }) => ({ links: [], id: String(id) }));
    return { links: [], count: items.length, hasMore: items.length < rows.length, items, offset: 0, totalResults: rows.length };
  });

  app.get<Named>('/record/v1/:kind/:id', { config: { operation: 'get_record' } }, (request, reply) => {
    const account = accountOf(request);
    const kind = allowed(account, request.params.kind, reply);
    if (!kind) return reply;
    const id = found(account, kind, request.params.id);
    if (id === null) return refuse(reply, unknownRecord);
    return renderRecord(account, kind, id, request.query.expandSubResources === 'true');
  });

  app.post<Named>('/record/v1/:kind/:id/!transform/:to', { config: { operation: 'transform' } }, (request, reply) => {
    const account = accountOf(request);
    const [kind, to] = [allowed(account, request.params.kind, reply), kindNamed(request.params.to)];
    if (!kind) return reply;
    if (!to || !allowed(account, to, reply)) return to ? reply : refuse(reply, userError(`There is no record ${request.params.to}.`));
    const id = found(account, kind, request.params.id);
    if (id === null) return refuse(reply, unknownRecord);
    const body = transformBody.safeParse(request.body ?? {});
    if (!body.success) {
      const [issue] = body.error.issues;
      return refuse(reply, { status: 400, code: 'INVALID_CONTENT', detail: issue?.message ?? '', path: issue?.path.join('.') ?? '' });
    }
    const record = transform(account, kind, id, to, body.data);
    if ('detail' in record) return refuse(reply, record);
    return reply
      .code(204)
      .header('Location', locationOf(request, to, record.id))
      .send();
  });
}

function listItems(books: Books, reply: FastifyReply) {
  if (!books.granted().includes('Items'))
    return refuse(reply, {
      ...notPermitted(''),
      detail: "Permission Violation: You need the 'Lists -> Items' permission to access this page.",
    });
  const items = books.rows<{ id: number }>('SELECT id FROM main.item ORDER BY id LIMIT 1').map(({ id }) => ({ links: [], id: String(id) }));
  return { links: [], count: items.length, hasMore: false, items, offset: 0, totalResults: items.length };
}

/** The kind of record when it is one and the role may see it; else null, and the refusal is sent. */
function allowed({ books }: NetsuiteAccount, name: string, reply: FastifyReply): Kind | null {
  const kind = kindNamed(name);
  if (kind && books.granted().includes(kinds[kind].permission)) return kind;
  if (kind) refuse(reply, notPermitted(kinds[kind].words));
  else refuse(reply, { ...unknownRecord, detail: `Record type '${name}' does not exist.` });
  return null;
}

function found({ books }: NetsuiteAccount, kind: Kind, key: string): number | null {
  const [by, value] = key.startsWith('eid:') ? ['externalid', key.slice(4)] : ['id', Number(key)];
  const [row] = books.rows<{ id: number }>(
    `SELECT id FROM main."transaction" WHERE type = ? AND ${by} = ?`,
    kinds[kind].type,
    value as string,
  );
  return row?.id ?? null;
}

function locationOf({ params, protocol, host, url }: FastifyRequest<Named>, to: Kind, id: number): string {
  return `${protocol}://${host}${url.slice(0, url.indexOf(`/${params.kind}/`))}/${to}/${id}`;
}

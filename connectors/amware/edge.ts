import { readFileSync } from 'node:fs';
import { parseJson } from '../http/json.ts';
import { type Edge, type EdgeReply, type EdgeRequest, startEdge } from '../scripted-edge.ts';

export const fixtureText = (name: string) => readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8');
export const captured = (name: string): unknown[] => parseJson(fixtureText(name)) as unknown[];

/** A warehouse that serves docs/connectors/amware.md from captured records, one to a page. */
export function startAmware(): Promise<Edge> {
  return startEdge(reply);
}

function reply({ method, path, query, body }: EdgeRequest): EdgeReply {
  const name = path.replace('/v1/', '');
  if (method !== 'GET') return written(path, JSON.parse(body));
  const reference = JSON.parse(fixtureText('reference'))[name];
  if (reference) return { json: reference };
  if (name === 'asns') return { json: { asns: captured('asn-changes').slice(0, 1) } };
  if (name === 'orders') return { json: { orders: captured('order-changes').slice(0, 1) } };
  if (name === 'stock') return stockPage(Number(query.get('after') ?? 0));
  return feedPage(captured(name), Number(query.get('after') ?? 0));
}

function feedPage(records: unknown[], after: number): EdgeReply {
  const next = Math.min(after + 1, records.length);
  return {
    json: { records: records.slice(after, next), next: String(next), more: next < records.length, remaining: records.length - next },
  };
}

function stockPage(after: number): EdgeReply {
  const rows = captured('stock');
  const page = { taken_at: '2026-11-20T10:15:30.123Z', rows: rows.slice(after, after + 1), total: rows.length };
  return { json: { ...page, next: String(after + 1), more: after + 1 < rows.length } };
}

function written(path: string, body: Record<string, unknown>): EdgeReply {
  if (path.endsWith('/cancel')) return { json: { outcome: path.includes('/asns/') ? 'cancelled' : 'pending' } };
  if (path.endsWith('/close')) return { json: { outcome: 'closed' } };
  if (path.endsWith('/hold')) return { json: { outcome: 'done' } };
  if (path.includes('/asns'))
    return { status: 201, json: { id: 'ASN-1', reference: body.reference, status: 'announced', changed_at: '2026-11-20T10:15:30.123Z' } };
  return { status: 201, json: { ...(captured('order-changes')[0] as object), reference: body.reference } };
}

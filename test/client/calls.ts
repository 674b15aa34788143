import createClient from 'openapi-fetch';
import type { paths } from './openapi.ts';

/**
 * Twenty calls of a client whose types come from the document alone: what does not compile here does not compile for anybody who
 * generates one. Each passes on what an earlier one returned, so that a wrong type of a reply shows too. Returns the status of each.
 */
export async function twentyCalls(send: typeof fetch): Promise<Record<string, number>> {
  const { GET, POST, PUT, PATCH, DELETE } = createClient<paths>({ baseUrl: 'http://crossdock.test', fetch: send });
  const statuses: Record<string, number> = {};
  /** @throws TypeError when the reply has no body, with the refusal that came instead */
  function bodyOf<T>(call: string, { data, error, response }: { data?: T; error?: unknown; response: Response }): NonNullable<T> {
    statuses[call] = response.status;
    if (!data) throw new TypeError(`${call}: ${response.status} ${JSON.stringify(error)}`);
    return data;
  }
  const statusOf = (call: string, { response }: { response: Response }) => (statuses[call] = response.status);

  const profile = bodyOf('profile', await GET('/api/profile'));
  bodyOf('rename', await PATCH('/api/profile', { body: { name: `${profile.name} Jr.` } }));
  const { data: rows } = bodyOf('orders', await GET('/api/orders', { params: { query: { status: 'fulfilled', perPage: 25 } } }));
  const found = bodyOf('all orders', await GET('/api/orders', { params: { query: { orderBy: 'order_date', orderDir: 'DESC' } } }));
  const order = { path: { id: (rows[0] ?? found.data[0])?.id ?? 0 } };
  bodyOf('order', await GET('/api/orders/{id}', { params: order }));
  bodyOf('lock', await PATCH('/api/orders/{id}/toggle-lock', { params: order, body: { locked: true } }));
  bodyOf('unlock', await PATCH('/api/orders/{id}/toggle-lock', { params: order, body: { locked: false } }));
  bodyOf('prepare', await POST('/api/orders/bulk-action/prepare', { body: { filter: { status: 'fulfilled' } } }));
  bodyOf('runs', await GET('/api/runs'));

  const sku = { sku: 'CLIENT-1', name: 'Mug of a client' };
  const { id } = bodyOf('new product', await POST('/api/products', { body: sku }));
  bodyOf('change product', await PUT('/api/products/{id}', { params: { path: { id } }, body: { ...sku, name: 'Mug' } }));
  bodyOf('products', await GET('/api/products', { params: { query: { search: 'CLIENT' } } }));
  bodyOf('delete product', await DELETE('/api/products/{id}', { params: { path: { id } } }));

  const file = new File(['sku,name\nCLIENT-2,Cup of a client\n'], 'products.csv', { type: 'text/csv' });
  const upload = await POST('/api/upload-csv/{entityId}', {
    params: { path: { entityId: 2 }, query: { preview: '1' } },
    body: { file: file.name },
    bodySerializer() {
      const form = new FormData();
      form.append('file', file);
      return form;
    },
  });
  bodyOf('upload', upload);
  bodyOf('sample file', await GET('/api/upload-csv/sample/{entityId}', { params: { path: { entityId: 2 } }, parseAs: 'text' }));

  const department = bodyOf('new department', await POST('/api/departments', { body: { name: 'Returns of a client' } }));
  const its = { path: { id: department.id } };
  bodyOf(
    'change department',
    await PUT('/api/departments/{id}', { params: its, body: { name: 'Returns', description: 'What comes back' } }),
  );
  bodyOf('delete department', await DELETE('/api/departments/{id}', { params: its }));
  bodyOf('search', await GET('/api/search', { params: { query: { q: 'CLIENT' } } }));
  statusOf('read', await POST('/api/notifications/read', { body: {} }));
  bodyOf('audit', await GET('/api/audit/export', { parseAs: 'text' }));
  const refused = await POST('/api/departments', { body: { name: '' } });
  if (refused.error && 'name' in refused.error) statusOf('refused', refused);
  return statuses;
}

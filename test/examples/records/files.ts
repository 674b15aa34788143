import sharp from 'sharp';
import type { Shop } from '../shop.ts';
import type { Records } from './records.ts';

let count = 0;
export const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'navy' } })
  .png()
  .toBuffer();

/** Uploads a file as Ann. */
async function upload({ own, anew, ann }: Shop, url: string, file: File): Promise<{ id: number; importId: number }> {
  const form = new FormData();
  form.set('file', file);
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  const reply = await own.as(await anew(ann), { method: 'POST', url, headers, payload: Buffer.from(await sent.arrayBuffer()) });
  if (reply.statusCode >= 300) throw new Error(`${url}: ${reply.statusCode} ${reply.body}`);
  return reply.json();
}

const ticket = async ({ call }: Shop): Promise<number> =>
  (await call('POST', '/support', { subject_1: 'Orders', subject_2: `Question ${++count}`, description: 'Where is it?' })).id;
const inTicket = async (shop: Shop) => ({ id: await ticket(shop) });
const message = async (shop: Shop) => {
  const id = await ticket(shop);
  return { id, messageId: (await shop.call('POST', `/support-tickets/${id}/messages`, { body: '<p>Soon</p>' })).id };
};
const attached = async (shop: Shop) => {
  const id = await ticket(shop);
  const file = new File([new Uint8Array(picture)], 'mug.png', { type: 'image/png' });
  return { id, fileId: (await upload(shop, `/support-tickets/${id}/files`, file)).id };
};
const fileOfTicket = async (shop: Shop) => ({ id: (await attached(shop)).fileId });
/** Of somebody else: whoever raised a ticket does not see its notes. */
const othersTicket = async ({ own, find, person }: Shop) => {
  const kim = await person('Kim Moss', 'user', `kim-of-ticket-${++count}@example.com`);
  const payload = { subject_1: 'Orders', subject_2: `Question ${count}`, description: 'Where is it?' };
  await own.as(kim, { method: 'POST', url: '/support', payload });
  return { id: await find('select max(id) from support_tickets where account_id = $1') };
};
/** A reply whose mail the server did not take. */
const refusedMessage = async (shop: Shop) => {
  const { id } = await othersTicket(shop);
  const { id: messageId } = await shop.call('POST', `/support-tickets/${id}/messages`, { body: '<p>Soon</p>' });
  const because = { code: 'sending.no_mail_server' };
  await shop.own.sql('update support_messages set mail_refused_because = $1 where id = $2', [JSON.stringify(because), messageId]);
  return { id, messageId };
};
const note = async (shop: Shop) => {
  const { id } = await othersTicket(shop);
  return { id, noteId: (await shop.call('POST', `/support-tickets/${id}/notes`, { body: 'Known.' })).id };
};
const reply = async ({ call }: Shop) => ({
  id: (await call('POST', '/api/saved-replies', { name: `Soon ${++count}`, body: '<p>Soon</p>' })).id,
});
const view = async ({ call }: Shop) => {
  const body = { entity: 'orders', name: `View ${++count}`, query: { country: 'FR' }, columns: ['city'] };
  return (await call('POST', '/api/views', body)).view.id as number;
};

/** An import of products that was checked: one new, one wrong. */
async function checked(shop: Shop): Promise<{ id: number }> {
  const text = `sku,name,weight\nIMPORT-${++count},Green mug,1\nIMPORT-X${count},Red mug,heavy\n`;
  const { importId } = await upload(shop, '/api/upload-csv/2?preview=1', new File([text], 'items.csv', { type: 'text/csv' }));
  await shop.work();
  return { id: importId };
}
/** The same, applied. */
async function applied(shop: Shop): Promise<{ id: number }> {
  const { id } = await checked(shop);
  await shop.call('POST', `/api/imports/${id}/apply`);
  await shop.work();
  return { id };
}
const exported = async ({ call, working, accountId }: Shop) => ({
  id: (await working(call('POST', `/api/products/export/${accountId}`, {}))).id,
});

export const ofFiles: Records = {
  'GET /api/files/:id': async (shop) => ({ id: (await fileOfTicket(shop)).id }),
  'GET /uploads/*': async (shop) => ({ '*': `images/${(await attached(shop)).fileId}` }),
  'GET /uploads/outside': async (shop) => {
    const { fileId } = await attached(shop);
    const address = 'https://shop.example.com/mug.png';
    await shop.own.as(await shop.anew(shop.ann), { url: `/uploads/outside?address=${encodeURIComponent(address)}` });
    await shop.own.sql('update outside_pictures set file_id = $1, fetched_at = now() where address = $2', [fileId, address]);
    return {};
  },
  'DELETE /api/exports/:id': exported,
  'POST /api/imports/:id/apply': checked,
  'POST /api/imports/:id/undo': applied,
  'POST /api/imports/:id/cancel': checked,
  'POST /api/imports/:id/at-warehouse': checked,
  'PUT /api/imports/:id/columns': checked,
  'PUT /api/imports/:id/encoding': checked,
  'GET /api/imports/:id/rows': checked,
  'GET /api/imports/:id/causes': checked,
  'GET /api/imports/:id/wrong-rows': checked,
  'GET /api/upload-csv/get-last-upload': async (shop) => {
    await applied(shop);
    return {};
  },
  'PUT /api/views/:id': async (shop) => ({ id: await view(shop) }),
  'DELETE /api/views/:id': async (shop) => ({ id: await view(shop) }),
  'PUT /api/views/opening/:entity': async (shop) => ({ view: await view(shop) }),
  'GET /support-tickets/:id': inTicket,
  'PATCH /support-tickets/:id': async (shop) => ({
    ...(await inTicket(shop)),
    department_id: await shop.find('select id from departments where account_id = $1'),
  }),
  'POST /support-tickets/:id/close': inTicket,
  'POST /support-tickets/:id/reopen': async (shop) => {
    const id = await ticket(shop);
    await shop.call('POST', `/support-tickets/${id}/close`);
    return { id };
  },
  'POST /support-tickets/:id/read': inTicket,
  'GET /support-tickets/:id/messages': inTicket,
  'POST /support-tickets/:id/messages': inTicket,
  'PATCH /support-tickets/:id/messages/:messageId': message,
  'DELETE /support-tickets/:id/messages/:messageId': message,
  'POST /support-tickets/:id/messages/:messageId/mail': refusedMessage,
  'POST /support-tickets/:id/files': inTicket,
  'GET /support-tickets/:id/files/:fileId': attached,
  'DELETE /support-tickets/:id/files/:fileId': attached,
  'DELETE /api/files/:id/delete': fileOfTicket,
  'GET /api/files/:id/delete': fileOfTicket,
  'GET /support-tickets/:id/notes': othersTicket,
  'POST /support-tickets/:id/notes': othersTicket,
  'DELETE /support-tickets/:id/notes/:noteId': note,
  'PUT /api/saved-replies/:id': async ({ find }) => ({
    id: await find(`select id from saved_replies where account_id = $1 and name = 'On its way'`),
  }),
  'DELETE /api/saved-replies/:id': reply,
};

import { z } from 'zod';
import { endpoint, id, messageReply, refusal, text } from '../../../../platform/endpoint.ts';
import { ofKinds } from '../kinds.ts';

export const category = z.object({ id: z.number(), name: z.string() });
export type Category = z.output<typeof category>;

const list = z.array(category);
const name = text(1_000).trim().min(1, 'Give the category a name.').max(60, 'A name has at most 60 characters.');
const params = z.object({ id });

const example = { id: 1042, name: 'Mugs' };

const deleting = (many: string) => ({
  ...{ may: 'work' as const, params, replies: { 200: list, 210: messageReply, 404: refusal } },
  example: { reply: [example] },
  summary: `Delete a category of ${many}; 210 when items are assigned to it`,
});

export const categoryCalls = ofKinds(({ api, many }) => {
  const path = `${api}/categories` as const;
  return {
    list: endpoint(`GET ${path}`, {
      may: 'work',
      summary: `All categories of ${many}, by name`,
      replies: { 200: list },
      example: { reply: [example] },
    }),
    create: endpoint(`POST ${path}/create`, {
      ...{ may: 'work', summary: `Create a category of ${many}` },
      ...{ body: z.object({ category: name }), replies: { 201: category, 409: refusal }, example: { reply: example } },
    }),
    update: endpoint(`POST ${path}/update`, {
      ...{ may: 'work', replies: { 200: list, 404: refusal, 409: refusal } },
      summary: `Rename categories of ${many}; what is not in the list stays. 409: one is no longer called what it \`was\``,
      example: { body: [{ id: 1042, name: 'Mugs and cups' }], reply: [example] },
      body: z.array(z.object({ id, name, was: z.string().max(1_000).optional() })).max(1_000),
    }),
    delete: endpoint(`DELETE ${path}/delete/:id`, { ...deleting(many) }),
    /** As clients of the specification delete one. */
    deleteByGet: endpoint(`GET ${path}/delete/:id`, { viaXhr: true, ...deleting(many) }),
  };
});

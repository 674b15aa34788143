import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Entry, Settings, StandIn } from '../kit/stand-in.ts';
import { standIns } from '../stand-ins.ts';
import type { Control } from './control.ts';
import { read } from './read.ts';

type ById = { Params: { id: string }; Querystring: { account?: string } };
const missing = { message: 'There is no such record.' };

/** What is entered, changed and removed at the stand-ins that the kit makes, as by people in the vendor's own screens. */
export function entryRoutes(app: FastifyInstance, control: Control) {
  for (const standIn of standIns) {
    for (const [name, entry] of Object.entries(standIn.entries)) entryRoute(app, control, standIn, name, entry);
    if (standIn.settings) settingsRoute(app, control, standIn, standIn.settings);
    app.post<{ Body: { account?: string } | null }>(`/${standIn.name}/tokens/expire`, (request, reply) => {
      control.of(standIn, request.body?.account).tokens.expire();
      return reply.code(204).send();
    });
  }
}

function settingsRoute(app: FastifyInstance, control: Control, standIn: StandIn, { fields, set }: Settings<never>) {
  app.patch<{ Querystring: { account?: string } }>(`/${standIn.name}`, (request, reply) => {
    const parsed = read(fields.partial(), request.body, reply);
    return parsed ? set(control.of(standIn, request.query.account) as never, parsed as never) : reply;
  });
}

function entryRoute(app: FastifyInstance, control: Control, standIn: StandIn, name: string, entry: Entry<never>) {
  // An entry belongs to the accounts of its own stand-in.
  const accountOf = (key: string | undefined) => control.of(standIn, key) as never;
  const body = z.object({ account: z.string().optional(), [name]: z.array(entry.fields) });
  const changes = entry.fields instanceof z.ZodObject ? entry.fields.partial() : entry.fields;
  const { add, change, remove } = entry;
  if (add)
    app.post(`/${standIn.name}/${name}`, (request, reply) => {
      const parsed = read(body, request.body, reply);
      if (!parsed) return reply;
      const account = accountOf(parsed.account as string | undefined);
      const ids = (parsed[name] as never[]).map((fields) => add(account, fields).id);
      return reply.code(201).send({ ids });
    });
  if (change)
    app.patch<ById>(`/${standIn.name}/${name}/:id`, (request, reply) => {
      const parsed = read(changes, request.body, reply);
      if (!parsed) return reply;
      return change(accountOf(request.query.account), request.params.id, parsed as never) ?? reply.code(404).send(missing);
    });
  if (remove)
    app.delete<ById>(`/${standIn.name}/${name}/:id`, (request, reply) =>
      remove(accountOf(request.query.account), request.params.id) ? reply.code(204).send() : reply.code(404).send(missing),
    );
}

import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../platform/http/refusal.ts';
import { messageRoute, route } from '../../../platform/http/route.ts';
import { inTenant as openTenant } from '../../../platform/tenant.ts';
import { wordReason } from '../../base/reasons.ts';
import type { Services } from '../../people/accounts/services.ts';
import { askOf, getConnection } from '../../shared/connections/calls/session.ts';
import { connectionNamed } from '../../shared/connections/queries.ts';
import { trial } from '../../shared/connections/trying/trial-turns.ts';
import { leftOutWords, type RunSentence, wordRun } from '../../shared/runs/words/sentences.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import { pushAll, saveBuffer, saveStockSettings } from './commands.ts';
import { listPushesCall, listStockLocationsCall, pushStockCall, saveBufferCall, saveStockSettingsCall } from './contract.ts';
import { soldTwice } from './panels/goes-on.ts';
import { quantityWanted } from './quantities.ts';
import { listPushesOf } from './queries.ts';

/** Calls about the stock that channels are told of. */
export function stockPushesApi(app: FastifyInstance, { engine }: Services): void {
  route(app, listStockLocationsCall, async ({ session, params }) => {
    const connection = await openTenant(engine.database, session, async (tenant) =>
      getConnection(tenant, engine.seal, (await connectionNamed(tenant, params.name)).id),
    );
    if (!connection?.connector.inventory) throw takesNone();
    const result = await trial(session, () => askOf(engine, connection, { userId: session.userId, question: 'stockLocations' }));
    if (!result) throw takesNone();
    if (!result.ok)
      throw refuse(409, 'does_not_work', `${connection.name} does not list its locations: ${wordReason(result.failure.reason)}`);
    return { locations: result.value };
  });
  route(app, saveStockSettingsCall, async ({ inTenant, params, body }) => {
    const former = await inTenant(async (tenant) => {
      const { id, name } = await connectionNamed(tenant, params.name);
      const connection = await getConnection(tenant, engine.seal, id);
      if (!connection || quantityWanted(connection) === null) throw takesNone();
      return saveStockSettings(tenant, { id, name }, body);
    });
    return { message: former ? `${saved[body.mode]} ${soldTwice(former.name, former.products)}` : saved[body.mode] };
  });
  route(app, pushStockCall, async ({ inTenant, params }) => {
    const { runId, total, aliases, mode } = await inTenant(async (tenant) => pushAll(tenant, await connectionNamed(tenant, params.name)));
    const some = countedWords(total, 'product');
    const begun =
      mode === 'rehearsal' ? `The stock of ${some} is being rehearsed. Nothing is sent.` : `The stock of ${some} is on its way.`;
    return {
      runId,
      total,
      message: total === 0 ? wordRun({ code: 'nothing_linked', aliases } satisfies RunSentence) : `${begun}${leftOutWords(aliases)}`,
    };
  });
  messageRoute(app, saveBufferCall, 'The buffer was saved.', (tenant, { params, body }) => saveBuffer(tenant, params.id, body.buffer));
  route(app, listPushesCall, async ({ reading, params }) => ({ data: await reading((tenant) => listPushesOf(tenant, params.id)) }));
}

const takesNone = () => refuse(409, 'no_inventory', 'This channel takes no stock.');

const saved = {
  off: 'Stock is no longer sent to the channel.',
  rehearsal: 'What the channel would be sent is listed here and on each product. Nothing is sent.',
  on: 'Stock is sent to the channel from now on.',
};

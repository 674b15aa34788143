import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import { connectionNamed } from '../queries.ts';
import { saveSchedule } from './commands.ts';
import { readScheduleCall, saveScheduleCall } from './contract.ts';
import { readWindowStates, readWindows } from './queries.ts';

export function scheduleApi(app: FastifyInstance): void {
  route(app, readScheduleCall, ({ reading, params }) =>
    reading(async (tenant) => {
      const { id } = await connectionNamed(tenant, params.name);
      return { settings: await readWindows(tenant, id), windows: await readWindowStates(tenant, id) };
    }),
  );

  route(app, saveScheduleCall, ({ inTenant, params, body }) =>
    inTenant(async (tenant) => {
      await saveSchedule(tenant, await connectionNamed(tenant, params.name), body);
      return { message: 'The schedule was saved.' };
    }),
  );
}

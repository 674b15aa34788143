import type { FastifyInstance } from 'fastify';
import { changeRoute, readRoute } from '../../../../platform/http/route.ts';
import { connectionNamed } from '../queries.ts';
import { saveSchedule } from './commands.ts';
import { readScheduleCall, saveScheduleCall } from './contract.ts';
import { readWindowStates, readWindows } from './queries.ts';

export function scheduleApi(app: FastifyInstance): void {
  readRoute(app, readScheduleCall, async (tenant, { params }) => {
    const { id } = await connectionNamed(tenant, params.name);
    return { settings: await readWindows(tenant, id), windows: await readWindowStates(tenant, id) };
  });

  changeRoute(app, saveScheduleCall, async (tenant, { params, body }) => {
    await saveSchedule(tenant, await connectionNamed(tenant, params.name), body);
    return { message: 'The schedule was saved.' };
  });
}

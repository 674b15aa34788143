import type { FastifyInstance } from 'fastify';
import { messageRoute, readRoute } from '../../../../platform/http/route.ts';
import { connectionNamed } from '../queries.ts';
import { saveSchedule } from './commands.ts';
import { readScheduleCall, saveScheduleCall } from './contract.ts';
import { readWindowStates, readWindows } from './queries.ts';

export function scheduleApi(app: FastifyInstance): void {
  readRoute(app, readScheduleCall, async (tenant, { params }) => {
    const { id } = await connectionNamed(tenant, params.name);
    return { settings: await readWindows(tenant, id), windows: await readWindowStates(tenant, id) };
  });

  messageRoute(app, saveScheduleCall, 'The schedule was saved.', async (tenant, { params, body }) =>
    saveSchedule(tenant, await connectionNamed(tenant, params.name), body),
  );
}

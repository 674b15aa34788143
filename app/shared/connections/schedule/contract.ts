import { z } from 'zod';
import { endpoint, instant, messageReply, refusal } from '../../../../platform/endpoint.ts';
import { type WindowEntity, windowEntities } from '../../../base/scheduled-entities.ts';

/** `1` and `0` as older clients send them. */
const flag = z.union([z.boolean(), z.enum(['0', '1']).transform((value) => value === '1')]);
/** `HH,MM`; empty is `Select time`. */
const time = z.string().regex(/^(?:(?:[01]\d|2[0-3]),[0-5]\d)?$/, 'Choose a time of the list.');

/** The three settings of an entity by the specification's names. */
export type WindowSettings<Flag = boolean> = Partial<
  Record<`use_time_window_${WindowEntity}`, Flag> & Record<`${'start' | 'end'}_sync_time_window_${WindowEntity}`, string>
>;

/** `was`: what was seen of the windows when they were changed. */
export type WindowChanges<Flag = boolean> = WindowSettings<Flag> & { was?: WindowSettings<Flag> | undefined };

const settings = z.strictObject(
  Object.fromEntries(
    windowEntities.flatMap((entity) => [
      [`use_time_window_${entity}`, flag.optional()],
      [`start_sync_time_window_${entity}`, time.optional()],
      [`end_sync_time_window_${entity}`, time.optional()],
    ]),
  ),
);
const body = settings.extend({ was: settings.optional() }) as unknown as z.ZodType<WindowChanges, WindowChanges<boolean | '0' | '1'>>;

/** Whether an entity's window is open now, and when it opens next; null where it does not. */
const state = z.object({ entity: z.enum(windowEntities), open: z.boolean(), opens_at: instant.nullable() });
export type WindowState = z.output<typeof state>;

export const readScheduleCall = endpoint('GET /api/connectors/:name/schedule', {
  may: 'work',
  summary: 'The time windows in which a connection is called, by entity, in the account’s time zone',
  replies: { 200: z.object({ settings: z.record(z.string(), z.union([z.boolean(), z.string()])), windows: z.array(state) }), 404: refusal },
});

export const saveScheduleCall = endpoint('PUT /api/connectors/:name/schedule', {
  may: 'map',
  withErrorMessage: true,
  summary:
    'Change time windows; entities that are not named keep theirs. `was`: what was seen of them; refused with 409 where a window that is ' +
    'changed is something else by now',
  body,
  example: { body: { use_time_window_orders: true, start_sync_time_window_orders: '08,00', end_sync_time_window_orders: '18,00' } },
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

import { call } from '../../../../../platform/call.ts';
import type { ListChoices } from '../../../../ui/form/form-from-schema.tsx';
import { choicesCall } from '../../contract.ts';
import { settingsIn } from '../settings-in.ts';

/** Fetches choices of a setting. `connection`: the one that is being changed, whose stored secrets count. */
export const listFrom =
  (connector: string, connection?: string): ListChoices =>
  async (choices, typed) => {
    const { connection_name: _, orders_since: __, ...settings } = settingsIn(typed);
    const body = { connector, choices, settings, ...(connection === undefined ? {} : { connection }) };
    return (await call(choicesCall, { body })).choices;
  };

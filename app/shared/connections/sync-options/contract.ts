import { z } from 'zod';
import { endpoint, messageReply, refusal, text } from '../../../../platform/endpoint.ts';

/** The specification's texts. */
export const optionsMissing = 'Subsidiary and account must be selected';
export const syncOptionsTitle = 'Select Product Sync Options';

const named = z.object({ connector: text(100) });
const option = z.object({ id: z.string(), name: z.string() });
export type SyncOption = z.output<typeof option>;

/** An option by its id, or as its list gave it. */
const chosen = z
  .union([
    text(100),
    z.number().transform(String),
    z.object({ id: z.union([text(100), z.number().transform(String)]) }).transform(({ id }) => id),
  ])
  .nullish()
  .transform((id) => id?.trim() ?? '');

const choice = z.object({ subsidiary: chosen, account: chosen });
export type SyncChoice = z.output<typeof choice>;

export const listSubsidiariesCall = endpoint('GET /api/connectors/:connector/subsidiaries', {
  may: 'map',
  withErrorMessage: true,
  summary: 'The subsidiaries of a connection that has several companies',
  replies: { 200: z.array(option), 404: refusal, 409: refusal },
});

export const listAccountsCall = endpoint('GET /api/connectors/:connector/subsidiary/:id/accounts', {
  may: 'map',
  withErrorMessage: true,
  summary: 'The ledger accounts of a subsidiary',
  params: named.extend({ id: text(100) }),
  replies: { 200: z.array(option), 404: refusal, 409: refusal },
});

export const saveSyncOptionsCall = endpoint('POST /api/connectors/:connector/subsidiaries', {
  may: 'map',
  withErrorMessage: true,
  summary:
    'Choose the subsidiary that is read and the account that stock is booked to; replies with a text unless JSON is asked for. ' +
    '`was`: what was chosen when the change began; refused with 409 where that is something else by now',
  body: choice.extend({ was: choice.optional() }),
  replies: { 200: messageReply, 404: refusal, 409: refusal },
  sends: ['text/plain', 'application/json'],
});

import { z } from 'zod';
import { endpoint, messageReply, nameText, refusal, text } from '../../../../../platform/endpoint.ts';
import { settings, settingsSeen } from '../../contract.ts';

export const beginConsentCall = endpoint('POST /api/connector-consents', {
  may: 'connect',
  confirmed: true,
  summary: 'Begin a person’s consent at an outside system: the address of the page where they give it',
  unaudited: 'nothing is connected yet; what comes of it is in the audit when they are back',
  body: z.object({
    connector: text(100),
    /** Of a new connection. */
    name: nameText(100).optional(),
    since: z.iso.date().optional(),
    /** The connection that is connected again. */
    connection: text(100).optional(),
    /** What is entered before; of a connection the stored ones unless given. */
    settings: settings.optional(),
    was: settingsSeen,
  }),
  replies: { 200: z.object({ address: z.string() }), 404: refusal, 409: refusal },
});

export const finishConsentCall = endpoint('POST /api/connector-consents/:connector', {
  may: 'connect',
  confirmed: true,
  summary: 'Finish a consent that was begun in this session, with the query that the outside system sent the person back with',
  params: z.object({ connector: text(100) }),
  body: z.object({ query: text(8_000) }),
  replies: { 200: messageReply.extend({ slug: z.string() }), 404: refusal, 409: refusal },
});

/** What was entered before a consent that came to nothing, so that nobody types it again. It has no secrets. */
export type Entered = { name: string; since: string | null; settings: Record<string, string> };
/** What a refusal of `finishConsentCall` has beside its sentence. */
export type Unfinished = { entered?: Entered; connection?: string | null };

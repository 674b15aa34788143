import { z } from 'zod';
import { endpoint, id, messageReply, refusal, text } from '../../../../platform/endpoint.ts';

/** The calls have the specification's paths; they serve whatever connection puts products up for sale. */

/** `to`: the connection that it is of; null for the channel that the specification words uploads to. */
const profile = z.object({ id: z.string(), name: z.string(), to: z.string().nullable() });
export type Profile = z.output<typeof profile>;

export const uploadStatusCall = endpoint('GET /api/channel-advisor/status', {
  may: 'work',
  summary: 'The marketplace profiles that products can be uploaded to; 204 where there are none',
  replies: { 200: z.object({ profiles: z.array(profile) }), 204: z.null() },
});

const profiles = z.array(text(100).min(1)).min(1, 'Choose at least one profile').max(50);

/** What became of a product in one profile. */
const uploaded = z.object({
  alert_class: z.enum(['success', 'danger']),
  message: z.string(),
  /** Where the product is in that profile, as far as the channel says. */
  links: z.array(z.object({ profile: z.string(), name: z.string(), url: z.string().nullable() })),
  /** The run that waits for the channel, where it says later what becomes of the product. */
  runId: z.number().optional(),
});
export type Uploaded = z.output<typeof uploaded>;

export const uploadProductCall = endpoint('POST /api/channel-advisor/upload-product', {
  may: 'work',
  withErrorMessage: true,
  summary: 'Put a product up for sale in these profiles, or change what is there; an outcome for each',
  body: z.object({ profiles, productId: id }),
  replies: { 200: z.array(uploaded), 404: refusal, 409: refusal },
});

export const uploadProductsCall = endpoint('POST /api/channel-advisor/upload-products', {
  may: 'work',
  withErrorMessage: true,
  summary: 'The same for many products, of these or of those that were prepared, as a run with an outcome for each',
  body: z.object({ profiles, productIds: z.array(id).min(1).max(10_000).optional(), runId: id.optional() }),
  example: { body: { profiles: ['1042-12000001'], productIds: [1042] } },
  replies: { 200: messageReply.extend({ runId: z.number(), total: z.number() }), 404: refusal, 409: refusal },
});

const specified = 'Channel Advisor';
/** Whether the specification's words for an upload under way are of this channel, whose name it writes in two words. */
export const isSpecified = (label: string) => label.replaceAll(' ', '') === specified.replaceAll(' ', '');

export const uploadingTo = (profiles: readonly Pick<Profile, 'to'>[]) =>
  `Uploading product to ${[...new Set(profiles.map(({ to }) => to ?? specified))].join(' and ')}...`;
export const uploadFailed = 'Sorry, there was an error processing your request';

import { z } from 'zod';
import { endpoint, id, messageReply, refusal, text } from '../../../../platform/endpoint.ts';
import { longestCode, undoable } from '../saves/contract.ts';

/** The specification's texts. */
export const noProviderLocations = 'Please import Amware products to obtain inventory location selections';
export const deleteQuestion = 'Are you sure you want to delete this location mapping?';
export const locationDeleted = 'Location mapping was deleted';
export const notDeleted = 'There was an error deleting location mapping';
export const providerNotLoaded = 'There was an error loading Amware locations';

const connector = z.object({ connector: text(100) });
const providerLocation = z.object({ code: z.string(), name: z.string() });
export type ProviderLocation = z.output<typeof providerLocation>;

const mapping = z.object({
  /** Null for a location that the channel lists and nobody has saved. */
  id: z.number().nullable(),
  /** The channel's id of it. */
  internal_id: z.string(),
  /** The channel's name of it. */
  connector_location: z.string(),
  /** The warehouse's code; null where it is not mapped. */
  amware_location: z.string().nullable(),
});
export type LocationRow = z.output<typeof mapping>;

export const listProviderLocationsCall = endpoint('GET /api/connectors/amware/warehouse-locations', {
  may: 'work',
  withErrorMessage: true,
  summary: 'The warehouse’s locations, which a channel’s are mapped to',
  replies: { 200: z.array(providerLocation) },
});

export const listLocationsCall = endpoint('GET /api/connectors/:connector/warehouse-locations', {
  may: 'work',
  withErrorMessage: true,
  summary: 'A connection’s locations as they are saved, each with the warehouse’s',
  replies: { 200: z.array(mapping), 404: refusal },
});

export const listRemoteLocationsCall = endpoint('GET /api/connectors/:connector/remote-locations', {
  may: 'map',
  withErrorMessage: true,
  summary: 'The locations that a channel lists itself, merged with those that are saved, without duplicates by internal_id',
  replies: { 200: z.array(mapping), 404: refusal, 409: refusal },
});

const remapped = {
  params: connector,
  may: 'map',
  withErrorMessage: true,
  replies: { 200: messageReply, 404: refusal },
} as const;

export const remapLocationsGetCall = endpoint('GET /api/connectors/:connector/remap-products-locations', {
  ...{ ...remapped, viaXhr: true },
  summary: 'Apply the saved locations again to what has not left for the warehouse',
});

export const remapLocationsCall = endpoint('POST /api/connectors/:connector/remap-products-locations', {
  ...{ ...remapped },
  summary: 'Apply the saved locations again to what has not left for the warehouse',
});

export const saveLocationsCall = endpoint('POST /api/connectors/:name/save-locations', {
  may: 'map',
  withErrorMessage: true,
  summary: 'Map a connection’s locations to warehouses; one without a warehouse is no longer mapped',
  body: z.object({
    locations: z
      .array(
        z.object({
          id: id.nullish(),
          internal_id: text(longestCode).min(1),
          connector_location: text(500).nullish(),
          amware_location: text(100).nullish(),
          was: text(100).nullish().meta({
            description: 'What the location was mapped to when the change began: refused with 409 where that is no longer so',
          }),
        }),
      )
      .min(1, 'There are no locations to save.')
      .max(1000)
      .refine((all) => new Set(all.map(({ internal_id }) => internal_id)).size === all.length, 'A location is named twice.'),
  }),
  replies: { 200: messageReply.extend({ waiting: z.number(), undo: undoable }), 404: refusal, 409: refusal },
});

export const deleteLocationCall = endpoint('DELETE /api/connectors/:connector/remote-locations/:id', {
  may: 'map',
  withErrorMessage: true,
  summary: 'Delete a location’s mapping: orders that have not left go without a warehouse of their own',
  params: connector.extend({ id }),
  query: z.object({
    was: text(100).optional().meta({
      description: 'What the location was mapped to when it was looked at, empty for none: refused with 409 where that is no longer so',
    }),
  }),
  replies: { 200: messageReply.extend({ undo: undoable }), 404: refusal, 409: refusal },
});

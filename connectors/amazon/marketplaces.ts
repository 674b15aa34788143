import type { Result } from '../contract.ts';
import { mapResult } from '../http/result.ts';
import type { AmazonClient } from './client.ts';

/** `country` as in ISO 3166-1. */
export type Marketplace = { id: string; name: string; country: string; store: string | null };

/** The marketplaces that are worked with: the one that was chosen, or all in which the seller sells. */
export async function marketplacesOf(client: AmazonClient, chosen = ''): Promise<Result<Marketplace[]>> {
  return mapResult(await client.listParticipations(), ({ payload }) =>
    payload
      .filter(({ marketplace, participation }) => participation.isParticipating && (chosen === '' || marketplace.id === chosen))
      .map(({ marketplace: { id, name, countryCode }, storeName }) => ({ id, name, country: countryCode, store: storeName })),
  );
}

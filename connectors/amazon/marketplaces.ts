import type { Result } from '../contract.ts';
import { mapResult } from '../http/result.ts';
import type { AmazonClient } from './client.ts';

/** `country` as in ISO 3166-1. */
export type Marketplace = { id: string; name: string; country: string; store: string | null };

/** The marketplaces that are worked with: those that were chosen, or all in which the seller sells. */
export async function marketplacesOf(client: AmazonClient, chosen: readonly string[] = []): Promise<Result<Marketplace[]>> {
  return mapResult(await client.listParticipations(), ({ payload }) =>
    payload
      .filter(({ marketplace, participation }) => participation.isParticipating && (chosen.length === 0 || chosen.includes(marketplace.id)))
      .map(({ marketplace: { id, name, countryCode }, storeName }) => ({ id, name, country: countryCode, store: storeName })),
  );
}

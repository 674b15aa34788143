import type { FastifyRequest } from 'fastify';
import type { SellerAccount } from './account.ts';

export type SellerOf = (request: FastifyRequest) => SellerAccount;

/** A refusal as the API words it, with the field at fault. */
export function invalid(field: string, message: string) {
  return { Message: 'The request is invalid.', ModelState: { [field]: [message] } };
}

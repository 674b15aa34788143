import { randomBytes } from 'node:crypto';
import type { Seal } from '../../../../platform/seal.ts';

type Sealed = { id: number; secret: string; former_secret: string | null; isRotating: boolean };

/** What the secrets of a subscription are bound to. */
export const subscriptionContext = (accountId: number, id: number) => `event-subscription:${accountId}:${id}`;

/** A new secret in the form of the Standard Webhooks, and the same sealed for the row of this subscription. */
export function newSecret(seal: Seal, accountId: number, id: number): { secret: string; sealed: string } {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secret, sealed: seal.seal(secret, subscriptionContext(accountId, id)) };
}

/** What is signed with: the secret, and the former one while both count and it can still be opened. @throws where the secret cannot */
export function secretsOf(seal: Seal, accountId: number, { id, secret, former_secret, isRotating }: Sealed): string[] {
  const former = isRotating && former_secret !== null && opens(seal, accountId, { id, secret: former_secret }) ? [former_secret] : [];
  return [secret, ...former].map((each) => seal.open(each, subscriptionContext(accountId, id)));
}

/** Whether a secret opens: it does not where it was sealed with a key that was lost. */
export function opens(seal: Seal, accountId: number, { id, secret }: Pick<Sealed, 'id' | 'secret'>): boolean {
  try {
    seal.open(secret, subscriptionContext(accountId, id));
    return true;
  } catch {
    return false;
  }
}

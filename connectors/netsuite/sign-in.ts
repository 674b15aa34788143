import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Settings } from '../contract.ts';

const curves: Record<string, string> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };

/**
 * The assertion by which a token is asked for: signed with the private half of the certificate that an administrator has uploaded.
 * @throws when the key is none that NetSuite takes.
 */
export async function assertionFor({ client_id, certificate_id, private_key }: Settings, audience: string, now: Date): Promise<string> {
  const key = keyIn(private_key ?? '');
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ scope: ['rest_webservices'] })
    .setProtectedHeader({ alg: algorithmOf(key), typ: 'JWT', kid: certificate_id ?? '' })
    .setIssuer(client_id ?? '')
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 300)
    .sign(key);
}

/** A private key as a person pastes it: a form's field takes its line breaks away. @throws when there is none in it. */
export function keyIn(pasted: string): KeyObject {
  const [begin = '', label = ''] = /-----BEGIN ([A-Z ]{0,40}PRIVATE KEY)-----/.exec(pasted) ?? [];
  const [body = ''] = pasted.slice(pasted.indexOf(begin) + begin.length).split('-----END', 1);
  const lines = body.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
  return createPrivateKey(`-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`);
}

/** @throws when NetSuite does not take keys of this kind. */
export function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  if (asymmetricKeyType === 'rsa') return 'PS256';
  const found = asymmetricKeyType === 'ec' ? curves[asymmetricKeyDetails?.namedCurve ?? ''] : undefined;
  if (found === undefined) throw new Error(`NetSuite takes RSA and EC keys, not ${asymmetricKeyType}.`);
  return found;
}

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Seals and opens secrets. `context` (which account, which record) is bound in: a sealed text moved elsewhere does not open. */
export type Seal = { seal: (plain: string, context: string) => string; open: (sealed: string, context: string) => string };

/**
 * AES-256-GCM under keys derived from SECRET_KEY. The first key seals; older ones only open, so that a key
 * can be changed without losing what it sealed. Form: `v1.<key id>.<iv>.<tag>.<text>`, base64url.
 * @throws when no key opens the text, or it was altered or moved.
 */
export function sealWith(secretKeys: string[]): Seal {
  const keys = secretKeys.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, 'crossdock', 'seal', 32));
    return { id: createHash('sha256').update(key).digest('base64url').slice(0, 8), key };
  });
  return {
    seal(plain, context) {
      const [current] = keys;
      if (!current) throw new Error('There is no key to seal with.');
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return ['v1', current.id, iv.toString('base64url'), cipher.getAuthTag().toString('base64url'), text.toString('base64url')].join('.');
    },
    open(sealed, context) {
      const [version, id, iv, tag, text] = sealed.split('.');
      const key = keys.find((each) => each.id === id)?.key;
      if (version !== 'v1' || !key || !iv || !tag || text === undefined)
        throw new Error('This secret was sealed with a key that we do not have.');
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url')).setAAD(Buffer.from(context));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
    },
  };
}

/** A sealed text, opened; null where no key that is here opens it. */
export function openedOrNull(seal: Seal, sealed: string, context: string): string | null {
  try {
    return seal.open(sealed, context);
  } catch {
    return null;
  }
}

import { createHash } from 'node:crypto';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { newRecoveryCodes, storedCode } from './recovery-codes.ts';

/** better-auth's second factor over our table. Codes by mail or SMS are not offered. */
export const secondFactor = () =>
  twoFactor({
    issuer: 'Crossdock',
    twoFactorCookieMaxAge: 10 * 60,
    accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: 15 * 60 },
    backupCodeOptions: {
      customBackupCodesGenerate: newRecoveryCodes,
      // Not encrypted but digested: nobody can read them, with whichever key.
      storeBackupCodes: { encrypt: async (codes) => JSON.stringify(JSON.parse(codes).map(storedCode)), decrypt: async (codes) => codes },
    },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'two_factors',
        fields: {
          userId: 'user_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  });

/**
 * Our keys as better-auth takes them: the first encrypts and signs, the others only decrypt. Numbered by their digests, as they have no
 * order of their own.
 */
export const numberedKeys = (secretKeys: readonly string[]) =>
  [...new Set(secretKeys)].map((value) => ({ version: createHash('sha256').update(value).digest().readUInt32BE(), value }));

/** A stored secret, encrypted with the first of our keys instead. @throws when none of them opens it */
export async function resealedSecret(secret: string, secretKeys: readonly string[]): Promise<string> {
  const numbered = numberedKeys(secretKeys);
  const key = { keys: new Map(numbered.map(({ version, value }) => [version, value])), currentVersion: numbered[0]?.version ?? 0 };
  return symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data: secret }) });
}

import { createHmac } from 'node:crypto';

/**
 * What an authenticator app shows for the address that it scanned, by RFC 6238; `later` in half minutes. A code counts for the half minute
 * before its own and the one after it: one of before may end while it is on its way, so a second code is that of `later` 1.
 */
export function codeOf(address: string, later = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...(new URL(address).searchParams.get('secret') ?? '')].map((each) => letters.indexOf(each).toString(2).padStart(5, '0'));
  const key = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

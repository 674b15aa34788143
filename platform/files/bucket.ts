import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import type { Bucket } from '../env.ts';
import { counter, type Store, storeOn } from './store.ts';

const connectingMs = 10_000;
/** A store from which nothing comes for so long is silent. Longer than whoever reads a file takes between two pieces of it. */
const usualSilentMs = 600_000;

/**
 * Files in a bucket of S3 or a compatible store. The client is loaded on first use: it is large, and most starts do not need it. A store
 * that takes requests and never replies is an error in time: nothing is sent while a worker waits for its mark, and it would not say so.
 */
export function openBucket(bucket: Bucket, silentMs = usualSilentMs): Store {
  let opened: Promise<Disk> | undefined;
  const disk = () => {
    opened ??= connect(bucket, silentMs);
    return opened;
  };
  return {
    ...storeOn(disk),
    // S3 needs the length before the first byte, so the file is written to a temporary file first. A partial file never arrives.
    async put(key, content) {
      const folder = await mkdtemp(join(tmpdir(), 'crossdock-file-'));
      const aside = join(folder, 'content');
      const counted = counter();
      try {
        await pipeline(content, counted, createWriteStream(aside, { mode: 0o600 }));
        await (await disk()).copyFromFs(aside, key, { contentLength: counted.bytes });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
      return counted.bytes;
    },
  };
}

async function connect({ name, region, endpoint, keys }: Bucket, silentMs: number): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      bucket: name,
      region,
      requestHandler: { connectionTimeout: connectingMs, socketTimeout: silentMs },
      // Self-hosted stores rarely have a host name per bucket, and older ones do not support AWS's checksums.
      ...(endpoint && { endpoint, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' as const }),
      ...(keys && { credentials: keys }),
      visibility: 'private',
      supportsACL: false,
    }),
  );
}

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import type { Bucket } from '../env.ts';
import { counter, type Store, storeOn } from './store.ts';

/** Files in a bucket of S3 or a compatible store. The client is loaded on first use: it is large, and most starts do not need it. */
export function openBucket(bucket: Bucket): Store {
  let opened: Promise<Disk> | undefined;
  const disk = () => {
    opened ??= connect(bucket);
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

async function connect({ name, region, endpoint, keys }: Bucket): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      bucket: name,
      region,
      // Self-hosted stores rarely have a host name per bucket, and older ones do not support AWS's checksums.
      ...(endpoint && { endpoint, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' as const }),
      ...(keys && { credentials: keys }),
      visibility: 'private',
      supportsACL: false,
    }),
  );
}

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import type { Bucket } from '../env.ts';
import { counter, type Store, storeOn } from './store.ts';

/** Files in a bucket of S3, or of what speaks like it. The client is loaded at the first need: it is large, and most starts need none. */
export function openBucket(bucket: Bucket): Store {
  let opened: Promise<Disk> | undefined;
  const disk = () => {
    opened ??= connect(bucket);
    return opened;
  };
  return {
    ...storeOn(disk),
    // S3 wants to know how long a file is before its first byte, so it is written aside first. Half a file never arrives.
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
      // Who runs a store of their own rarely gives each bucket a host name, and older ones do not know AWS's checksums.
      ...(endpoint && { endpoint, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' as const }),
      ...(keys && { credentials: keys }),
      visibility: 'private',
      supportsACL: false,
    }),
  );
}

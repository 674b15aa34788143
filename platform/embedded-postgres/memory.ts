import { totalmem } from 'node:os';

const megabyte = 1 << 20;

/** Bytes that this process and its children may have: those of the machine, or of the container. */
export const machineMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * The server's settings for a machine with so much memory, on which our own processes run beside it: an eighth to keep pages in, within
 * bounds, and half of it for the system's cache of files.
 */
export function memoryFor(bytes: number): { shared_buffers: string; effective_cache_size: string } {
  const megabytes = bytes / megabyte;
  const shared = Math.round(Math.min(Math.max(megabytes / 8, 128), 1024));
  return { shared_buffers: `${shared}MB`, effective_cache_size: `${Math.round(megabytes / 2)}MB` };
}

import { offer } from '../../platform/processes/shared-process.ts';
import { fetchPublicFile } from '../http/public-file.ts';
import type { DocumentHelper } from './document.ts';

const limits = { mostBytes: 65_536, timeoutMs: 5_000 };

offer({
  async read(address: string, sandboxOrigin: string | null) {
    const file = await fetchPublicFile(address, { ...limits, sandboxOrigin });
    return 'wrong' in file ? file : { text: file.bytes.toString('utf8') };
  },
} satisfies DocumentHelper);

import { GivenUp, sharedProcess } from '../../platform/processes/shared-process.ts';
import type { Reason } from '../http/reasons.ts';

/** A document that somebody named by its address, or why there is none. */
export type Document = { text: string } | { wrong: Reason | 'too_large' };
export type DocumentHelper = { read: (address: string, sandboxOrigin: string | null) => Promise<Document> };

/** With its own time, of which the request itself has a little less. */
const patienceMs = 7_000;

/** Fetches a small document in a process of its own: for the web process, which reaches no other system itself. */
export async function fetchDocumentApart(address: string, sandboxOrigin: string | null): Promise<Document> {
  try {
    return await helper.call('read', address, sandboxOrigin);
  } catch (error) {
    if (error instanceof GivenUp) return { wrong: { code: 'unreachable', host: URL.parse(address)?.hostname ?? address } };
    throw error;
  }
}

const helper = sharedProcess<DocumentHelper>({ file: 'connectors/apart/document-process.ts', memoryMb: 64, patienceMs }, {});

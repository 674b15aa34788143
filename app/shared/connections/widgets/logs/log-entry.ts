import type { Reply } from '../../../../../platform/endpoint.ts';
import type { listLogsCall } from '../../contract.ts';

export type LogEntry = Reply<typeof listLogsCall>[number];

/** `mark_as_shipped` reads `Mark as shipped`. */
export const actionWords = (action: string) =>
  (action.charAt(0).toUpperCase() + action.slice(1)).replaceAll('_', ' ').replaceAll(/\basns?\b/g, (word) => word.replace('asn', 'ASN'));

/** `retry: No reply within 15 s.` is the kind of failure and a sentence. */
export function resultWords(result: string): { ok: boolean; sentence: string } {
  if (result === 'ok') return { ok: true, sentence: 'OK' };
  const [, kind = '', sentence = result] = /^(\w+): (.+)$/s.exec(result) ?? [];
  return { ok: false, sentence: `${kinds[kind] ?? ''}${sentence}` };
}

const kinds: Record<string, string> = {
  retry: 'Tried again later. ',
  rejected: 'Refused. ',
  reconnect: 'Credentials refused. ',
  not_found: 'Not found. ',
};

/** 84 ms, 1.2 s */
export const tookWords = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

import { countedWords } from '../../ui/words/counted-words.ts';
import type { ListedAccount } from './contract.ts';

const well = new Set(['healthy', 'new']);

/** How the connections of an account do, in a line. Browser-safe. */
export function healthOf({ connections, lost_node }: Pick<ListedAccount, 'connections' | 'lost_node'>): string {
  if (lost_node) return 'its database node does not reply';
  if (connections.length === 0) return 'no connections';
  const ill = connections.filter(({ health }) => !well.has(health));
  const all = countedWords(connections.length, 'connection');
  return ill.length === 0
    ? `${all}, all working`
    : `${all}: ${ill.map(({ name, health }) => `${name} ${health.replaceAll('_', ' ')}`).join(', ')}`;
}

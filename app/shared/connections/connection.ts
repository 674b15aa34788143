import { countedWords } from '../../ui/words/counted-words.ts';
import type { Connection } from './contract.ts';

/** Labels where the status itself would read as a command. */
export const healthLabels: Partial<Record<Connection['health'], string>> = { needs_reconnect: 'Credentials refused', blocked: 'Failing' };

type Able = Pick<Connection, 'capabilities'>;
export const sells = ({ capabilities }: Able) => capabilities.includes('orders');
/** It has products that are linked to the warehouse's. */
export const hasProducts = ({ capabilities }: Able) => capabilities.includes('orders') || capabilities.includes('listings');
/** Its other side calls us, so nothing is read from it. */
export const callsUs = ({ capabilities }: Able) => capabilities.includes('calls');
export const ships = ({ capabilities }: Able) => capabilities.includes('warehouse');

const roles: [capability: string, role: string][] = [
  ['orders', 'Sales channel'],
  ['warehouse', 'Warehouse'],
  ['purchaseOrders', 'Purchase orders'],
];

/** What a connection is, in the words of who uses it: `Sales channel, purchase orders`. */
export function roleOf({ capabilities }: Able): string {
  const [first = 'Connection', ...others] = roles.flatMap(([capability, role]) => (capabilities.includes(capability) ? [role] : []));
  return [first, ...others.map((role) => role.toLowerCase())].join(', ');
}

/** `3 wait to be sent, about 4 minutes behind`, `10,000+ wait to be sent`: effects, counted up to 10,000. */
export function waitingWords({ waiting, behind_minutes }: Pick<Connection, 'waiting' | 'behind_minutes'>): string {
  const many = waiting > 10_000 ? '10,000+' : waiting.toLocaleString('en-US');
  const behind = behind_minutes > 0 ? `, about ${behindWords(behind_minutes)} behind` : '';
  return `${many} ${waiting === 1 ? 'waits' : 'wait'} to be sent${behind}`;
}

function behindWords(minutes: number): string {
  if (minutes < 90) return countedWords(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? countedWords(hours, 'hour') : countedWords(Math.round(hours / 24), 'day');
}

/** Why a person cannot change connections. */
export const onlyAdmins = 'Only account admins change connections.';

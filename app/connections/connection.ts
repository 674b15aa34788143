import type { Connection } from './contract.ts';

/** Labels where the status itself would read as a command. */
export const healthLabels: Partial<Record<Connection['health'], string>> = { needs_reconnect: 'Credentials refused', blocked: 'Failing' };

export const kindLabels: Record<Connection['kind'], string> = { channel: 'Sales channel', warehouse: 'Warehouse' };

/** `3 wait`, `10,000+ wait`: effects to be sent; counted up to 10,000. */
export const waitingWords = (waiting: number) => (waiting > 10_000 ? '10,000+ wait' : `${waiting.toLocaleString('en-US')} wait`);

/** Why a person cannot change connections. */
export const onlyAdmins = 'Only account admins change connections.';

import { createContext } from 'react-router';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Webhook } from './webhook-address.ts';

/** Reads where the other side of a connection sends its news. Null in development once a file has changed: its page then asks by a call. */
export const webhookContext = createContext<((tenant: Tenant, id: number) => Promise<Webhook>) | null>(null);
